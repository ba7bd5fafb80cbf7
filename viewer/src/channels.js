/* The list of channels: found by typing, dragged into plots, or sent there by keys. Groups open when asked
 * for. */
import { h } from './dom.js';
import { shown } from './units.js';

export function createChannels(store, plots) {
  const { state } = store;
  const find = h('input', {
    type: 'search',
    class: 'find',
    placeholder: 'Find a channel',
    'aria-label': 'Find a channel',
    oninput: () => build(),
  });
  const list = h('div', { class: 'channel-list', role: 'listbox', 'aria-label': 'Channels' });
  const element = h('div', { class: 'channels' }, find, list);

  const inPlot = (name) => state.plots.find((p) => p.id === state.activePlot)?.series.includes(name) ?? false;

  function row(channel, group) {
    const short =
      group && channel.name.startsWith(`${group}.`) ? channel.name.slice(group.length + 1) : channel.name;
    return h(
      'div',
      {
        class: 'channel',
        role: 'option',
        tabindex: 0,
        draggable: 'true',
        title: `${channel.name}: ${channel.doc}`,
        'data-name': channel.name,
        'aria-label': `${channel.name}, ${shown(channel.unit, state.units).label}. ${channel.doc}`,
        'aria-selected': String(inPlot(channel.name)),
        onclick: () => plots.actions.toggle(channel.name),
        ondragstart: (event) => event.dataTransfer.setData('text/plain', channel.name),
        onkeydown: (event) => onKey(event, channel.name),
      },
      h('span', { class: 'channel-name' }, short),
      h('span', { class: 'quiet' }, shown(channel.unit, state.units).label),
    );
  }

  const KEYS = {
    Enter: (name) => plots.actions.toggle(name),
    ' ': (name) => plots.actions.toggle(name),
    w: (name) => plots.actions.fresh(name),
    x: (name) => plots.actions.against(name),
  };

  function onKey(event, name) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const rows = [...list.querySelectorAll('.channel')].filter((r) => r.offsetParent);
      rows[rows.indexOf(event.currentTarget) + step]?.focus();
    } else if (KEYS[event.key]) KEYS[event.key](name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function groups() {
    const out = new Map();
    for (const channel of state.run.channels) {
      const key = channel.part || channel.name.split('.')[0];
      if (!out.has(key)) out.set(key, []);
      out.get(key).push(channel);
    }
    return out;
  }

  function build() {
    const word = find.value.trim().toLowerCase();
    if (word) {
      const found = state.run.channels
        .filter((c) => c.name.toLowerCase().includes(word) || c.doc.toLowerCase().includes(word))
        .slice(0, 300);
      list.replaceChildren(...found.map((c) => row(c, '')));
      if (found.length === 0)
        list.replaceChildren(h('p', { class: 'quiet' }, 'No channel has this in its name.'));
      return;
    }
    const openOnes = new Set([...list.querySelectorAll('details[open]')].map((d) => d.dataset.part));
    const selected = state.selected === null ? null : state.run.drawing.parts[state.selected]?.name;
    const all = groups(),
      few = all.size <= 3;
    list.replaceChildren(
      ...[...all].map(([part, channels]) => {
        const fill = () =>
          box.open && box.children.length === 1 && box.append(...channels.map((c) => row(c, part)));
        const box = h(
          'details',
          { 'data-part': part, ontoggle: fill },
          h('summary', {}, part, h('span', { class: 'quiet' }, ` ${channels.length}`)),
        );
        if (openOnes.has(part) || part === selected || few) {
          box.open = true;
          fill();
        }
        return box;
      }),
    );
  }

  let built = '';
  store.view(['run', 'units', 'selected'], () => {
    const now = JSON.stringify([state.run.channels.map((c) => c.name), state.units, state.selected]);
    if (now !== built) build();
    built = now;
  });
  store.view(['plots', 'activePlot'], () => {
    for (const r of list.querySelectorAll('.channel'))
      r.setAttribute('aria-selected', String(inPlot(r.dataset.name)));
  });
  return { element, focus: () => find.focus() };
}
