/* The score: all events as ticks, and a row for each contact with its modes as bars. It shares its axis of
 * time with the slider above it. Click to go there; with the keyboard, arrows go from change to change. */
import { PALETTES } from './color.js';
import { fitCanvas, h } from './dom.js';
import { contactModeAt } from './marks.js';
import { drawBar, modeOf } from './modes.js';

const ROW = 22,
  INSET = 8; /* px; the inset is half the slider's thumb */

export function createScore(store, clock) {
  const { state } = store;
  const names = h('div', { class: 'score-names' });
  const canvas = h('canvas', {
    class: 'score-canvas',
    tabindex: 0,
    role: 'slider',
    'aria-label': 'Score of events and modes; arrows go from change to change',
  });
  const needle = h('div', { class: 'needle' });
  const box = h('div', { class: 'score-box' }, canvas, needle);
  const element = h('div', { class: 'score' }, names, box);
  let wide = 0; /* asking the box in each frame would lay out the page in each */
  const width = () => wide;
  const xOf = (t) =>
    INSET + ((t - state.run.begin) / (state.run.end - state.run.begin || 1)) * (width() - 2 * INSET);
  const tOf = (x) =>
    state.run.begin + ((x - INSET) / (width() - 2 * INSET)) * (state.run.end - state.run.begin);

  function drawEvents(ctx, palette) {
    ctx.fillStyle = palette.dim;
    let before = -9;
    for (const event of state.run.events) {
      const x = Math.round(xOf(event.time));
      if (x === before) continue;
      ctx.fillRect(x - 0.5, 5, 1.5, ROW - 10);
      before = x;
    }
  }

  function drawContact(ctx, contact, y) {
    const { modes } = contact;
    modes.forEach(({ time, mode }, i) => {
      const from = xOf(time),
        to = xOf(modes[i + 1]?.time ?? state.run.end),
        sign = modeOf(mode);
      if (to - from < 0.4 && i + 1 < modes.length) return;
      drawBar(ctx, sign, from, y, Math.max(1, to - from), ROW, state.theme);
      if (to - from < 62 || sign.pattern === 'dotted') return;
      ctx.font = '11px system-ui, sans-serif';
      ctx.textBaseline = 'middle';
      const w = ctx.measureText(sign.word).width;
      ctx.fillStyle = PALETTES[state.theme].paper;
      if (sign.pattern !== 'solid') ctx.fillRect(from + 8, y + 4, w + 8, ROW - 8);
      ctx.fillStyle = sign.pattern === 'solid' ? PALETTES[state.theme].paper : sign[state.theme];
      ctx.fillText(sign.word, from + 12, y + ROW / 2 + 0.5);
    });
  }

  function draw() {
    const { contacts, events } = state.run,
      rows = (events.length ? 1 : 0) + contacts.length;
    element.hidden = rows === 0;
    if (rows === 0 || width() === 0) return;
    canvas.style.height = `${rows * ROW}px`;
    fitCanvas(canvas, width(), rows * ROW);
    const ctx = canvas.getContext('2d'),
      ratio = canvas.width / width();
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width(), rows * ROW);
    let y = 0;
    if (events.length) {
      drawEvents(ctx, PALETTES[state.theme]);
      y += ROW;
    }
    for (const contact of contacts) {
      drawContact(ctx, contact, y);
      y += ROW;
    }
  }

  store.view(['run', 'theme', 'size'], () => {
    const { contacts, events } = state.run;
    names.replaceChildren(
      ...(events.length ? [h('span', {}, 'events')] : []),
      ...contacts.map((c) => h('span', { title: c.name }, c.name)),
    );
    draw();
  });
  const place = () => (needle.style.transform = `translateX(${xOf(state.time)}px)`);
  store.view(['time', 'run'], place);
  /* Nobody listens to every frame. */
  store.view(['time', 'run', 'playing'], () => {
    if (state.playing) return;
    const says = state.run.contacts.map((c) => `${c.name} ${contactModeAt(c, state.time).word}`).join(', ');
    canvas.setAttribute('aria-valuenow', state.time.toPrecision(6));
    canvas.setAttribute('aria-valuetext', says || `${state.time.toPrecision(6)} s`);
  });
  new ResizeObserver(() => {
    wide = box.clientWidth;
    draw();
    place();
  }).observe(box);

  /* The change nearest to a click, when it is near; else the time itself. */
  function goto(event) {
    const bounds = canvas.getBoundingClientRect(),
      x = event.clientX - bounds.left;
    const row = Math.floor((event.clientY - bounds.top) / ROW) - (state.run.events.length ? 1 : 0);
    const list = row < 0 ? state.run.events : (state.run.contacts[row]?.modes ?? []);
    const near = list.reduce(
      (best, e) => (Math.abs(xOf(e.time) - x) < Math.abs(xOf(best.time) - x) ? e : best),
      { time: Infinity },
    );
    store.set({ playing: false });
    clock.seek(Math.abs(xOf(near.time) - x) <= 5 ? near.time : tOf(x));
  }
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    goto(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons) clock.seek(tOf(event.clientX - canvas.getBoundingClientRect().left));
  });
  canvas.addEventListener('keydown', (event) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!direction || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    clock.toEvent(direction);
  });
  return { element };
}
