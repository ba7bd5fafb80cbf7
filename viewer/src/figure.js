/* Figures as files. A figure is
 *   { title, x: { label, low, high }, axes: [{ label, low, high }],
 *     curves: [{ name, color, dash, axis, x, y }], areas: [{ name, color, x, low, high }] }
 * with everything in display units. SVG is written from it, PNG is that SVG drawn, CSV is separate. */
import { h } from './dom.js';
import { digits, shown, ticks } from './units.js';

const WIDTH = 800,
  HEIGHT = 420,
  TOP = 44,
  BOTTOM = 48,
  SIDE = 66;

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
  GRID = '#e3e6e9';
const word = (text, x, y, more = {}) => tag('text', { x: n(x), y: n(y), fill: INK, ...more }, escape(text));
const dashes = (dash) => (dash?.length ? dash.join(' ') : null);

function xAxis(figure, X, top, bottom) {
  return ticks(figure.x.low, figure.x.high, 8).flatMap((x) => [
    tag('path', { d: `M${n(X(x))} ${top}V${bottom}`, stroke: GRID }),
    word(digits(x, 6), X(x), bottom + 18, { 'text-anchor': 'middle' }),
  ]);
}

/* The first axis is on the left with a grid, the second on the right; more are not drawn. */
function yAxis(axis, index, Y, left, right) {
  const first = index === 0;
  const numbers = ticks(axis.low, axis.high, 6).flatMap((y) => [
    ...(first ? [tag('path', { d: `M${left} ${n(Y(y))}H${right}`, stroke: GRID })] : []),
    word(digits(y, 6), first ? left - 8 : right + 8, Y(y) + 4, { 'text-anchor': first ? 'end' : 'start' }),
  ]);
  const turn = `translate(${first ? 14 : WIDTH - 8} ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)`;
  return [
    ...numbers,
    tag('text', { transform: turn, 'text-anchor': 'middle', fill: INK }, escape(axis.label)),
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

function legend(figure, left) {
  let at = left;
  return [...(figure.areas ?? []), ...figure.curves.filter((c) => c.name)].flatMap(
    ({ name, color, dash }) => {
      const line = { d: `M${n(at)} 24h22`, stroke: color, 'stroke-width': dash ? 2 : 8 };
      const out = [tag('path', { ...line, 'stroke-dasharray': dashes(dash) }), word(name, at + 28, 28)];
      at += 44 + 7 * String(name).length;
      return out;
    },
  );
}

export function svgOf(figure) {
  const left = SIDE,
    right = WIDTH - (figure.axes.length > 1 ? SIDE : 24),
    bottom = HEIGHT - BOTTOM;
  const X = (x) => left + ((x - figure.x.low) / (figure.x.high - figure.x.low || 1)) * (right - left);
  const Ys = figure.axes.map(
    ({ low, high }) =>
      (y) =>
        bottom - ((y - low) / (high - low || 1)) * (bottom - TOP),
  );
  const frame = { x: left, y: TOP, width: right - left, height: bottom - TOP };
  const size = { width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}` };
  const font = { 'font-family': 'system-ui, sans-serif', 'font-size': 12 };
  return tag(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', ...size, ...font },
    tag('title', {}, escape(figure.title)),
    tag('rect', { width: '100%', height: '100%', fill: '#fff' }),
    tag('clipPath', { id: 'c' }, tag('rect', frame)),
    ...xAxis(figure, X, TOP, bottom),
    ...figure.axes.slice(0, 2).flatMap((axis, i) => yAxis(axis, i, Ys[i], left, right)),
    curvePaths(figure, X, Ys),
    tag('rect', { ...frame, fill: 'none', stroke: '#888' }),
    word(figure.x.label, (left + right) / 2, HEIGHT - 10, { 'text-anchor': 'middle' }),
    ...legend(figure, left),
  );
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

const cell = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/* Time and channels in display units, the units in the head. */
export function csvOf(run, names, units) {
  const channels = names.map((name) => run.byName.get(name)).filter(Boolean);
  const time = shown('s', units),
    each = channels.map((c) => shown(c.unit, units));
  const head = [
    `time [${time.label}]`,
    ...channels.map((c, i) => (each[i].label ? `${c.name} [${each[i].label}]` : c.name)),
  ].map(cell);
  const lines = [head.join(',')];
  for (let row = 0; row < run.rows; row++)
    lines.push(
      [
        run.time[row] * time.factor,
        ...channels.map((c, i) => c.values[c.values.length === 1 ? 0 : row] * each[i].factor),
      ].join(','),
    );
  return lines.join('\n') + '\n';
}
