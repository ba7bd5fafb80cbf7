/* Time: playing, stepping, jumping. All of it changes state.time and nothing else. */
import { lastBefore, rowBeside } from './sample.js';

export const SLOWEST = 1e-3,
  FASTEST = 10;
const ROUND_SPEEDS = [1 / 1000, 1 / 500, 1 / 200, 1 / 100, 1 / 50, 1 / 20, 1 / 10, 1 / 5, 1 / 2, 1, 2, 5, 10];

/* A whole run takes some seconds to watch, at its own speed if it does so anyhow. */
export function firstSpeed(run) {
  const length = run.end - run.begin;
  if (!(length > 0) || (length >= 1 && length <= 30)) return 1;
  return ROUND_SPEEDS.findLast((speed) => length / speed >= 5) ?? SLOWEST;
}

export function createClock(store) {
  const { state } = store;
  let before = null;

  const clamp = (t) => Math.min(state.run.end, Math.max(state.run.begin, t));
  const seek = (t) => store.set({ time: clamp(t) });

  store.beforeFrame((now) => {
    if (!state.playing || !state.run) {
      before = null;
      return;
    }
    const passed = before === null ? 0 : Math.min(0.25, (now - before) / 1000);
    before = now;
    const { begin, end } = state.run;
    let t = state.time + passed * state.speed;
    if (t >= end) {
      if (state.loop && end > begin) t = begin + ((t - begin) % (end - begin));
      else {
        t = end;
        store.set({ playing: false });
      }
    }
    store.set({ time: t });
    store.wake();
  });

  /* The next or previous different instant of a list with times. */
  function beside(list, direction) {
    const t = state.time,
      tiny = 1e-9 * (state.run.end - state.run.begin);
    const found =
      direction > 0 ? list.find((e) => e.time > t + tiny) : list.findLast((e) => e.time < t - tiny);
    if (found) seek(found.time);
    return Boolean(found);
  }

  return {
    seek,
    play(on = !state.playing) {
      if (on && state.time >= state.run.end) seek(state.run.begin);
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
    beside,
    speed(value) {
      store.set({ speed: Math.min(FASTEST, Math.max(SLOWEST, value)) });
    },
    faster(direction) {
      const list = direction > 0 ? ROUND_SPEEDS : [...ROUND_SPEEDS].reverse();
      const next = list.find((speed) =>
        direction > 0 ? speed > state.speed * 1.001 : speed < state.speed * 0.999,
      );
      if (next) store.set({ speed: next });
    },
    lastEvent: () => lastBefore(state.run.events, state.time),
  };
}

export function speedText(speed) {
  if (speed >= 0.95) return `${Number(speed.toPrecision(2))}×`;
  return `1/${Number((1 / speed).toPrecision(2))}×`;
}
