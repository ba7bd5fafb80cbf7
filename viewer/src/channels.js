/* The list of channels, a tree by parts: found by typing, dragged into plots, or sent there by keys. Only the rows
 * in sight exist, so that thousands of channels cost as much as thirty. */
import { h } from './dom.js';
import { shown } from './units.js';

const ROW = 28; /* px, as in the style sheet */

/* Channels by part, in their order; those without a part by the first word of their names. */
function groupsOf(channels) {
  const out = new Map();
  for (const channel of channels) {
    const key = channel.part || channel.name.split('.')[0];
    if (!out.has(key)) out.set(key, []);
    out.get(key).push(channel);
  }
  return out;
}

const short = (name, part) => (name.startsWith(`${part}.`) ? name.slice(part.length + 1) : name);

export function createChannels(store, plots) {
  const { state } = store;
  const find = h('input', {
    type: 'search',
    class: 'find',
    placeholder: 'Find a channel',
    'aria-label': 'Find a channel',
    oninput: () => build(),
  });
  const inner = h('div', { class: 'channel-rows', role: 'presentation' });
  const list = h(
    'div',
    {
      class: 'channel-list',
      role: 'tree',
      tabindex: 0,
      'aria-label': 'Channels; Enter puts one into the chosen plot',
      onscroll: () => fill(),
      onkeydown: (event) => onKey(event),
    },
    inner,
  );
  const none = h('p', { class: 'quiet none', hidden: true });
  const element = h('div', { class: 'channels' }, find, none, list);
  const open = new Set();
  let groups = new Map(),
    rows = [],
    unfolded = null /* the group of the selected part, while it is selected */,
    active = 0;

  const inPlot = (name) => state.plots.find((p) => p.id === state.activePlot)?.series.includes(name) ?? false;

  /* ---- what there is ---- */

  function build() {
    const word = find.value.trim().toLowerCase(),
      { channels } = state.run;
    if (word)
      rows = channels
        .filter((c) => c.name.toLowerCase().includes(word) || c.doc.toLowerCase().includes(word))
        .map((channel) => ({ channel, name: channel.name, level: 1 }));
    else
      rows = [...groups].flatMap(([part, own]) => [
        { part, count: own.length, level: 1 },
        ...(open.has(part)
          ? own.map((channel) => ({ channel, part, name: short(channel.name, part), level: 2 }))
          : []),
      ]);
    none.hidden = rows.length > 0;
    none.textContent =
      channels.length === 0 ? 'This run has no channels.' : 'No channel has this in its name.';
    active = Math.max(0, Math.min(active, rows.length - 1));
    inner.style.height = `${rows.length * ROW}px`;
    fill();
  }

  function rowOf(row, index) {
    const place = {
      id: `channel-${index}`,
      role: 'treeitem',
      tabindex: -1,
      'aria-level': row.level,
      'aria-setsize': rows.length,
      'aria-posinset': index + 1,
      style: `top:${index * ROW}px`,
      onfocus: () => activate(index),
    };
    if (!row.channel)
      return h(
        'div',
        {
          ...place,
          class: 'channel-group',
          title: row.part,
          'aria-expanded': String(open.has(row.part)),
          onclick: () => toggle(row.part),
        },
        h('span', { class: 'channel-name' }, row.part),
        h('span', { class: 'quiet' }, String(row.count)),
      );
    const { name, doc, unit } = row.channel,
      { label } = shown(unit, state.units);
    return h(
      'div',
      {
        ...place,
        class: row.level === 1 ? 'channel flat' : 'channel',
        draggable: 'true',
        title: doc ? `${name}: ${doc}` : name,
        'data-name': name,
        'aria-label': `${name}, ${label}. ${doc}`,
        'aria-selected': String(inPlot(name)),
        onclick: () => plots.actions.toggle(name),
        ondragstart: (event) => event.dataTransfer.setData('text/plain', name),
      },
      h('span', { class: 'channel-name' }, row.name),
      h('span', { class: 'quiet' }, label),
    );
  }

  function fill() {
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 4),
      last = Math.min(rows.length, first + Math.ceil((list.clientHeight || 400) / ROW) + 8);
    /* what has the focus may go out of sight, the list stays */
    if (inner.contains(document.activeElement)) list.focus({ preventScroll: true });
    inner.replaceChildren(...rows.slice(first, last).map((row, i) => rowOf(row, first + i)));
    activate(active);
  }

  function activate(index) {
    active = index;
    inner.querySelector('.active')?.classList.remove('active');
    const found = document.getElementById(`channel-${index}`);
    found?.classList.add('active');
    if (found) list.setAttribute('aria-activedescendant', found.id);
    else list.removeAttribute('aria-activedescendant');
  }

  /* ---- the keyboard ---- */

  function toggle(part, on = !open.has(part)) {
    if (on) open.add(part);
    else open.delete(part);
    if (part === unfolded) unfolded = null;
    active = Math.max(
      0,
      rows.findIndex((row) => !row.channel && row.part === part),
    );
    build();
  }

  function go(index) {
    activate(Math.max(0, Math.min(rows.length - 1, index)));
    const top = active * ROW;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW - list.clientHeight;
    fill();
  }

  const page = () => Math.max(1, Math.floor(list.clientHeight / ROW) - 1);
  const KEYS = {
    ArrowDown: () => go(active + 1),
    ArrowUp: () => go(active - 1),
    PageDown: () => go(active + page()),
    PageUp: () => go(active - page()),
    Home: () => go(0),
    End: () => go(rows.length - 1),
    ArrowRight: (row) => (row.channel || open.has(row.part) ? go(active + 1) : toggle(row.part, true)),
    ArrowLeft: (row) => row.part !== undefined && toggle(row.part, false),
    Enter: (row) => (row.channel ? plots.actions.toggle(row.channel.name) : toggle(row.part)),
    ' ': (row) => (row.channel ? plots.actions.toggle(row.channel.name) : toggle(row.part)),
    w: (row) => row.channel && plots.actions.fresh(row.channel.name),
    x: (row) => row.channel && plots.actions.against(row.channel.name),
  };

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const does = KEYS[event.key];
    if (!does || !rows[active]) return;
    does(rows[active]);
    event.preventDefault();
    event.stopPropagation();
  }
  find.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.focus();
  });

  /* ---- what it follows ---- */

  store.view(['run'], () => {
    groups = groupsOf(state.run.channels);
    if (groups.size <= 3) for (const part of groups.keys()) open.add(part);
    build();
  });
  store.view(['units', 'tab'], () => state.tab === 'plots' && fill());
  store.view(['selected'], () => {
    const name = state.run.drawing.parts[state.selected]?.name;
    if (find.value || name === unfolded) return;
    open.delete(unfolded);
    unfolded = groups.has(name) && !open.has(name) ? name : null;
    if (unfolded) open.add(name);
    build();
    if (!groups.has(name)) return;
    const at = rows.findIndex((row) => !row.channel && row.part === name);
    list.scrollTop = Math.min(Math.max(list.scrollTop, (at + 4) * ROW - list.clientHeight), at * ROW);
  });
  store.view(['plots', 'activePlot'], () => {
    for (const row of inner.querySelectorAll('.channel'))
      row.setAttribute('aria-selected', String(inPlot(row.dataset.name)));
  });
  new ResizeObserver(() => fill()).observe(list);
  return { element, focus: () => find.focus() };
}
