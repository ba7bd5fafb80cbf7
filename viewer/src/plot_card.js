/* One plot: its curves, its legend with the numbers of now, its needle, its files. */
import uPlot from 'uplot';
import { curveStyle } from './color.js';
import { MODE_DASHES, openSeries, stretches } from './curves.js';
import { download, h, iconButton } from './dom.js';
import { csvOf, pngOf, svgOf } from './figure.js';
import { modeOf } from './modes.js';
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

/* A plot is { id, x: null | channel name, by: null | index of a contact, series: [channel names] }. */
export function createCard(id, store, clock, actions) {
  const { state } = store;
  const place = h('div', { class: 'plot-place' }),
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
      h('label', { class: 'quiet' }, 'over ', against),
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
  const needle = h('div', { class: 'plot-needle' });
  let u = null,
    open = null,
    values = [],
    structure = '',
    plot = null;

  const card = {
    id,
    element,
    hooks: {
      ready: [
        (chart) => {
          chart.over.append(needle);
          let from = null;
          chart.over.addEventListener('pointerdown', (e) => (from = [e.clientX, e.clientY]));
          chart.over.addEventListener('pointerup', (e) => {
            if (from && Math.hypot(e.clientX - from[0], e.clientY - from[1]) < 4) goTo(e);
            from = null;
          });
          chart.over.addEventListener('dblclick', () => !plot.x && store.set({ range: null }));
        },
      ],
      /* where things are is known only now */
      draw: [() => queueMicrotask(() => card.time())],
      setScale: [
        (chart, key) => {
          if (key !== 'x' || plot?.x || card.quiet) return;
          const { min, max } = chart.scales.x,
            { factor } = shown('s', state.units);
          if (min === null || card.drawing) return;
          const whole = min <= state.run.begin * factor && max >= state.run.end * factor;
          store.set({ range: whole ? null : [min / factor, max / factor] });
        },
      ],
    },
  };

  function goTo(event) {
    const box = u.over.getBoundingClientRect(),
      px = event.clientX - box.left,
      py = event.clientY - box.top;
    store.set({ playing: false });
    if (!plot.x) clock.seek(u.posToVal(px, 'x') / shown('s', state.units).factor);
    else {
      const [xs, ys] = u.data[1] ?? [[], []];
      let best = -1,
        least = Infinity;
      for (let i = 0; i < xs.length; i++) {
        const d = Math.hypot(u.valToPos(xs[i], 'x') - px, u.valToPos(ys[i], 'y0') - py);
        if (d < least) [best, least] = [i, d];
      }
      if (best >= 0) clock.seek(state.run.time[best]);
    }
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

  function buildChoices() {
    against.replaceChildren(
      h('option', { value: '' }, 'time'),
      ...state.run.channels.map((c) => h('option', { value: c.name }, c.name)),
    );
    against.value = plot.x ?? '';
    by.replaceChildren(
      h('option', { value: '' }, 'one colour'),
      ...state.run.contacts.map((c, i) => h('option', { value: i }, c.name)),
    );
    by.value = plot.by ?? '';
    byBox.hidden = !plot.x || state.run.contacts.length === 0;
  }

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
    card.drawing = true;
    if (now !== structure || !u || (plot.x && keys.has('run'))) {
      const width = place.clientWidth || 400,
        size = { width, height: actions.height() };
      u?.destroy();
      buildChoices();
      buildLegend();
      u = new uPlot(
        plot.x ? phaseOptions(card, plot, open, size, state) : timeOptions(card, open, size, state),
        dataOf(plot, open, state),
        place,
      );
      structure = now;
    } else if (keys.has('run')) u.setData(dataOf(plot, open, state));
    card.drawing = false;
    card.range();
    card.time();
  };

  card.range = () => {
    if (!u || plot.x) return;
    const { factor } = shown('s', state.units),
      [low, high] = state.range ?? [state.run.begin, state.run.end];
    if (u.scales.x.min === low * factor && u.scales.x.max === high * factor) return;
    card.quiet = true;
    u.batch(() => u.setScale('x', { min: low * factor, max: high * factor }));
    queueMicrotask(() => (card.quiet = false));
  };

  card.time = () => {
    if (!u) return;
    const cursor = locate(state.run.time, state.time);
    open.series.forEach(
      (s, i) =>
        (values[i].textContent =
          `${digits(valueAt(s.channel.values, cursor) * s.factor, 5)}${s.label ? ` ${s.label}` : ''}`),
    );
    needle.className = plot.x ? 'plot-dot' : 'plot-needle';
    const first = open.series[0],
      xChannel = plot.x && state.run.byName.get(plot.x);
    const x = plot.x
      ? u.valToPos(valueAt(xChannel.values, cursor) * shown(xChannel.unit, state.units).factor, 'x')
      : u.valToPos(state.time * shown('s', state.units).factor, 'x');
    const y = plot.x && first ? u.valToPos(valueAt(first.channel.values, cursor) * first.factor, 'y0') : 0;
    needle.hidden = !(x >= 0 && x <= u.over.clientWidth) || (plot.x && !first);
    needle.style.transform = `translate(${x}px, ${y}px)`;
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
    const curves = series.flatMap((s, i) => {
      const style = curveStyle(i, 'light'),
        whole = { name: s.name, axis: s.axis, ...style, x: xs(i), y: ys(i), raw: Boolean(plot.x) };
      if (!contact) return [whole];
      return stretches(state.run, contact).map(({ mode, from, to }, k) => ({
        ...whole,
        name: k ? '' : s.name,
        color: mode.light,
        dash: MODE_DASHES[mode.pattern],
        x: xs(i).slice(from, to + 1),
        y: ys(i).slice(from, to + 1),
      }));
    });
    return {
      title: series.map((s) => s.name).join(', '),
      x: { label, ...range('x') },
      axes: labels.map((l, i) => ({ label: l || 'number', ...range(`y${i}`) })),
      curves,
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
  element.addEventListener('dragover', (event) => {
    event.preventDefault();
    element.classList.add('over');
  });
  element.addEventListener('dragleave', () => element.classList.remove('over'));
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    event.stopPropagation();
    element.classList.remove('over');
    actions.put(event.dataTransfer.getData('text/plain'), id);
  });
  return card;
}
