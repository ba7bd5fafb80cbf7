/* Sliders for parameters. Moving one asks the transport for a new run; while one run is under way only the
 * newest values wait, and a run that takes long is cancelled for them. */
import { h } from './dom.js';
import { digits, shown } from './units.js';

const PATIENCE = 400; /* ms that a run may take before newer values cancel it */
const STEPS = 1000;

/* Values of the slider 0 … STEPS: straight, in powers when the range spans three decades, or the given ones.
 * */
export function scaleOf(parameter, values) {
  if (values)
    return {
      steps: values.length - 1,
      value: (i) => values[Math.round(i)],
      place: (x) =>
        values.reduce((best, v, i) => (Math.abs(v - x) < Math.abs(values[best] - x) ? i : best), 0),
    };
  const { value, min, max } = parameter,
    size = Math.abs(value) || 1;
  const low =
    Number.isFinite(min) && min !== null
      ? min
      : value >= 0
        ? Number.isFinite(max) && max !== null
          ? Math.min(0, max - size)
          : 0
        : 2 * value;
  const high =
    Number.isFinite(max) && max !== null ? max : Math.max(low + size, value > 0 ? 2 * value : value + size);
  if (low > 0 && high / low >= 1000) {
    const k = Math.log(high / low);
    return {
      steps: STEPS,
      value: (i) => Number((low * Math.exp((k * i) / STEPS)).toPrecision(4)),
      place: (x) => (STEPS * Math.log(Math.max(x, low) / low)) / k,
    };
  }
  return {
    steps: STEPS,
    value: (i) => Number((low + ((high - low) * i) / STEPS).toPrecision(6)),
    place: (x) => (STEPS * (x - low)) / (high - low || 1),
  };
}

/* One request at a time, the newest next. */
export function createAsker(transport, listener) {
  let running = null,
    waiting = null;
  async function start(parameters) {
    running = { since: performance.now() };
    const own = running;
    listener.begin();
    try {
      const run = await transport.run(parameters);
      if (run) listener.done(run);
    } catch (error) {
      listener.failed(error);
    }
    if (running === own) running = null;
    listener.end(!waiting);
    if (waiting && !running) {
      const next = waiting;
      waiting = null;
      start(next);
    }
  }
  return (parameters) => {
    if (!running) {
      start(parameters);
      return;
    }
    waiting = parameters;
    const left = PATIENCE - (performance.now() - running.since),
      own = running;
    setTimeout(() => waiting && running === own && transport.cancel(), Math.max(0, left));
  };
}

export function createParameters(store, ask) {
  const { state } = store;
  const list = h('div', { class: 'parameter-list' }),
    note = h('p', { class: 'quiet' });
  const reset = h(
    'button',
    { type: 'button', class: 'small', onclick: () => back() },
    'as the model has them',
  );
  const element = h('div', { class: 'parameters' }, note, list, reset);
  let wanted = {},
    first = null,
    structure = '',
    rows = [];

  const now = (p) => p.text ?? p.value;
  const change = (name, value) => {
    wanted = { ...wanted, [name]: value };
    rows.forEach((row) => row.set(wanted));
    ask({ ...wanted });
  };
  function back() {
    wanted = { ...first };
    rows.forEach((row) => row.set(wanted));
    ask({ ...wanted });
  }

  function control(p) {
    const values = state.transport?.values(p.name);
    if (!state.transport || values === undefined) {
      const output = h('output', {});
      return {
        inputs: [output],
        set: (w) =>
          (output.textContent = typeof w[p.name] === 'number' ? digits(w[p.name], 8) : String(w[p.name])),
      };
    }
    if (p.choices) {
      const select = h(
        'select',
        { 'aria-label': p.name, onchange: () => change(p.name, select.value) },
        p.choices.map((c) => h('option', { value: c }, c)),
      );
      return { inputs: [select], set: (w) => (select.value = w[p.name]) };
    }
    if (p.text !== undefined && p.text !== null) {
      const input = h('input', {
        type: 'text',
        'aria-label': p.name,
        onchange: () => change(p.name, input.value),
      });
      return { inputs: [input], set: (w) => document.activeElement !== input && (input.value = w[p.name]) };
    }
    const scale = scaleOf(p, values);
    const slider = h('input', {
      type: 'range',
      min: 0,
      max: scale.steps,
      step: values ? 1 : 'any',
      'aria-label': p.name,
      oninput: () => change(p.name, scale.value(Number(slider.value))),
    });
    const number = h('input', {
      type: 'number',
      step: 'any',
      min: p.min,
      max: p.max,
      'aria-label': `${p.name}, as a number`,
      onchange: () => number.value !== '' && change(p.name, Number(number.value)),
    });
    return {
      inputs: [slider, number],
      set(w) {
        slider.value = scale.place(w[p.name]);
        slider.setAttribute('aria-valuetext', `${digits(w[p.name], 6)} ${p.unit ?? ''}`);
        if (document.activeElement !== number) number.value = w[p.name];
      },
    };
  }

  function build(parameters) {
    rows = parameters.map((p) => {
      const { inputs, set } = control(p),
        unit = shown(p.unit ?? '', {}).label;
      return {
        element: h(
          'div',
          { class: 'parameter', 'data-name': p.name },
          h(
            'div',
            { class: 'parameter-name' },
            h('b', {}, p.name),
            h('span', { class: 'quiet' }, p.doc ?? ''),
          ),
          h('div', { class: 'parameter-inputs' }, ...inputs, h('span', { class: 'unit' }, unit)),
        ),
        set,
      };
    });
    list.replaceChildren(...rows.map((row) => row.element));
  }

  store.view(['run', 'transport', 'file'], (_, keys) => {
    const { parameters } = state.run.model;
    const now_ = JSON.stringify([
      parameters.map((p) => [p.name, p.unit, p.min, p.max, p.choices, p.doc]),
      state.transport?.kind,
    ]);
    const values = Object.fromEntries(parameters.map((p) => [p.name, now(p)]));
    if (now_ !== structure || keys.has('file')) {
      wanted = values;
      first = values;
      build(parameters);
      structure = now_;
    } else if (!state.running) wanted = values;
    rows.forEach((row) => row.set(wanted));
    reset.hidden =
      !parameters.some((p) => state.transport && state.transport.values(p.name) !== undefined) ||
      parameters.length === 0;
    note.textContent =
      parameters.length === 0
        ? 'The model has no parameters.'
        : state.transport?.values('') === null
          ? 'Moving a slider runs the model again.'
          : state.transport?.kind === 'grid'
            ? 'This page holds runs for some values; the sliders go from one to the next.'
            : 'This page shows one run. With “pawl view” and the model these become sliders.';
  });
  return { element };
}
