/* The stage: what the pointer does on it, and what is drawn at an instant. A planar or a spatial stage does
 * the drawing. */
import { PALETTES, curveStyle } from './color.js';
import { h, iconButton } from './dom.js';
import { drawMarks } from './marks.js';
import { drawMode, modesOf } from './modes.js';
import { locate } from './sample.js';
import { tracePath } from './scene.js';
import { createStage2d } from './stage2d.js';
import { createStage3d } from './stage3d.js';
import { posesAt } from './world.js';

export function createStage(store, actions) {
  const { state } = store;
  const box = h('div', {
    class: 'canvases',
    tabindex: 0,
    role: 'application',
    'aria-label':
      'Animation. Space plays, arrows step, + and − zoom, Shift and arrows move the view, F fits.',
  });
  const tip = h('div', { class: 'tip', hidden: true });
  const nextView = iconButton('cube', 'Next view: corner, front, right, top (V)', () => actions.nextView());
  const flat = iconButton('flat', 'Without perspective (O)', () => actions.flat(), {
    'aria-pressed': 'false',
  });
  const said = h('div', { class: 'said', role: 'status', hidden: true });
  const legend = h('div', { class: 'mode-legend', 'aria-label': 'Signs of contacts' });
  const element = h(
    'div',
    { class: 'stage' },
    box,
    legend,
    tip,
    h(
      'div',
      { class: 'stage-tools', role: 'toolbar', 'aria-label': 'View' },
      iconButton('plus', 'Zoom in (+)', () => actions.zoom(1.25)),
      iconButton('minus', 'Zoom out (−)', () => actions.zoom(0.8)),
      iconButton('fit', 'Fit the motion (F)', () => actions.fit()),
      nextView,
      flat,
    ),
    said,
  );
  let stage = null,
    kind = null,
    opened = null,
    traces = [],
    tracesOf = null,
    pointer = null;

  /* ---- which stage ---- */

  function ensure(run) {
    const wanted = run.spatial ? 'spatial' : 'planar';
    if (kind === wanted) return;
    stage?.dispose?.();
    const canvas = h('canvas', { class: 'main-canvas' });
    box.replaceChildren(canvas);
    try {
      stage = run.spatial ? createStage3d(canvas, box, () => store.touch('view')) : createStage2d(canvas);
    } catch (error) {
      box.replaceChildren(h('p', { class: 'empty' }, `This browser cannot draw in space: ${error.message}`));
      stage = null;
    }
    kind = wanted;
    opened = null;
    resize();
  }

  function resize(ratio) {
    /* whole pixels: a canvas that is stretched by a fraction of one draws everything a little beside its place */
    const [width, height] = [box.clientWidth, box.clientHeight];
    if (!stage || width === 0 || height === 0) return;
    for (const canvas of stage.canvases) {
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    stage.resize(width, height, ratio);
  }

  new ResizeObserver(() => {
    resize();
    store.touch('size');
  }).observe(box);

  /* ---- drawing ---- */

  function openTraces() {
    if (tracesOf === state.traces && traces.run === state.run && traces.theme === state.theme) return;
    tracesOf = state.traces;
    traces = state.traces.map((trace, i) => ({
      trace,
      path: tracePath(trace, state.run),
      color: curveStyle(i + 3, state.theme).color,
    }));
    traces.run = state.run;
    traces.theme = state.theme;
  }

  function draw() {
    const { run, scene } = state;
    if (!run || !scene) return;
    ensure(run);
    if (!stage) return;
    if (opened !== scene) {
      stage.open(scene);
      opened = scene;
    }
    openTraces();
    const palette = PALETTES[state.theme],
      cursor = locate(run.time, state.time, state.before);
    stage.draw({
      run,
      scene,
      state,
      palette,
      cursor,
      traces,
      poses: posesAt(run, cursor),
      visible: (item) => state.roles[item.role] !== false,
      lit: (item) =>
        item.part === null
          ? null
          : item.part === state.selected
            ? palette.selected
            : state.hover?.has(item.part)
              ? palette.hovered
              : null,
      marks: (ctx, view) => drawMarks(ctx, view, state),
    });
    state.drawn++;
  }

  store.view(
    [
      'run',
      'scene',
      'time',
      'before',
      'theme',
      'roles',
      'showContacts',
      'arrowScale',
      'traces',
      'hover',
      'selected',
      'view',
      'size',
      'units',
      'showFrames',
      'follow',
      'flat',
    ],
    draw,
  );
  store.view(['run', 'flat'], () => {
    nextView.hidden = flat.hidden = !state.run.spatial;
    flat.setAttribute('aria-pressed', String(state.flat));
  });

  store.view(['run', 'theme', 'showContacts'], () => {
    legend.hidden = !state.run?.contacts.length || !state.showContacts;
    legend.replaceChildren(
      ...modesOf(state.run?.contacts ?? []).map((mode) => {
        const canvas = h('canvas', { width: 52, height: 40, class: 'sign', 'aria-hidden': 'true' }),
          ctx = canvas.getContext('2d');
        ctx.scale(2, 2);
        drawMode(ctx, mode, 13, 10, 5, state.theme);
        return h('span', {}, canvas, mode.word);
      }),
    );
  });

  /* ---- pointer ---- */

  const place = (event) => {
    const box_ = box.getBoundingClientRect();
    return [event.clientX - box_.left, event.clientY - box_.top];
  };

  function hover(event) {
    const [px, py] = place(event),
      found = stage?.pick(px, py) ?? null;
    pointer = [px, py];
    box.style.cursor = found ? 'pointer' : '';
    if (found) {
      const part = state.run.drawing.parts[found.part];
      tip.textContent = `${part.name} · ${part.kind}`;
      tip.style.left = `${Math.min(px + 14, Math.max(0, box.clientWidth - 170))}px`;
      tip.style.top = `${py < 40 ? py + 18 : py - 30}px`;
    }
    tip.hidden = !found;
    const now = state.hover;
    if (found ? !(now?.size === 1 && now.has(found.part)) : now !== null)
      store.set({ hover: found ? new Set([found.part]) : null });
  }

  const fingers = new Map();
  let moved = 0,
    span = 0;

  const apart = () => {
    const [p, q] = [...fingers.values()];
    return Math.hypot(p[0] - q[0], p[1] - q[1]);
  };

  box.addEventListener('pointerdown', (event) => {
    fingers.set(event.pointerId, place(event));
    if (kind === 'planar') box.setPointerCapture(event.pointerId);
    moved = fingers.size > 1 ? Infinity : 0;
    span = fingers.size === 2 ? apart() : 0;
  });

  box.addEventListener('pointermove', (event) => {
    const from = fingers.get(event.pointerId),
      to = place(event);
    if (!from) {
      if (event.pointerType !== 'touch') hover(event);
      return;
    }
    moved += Math.hypot(to[0] - from[0], to[1] - from[1]);
    fingers.set(event.pointerId, to);
    if (kind !== 'planar' || !stage) return;
    if (fingers.size === 1) stage.pan(to[0] - from[0], to[1] - from[1]);
    else {
      const [p, q] = [...fingers.values()],
        now = apart();
      if (span > 0) stage.zoom(now / span, (p[0] + q[0]) / 2, (p[1] + q[1]) / 2);
      stage.pan((to[0] - from[0]) / 2, (to[1] - from[1]) / 2);
      span = now;
    }
    store.touch('view');
  });

  const up = (event) => {
    const known = fingers.delete(event.pointerId);
    if (event.type === 'pointerup' && known && moved < 4 && event.button === 0) {
      const [px, py] = place(event),
        found = stage?.pick(px, py);
      actions.select(found ? found.part : null);
    }
  };
  box.addEventListener('pointerup', up);
  box.addEventListener('pointercancel', up);
  box.addEventListener('pointerleave', () => {
    tip.hidden = true;
    pointer = null;
    if (state.hover) store.set({ hover: null });
  });
  box.addEventListener('dblclick', () => actions.fit());
  box.addEventListener(
    'wheel',
    (event) => {
      if (kind !== 'planar' || !stage) return;
      event.preventDefault();
      const [px, py] = place(event);
      stage.zoom(Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) * 0.004), px, py);
      store.touch('view');
    },
    { passive: false },
  );

  /* ---- what others may ask ---- */

  const change =
    (f) =>
    (...args) => {
      if (!stage) return;
      f(...args);
      store.touch('view');
    };

  /* A word about what was done, for a moment. */
  let silence = null;
  function say(text) {
    said.textContent = text;
    said.hidden = false;
    clearTimeout(silence);
    silence = setTimeout(() => (said.hidden = true), 1600);
  }

  return {
    element,
    say,
    nextView: change(() => stage.nextView && say(stage.nextView())),
    canvases: () => stage?.canvases ?? [],
    /* Draws with more pixels than the screen has, for as long as `take` looks at the canvases. */
    fine(pixels, take) {
      if (!stage || box.clientWidth === 0) return;
      resize(Math.max(devicePixelRatio || 1, pixels / box.clientWidth));
      draw();
      take(stage.canvases);
      resize();
      draw();
    },
    zoom: change((factor) => stage.zoom(factor)),
    pan: change((dx, dy) => stage.pan(dx, dy)),
    fit: change(() => stage.fit()),
    project: (x, y, z = 0) => stage?.project([x, y, z]) ?? null,
    unproject: (px, py) => stage?.unproject?.(px, py) ?? null,
    pick: (px, py) => stage?.pick(px, py) ?? null,
    /* The point of a body under the pointer, for a trace. */
    pointed: () => (pointer ? (stage?.pick(...pointer) ?? null) : null),
  };
}
