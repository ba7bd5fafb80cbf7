/* The score: all events as ticks, and a row for each contact with its modes as bars. It shares its axis of
 * time with the slider above it. Click to go there; with the keyboard, arrows go from change to change. Only what
 * is in sight is drawn, so that a thousand contacts with a hundred thousand changes do no harm. */
import { spanOf } from './clock.js';
import { PALETTES } from './color.js';
import { fitCanvas, h } from './dom.js';
import { contactModeAt } from './marks.js';
import { drawBar, modeOf } from './modes.js';
import { lastBefore } from './sample.js';
import { zoomTime } from './time_zoom.js';

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
  const element = h('div', { class: 'score', onscroll: () => draw() }, names, box);
  let wide = 0 /* asking the box in each frame would lay out the page in each */,
    high = 0;
  const xOf = (t) => {
    const [from, to] = spanOf(state);
    return INSET + ((t - from) / (to - from || 1)) * (wide - 2 * INSET);
  };
  const tOf = (x) => {
    const [from, to] = spanOf(state),
      share = (x - INSET) / (wide - 2 * INSET);
    return from + Math.min(1, Math.max(0, share)) * (to - from);
  };
  const rowCount = () => (state.run.events.length ? 1 : 0) + state.run.contacts.length;

  /* ---- drawing ---- */

  function drawEvents(ctx, y) {
    const { events } = state.run,
      [from, to] = spanOf(state);
    ctx.fillStyle = PALETTES[state.theme].dim;
    let before = -9;
    for (let i = Math.max(0, lastBefore(events, from)); i < events.length && events[i].time <= to; i++) {
      const x = Math.round(xOf(events[i].time));
      if (x === before || x < INSET - 1) continue;
      ctx.fillRect(x - 0.5, y + 5, 1.5, ROW - 10);
      before = x;
    }
  }

  function drawWord(ctx, sign, from, to, y) {
    if (to - from < 62 || sign.pattern === 'dotted') return;
    ctx.font = '11px system-ui, sans-serif';
    ctx.textBaseline = 'middle';
    const { paper } = PALETTES[state.theme];
    ctx.fillStyle = paper;
    if (sign.pattern !== 'solid')
      ctx.fillRect(from + 8, y + 4, Math.min(to - from - 8, ctx.measureText(sign.word).width + 8), ROW - 8);
    ctx.fillStyle = sign.pattern === 'solid' ? paper : sign[state.theme];
    ctx.fillText(sign.word, from + 12, y + ROW / 2 + 0.5, to - from - 20);
  }

  /* More than one change in a pixel. */
  function drawMany(ctx, x, y, width) {
    ctx.fillStyle = PALETTES[state.theme].dim;
    ctx.globalAlpha = 0.6;
    ctx.fillRect(x, y + 2, width, ROW - 4);
    ctx.globalAlpha = 1;
  }

  /* Bars narrower than a pixel share one. */
  function drawContact(ctx, { modes }, y) {
    const [begin, end] = spanOf(state),
      right = wide - INSET;
    let edge = INSET,
      skipped = false;
    for (let i = Math.max(0, lastBefore(modes, begin)); i < modes.length; i++) {
      if (modes[i].time > end) break;
      const to = Math.min(right, xOf(modes[i + 1]?.time ?? state.run.end)),
        from = skipped ? edge : Math.max(edge, xOf(modes[i].time));
      if (to - edge < 1 && i + 1 < modes.length) {
        skipped = true;
        continue;
      }
      const sign = modeOf(modes[i].mode);
      if (skipped && to - from < 2) drawMany(ctx, from, y, to - from);
      else drawBar(ctx, sign, from, y, Math.max(1, to - from), ROW, state.theme);
      drawWord(ctx, sign, from, to, y);
      edge = Math.max(edge, to);
      skipped = false;
    }
  }

  function draw() {
    const { contacts, events } = state.run,
      rows = rowCount(),
      height = Math.min(high || rows * ROW, rows * ROW);
    if (rows === 0 || wide <= 2 * INSET) return;
    canvas.style.height = `${height}px`;
    fitCanvas(canvas, wide, height);
    const ctx = canvas.getContext('2d'),
      ratio = canvas.width / wide,
      top = element.scrollTop;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, wide, height);
    const first = Math.floor(top / ROW),
      last = Math.min(rows, Math.ceil((top + height) / ROW));
    for (let row = first; row < last; row++) {
      const contact = row - (events.length ? 1 : 0);
      if (contact < 0) drawEvents(ctx, row * ROW - top);
      else drawContact(ctx, contacts[contact], row * ROW - top);
    }
  }

  store.view(['run'], () => {
    const { contacts, events } = state.run,
      rows = rowCount();
    element.hidden = rows === 0;
    box.style.height = `${rows * ROW}px`;
    names.replaceChildren(
      ...(events.length ? [h('span', {}, 'events')] : []),
      ...contacts.map((c) => h('span', { title: c.name }, c.name)),
    );
  });
  store.view(['run', 'theme', 'size', 'range'], draw);
  store.view(['time', 'run', 'range', 'size'], () => {
    const x = xOf(state.time);
    needle.hidden = x < INSET - 1 || x > wide - INSET + 1;
    needle.style.transform = `translateX(${x}px)`;
  });
  /* Nobody listens to every frame. */
  store.view(['time', 'run', 'range', 'playing'], () => {
    if (state.playing) return;
    const [from, to] = spanOf(state),
      some = state.run.contacts.slice(0, 8);
    const says = some.map((c) => `${c.name} ${contactModeAt(c, state.time).word}`).join(', ');
    for (const [name, value] of Object.entries({ min: from, max: to, now: state.time }))
      canvas.setAttribute(`aria-value${name}`, value.toPrecision(6));
    canvas.setAttribute('aria-valuetext', says || `${state.time.toPrecision(6)} s`);
  });
  new ResizeObserver(() => {
    wide = box.clientWidth;
    high = element.clientHeight;
    store.touch('size');
  }).observe(element);

  /* ---- pointer and keyboard ---- */

  /* Of a list with times in order, the one nearest to t. */
  function nearest(list, t) {
    const i = lastBefore(list, t),
      [a, b] = [list[i], list[i + 1]];
    if (!a || !b) return a ?? b ?? null;
    return t - a.time < b.time - t ? a : b;
  }

  /* The change nearest to a click, when it is near; else the time itself. */
  function goto(event) {
    const bounds = canvas.getBoundingClientRect(),
      x = event.clientX - bounds.left;
    const row =
      Math.floor((event.clientY - bounds.top + element.scrollTop) / ROW) - (state.run.events.length ? 1 : 0);
    const near = nearest(row < 0 ? state.run.events : (state.run.contacts[row]?.modes ?? []), tOf(x));
    store.set({ playing: false });
    clock.seek(near && Math.abs(xOf(near.time) - x) <= 5 ? near.time : tOf(x));
    if (row >= 0 && state.run.contacts[row]) selectPart(state.run.contacts[row].part);
  }
  function selectPart(name) {
    const part = state.run.drawing.parts.findIndex((p) => p.name === name);
    if (part >= 0) store.set({ selected: part });
  }
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    goto(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons && !fingers.many())
      clock.seek(tOf(event.clientX - canvas.getBoundingClientRect().left));
  });
  const fingers = zoomTime(canvas, clock, tOf);
  canvas.addEventListener('keydown', (event) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!direction || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    clock.toEvent(direction);
  });
  return { element };
}
