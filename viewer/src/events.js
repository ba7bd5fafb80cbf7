/* The table of events. Only the rows in sight exist, so that 100,000 events cost as much as 30. */
import { download, h } from './dom.js';
import { tableOf } from './figure.js';
import { modeOf } from './modes.js';
import { lastBefore } from './sample.js';
import { digits, shown } from './units.js';

const ROW = 30; /* px, as in the style sheet */
const KNOWN = new Set(['time', 'part', 'from', 'to', 'reason', 'impulse', 'energy_lost']);

/* What else an event holds, for the title of its row. */
const rest = (event) =>
  Object.entries(event)
    .filter(([key]) => !KNOWN.has(key))
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join('\n');

export function createEvents(store, clock) {
  const { state } = store;
  const parts = h('select', { 'aria-label': 'Events of', onchange: () => choose() });
  const count = h('span', { class: 'quiet' });
  const head = h('tr', {}),
    body = h('tbody', {});
  const scroll = h(
    'div',
    {
      class: 'event-scroll',
      tabindex: 0,
      'aria-label': 'Events; Up and Down choose one',
      onscroll: () => fill(),
    },
    h('table', { class: 'events' }, h('thead', {}, head), body),
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
    count,
    h('span', { class: 'grow' }),
    save,
  );
  const element = h('div', { class: 'event-panel' }, bar, scroll, empty);
  let list = [],
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

  function row(event, index) {
    const time = shown('s', state.units),
      impulse = shown('N s', state.units),
      energy = shown('J', state.units);
    const number = (x, unit) => (Number.isFinite(x) && x !== 0 ? digits(x * unit.factor, 4) : '–');
    return h(
      'tr',
      {
        'data-index': index,
        'aria-current': index === current ? 'true' : null,
        title: rest(event),
        onclick: () => go(index),
      },
      h('td', { class: 'number' }, digits(event.time * time.factor, 6)),
      h('td', { title: event.part }, event.part),
      h('td', { class: 'change' }, sign(event.from), ' → ', sign(event.to)),
      h('td', { title: event.reason }, h('span', { class: 'reason' }, event.reason ?? '')),
      h('td', { class: 'number' }, number(event.impulse, impulse)),
      h('td', { class: 'number' }, number(event.energy_lost, energy)),
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

  function choose() {
    list = parts.value ? state.run.events.filter((e) => e.part === parts.value) : state.run.events;
    count.textContent = `${list.length} of ${state.run.events.length}`;
    current = lastBefore(list, state.time);
    fill();
  }

  /* Those in the list, in display units, with every field that one of them has. */
  function saveAll() {
    const more = [...new Set(list.flatMap(Object.keys))].filter((key) => !KNOWN.has(key)),
      units = { time: 's', impulse: 'N s', energy_lost: 'J' };
    const keys = [...KNOWN, ...more],
      each = keys.map((key) => (units[key] ? shown(units[key], state.units) : null));
    const head = keys.map((key, i) => (each[i] ? `${key} [${each[i].label}]` : key));
    const value = (x, unit) => (typeof x === 'number' ? x * (unit?.factor ?? 1) : x);
    const rows = list.map((event) => keys.map((key, i) => value(event[key], each[i])));
    download('events.csv', tableOf([head, ...rows]), 'text/csv');
  }

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
    const chosen = parts.value,
      names = [...new Set(state.run.events.map((e) => e.part))];
    parts.replaceChildren(
      h('option', { value: '' }, 'all parts'),
      ...names.map((name) => h('option', { value: name }, name)),
    );
    parts.value = names.includes(chosen) ? chosen : '';
    const label = (text, si) =>
      h(
        'th',
        { scope: 'col', class: si ? 'number' : '' },
        text,
        si ? h('small', {}, ` ${shown(si, state.units).label}`) : null,
      );
    head.replaceChildren(
      label('time', 's'),
      label('part'),
      label('from → to'),
      label('reason'),
      label('impulse', 'N s'),
      label('energy lost', 'J'),
    );
    empty.hidden = state.run.events.length > 0;
    scroll.hidden = bar.hidden = !empty.hidden;
    choose();
  });
  store.view(['time'], () => {
    if (state.tab !== 'events') return;
    const index = lastBefore(list, state.time);
    /* of several at one instant, the one that was chosen */
    if (index !== current && list[current]?.time !== state.time) {
      mark(index);
      if (state.playing) show(index);
    }
  });
  return { element };
}
