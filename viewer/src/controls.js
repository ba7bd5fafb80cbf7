/* The bar under the stage: play, step, events, loop, speed, scrubbing, pictures. */
import { spanOf, speedLimits, speedText } from './clock.js';
import { h, icon, iconButton } from './dom.js';
import { hasTwoSides } from './sample.js';
import { shown } from './units.js';

/* As many decimals as tell two rows apart. */
/* At an event the time has a − or a + as limits have: what led there, what follows. */
function timeText({ time: t, before, run, units }, marks = { before: '⁻', after: '⁺' }) {
  const { label, factor } = shown('s', units);
  const step = ((run.end - run.begin) / Math.max(1, run.rows - 1)) * factor;
  const places = step > 0 ? Math.min(9, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))) : 3;
  const side = hasTwoSides(run.time, t) ? marks[before ? 'before' : 'after'] : '';
  return `${(t * factor).toFixed(places)}${side} ${label}`.replace('-', '−');
}

export function createControls(store, clock, actions) {
  const { state } = store;
  const play = iconButton('play', 'Play (Space)', () => clock.play(), { class: 'icon-button primary' });
  const loop = iconButton('loop', 'Loop (L)', () => store.set({ loop: !state.loop }), {
    'aria-pressed': 'false',
  });
  const record = iconButton('record', 'Record a film, WebM (R)', () => actions.record(), {
    'aria-pressed': 'false',
  });
  const now = h('output', { class: 'now', 'aria-label': 'Time' });
  const scrub = h('input', {
    type: 'range',
    class: 'scrub',
    min: 0,
    max: 1,
    step: 'any',
    value: 0,
    'aria-label': 'Time',
    oninput: () => {
      store.set({ playing: false });
      clock.seek(Number(scrub.value));
    },
  });
  const whole = iconButton('whole', 'The whole time (A)', () => clock.whole(), {
    hidden: true,
  });
  const speedLabel = h('output', { class: 'speed-text' });
  const speed = h('input', {
    type: 'range',
    class: 'speed',
    step: 0.01,
    'aria-label': 'Speed',
    oninput: () => {
      const exact = 10 ** Number(speed.value);
      clock.speed(Math.abs(Math.log10(exact)) < 0.06 ? 1 : exact);
    },
  });

  store.view(['playing'], () => {
    const label = state.playing ? 'Pause (Space)' : 'Play (Space)';
    play.replaceChildren(icon(state.playing ? 'pause' : 'play'));
    play.title = label;
    play.setAttribute('aria-label', label);
  });
  store.view(['loop'], () => loop.setAttribute('aria-pressed', String(state.loop)));
  store.view(['recording'], () => {
    record.setAttribute('aria-pressed', String(state.recording));
    record.classList.toggle('recording', state.recording);
  });
  store.view(['speed', 'run'], () => {
    const { slowest, fastest } = speedLimits(state.run);
    speed.min = Math.log10(slowest);
    speed.max = Math.log10(fastest);
    speed.value = Math.log10(state.speed);
    speedLabel.textContent = speedText(state.speed);
    speed.setAttribute('aria-valuetext', speedText(state.speed));
  });
  store.view(['run', 'range'], () => {
    [scrub.min, scrub.max] = spanOf(state);
    whole.hidden = state.range === null;
  });
  store.view(['time', 'before', 'run', 'range', 'units', 'playing'], () => {
    const text = timeText(state);
    scrub.value = state.time;
    if (!state.playing) scrub.setAttribute('aria-valuetext', timeText(state, { before: ' before an event,', after: ' after an event,' }));
    if (now.textContent !== text) now.textContent = text;
  });

  const before = iconButton('before', 'Previous event (P)', () => clock.toEvent(-1));
  const after = iconButton('after', 'Next event (N)', () => clock.toEvent(1));
  store.view(['run'], () => {
    before.disabled = after.disabled = !state.run.events.length;
  });
  const buttons = h(
    'div',
    { class: 'buttons', role: 'toolbar', 'aria-label': 'Playing' },
    iconButton('first', 'To the start (Home)', () => clock.toStart()),
    before,
    iconButton('back', 'One row back (←)', () => clock.step(-1)),
    play,
    iconButton('forward', 'One row on (→)', () => clock.step(1)),
    after,
    iconButton('last', 'To the end (End)', () => clock.toEnd()),
    loop,
    whole,
  );
  const side = h(
    'div',
    { class: 'side-buttons' },
    h('label', { class: 'speed-box' }, h('span', { class: 'quiet' }, 'speed'), speed, speedLabel),
    iconButton('camera', 'Picture of this instant, PNG (I)', () => actions.picture()),
    record,
  );
  return {
    buttons: h('div', { class: 'transport' }, buttons, side),
    axis: h('div', { class: 'time-axis' }, now, scrub),
  };
}
