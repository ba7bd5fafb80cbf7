/* The energy ledger: what each term holds, stacked. Terms above zero are stacked upwards, those below
 * downwards; the sum of all stays where it was at the start, or the ledger does not close. */
import uPlot from 'uplot';
import { tieToTime, timeCursor } from './chart_time.js';
import { PALETTES, blend, curveStyle } from './color.js';
import { columnOf } from './curves.js';
import { download, h } from './dom.js';
import { csvOf, figureEvents, pngOf, svgOf } from './figure.js';
import { axisSize, axisStyle, eventLines, flatRange } from './plot_options.js';
import { locate, rangeOf, valueAt } from './sample.js';
import { digits, quantity, shown } from './units.js';

/* For each term the lower and upper edge of its area. Edges in the two directions are kept apart. */
export function stack(columns, rows) {
  const up = new Float64Array(rows),
    down = new Float64Array(rows);
  return columns.map((values) => {
    const low = new Float64Array(rows),
      high = new Float64Array(rows);
    for (let i = 0; i < rows; i++) {
      const base = values[i] >= 0 ? up : down,
        from = base[i];
      base[i] += values[i] ?? 0;
      low[i] = Math.min(from, base[i]);
      high[i] = Math.max(from, base[i]);
    }
    return { low, high };
  });
}

export function createLedger(store, clock) {
  const { state } = store;
  const place = h('div', {
      class: 'plot-place',
      tabindex: 0,
      role: 'group',
      'aria-label': 'Energy over time; + and − zoom, Shift and arrows move',
    }),
    legend = h('div', { class: 'plot-legend' }),
    note = h('p', { class: 'quiet' });
  const empty = h('p', { class: 'empty' }, 'This run keeps no ledger of energy.');
  const save = (kind) =>
    h(
      'button',
      { type: 'button', class: 'small', title: `Download as ${kind}`, onclick: () => download_(kind) },
      kind,
    );
  const box = h(
    'section',
    { class: 'plot' },
    h(
      'header',
      {},
      h('strong', {}, 'Energy, stacked'),
      h('span', { class: 'grow' }),
      save('SVG'),
      save('PNG'),
      save('CSV'),
    ),
    legend,
    place,
    note,
  );
  const element = h('div', { class: 'ledger' }, box, empty);
  let u = null,
    areas = [],
    values = [],
    dirty = true;

  const numberOf = (term, cursor) => {
    const { label, factor } = shown('J', state.units);
    return `${digits(valueAt(term.values, cursor) * factor * term.sign, 4)} ${label}`;
  };
  const tie = tieToTime(store, clock, {
    place,
    read: (cursor) => state.run.ledger.terms.map((term) => [term.name, numberOf(term, cursor)]),
  });
  const color = (i) => blend(curveStyle(i, state.theme).color, PALETTES[state.theme].paper, 0.25);

  function options(width) {
    const palette = PALETTES[state.theme],
      energy = shown('J', state.units),
      time = shown('s', state.units);
    const n = state.run.ledger.terms.length;
    return {
      width,
      height: Math.max(260, Math.min(420, element.clientHeight - 150)),
      legend: { show: false },
      padding: [10, 8, 0, 4],
      scales: { x: { time: false }, y: { range: flatRange } },
      cursor: timeCursor(clock),
      axes: [
        axisStyle(palette, { label: `time / ${time.label}`, size: 30 }),
        axisStyle(palette, { label: energy.label, size: axisSize }),
      ],
      series: [
        {},
        ...Array.from({ length: 2 * n }, (_, i) => ({
          stroke: i % 2 ? color(i >> 1) : 'transparent',
          width: i % 2 ? 1 : 0,
          pxAlign: 0,
          points: { show: false },
        })),
      ],
      bands: Array.from({ length: n }, (_, i) => ({ series: [2 * i + 2, 2 * i + 1], fill: `${color(i)}c0` })),
      hooks: { drawClear: [eventLines(state, palette)], ...tie.hooks },
    };
  }

  function data() {
    const { run, units } = state,
      { factor } = shown('J', units);
    const columns = run.ledger.terms.map((term) => columnOf(term.values, run.rows, factor * term.sign));
    areas = stack(columns, run.rows);
    return [
      columnOf(run.time, run.rows, shown('s', units).factor),
      ...areas.flatMap(({ low, high }) => [low, high]),
    ];
  }

  function build() {
    const { terms, residual } = state.run.ledger;
    empty.hidden = terms.length > 0;
    box.hidden = !empty.hidden;
    if (terms.length === 0) return;
    u?.destroy();
    values = terms.map(() => h('output', {}));
    legend.replaceChildren(
      ...terms.map((term, i) => {
        const swatch = h('span', { class: 'patch', 'aria-hidden': 'true' });
        swatch.style.background = color(i);
        return h('span', { class: 'chip' }, swatch, h('b', {}, term.name), values[i]);
      }),
    );
    const most = residual ? Math.max(...rangeOf(residual).map(Math.abs)) : null;
    const closes = most === null ? '' : ` The ledger closes to ${quantity(most, 'J', state.units, 2)}.`;
    note.textContent = `Each area is one term; work that is put in counts below zero.${closes}`;
    u = new uPlot(options(place.clientWidth || 400), data(), place);
    tie.range();
    tick();
  }

  function tick() {
    if (!u || box.hidden) return;
    const cursor = locate(state.run.time, state.time, state.before);
    state.run.ledger.terms.forEach((term, i) => (values[i].textContent = numberOf(term, cursor)));
    tie.now();
  }

  async function download_(kind) {
    const time = shown('s', state.units),
      xs = columnOf(state.run.time, state.run.rows, time.factor);
    const figure = {
      title: 'energy ledger',
      x: { label: `time / ${time.label}`, low: u.scales.x.min, high: u.scales.x.max },
      axes: [{ label: shown('J', state.units).label, low: u.scales.y.min, high: u.scales.y.max }],
      curves: [],
      lines: figureEvents(state),
      areas: areas.map(({ low, high }, i) => ({
        name: state.run.ledger.terms[i].name,
        color: curveStyle(i, 'light').color,
        x: xs,
        low,
        high,
      })),
    };
    if (kind === 'CSV')
      download(
        'ledger.csv',
        csvOf(
          state.run,
          (state.run.meta.ledger?.terms ?? []).map((t) => t.channel),
          state.units,
        ),
        'text/csv',
      );
    else if (kind === 'SVG') download('ledger.svg', svgOf(figure), 'image/svg+xml');
    else download('ledger.png', await pngOf(svgOf(figure)));
  }

  store.view(['run', 'theme', 'units', 'tab'], (_, keys) => {
    dirty ||= keys.has('run') || keys.has('theme') || keys.has('units');
    if (state.tab !== 'energy' || !dirty) return;
    dirty = false;
    build();
  });
  store.view(['range', 'tab'], () => state.tab === 'energy' && u && !box.hidden && tie.range());
  store.view(['time', 'before', 'range'], () => state.tab === 'energy' && tick());
  new ResizeObserver(
    () =>
      u &&
      place.clientWidth > 0 &&
      Math.abs(u.width - place.clientWidth) > 1 &&
      u.setSize({ width: place.clientWidth, height: u.height }),
  ).observe(place);
  return { element };
}
