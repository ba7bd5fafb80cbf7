/* Figures as files. A figure is
 *   { title, x: { label, low, high }, axes: [{ label, low, high, color }],
 *     curves: [{ name, color, dash, axis, x, y }], areas: [{ name, color, x, low, high }],
 *     lines: [x of vertical lines], signs: [{ name, color, dash }, more for the legend] }
 * with everything in display units. SVG is written from it, PNG is that SVG drawn, CSV is separate. */
import { h } from './dom.js';
import { digits, shown, ticks } from './units.js';

const WIDTH = 800,
  HEIGHT = 420,
  BOTTOM = 48,
  AXIS = 62 /* px for each axis of numbers */,
  EDGE = 22,
  LINE = 20;

const escape = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/* The least and most of each bundle of points: what a screen could show of them. */
function thinned(x, y, most = 3000) {
  if (x.length <= most) return Array.from(x, (value, i) => [value, y[i]]);
  const out = [],
    step = Math.ceil((2 * x.length) / most);
  for (let i = 0; i < x.length; i += step) {
    let low = i,
      high = i;
    for (let j = i; j < Math.min(i + step, x.length); j++) {
      if (y[j] < y[low]) low = j;
      if (y[j] > y[high]) high = j;
    }
    for (const j of low <= high ? [low, high] : [high, low]) out.push([x[j], y[j]]);
  }
  return out;
}

const n = (value) => Number(value.toFixed(2));

function pathOf(points, X, Y) {
  let path = '',
    down = false;
  for (const [x, y] of points) {
    const good = Number.isFinite(x) && Number.isFinite(y);
    if (good) path += `${down ? 'L' : 'M'}${n(X(x))} ${n(Y(y))}`;
    down = good;
  }
  return path;
}

/* An element of SVG; attributes and texts are escaped. */
function tag(name, attributes, ...inside) {
  const list = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined);
  const head = `<${name}${list.map(([key, value]) => ` ${key}="${escape(value)}"`).join('')}`;
  return inside.length ? `${head}>${inside.join('')}</${name}>` : `${head}/>`;
}

const INK = '#333',
  GRID = '#e3e6e9',
  EVENT = '#9aa2ab';
const word = (text, x, y, more = {}) => tag('text', { x: n(x), y: n(y), fill: INK, ...more }, escape(text));
const dashes = (dash) => (dash?.length ? dash.join(' ') : null);

function widthOf(text) {
  const ctx = (widthOf.ctx ??= h('canvas').getContext('2d'));
  ctx.font = '12px system-ui, sans-serif';
  return ctx.measureText(text).width;
}

/* Where the frame lies: axes stand left and right by turns, the legend takes as many lines as it needs. */
function layout(figure) {
  const sides = [Math.ceil(figure.axes.length / 2), Math.floor(figure.axes.length / 2)];
  const left = EDGE + AXIS * Math.max(1, sides[0]) - 16,
    right = WIDTH - EDGE - (sides[1] ? AXIS * sides[1] - 16 : 0);
  const places = [];
  let x = left,
    line = 0;
  for (const entry of entriesOf(figure)) {
    const width = 28 + widthOf(entry.name);
    if (x + width > right && x > left) [x, line] = [left, line + 1];
    places.push({ entry, x, y: 22 + line * LINE });
    x += width + 18;
  }
  return { left, right, top: 38 + line * LINE, bottom: HEIGHT - BOTTOM, places };
}

const entriesOf = (figure) => [
  ...(figure.areas ?? []),
  ...figure.curves.filter((curve) => curve.name),
  ...(figure.signs ?? []),
];

function xAxis(figure, X, { top, bottom, left, right }) {
  const lines = (figure.lines ?? []).filter((x) => X(x) >= left && X(x) <= right);
  return [
    ...ticks(figure.x.low, figure.x.high, 8).flatMap((x) => [
      tag('path', { d: `M${n(X(x))} ${top}V${bottom}`, stroke: GRID }),
      word(digits(x, 6), X(x), bottom + 18, { 'text-anchor': 'middle' }),
    ]),
    ...(lines.length
      ? [
          tag('path', {
            d: lines.map((x) => `M${n(X(x))} ${top}V${bottom}`).join(''),
            stroke: EVENT,
            'stroke-width': 0.7,
          }),
        ]
      : []),
  ];
}

/* The first axis has a grid; those further out have a line of their own. */
function yAxis(axis, index, Y, { left, right, top, bottom }) {
  const onLeft = index % 2 === 0,
    out = AXIS * Math.floor(index / 2),
    at = onLeft ? left - out : right + out,
    sign = onLeft ? -1 : 1,
    fill = axis.color ?? INK;
  const numbers = ticks(axis.low, axis.high, 6).flatMap((y) => [
    index === 0
      ? tag('path', { d: `M${left} ${n(Y(y))}H${right}`, stroke: GRID })
      : tag('path', { d: `M${n(at)} ${n(Y(y))}h${4 * sign}`, stroke: fill }),
    word(digits(y, 6), at + 8 * sign, Y(y) + 4, { 'text-anchor': onLeft ? 'end' : 'start', fill }),
  ]);
  const line = out ? [tag('path', { d: `M${at} ${top}V${bottom}`, stroke: fill })] : [];
  const turn = `translate(${n(at + (AXIS - 14) * sign + (onLeft ? 0 : 6))} ${(top + bottom) / 2}) rotate(-90)`;
  return [
    ...line,
    ...numbers,
    tag('text', { transform: turn, 'text-anchor': 'middle', fill }, escape(axis.label)),
  ];
}

function curvePaths(figure, X, Ys) {
  const areas = (figure.areas ?? []).map(({ x, low, high, color }) => {
    const edge = [...thinned(x, high), ...thinned(x, low).reverse()];
    return tag('path', {
      d: `${pathOf(edge, X, Ys[0])}Z`,
      fill: color,
      'fill-opacity': 0.75,
      stroke: 'none',
    });
  });
  const curves = figure.curves.map(({ x, y, raw, axis = 0, color, dash }) => {
    const points = raw ? Array.from(x, (value, i) => [value, y[i]]) : thinned(x, y);
    return tag('path', { d: pathOf(points, X, Ys[axis]), stroke: color, 'stroke-dasharray': dashes(dash) });
  });
  return tag('g', CURVES, ...areas, ...curves);
}

const CURVES = { 'clip-path': 'url(#c)', fill: 'none', 'stroke-width': 1.6, 'stroke-linejoin': 'round' };

function legend({ places }) {
  return places.flatMap(({ entry: { name, color, dash }, x, y }) => [
    tag('path', {
      d: `M${n(x)} ${y - 4}h22`,
      stroke: color,
      'stroke-width': dash ? 2 : 8,
      'stroke-dasharray': dashes(dash),
    }),
    word(name, x + 28, y),
  ]);
}

export function svgOf(figure) {
  const place = layout(figure),
    { left, right, top, bottom } = place;
  const X = (x) => left + ((x - figure.x.low) / (figure.x.high - figure.x.low || 1)) * (right - left);
  const Ys = figure.axes.map(
    ({ low, high }) =>
      (y) =>
        bottom - ((y - low) / (high - low || 1)) * (bottom - top),
  );
  const frame = { x: left, y: top, width: right - left, height: bottom - top };
  const size = { width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}` };
  const font = { 'font-family': 'system-ui, sans-serif', 'font-size': 12 };
  return tag(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', ...size, ...font },
    tag('title', {}, escape(figure.title)),
    tag('rect', { width: '100%', height: '100%', fill: '#fff' }),
    tag('clipPath', { id: 'c' }, tag('rect', frame)),
    ...xAxis(figure, X, place),
    ...figure.axes.flatMap((axis, i) => yAxis(axis, i, Ys[i], place)),
    curvePaths(figure, X, Ys),
    tag('rect', { ...frame, fill: 'none', stroke: '#888' }),
    word(figure.x.label, (left + right) / 2, HEIGHT - 10, { 'text-anchor': 'middle' }),
    ...legend(place),
  );
}

/* The events of a run as lines, if they are few enough to be told apart. */
export function figureEvents({ run, units }) {
  const { factor } = shown('s', units),
    times = new Set(run.events.map((event) => event.time));
  return times.size <= 400 ? [...times].map((t) => t * factor) : [];
}

/* Twice as many pixels as the SVG has. */
export function pngOf(svg) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      const canvas = h('canvas', { width: 2 * WIDTH, height: 2 * HEIGHT });
      canvas.getContext('2d').drawImage(image, 0, 0, 2 * WIDTH, 2 * HEIGHT);
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
    };
    image.onerror = () => reject(new Error('the picture could not be drawn'));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}

const cell = (value) => {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/* Rows of cells as CSV. */
export const tableOf = (rows) => rows.map((row) => row.map(cell).join(',')).join('\n') + '\n';

/* Time and channels in display units, the units in the head. */
export function csvOf(run, names, units) {
  const channels = names.map((name) => run.byName.get(name)).filter(Boolean);
  const time = shown('s', units),
    each = channels.map((c) => shown(c.unit, units));
  const head = [
    `time [${time.label}]`,
    ...channels.map((c, i) => (each[i].label ? `${c.name} [${each[i].label}]` : c.name)),
  ];
  const rows = Array.from({ length: run.rows }, (_, row) => [
    run.time[row] * time.factor,
    ...channels.map((c, i) => c.values[c.values.length === 1 ? 0 : row] * each[i].factor),
  ]);
  return tableOf([head, ...rows]);
}
