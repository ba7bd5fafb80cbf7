/* What uPlot is told: axes by unit, curves over time, phase portraits in stretches of a contact's modes. */
import { PALETTES, curveStyle } from './color.js';
import { MODE_DASHES, columnOf, stretches } from './curves.js';
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
export const axisSize = (u, values) => 14 + 7 * Math.max(2, ...(values ?? []).map((v) => String(v).length));

export const flatRange = (u, low, high) => {
  if (low === null || !Number.isFinite(low)) return [0, 1];
  /* what differs by rounding alone is flat */
  const flat = !(high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high)));
  const pad = !flat ? 0.06 * (high - low) : Math.abs(low) * 0.1 || 1;
  return [low - pad, high + pad];
};

export function eventLines(state, palette, factor) {
  return (u) => {
    if (state.run.events.length > 2000) return;
    const { ctx } = u,
      { left, top, width, height } = u.bbox;
    ctx.save();
    ctx.setLineDash([]);
    ctx.strokeStyle = palette.event;
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    for (const { time } of state.run.events) {
      const x = Math.round(u.valToPos(time * factor, 'x', true)) + 0.5;
      if (x >= left && x <= left + width) {
        ctx.moveTo(x, top);
        ctx.lineTo(x, top + height);
      }
    }
    ctx.stroke();
    ctx.restore();
  };
}

export function timeOptions(card, { series, labels }, size, state) {
  const palette = PALETTES[state.theme],
    time = shown('s', state.units);
  const scales = { x: { time: false } };
  labels.forEach((label, i) => (scales[`y${i}`] = { range: flatRange }));
  return {
    ...size,
    scales,
    legend: { show: false },
    padding: [10, 8, 0, 4],
    cursor: { drag: { x: true, y: false, dist: 4 }, points: { show: false }, y: false },
    axes: [
      axisStyle(palette, { label: `time / ${time.label}`, size: 30 }),
      ...labels.map((label, i) =>
        axisStyle(palette, {
          scale: `y${i}`,
          label: label || 'number',
          side: i % 2 ? 1 : 3,
          size: axisSize,
          grid: { show: i === 0, stroke: palette.gridStrong, width: 1 },
        }),
      ),
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
          points: { show: false },
        };
      }),
    ],
    hooks: { drawClear: [eventLines(state, palette, time.factor)], ...card.hooks },
  };
}

/* Draws the curve in stretches of a contact's modes. */
function phasePaths(state, plot) {
  return (u, index) => {
    const [xs, ys] = u.data[index],
      { ctx } = u,
      { left, top, width, height } = u.bbox;
    const contact = state.run.contacts[plot.by],
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

export function phaseOptions(card, plot, { series, labels }, size, state) {
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
      ...labels.map((label, i) =>
        axisStyle(palette, {
          scale: `y${i}`,
          label: label || 'number',
          side: i % 2 ? 1 : 3,
          size: axisSize,
          grid: { show: i === 0, stroke: palette.gridStrong, width: 1 },
        }),
      ),
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
    hooks: card.hooks,
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
