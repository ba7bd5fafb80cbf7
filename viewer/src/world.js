/* Where things are: poses of bodies at an instant, frames on them. Planar worlds are the plane z = 0.
 * A pose is { at: [x, y, z], turn: 9 numbers, the rows of the rotation }. */
import { valueAt } from './sample.js';

const UNIT = [1, 0, 0, 0, 1, 0, 0, 0, 1];
export const ORIGIN = { at: [0, 0, 0], turn: UNIT };

export function turnOfAngle(angle) {
  const c = Math.cos(angle),
    s = Math.sin(angle);
  return [c, -s, 0, s, c, 0, 0, 0, 1];
}

/* Of any quaternion but zero. */
export function turnOfQuaternion([w, x, y, z]) {
  const n = 2 / (w * w + x * x + y * y + z * z || 1);
  return [
    1 - n * (y * y + z * z),
    n * (x * y - w * z),
    n * (x * z + w * y),
    n * (x * y + w * z),
    1 - n * (x * x + z * z),
    n * (y * z - w * x),
    n * (x * z - w * y),
    n * (y * z + w * x),
    1 - n * (x * x + y * y),
  ];
}

export function turned(m, [x, y, z = 0]) {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

function product(a, b) {
  const out = new Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
  return out;
}

export const add = (p, q) => [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
export const minus = (p, q) => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
export const times = (k, p) => [k * p[0], k * p[1], k * p[2]];
export const norm = (p) => Math.hypot(p[0], p[1], p[2]);
export const mix = (p, q, k) => [
  p[0] + k * (q[0] - p[0]),
  p[1] + k * (q[1] - p[1]),
  p[2] + k * (q[2] - p[2]),
];
export const cross = (p, q) => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

/* Two unit vectors across a direction. */
export function across(direction) {
  const d = times(1 / (norm(direction) || 1), direction);
  const e = cross(Math.abs(d[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], d);
  const u = times(1 / norm(e), e);
  return [u, cross(d, u)];
}

/* ---- boxes ---- */

export function cornersOf(low, high) {
  const out = [];
  for (const x of [low[0], high[0]])
    for (const y of [low[1], high[1]]) for (const z of [low[2], high[2]]) out.push([x, y, z]);
  return out;
}

/* Room round something that is followed. */
export const widened = ([low, high]) => [mix(low, high, -0.6), mix(low, high, 1.6)];

/* ---- frames ---- */

/* A frame of the drawing, { body, at, angle | turn }, with its rotation worked out. */
export function openFrame(frame) {
  const at = [frame.at[0], frame.at[1], frame.at[2] ?? 0];
  return {
    body: frame.body,
    at,
    turn: frame.turn ? turnOfQuaternion(frame.turn) : turnOfAngle(frame.angle ?? 0),
  };
}

export function placeFrame(poses, frame) {
  const pose = poses[frame.body] ?? ORIGIN;
  return { at: add(pose.at, turned(pose.turn, frame.at)), turn: product(pose.turn, frame.turn) };
}

/* The origin alone. */
export function placeOrigin(poses, frame) {
  const pose = poses[frame.body] ?? ORIGIN;
  return add(pose.at, turned(pose.turn, frame.at));
}

/* The ends of what runs from one frame to another: between its fractions of the way; in a plane it may touch circles about
 * both (a belt), at its left where their radii are positive. */
export function placeEnds(poses, item) {
  let a = placeOrigin(poses, item.frameA),
    b = placeOrigin(poses, item.frameB);
  const [r, s] = item.touch ?? [0, 0],
    d = minus(b, a),
    l = norm(d),
    k = (r - s) / l;
  if ((r || s) && Math.abs(k) < 1) {
    const c = Math.sqrt(1 - k * k),
      n = [(k * d[0] - c * d[1]) / l, (k * d[1] + c * d[0]) / l, 0];
    a = add(a, times(r, n));
    b = add(b, times(s, n));
  }
  return [mix(a, b, item.from ?? 0), mix(a, b, item.to ?? 1)];
}

/* ---- ropes ---- */

const ROPE_STEPS = 24;

/* Points from a to b that hang by `deep` in the middle, and how long the line through them is. */
function hang(a, b, down, deep) {
  const points = [];
  let length = 0;
  for (let i = 0; i <= ROPE_STEPS; i++) {
    const u = i / ROPE_STEPS;
    points.push(add(mix(a, b, u), times(4 * deep * u * (1 - u), down)));
    if (i > 0) length += norm(minus(points[i], points[i - 1]));
  }
  return { points, length };
}

/* A piece of rope at an instant: straight, or a parabola that hangs down and is as long as the piece. */
export function ropePoints(item, { poses, cursor }, spatial) {
  const [a, b] = placeEnds(poses, item),
    slack = item.values?.[0] ? Math.max(0, valueAt(item.values[0], cursor)) : 0,
    down = spatial ? [0, 0, -1] : [0, -1, 0],
    length = norm(minus(b, a)) + slack;
  let low = 0,
    high = length;
  for (let i = 0; i < 40 && slack > 0; i++) {
    const middle = (low + high) / 2;
    if (hang(a, b, down, middle).length < length) low = middle;
    else high = middle;
  }
  return hang(a, b, down, low).points;
}

/* ---- bodies ---- */

function quaternionAt(channels, cursor) {
  const e = channels.map((values) => values[values.length === 1 ? 0 : cursor.row]);
  if (cursor.part === 0) return e;
  const next = channels.map((values) => values[values.length === 1 ? 0 : cursor.row + 1]);
  const dot = e[0] * next[0] + e[1] * next[1] + e[2] * next[2] + e[3] * next[3];
  const sign = dot < 0 ? -1 : 1;
  return e.map((x, i) => x + cursor.part * (sign * next[i] - x));
}

function poseOf(body, cursor, spatial) {
  const p = body.pose;
  if (!p) return ORIGIN;
  const x = valueAt(p[0], cursor),
    y = valueAt(p[1], cursor);
  if (!spatial) return { at: [x, y, 0], turn: turnOfAngle(valueAt(p[2], cursor)) };
  return { at: [x, y, valueAt(p[2], cursor)], turn: turnOfQuaternion(quaternionAt(p.slice(3), cursor)) };
}

export function posesAt(run, cursor) {
  return run.bodies.map((body) => poseOf(body, cursor, run.spatial));
}
