/* What uPlot is told: axes by unit, curves over time, phase portraits in stretches of a contact's modes. */
import { timeCursor } from './chart_time.js';
import { PALETTES, curveStyle } from './color.js';
import { columnOf, stretches } from './curves.js';
import { MODE_DASHES } from './modes.js';
import { lastBefore } from './sample.js';
import { digits, shown } from './units.js';

const FONT = '12px system-ui, sans-serif';

export function axisStyle(palette, more) {
  return {
    stroke: palette.dim,
    font: FONT,
    labelFont: FONT,
    labelSize: 16,
    labelGap: 0,
    gap: 4,
    grid: { stroke: palette.gridStrong, width: 1 },
    ticks: { stroke: palette.line, width: 1, size: 4 },
    values: (u, list) => list.map((x) => (x === null ? '' : digits(x, 6))),
    ...more,
  };
}

/* As wide as its numbers. */
export function axisSize(u, values) {
  u.ctx.save();
  u.ctx.font = FONT;
  const widest = Math.max(12, ...(values ?? []).map((text) => u.ctx.measureText(text).width));
  u.ctx.restore();
  return Math.ceil(widest) + 10;
}

export const flatRange = (u, low, high) => {
  if (low === null || !Number.isFinite(low)) return [0, 1];
  /* what differs by rounding alone is flat */
  const flat = !(high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high)));
  const pad = !flat ? 0.06 * (high - low) : Math.abs(low) * 0.1 || 1;
  return [low - pad, high + pad];
};

/* A line for each event in sight, one for each pixel at most. */
export function eventLines(state, palette) {
  return (u) => {
    const { ctx } = u,
      { factor } = shown('s', state.units),
      { left, top, width, height } = u.bbox,
      { events } = state.run,
      { min, max } = u.scales.x;
    if (min === null || events.length === 0) return;
    ctx.save();
    ctx.setLineDash([]);
    ctx.strokeStyle = palette.event;
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    let before = -1;
    for (let i = Math.max(0, lastBefore(events, min / factor)); i < events.length; i++) {
      if (events[i].time * factor > max) break;
      const x = Math.round(u.valToPos(events[i].time * factor, 'x', true)) + 0.5;
      if (x === before || x < left || x > left + width) continue;
      ctx.moveTo(x, top);
      ctx.lineTo(x, top + height);
      before = x;
    }
    ctx.stroke();
    ctx.restore();
  };
}

/* The axes of display units; one that belongs to a single curve has its colour. */
function unitAxes(series, labels, palette, theme) {
  return labels.map((label, i) => {
    const own = series.flatMap((s, k) => (s.axis === i ? [curveStyle(k, theme).color] : []));
    return axisStyle(palette, {
      scale: `y${i}`,
      label: label || 'number',
      side: i % 2 ? 1 : 3,
      size: axisSize,
      grid: { show: i === 0, stroke: palette.gridStrong, width: 1 },
      ...(labels.length > 1 && own.length === 1 ? { stroke: own[0] } : {}),
    });
  });
}

export function timeOptions(tie, clock, { series, labels }, size, state) {
  const palette = PALETTES[state.theme],
    time = shown('s', state.units);
  const scales = { x: { time: false } };
  labels.forEach((label, i) => (scales[`y${i}`] = { range: flatRange }));
  return {
    ...size,
    scales,
    legend: { show: false },
    padding: [10, 8, 0, 4],
    cursor: timeCursor(clock),
    axes: [
      axisStyle(palette, { label: `time / ${time.label}`, size: 30 }),
      ...unitAxes(series, labels, palette, state.theme),
    ],
    series: [
      {},
      ...series.map((s, i) => {
        const { color, dash } = curveStyle(i, state.theme);
        return {
          label: s.name,
          scale: `y${s.axis}`,
          stroke: color,
          dash,
          width: 1.6,
          pxAlign: 0,
          points: { show: false },
        };
      }),
    ],
    hooks: { drawClear: [eventLines(state, palette)], ...tie.hooks },
  };
}

/* Draws the curve in stretches of a contact's modes. */
function phasePaths(state, plot) {
  return (u, index) => {
    const [xs, ys] = u.data[index],
      { ctx } = u,
      { left, top, width, height } = u.bbox;
    const contact = state.run.contacts[plot.by],
      { time } = state.run,
      base = curveStyle(index - 1, state.theme);
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, width, height);
    ctx.clip();
    ctx.lineWidth = 1.7 * devicePixelRatio;
    ctx.lineJoin = 'round';
    for (const { mode, from, to } of stretches(state.run, contact)) {
      ctx.strokeStyle = mode ? mode[state.theme] : base.color;
      ctx.setLineDash((mode ? MODE_DASHES[mode.pattern] : base.dash).map((x) => x * devicePixelRatio));
      ctx.beginPath();
      let down = false;
      for (let i = from; i <= to; i++) {
        const good = xs[i] !== null && ys[i] !== null;
        if (i > 0 && time[i] === time[i - 1]) down = false; // a jump
        if (good) {
          const x = u.valToPos(xs[i], 'x', true),
            y = u.valToPos(ys[i], u.series[index].scale ?? 'y0', true);
          if (down) ctx.lineTo(x, y);
          else ctx.moveTo(x, y);
        }
        down = good;
      }
      ctx.stroke();
    }
    ctx.restore();
    return null;
  };
}

export function phaseOptions(tie, plot, { series, labels }, size, state) {
  const palette = PALETTES[state.theme],
    channel = state.run.byName.get(plot.x),
    x = shown(channel.unit, state.units);
  const scales = { x: { time: false, range: flatRange } };
  labels.forEach((label, i) => (scales[`y${i}`] = { range: flatRange }));
  return {
    ...size,
    mode: 2,
    scales,
    legend: { show: false },
    padding: [10, 8, 0, 4],
    cursor: { drag: { x: true, y: true, uni: 20, dist: 4 }, points: { show: false } },
    axes: [
      axisStyle(palette, { scale: 'x', label: `${plot.x}${x.label ? ` / ${x.label}` : ''}`, size: 30 }),
      ...unitAxes(plot.by === null ? series : [], labels, palette, state.theme),
    ],
    series: [
      null,
      ...series.map((s) => ({
        label: s.name,
        scale: `y${s.axis}`,
        facets: [
          { scale: 'x', auto: true },
          { scale: `y${s.axis}`, auto: true },
        ],
        paths: phasePaths(state, plot),
        points: { show: false },
      })),
    ],
    hooks: tie.hooks,
  };
}

export function dataOf(plot, { series }, state) {
  const { run, units } = state,
    ys = series.map((s) => columnOf(s.channel.values, run.rows, s.factor));
  if (!plot.x) return [columnOf(run.time, run.rows, shown('s', units).factor), ...ys];
  const channel = run.byName.get(plot.x),
    xs = columnOf(channel.values, run.rows, shown(channel.unit, units).factor);
  return [null, ...ys.map((y) => [xs, y])];
}
