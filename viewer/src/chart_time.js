/* What charts over time share: a needle at now that can be dragged, a click that goes there, one stretch of time
 * for all of them, and a note with the numbers under the pointer. A phase portrait has a dot for the needle. */
import { spanOf } from './clock.js';
import { h } from './dom.js';
import { locate } from './sample.js';
import { zoomTime } from './time_zoom.js';
import { digits, shown } from './units.js';

/* How the pointer chooses a stretch of time; two clicks show all of it. */
export const timeCursor = (clock) => ({
  drag: { x: true, y: false, dist: 4, setScale: false },
  points: { show: false },
  y: false,
  bind: {
    dblclick: () => () => {
      clock.whole();
      return null;
    },
  },
});

/* phase(): null over time, else { at(cursor): [x, y] or null, in pixels, near(px, py): a time or null }.
 * read(cursor): [[name, number as text]], the numbers of a row. */
export function tieToTime(store, clock, { place, read, phase = () => null }) {
  const { state } = store;
  const needle = h('div', { class: 'plot-needle' }),
    note = h('div', { class: 'plot-note', hidden: true });
  let u = null,
    from = null,
    dragged = false,
    fingers = null;
  const factor = () => shown('s', state.units).factor;
  const timeAt = (px) => u.posToVal(Math.min(u.over.clientWidth, Math.max(0, px)), 'x') / factor();
  const inside = (event) => {
    const box = u.over.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  function goTo(event) {
    const [px, py] = inside(event),
      t = phase() ? phase().near(px, py) : timeAt(px);
    store.set({ playing: false });
    if (t !== null) clock.seek(t);
  }

  /* ---- the pointer ---- */

  needle.addEventListener('pointerdown', (event) => {
    if (phase()) return;
    needle.setPointerCapture(event.pointerId);
    dragged = true;
    store.set({ playing: false });
  });
  /* uPlot would begin to choose a stretch */
  needle.addEventListener('mousedown', (event) => !phase() && event.stopPropagation());
  needle.addEventListener('pointermove', (event) => {
    if (dragged) clock.seek(timeAt(inside(event)[0]));
  });
  for (const end of ['pointerup', 'pointercancel']) needle.addEventListener(end, () => (dragged = false));

  function listen(over) {
    over.append(needle, note);
    over.addEventListener('pointerdown', (event) => (from = [event.clientX, event.clientY]));
    over.addEventListener('pointermove', (event) => {
      /* a finger draws the time along; up and down it scrolls the page */
      if (event.pointerType === 'touch' && from && !phase() && !fingers.many()) goTo(event);
    });
    over.addEventListener('pointerup', (event) => {
      if (from && !dragged && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < 4) goTo(event);
      from = null;
    });
    over.addEventListener('pointercancel', () => (from = null));
    fingers = zoomTime(over, clock, (px) => (phase() ? state.time : timeAt(px)));
  }

  place.addEventListener('keydown', (event) => {
    const does = {
      '+': () => clock.zoom(1.5),
      '=': () => clock.zoom(1.5),
      '-': () => clock.zoom(1 / 1.5),
      ArrowLeft: () => event.shiftKey && (clock.pan(-0.2), true),
      ArrowRight: () => event.shiftKey && (clock.pan(0.2), true),
    }[event.key];
    if (!does || phase() || event.ctrlKey || event.metaKey || event.altKey || does() === false) return;
    event.preventDefault();
    event.stopPropagation();
  });

  /* ---- the note ---- */

  function say() {
    const { left, top } = u.cursor;
    note.hidden = !(left >= 0) || dragged || Boolean(phase());
    if (note.hidden) return;
    const t = timeAt(left),
      { label } = shown('s', state.units),
      rows = read(locate(state.run.time, t)).slice(0, 12);
    note.replaceChildren(
      h('div', {}, h('b', {}, `${digits(t * factor(), 6)} ${label}`)),
      ...rows.map(([name, text]) => h('div', {}, h('span', {}, name), h('b', {}, text))),
    );
    const right = left > u.over.clientWidth / 2;
    note.style.left = right ? 'auto' : `${left + 10}px`;
    note.style.right = right ? `${u.over.clientWidth - left + 10}px` : 'auto';
    note.style.top = `${Math.max(0, Math.min(top + 10, u.over.clientHeight - 20 - 17 * rows.length))}px`;
  }

  function now() {
    if (!u) return;
    const is = phase();
    needle.className = is ? 'plot-dot' : 'plot-needle';
    const at = is ? is.at(locate(state.run.time, state.time, state.before)) : [u.valToPos(state.time * factor(), 'x'), 0];
    needle.hidden = !at || !(at[0] >= -0.5 && at[0] <= u.over.clientWidth + 0.5) || !Number.isFinite(at[1]);
    if (!needle.hidden) needle.style.transform = `translate(${at[0]}px, ${at[1]}px)`;
  }

  return {
    hooks: {
      init: [(chart) => (u = chart)],
      ready: [(chart) => listen(chart.over)],
      /* where things are is known only now */
      draw: [() => queueMicrotask(now)],
      setCursor: [say],
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          if (phase() || width < 1) return;
          clock.show(timeAt(left), timeAt(left + width));
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
    now,
    range() {
      if (!u || phase()) return;
      const [low, high] = spanOf(state).map((t) => t * factor()),
        { min, max } = u.scales.x;
      if (high > low && (min !== low || max !== high)) u.setScale('x', { min: low, max: high });
    },
  };
}
