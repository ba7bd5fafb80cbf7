/* One plot: its curves, its legend with the numbers of now, its needle, its files. */
import uPlot from 'uplot';
import { tieToTime } from './chart_time.js';
import { curveStyle } from './color.js';
import { openSeries, stretches } from './curves.js';
import { download, h, iconButton, takeDrops } from './dom.js';
import { csvOf, figureEvents, pngOf, svgOf } from './figure.js';
import { MODE_DASHES, modeOf } from './modes.js';
import { dataOf, phaseOptions, timeOptions } from './plot_options.js';
import { locate, valueAt } from './sample.js';
import { digits, shown } from './units.js';

/* A piece of a line, for the legend. */
function swatch(color, dash) {
  const canvas = h('canvas', { width: 44, height: 12, class: 'swatch', 'aria-hidden': 'true' }),
    ctx = canvas.getContext('2d');
  ctx.strokeStyle = color;
  ctx.lineWidth = 4;
  ctx.setLineDash(dash.map((d) => 2 * d));
  ctx.beginPath();
  ctx.moveTo(0, 6);
  ctx.lineTo(44, 6);
  ctx.stroke();
  return canvas;
}

const FEW = 300; /* channels that cost nothing to list */

/* A plot is { id, x: null | channel name, by: null | index of a contact, series: [channel names] }. */
export function createCard(id, store, clock, actions) {
  const { state } = store;
  const place = h('div', { class: 'plot-place', tabindex: 0, role: 'group' }),
    legend = h('div', { class: 'plot-legend' });
  const against = h('select', {
    'aria-label': 'Against',
    onchange: () => actions.change(id, { x: against.value || null }),
  });
  const by = h('select', {
    'aria-label': 'Coloured by',
    onchange: () => actions.change(id, { by: by.value === '' ? null : Number(by.value) }),
  });
  const byBox = h('label', { class: 'quiet' }, 'by ', by);
  const overBox = h('label', { class: 'quiet over-box', title: 'A channel dropped here becomes the x axis' });
  overBox.append('over ', against);
  const save = (kind) =>
    h(
      'button',
      { type: 'button', class: 'small', title: `Download as ${kind}`, onclick: () => card.save(kind) },
      kind,
    );
  const element = h(
    'section',
    {
      class: 'plot',
      tabindex: -1,
      'aria-label': 'Plot',
      onpointerdown: () => store.set({ activePlot: id }),
      onfocusin: () => store.set({ activePlot: id }),
    },
    h(
      'header',
      {},
      overBox,
      byBox,
      h('span', { class: 'grow' }),
      h(
        'span',
        { class: 'saves' },
        save('SVG'),
        save('PNG'),
        save('CSV'),
        iconButton('close', 'Remove this plot', () => actions.remove(id)),
      ),
    ),
    legend,
    place,
  );
  let u = null,
    open = null,
    values = [],
    structure = '',
    plot = null;
  const card = { id, element };

  const numberOf = (s, cursor) =>
    `${digits(valueAt(s.channel.values, cursor) * s.factor, 5)}${s.label ? ` ${s.label}` : ''}`;
  const tie = tieToTime(store, clock, {
    place,
    read: (cursor) => open.series.map((s) => [s.name, numberOf(s, cursor)]),
    phase: () => (plot?.x ? { at: dotAt, near: timeNear } : null),
  });

  /* Of a phase portrait: where now is, and the time of the row nearest to a pixel. */
  function dotAt(cursor) {
    const [first] = open.series,
      along = state.run.byName.get(plot.x);
    if (!first) return null;
    return [
      u.valToPos(valueAt(along.values, cursor) * shown(along.unit, state.units).factor, 'x'),
      u.valToPos(valueAt(first.channel.values, cursor) * first.factor, 'y0'),
    ];
  }
  function timeNear(px, py) {
    const [xs, ys] = u.data[1] ?? [[], []];
    let best = -1,
      least = Infinity;
    for (let i = 0; i < xs.length; i++) {
      if (xs[i] === null || ys[i] === null) continue;
      const d = Math.hypot(u.valToPos(xs[i], 'x') - px, u.valToPos(ys[i], 'y0') - py);
      if (d < least) [best, least] = [i, d];
    }
    return best < 0 ? null : state.run.time[best];
  }

  function buildLegend() {
    values = open.series.map(() => h('output', {}));
    const byMode = plot.x && state.run.contacts[plot.by];
    legend.replaceChildren(
      ...open.series.map((s, i) => {
        const { color, dash } = curveStyle(i, state.theme);
        return h(
          'span',
          { class: 'chip', title: s.channel.doc },
          byMode ? null : swatch(color, dash),
          h('b', {}, s.name),
          values[i],
          iconButton('close', `Remove ${s.name} from this plot`, () => actions.toggle(s.name, id), {
            class: 'chip-close',
          }),
        );
      }),
      ...(byMode
        ? [...new Set(state.run.contacts[plot.by].modes.map((m) => m.mode))].map((word) => {
            const mode = modeOf(word);
            return h(
              'span',
              { class: 'chip' },
              swatch(mode[state.theme], MODE_DASHES[mode.pattern]),
              mode.word,
            );
          })
        : []),
    );
    if (open.series.length === 0)
      legend.replaceChildren(
        h('span', { class: 'quiet' }, 'Drag a channel here, or press Enter on one in the list.'),
      );
  }

  /* All channels are put into the list only when one is about to look: there may be thousands. */
  function buildChoices(all) {
    const names = all ? state.run.channels.map((c) => c.name) : plot.x ? [plot.x] : [];
    against.replaceChildren(
      h('option', { value: '' }, 'time'),
      ...names.map((name) => h('option', { value: name }, name)),
    );
    against.value = plot.x ?? '';
    by.replaceChildren(
      h('option', { value: '' }, 'one colour'),
      ...state.run.contacts.map((c, i) => h('option', { value: i }, c.name)),
    );
    by.value = plot.by ?? '';
    byBox.hidden = !plot.x || state.run.contacts.length === 0;
  }
  for (const look of ['focus', 'pointerdown', 'pointerenter'])
    against.addEventListener(look, () => against.length <= state.run.channels.length && buildChoices(true));

  card.update = (newPlot, keys) => {
    plot = newPlot;
    if (plot.x && !state.run.byName.has(plot.x)) plot = { ...plot, x: null };
    open = openSeries(plot, state.run, state.units);
    const now = JSON.stringify([
      plot.x,
      plot.by,
      open.series.map((s) => [s.name, s.label]),
      state.theme,
      shown('s', state.units).label,
      state.run.contacts.length,
    ]);
    if (now !== structure || !u || (plot.x && keys.has('run'))) {
      const width = place.clientWidth || 400,
        size = { width, height: actions.height() };
      u?.destroy();
      buildChoices(state.run.channels.length <= FEW);
      buildLegend();
      u = new uPlot(
        plot.x ? phaseOptions(tie, plot, open, size, state) : timeOptions(tie, clock, open, size, state),
        dataOf(plot, open, state),
        place,
      );
      structure = now;
    } else if (keys.has('run')) u.setData(dataOf(plot, open, state));
    place.setAttribute(
      'aria-label',
      `${open.series.map((s) => s.name).join(', ') || 'Nothing'} over ${plot.x ?? 'time; + and − zoom, Shift and arrows move'}`,
    );
    card.range();
    card.time();
  };

  card.range = tie.range;
  card.time = () => {
    if (!u) return;
    const cursor = locate(state.run.time, state.time, state.before);
    open.series.forEach((s, i) => (values[i].textContent = numberOf(s, cursor)));
    tie.now();
  };

  card.resize = () =>
    u &&
    place.clientWidth > 0 &&
    (Math.abs(u.width - place.clientWidth) > 1 || u.height !== actions.height()) &&
    u.setSize({ width: place.clientWidth, height: actions.height() });
  card.active = (on) => element.classList.toggle('active', on);
  card.chart = () => u;

  card.figure = () => {
    const { series, labels } = open,
      data = dataOf(plot, open, state),
      xs = (i) => (plot.x ? data[i + 1][0] : data[0]),
      ys = (i) => (plot.x ? data[i + 1][1] : data[i + 1]);
    const range = (key) => ({ low: u.scales[key].min ?? 0, high: u.scales[key].max ?? 1 });
    const label = plot.x
      ? `${plot.x} / ${shown(state.run.byName.get(plot.x).unit, state.units).label || '1'}`
      : `time / ${shown('s', state.units).label}`;
    const contact = plot.x ? state.run.contacts[plot.by] : null;
    const words = contact ? [...new Set(contact.modes.map((m) => m.mode))] : [];
    const curves = series.flatMap((s, i) => {
      const style = curveStyle(i, 'light'),
        whole = { name: s.name, axis: s.axis, ...style, x: xs(i), y: ys(i), raw: Boolean(plot.x) };
      if (!contact) return [whole];
      return stretches(state.run, contact).map(({ mode, from, to }) => ({
        ...whole,
        name: '',
        color: mode.light,
        dash: MODE_DASHES[mode.pattern],
        x: xs(i).slice(from, to + 1),
        y: ys(i).slice(from, to + 1),
      }));
    });
    const own = (axis) => series.flatMap((s, i) => (s.axis === axis ? [curveStyle(i, 'light').color] : []));
    const name = contact ? `${series.map((s) => s.name).join(', ')} / ` : '';
    return {
      title: series.map((s) => s.name).join(', '),
      x: { label, ...range('x') },
      axes: labels.map((l, i) => ({
        label: `${name}${l || 'number'}`,
        ...range(`y${i}`),
        color: labels.length > 1 && !contact && own(i).length === 1 ? own(i)[0] : null,
      })),
      curves,
      lines: plot.x ? [] : figureEvents(state),
      signs: words.map((w) => ({ name: w, color: modeOf(w).light, dash: MODE_DASHES[modeOf(w).pattern] })),
    };
  };

  card.save = async (kind) => {
    const name = (open.series[0]?.name ?? 'plot').replace(/[^\w.-]+/g, '_');
    if (kind === 'CSV')
      download(
        `${name}.csv`,
        csvOf(state.run, [...(plot.x ? [plot.x] : []), ...open.series.map((s) => s.name)], state.units),
        'text/csv',
      );
    else if (kind === 'SVG') download(`${name}.svg`, svgOf(card.figure()), 'image/svg+xml');
    else download(`${name}.png`, await pngOf(svgOf(card.figure())));
  };

  new ResizeObserver(() => card.resize()).observe(place);
  takeDrops(element, (name) => actions.put(name, id));
  takeDrops(overBox, (name) => actions.against(name, id));
  return card;
}
