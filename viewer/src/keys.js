/* The keyboard: one table, from which the page of help is made too. */
import { h, iconButton } from './dom.js';

export function keyTable(store, clock, stage, actions, tabs) {
  const { state } = store;
  return [
    [
      'Playing',
      [
        [[' '], 'play or pause', () => clock.play()],
        [['ArrowLeft'], 'one row back', () => clock.step(-1)],
        [['ArrowRight'], 'one row on', () => clock.step(1)],
        [['PageUp'], 'ten rows back', () => clock.step(-10)],
        [['PageDown'], 'ten rows on', () => clock.step(10)],
        [['Home'], 'to the start', () => clock.toStart()],
        [['End'], 'to the end', () => clock.toEnd()],
        [['n'], 'next event', () => clock.toEvent(1)],
        [['p'], 'previous event', () => clock.toEvent(-1)],
        [['l'], 'loop', () => store.set({ loop: !state.loop })],
        [['z'], 'zoom the time round now', () => clock.zoom(2)],
        [['Shift+Z'], 'zoom out of it', () => clock.zoom(0.5)],
        [['a'], 'the whole time', () => clock.whole()],
        [['ArrowUp', '>'], 'faster', () => clock.faster(1)],
        [['ArrowDown', '<'], 'slower', () => clock.faster(-1)],
      ],
    ],
    [
      'View',
      [
        [['+', '='], 'zoom in', () => stage.zoom(1.25)],
        [['-'], 'zoom out', () => stage.zoom(0.8)],
        [['f', '0'], 'fit the motion', () => actions.fit()],
        [['Shift+ArrowLeft'], 'move or turn the view left', () => stage.pan(-40, 0)],
        [['Shift+ArrowRight'], 'move or turn the view right', () => stage.pan(40, 0)],
        [['Shift+ArrowUp'], 'move or turn the view up', () => stage.pan(0, -40)],
        [['Shift+ArrowDown'], 'move or turn the view down', () => stage.pan(0, 40)],
        [['v'], 'in space: next view, from the corner, front, right, top', () => actions.nextView()],
        [['o'], 'in space: with or without perspective', () => actions.flat()],
        [['g'], 'go with the body of the selected part', () => actions.follow()],
        [['b'], 'the animation alone, or with the panels', () => actions.alone()],
        [['t'], 'trace the point under the pointer, or the selected part', () => actions.trace()],
        [['c'], 'clear the traces', () => store.set({ traces: [] })],
        [['['], 'smaller arrows', () => store.set({ arrowScale: state.arrowScale / 1.25 })],
        [[']'], 'larger arrows', () => store.set({ arrowScale: state.arrowScale * 1.25 })],
        [['.'], 'select the next part', () => actions.selectNext(1)],
        [[','], 'select the previous part', () => actions.selectNext(-1)],
        [['d'], 'dark or light', () => actions.theme()],
        [['u'], 'next set of units', () => actions.nextUnits()],
      ],
    ],
    [
      'Panels',
      [
        ...tabs.map(({ label }, i) => [[String(i + 1)], label.toLowerCase(), () => actions.tab(i)]),
        [['/'], 'find a channel', () => actions.find()],
        [['i'], 'picture of this instant', () => actions.picture()],
        [['r'], 'record a film', () => actions.record()],
        [['?'], 'this page', () => actions.help()],
        [['Escape'], 'let go of what is selected', () => actions.escape()],
      ],
    ],
    [
      'On a channel of the list',
      [
        [['Enter'], 'into the chosen plot, or out of it', null],
        [['w'], 'into a new plot', null],
        [['x'], 'the chosen plot against it: a phase portrait', null],
      ],
    ],
  ];
}

const SIGNS = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
  '-': '−',
};
const word = (part) => SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
const sign = (key) => (key.length > 1 ? key.split('+') : [key]).map(word);

/* Fields that need their keys themselves. */
function isTaken(event) {
  const { target, key } = event;
  if (target.closest?.('dialog')) return true;
  if (target.matches?.('textarea, select, input:not([type=range]):not([type=checkbox])'))
    return key !== 'Escape';
  if (target.matches?.('input[type=range]:not(.scrub)')) return /^(Arrow|Page|Home|End)/.test(key);
  /* a tab is chosen as soon as it has the focus: Space is free to play */
  if (target.matches?.('[role=tab][aria-selected=true]')) return false;
  if (target.matches?.('button, input[type=checkbox], a')) return key === ' ' || key === 'Enter';
  return false;
}

export function listenToKeys(table) {
  const byKey = new Map(
    table.flatMap(([, rows]) =>
      rows.filter(([, , run]) => run).flatMap(([keys, , run]) => keys.map((key) => [key, run])),
    ),
  );
  /* A button that was clicked with the pointer is done with: Space is to play, not to press it again. */
  document.addEventListener('click', (event) => {
    if (event.detail > 0 && event.target instanceof Element) event.target.closest('button')?.blur();
  });
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const shifted = event.shiftKey && byKey.get(`Shift+${key.length === 1 ? key.toUpperCase() : key}`);
    const run = shifted || byKey.get(key);
    if (!run) return;
    event.preventDefault();
    run();
  });
}

export function createHelp(table) {
  const dialog = h(
    'dialog',
    { class: 'help', 'aria-label': 'Keyboard' },
    h(
      'header',
      {},
      h('h2', {}, 'Keyboard'),
      iconButton('close', 'Close (Esc)', () => dialog.close()),
    ),
    h(
      'div',
      { class: 'help-columns' },
      table.map(([title, rows]) =>
        h(
          'section',
          {},
          h('h3', {}, title),
          h(
            'dl',
            {},
            rows.map(([keys, text]) =>
              h(
                'div',
                {},
                h(
                  'dt',
                  {},
                  keys.map((key) =>
                    h(
                      'span',
                      {},
                      sign(key).map((s) => h('kbd', {}, s)),
                    ),
                  ),
                ),
                h('dd', {}, text),
              ),
            ),
          ),
        ),
      ),
    ),
    h(
      'p',
      { class: 'quiet' },
      'With the pointer: drag moves the view, the wheel zooms, two clicks fit it; a click selects a part. ' +
        'In space, dragging turns the view and the right button moves it. In a plot, dragging chooses a stretch of ' +
        'time, and its needle can be dragged; there and in the score, Ctrl and the wheel, or two fingers, zoom the time.',
    ),
  );
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  return dialog;
}
