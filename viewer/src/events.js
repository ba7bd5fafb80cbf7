/* The table of events. Only the rows in sight exist, so that 100,000 events cost as much as 30. */
import { download, h } from './dom.js';
import { amount, columnsOf, rowsOf, reason, rest, shapes, sorted, speed } from './event_columns.js';
import { tableOf } from './figure.js';
import { modeOf } from './modes.js';
import { lastBefore } from './sample.js';
import { digits, shown } from './units.js';

const ROW = 30; /* px, as in the style sheet */

export function createEvents(store, clock) {
  const { state } = store;
  const parts = h('select', { 'aria-label': 'Events of', onchange: () => choose() });
  const reasons = h('select', { 'aria-label': 'Reason', onchange: () => choose() });
  const count = h('span', { class: 'quiet' });
  const head = h('tr', {}),
    body = h('tbody', {});
  const table = h('table', { class: 'events' }, h('thead', {}, head), body);
  const scroll = h(
    'div',
    {
      class: 'event-scroll',
      tabindex: 0,
      'aria-label': 'Events; Up and Down choose one',
      onscroll: () => fill(),
    },
    table,
  );
  const empty = h('p', { class: 'empty' }, 'Nothing happened: this run has no events.');
  const save = h(
    'button',
    { type: 'button', class: 'small', title: 'Download as CSV', onclick: () => saveAll() },
    'CSV',
  );
  const bar = h(
    'div',
    { class: 'panel-bar' },
    h('label', {}, 'Events of ', parts),
    reasons,
    count,
    h('span', { class: 'grow' }),
    save,
  );
  const element = h('div', { class: 'event-panel' }, bar, scroll, empty);
  let list = [] /* as shown */,
    inTime = [],
    place = new Map() /* of an event in the list */,
    columns = [],
    order = { name: 'time', down: false },
    current = -1;

  const sign = (word) => {
    const mode = modeOf(word);
    return h(
      'span',
      { class: `mode mode-${mode.mark}`, title: word },
      h('i', { 'aria-hidden': 'true' }, mode.letter),
      h('span', { class: 'mode-word' }, word),
    );
  };

  const CELLS = {
    time: (e) => h('td', { class: 'number' }, digits(e.time * shown('s', state.units).factor, 6)),
    part: (e) => h('td', { title: e.part }, e.part),
    shapes: (e) => h('td', { title: shapes(e) }, shapes(e)),
    'from → to': (e) => h('td', { class: 'change' }, sign(e.from), ' → ', sign(e.to)),
    reason: (e) => {
      const text = reason(e, state.units);
      return h('td', { title: text }, h('span', { class: 'reason' }, text));
    },
    speed: (e, column) => h('td', { class: 'number speed' }, speed(e, column, state.units)),
    impulse: (e, column) => h('td', { class: 'number' }, amount(e.impulse, e, column, state.units)),
    'energy lost': (e, column) => h('td', { class: 'number' }, amount(e.energy_lost, e, column, state.units)),
  };

  function row(event, index) {
    return h(
      'tr',
      {
        'data-index': index,
        'aria-current': index === current ? 'true' : null,
        title: rest(event, state.units),
        onclick: () => go(index),
      },
      ...columns.map((column) => CELLS[column.name](event, column)),
    );
  }

  function fill() {
    const height = scroll.clientHeight || 300,
      first = Math.max(0, Math.floor(scroll.scrollTop / ROW) - 5);
    const last = Math.min(list.length, first + Math.ceil(height / ROW) + 10);
    const space = (rows) =>
      h('tr', { class: 'space', 'aria-hidden': 'true', style: `height:${rows * ROW}px` });
    body.replaceChildren(
      space(first),
      ...list.slice(first, last).map((event, i) => row(event, first + i)),
      space(list.length - last),
    );
  }

  function go(index) {
    store.set({ playing: false });
    clock.seek(list[index].time);
    const part = state.run.drawing.parts.findIndex((p) => p.name === list[index].part);
    store.set({ selected: part < 0 ? null : part });
    mark(index);
  }

  function mark(index) {
    if (index === current) return;
    body.querySelector('[aria-current]')?.removeAttribute('aria-current');
    current = index;
    body.querySelector(`[data-index="${index}"]`)?.setAttribute('aria-current', 'true');
  }

  function show(index) {
    const top = index * ROW,
      view = scroll.clientHeight - 2 * ROW;
    if (top < scroll.scrollTop || top > scroll.scrollTop + view)
      scroll.scrollTop = Math.max(0, top - view / 2);
  }

  /* Of several at one instant the last, in the order of time. */
  const indexAt = (time) => place.get(inTime[lastBefore(inTime, time)]) ?? -1;

  function choose() {
    inTime = state.run.events.filter(
      (e) => (!parts.value || e.part === parts.value) && (!reasons.value || e.reason === reasons.value),
    );
    const column = columns.find(({ name }) => name === order.name) ?? columns[0];
    list = column.name === 'time' && !order.down ? inTime : sorted(inTime, column, order.down);
    place = new Map(list.map((event, i) => [event, i]));
    count.textContent = `${list.length} of ${state.run.events.length}`;
    current = indexAt(state.time);
    fill();
  }

  /* Once: upwards, and amounts downwards, the largest first. Again: the other way. */
  function sortBy({ name, si }) {
    const down = name === order.name ? !order.down : Boolean(si) && name !== 'time';
    order = { name, down };
    putHead();
    choose();
    scroll.scrollTop = 0;
    fill();
    head.querySelector('[aria-sort] button').focus();
  }

  function putHead() {
    const label = (column) => {
      const { name, si, head } = column,
        chosen = name === order.name;
      return h(
        'th',
        {
          scope: 'col',
          class: `${si ? 'number' : ''} ${name === 'speed' ? 'speed' : ''}`.trim(),
          'aria-sort': chosen ? (order.down ? 'descending' : 'ascending') : null,
        },
        h(
          'button',
          { type: 'button', title: `Sort by ${name}`, onclick: () => sortBy(column) },
          name,
          head ? h('small', {}, ` ${shown(head, state.units).label}`) : null,
        ),
      );
    };
    head.replaceChildren(...columns.map(label));
  }

  /* A choice of what there is; what was chosen stays if it still is. */
  function offer(select, all, values) {
    const chosen = select.value,
      names = [...new Set(values)].filter(Boolean);
    select.replaceChildren(
      h('option', { value: '' }, all),
      ...names.map((name) => h('option', { value: name }, name)),
    );
    select.value = names.includes(chosen) ? chosen : '';
    return names.length;
  }

  const saveAll = () => download('events.csv', tableOf(rowsOf(list, state.units)), 'text/csv');

  scroll.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || list.length === 0 || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const index = Math.min(list.length - 1, Math.max(0, current + step));
    go(index);
    show(index);
  });

  store.view(['run', 'units', 'tab'], () => {
    const { events } = state.run;
    offer(
      parts,
      'all parts',
      events.map((e) => e.part),
    );
    reasons.hidden =
      offer(
        reasons,
        'for all reasons',
        events.map((e) => e.reason),
      ) < 2;
    columns = columnsOf(events);
    table.classList.toggle(
      'with-speed',
      columns.some(({ name }) => name === 'speed'),
    );
    putHead();
    empty.hidden = state.run.events.length > 0;
    scroll.hidden = bar.hidden = !empty.hidden;
    choose();
  });
  store.view(['time'], () => {
    if (state.tab !== 'events') return;
    const index = indexAt(state.time);
    /* of several at one instant, the one that was chosen */
    if (index !== current && list[current]?.time !== state.time) {
      mark(index);
      if (state.playing) show(index);
    }
  });
  return { element };
}
