/* Time: playing, stepping, jumping, and the stretch of time that is in sight. All of it changes state.time and
 * state.range and nothing else. */
import { hasTwoSides, lastBefore, rowBeside } from './sample.js';

const SLOWEST = 1e-3,
  FASTEST = 10,
  WATCHED = 10; /* s that one likes to watch a run for */

/* Speeds from 1/1000 to 10, and beyond them only for runs that could not be watched otherwise. */
export function speedLimits({ begin, end }) {
  const whole = end > begin ? (end - begin) / WATCHED : 1;
  return {
    slowest: Math.min(SLOWEST, 10 ** Math.floor(Math.log10(whole))),
    fastest: Math.max(FASTEST, 10 ** Math.ceil(Math.log10(whole))),
  };
}

/* 1, 2 and 5 times powers of ten, slow ones first. */
function roundSpeeds(run) {
  const { slowest, fastest } = speedLimits(run),
    out = [];
  for (let power = Math.round(Math.log10(slowest)); 10 ** power < fastest * 0.99; power++)
    out.push(...[1, 2, 5].map((k) => Number(`${k}e${power}`)));
  return [...out, fastest];
}

/* A whole run takes some seconds to watch, at its own speed if it does so anyhow. */
export function firstSpeed(run) {
  const length = run.end - run.begin;
  if (!(length > 0) || (length >= 1 && length <= 30)) return 1;
  return roundSpeeds(run).findLast((speed) => length / speed >= 5) ?? speedLimits(run).slowest;
}

/* The stretch of time in sight, [low, high]: plots, score and slider show it, and playing stays in it. */
export const spanOf = ({ range, run }) => range ?? [run.begin, run.end];

const NARROWEST = 1e-7; /* of the whole */

export function createClock(store) {
  const { state } = store;
  let before = null;

  const clamp = (t) => Math.min(state.run.end, Math.max(state.run.begin, t));

  /* The stretch [low, high] into sight, as far as the run goes; the whole run is null. */
  function show(low, high) {
    const { begin, end } = state.run,
      width = Math.min(end - begin, Math.max(high - low, NARROWEST * (end - begin)));
    const from = Math.min(end - width, Math.max(begin, (low + high - width) / 2));
    store.set({ range: width < end - begin ? [from, from + width] : null });
  }

  /* What one goes to is in sight. */
  function seek(t, before = false) {
    const time = clamp(t);
    store.set({ time, before });
    if (!state.range || (time >= state.range[0] && time <= state.range[1])) return;
    const half = (state.range[1] - state.range[0]) / 2;
    show(time - half, time + half);
  }

  function zoom(factor, about = state.time) {
    const [low, high] = spanOf(state),
      middle = Math.min(high, Math.max(low, about));
    show(middle - (middle - low) / factor, middle + (high - middle) / factor);
  }

  store.beforeFrame((now) => {
    if (!state.playing || !state.run) {
      before = null;
      return;
    }
    const passed = before === null ? 0 : Math.min(0.25, (now - before) / 1000);
    before = now;
    const [begin, end] = spanOf(state);
    let t = state.time + passed * state.speed;
    if (t >= end) {
      if (state.loop && end > begin) t = begin + ((t - begin) % (end - begin));
      else {
        t = end;
        store.set({ playing: false });
      }
    }
    store.set({ time: t, before: false });
    store.wake();
  });

  /* The next or previous different instant of a list with times, each on both of its sides where the rows have them. */
  function beside(list, direction) {
    const t = state.time,
      two = (time) => hasTwoSides(state.run.time, time);
    if (two(t) && state.before === direction > 0) {
      seek(t, direction < 0);
      return true;
    }
    const tiny = 1e-9 * (state.run.end - state.run.begin);
    const found = direction > 0 ? list[lastBefore(list, t + tiny) + 1] : list[lastBefore(list, t - tiny)];
    if (found) seek(found.time, direction > 0 && two(found.time));
    return Boolean(found);
  }

  return {
    seek,
    show,
    zoom,
    pan(share) {
      const [low, high] = spanOf(state),
        step = share * (high - low);
      show(low + step, high + step);
    },
    whole: () => store.set({ range: null }),
    toStart: () => seek(spanOf(state)[0]),
    toEnd: () => seek(spanOf(state)[1]),
    play(on = !state.playing) {
      const [low, high] = spanOf(state);
      if (on && (state.time >= high || state.time < low)) seek(low);
      store.set({ playing: on });
    },
    step(rows) {
      store.set({ playing: false });
      let t = state.time;
      for (let i = 0; i < Math.abs(rows); i++)
        t = state.run.time[rowBeside(state.run.time, t, Math.sign(rows))];
      seek(t);
    },
    toEvent(direction) {
      store.set({ playing: false });
      return beside(state.run.events, direction);
    },
    speed(value) {
      const { slowest, fastest } = speedLimits(state.run);
      store.set({ speed: Math.min(fastest, Math.max(slowest, value)) });
    },
    faster(direction) {
      const all = roundSpeeds(state.run);
      const next =
        direction > 0
          ? all.find((speed) => speed > state.speed * 1.001)
          : all.findLast((speed) => speed < state.speed * 0.999);
      if (next) store.set({ speed: next });
    },
  };
}

export function speedText(speed) {
  const short = (x) => (x >= 1e4 ? x.toExponential(0).replace('e+', 'e') : String(Number(x.toPrecision(2))));
  return speed >= 0.95 ? `${short(speed)}×` : `1/${short(1 / speed)}×`;
}
