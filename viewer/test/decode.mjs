/* Reads a page back: what the page does in data.js and world.js, written again in another way, so that the two can
 * be compared. */
import { readFileSync } from 'node:fs';

const between = (text, from, to) => {
  const at = text.indexOf(from) + from.length;
  return text.slice(at, text.indexOf(to, at));
};

/* { meta, time, column(name), at(name, t): the value between rows }. */
export function decodePage(path) {
  const text = readFileSync(path, 'utf8');
  const meta = JSON.parse(between(text, 'id="pawl-meta">', '</script>')),
    bytes = Buffer.from(between(text, 'id="pawl-data">', '</script>'), 'base64');
  const column = (index) => {
    const { type, offset, count } = meta.arrays[index];
    return Array.from({ length: count }, (_, i) =>
      type === 'f64' ? bytes.readDoubleLE(offset + 8 * i) : bytes.readFloatLE(offset + 4 * i),
    );
  };
  const time = column(meta.time),
    known = new Map();
  const of = (name) => {
    if (!known.has(name)) {
      const channel = meta.channels.find((c) => c.name === name);
      known.set(name, channel ? column(channel.array) : null);
    }
    return known.get(name);
  };
  const cache = new Map();
  const at = (name, t) => {
    const key = `${name} ${t}`;
    if (!cache.has(key)) cache.set(key, valueAt(name, t));
    return cache.get(key);
  };
  const valueAt = (name, t) => {
    const values = of(name);
    if (!values) return null;
    if (values.length === 1) return values[0];
    let row = time.findLastIndex((x) => x <= t);
    row = Math.max(0, row);
    if (row === time.length - 1 || time[row + 1] === time[row]) return values[row];
    return values[row] + ((t - time[row]) / (time[row + 1] - time[row])) * (values[row + 1] - values[row]);
  };
  return { meta, time, column: of, at };
}

const turnBy = ([w, x, y, z], p) => {
  /* v + 2 q × (q × v + w v) / |q|² */
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const n = w * w + x * x + y * y + z * z,
    q = [x, y, z],
    inner = cross(q, p).map((c, i) => c + w * p[i]);
  return cross(q, inner).map((c, i) => p[i] + (2 * c) / n);
};
const quaternionOf = (angle) => [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];
const add = (p, q) => p.map((x, i) => x + q[i]);

/* A point of a frame of the drawing in the world, at a time that is a row. */
export function placeOf(page, frame, point, t) {
  const { drawing } = page.meta,
    planar = drawing.world === 'planar',
    full = (p) => [p[0] ?? 0, p[1] ?? 0, p[2] ?? 0];
  const own = planar ? quaternionOf(frame.angle ?? 0) : (frame.turn ?? [1, 0, 0, 0]),
    onBody = add(full(frame.at), turnBy(own, full(point)));
  const name = drawing.bodies[frame.body],
    value = (suffix) => page.at(`${name}.${suffix}`, t);
  if (frame.body === 0 || value('x') === null) return onBody;
  if (planar) return add([value('x'), value('y'), 0], turnBy(quaternionOf(value('angle')), onBody));
  return add(['x', 'y', 'z'].map(value), turnBy(['e0', 'e1', 'e2', 'e3'].map(value), onBody));
}

/* Points that span an item's outline in its frame; null: it has none that is symmetric or made of points. */
export function outlineOf(item) {
  const corners = (l, w, h) => {
    const out = [];
    for (const x of [-l / 2, l / 2])
      for (const y of [-w / 2, w / 2]) for (const z of [-h / 2, h / 2]) out.push([x, y, z]);
    return out;
  };
  if (item.b) return null;
  if (item.draw === 'polygon') {
    const half = (item.height ?? 0) / 2;
    return item.points.flatMap(([x, y, z]) => [
      [x, y, (z ?? 0) - half],
      [x, y, (z ?? 0) + half],
    ]);
  }
  if (item.draw === 'polyline') return item.points;
  if (item.draw === 'circle')
    return Array.from({ length: 720 }, (_, i) => {
      const a = (Math.PI * i) / 360;
      return [item.radius * Math.cos(a), item.radius * Math.sin(a), 0];
    });
  if (item.draw === 'solid' && item.shape === 'box') return corners(item.length, item.width, item.height);
  return null;
}
