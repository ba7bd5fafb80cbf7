/* The model's text. A line that makes parts lights them up on the stage, and a part on the stage lights up
 * its line. */
import { h } from './dom.js';

/* "models/x/model.lua:12" → { path, line }. */
export function splitWhere(where) {
  const found = /^(.*):(\d+)$/.exec(where ?? '');
  return found ? { path: found[1], line: Number(found[2]) } : { path: where ?? '', line: 0 };
}

const WORDS =
  'and break do else elseif end false for function goto if in local nil not or repeat return then true ' +
  'until while';
const TOKENS = new RegExp(
  [
    String.raw`(--\[\[[\s\S]*?\]\]|--[^\n]*)`,
    String.raw`("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')`,
    String.raw`\b(0x[\da-fA-F.]+|\d[\d.]*(?:[eE][+-]?\d+)?)\b`,
    String.raw`\b(${WORDS.replaceAll(' ', '|')})\b`,
  ].join('|'),
  'g',
);
const CLASSES = [null, 'comment', 'string', 'numeral', 'word'];

/* A line as spans; text stays text. */
function coloured(line) {
  const out = [];
  let at = 0;
  for (const found of line.matchAll(TOKENS)) {
    out.push(
      line.slice(at, found.index),
      h('span', { class: CLASSES[found.findIndex((group, i) => i > 0 && group !== undefined)] }, found[0]),
    );
    at = found.index + found[0].length;
  }
  return [...out, line.slice(at)].filter((piece) => piece !== '');
}

export function createSource(store, actions) {
  const { state } = store;
  const files = h('select', { 'aria-label': 'File', onchange: () => build() });
  const bar = h('div', { class: 'panel-bar' }, files);
  const code = h('ol', { class: 'code' });
  const element = h('div', { class: 'source' }, bar, code);
  let partsOfLine = new Map(),
    lines = [],
    shownFile = null;

  /* The file of a path: the same, or the one whose end is the same. */
  function fileOf(path) {
    const all = state.run.model.files;
    const exact = all.findIndex((f) => f.path === path);
    if (exact >= 0) return exact;
    return all.findIndex((f) => path.endsWith(`/${f.path}`) || f.path.endsWith(`/${path}`));
  }

  function build() {
    const all = state.run.model.files,
      index = Math.max(0, Number(files.value) || 0),
      file = all[index];
    partsOfLine = new Map();
    state.run.drawing.parts.forEach((part, i) => {
      const { path, line } = splitWhere(part.where);
      if (fileOf(path) !== index) return;
      partsOfLine.set(line, [...(partsOfLine.get(line) ?? []), i]);
    });
    if (!file) {
      code.replaceChildren(h('p', { class: 'empty' }, 'This run does not hold its model’s text.'));
      lines = [];
      return;
    }
    lines = file.text
      .replace(/\n$/, '')
      .split('\n')
      .map((text, i) => {
        const parts = partsOfLine.get(i + 1);
        return h(
          'li',
          {
            class: parts ? 'line has-parts' : 'line',
            'data-line': i + 1,
            tabindex: parts ? 0 : null,
            onpointerenter: parts ? () => store.set({ hover: new Set(parts) }) : null,
            onpointerleave: parts ? () => store.set({ hover: null }) : null,
            onfocus: parts ? () => store.set({ hover: new Set(parts) }) : null,
            onblur: parts ? () => store.set({ hover: null }) : null,
            onkeydown: parts ? (event) => event.key === 'Enter' && actions.select(parts[0]) : null,
            onclick: parts ? () => actions.select(parts[0]) : null,
          },
          h('code', {}, coloured(text)),
        );
      });
    code.replaceChildren(...lines);
    light();
  }

  function light() {
    for (const line of lines) {
      const parts = partsOfLine.get(Number(line.dataset.line)) ?? [];
      line.classList.toggle(
        'hovered',
        parts.some((p) => state.hover?.has(p)),
      );
      line.classList.toggle('selected', parts.includes(state.selected));
      line.classList.toggle('wrong', state.problem?.line === Number(line.dataset.line));
    }
  }

  /* Shows the line of "file:line". */
  function show(where) {
    const { path, line } = splitWhere(where),
      index = Math.max(0, fileOf(path));
    if (String(index) !== files.value) {
      files.value = String(index);
      build();
    }
    lines[line - 1]?.scrollIntoView({ block: 'nearest' });
  }

  store.view(['run'], () => {
    const now = JSON.stringify([state.run.model.files, state.run.drawing.parts]);
    if (now === shownFile) return;
    shownFile = now;
    files.replaceChildren(...state.run.model.files.map((file, i) => h('option', { value: i }, file.path)));
    bar.hidden = state.run.model.files.length === 0;
    build();
  });
  store.view(['hover', 'selected', 'problem', 'tab'], (_, keys) => {
    if (state.tab !== 'source') return;
    light();
    if ((keys.has('selected') || keys.has('tab')) && state.selected !== null)
      show(state.run.drawing.parts[state.selected].where);
  });
  return { element, show };
}
