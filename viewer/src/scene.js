/* The drawing of a run, opened for drawing: frames with their rotations, channels looked up, sizes known.
 * Both stages read this; it knows primitives and roles, no parts. */
import { rangeOf, valueAt } from './sample.js';
import { add, cornersOf, minus, norm, openFrame, placeFrame, placeOrigin, posesAt, turned } from './world.js';

/* What the user can hide, and what is hidden at first. */
export const ROLES = [
  { role: 'body', label: 'bodies', on: true },
  { role: 'joint', label: 'joints', on: true },
  { role: 'link', label: 'links and gears', on: true },
  { role: 'force', label: 'forces', on: true },
  { role: 'reaction', label: 'reactions', on: false },
  { role: 'drive', label: 'drives', on: true },
  { role: 'sensor', label: 'sensors', on: true },
  { role: 'mass', label: 'centres of mass', on: true },
  { role: 'ground', label: 'ground', on: true },
  { role: 'guide', label: 'guides', on: true },
  { role: 'picture', label: 'pictures', on: true },
  { role: 'axes', label: 'axes', on: true },
  { role: 'label', label: 'labels', on: true },
];

/* The corners of the box round an item in its frame, and how far they reach. */
function extent(item) {
  const low = [0, 0, 0],
    high = [0, 0, 0];
  if (item.points) {
    low.fill(Infinity);
    high.fill(-Infinity);
    for (const p of item.points)
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], p[k] ?? 0);
        high[k] = Math.max(high[k], p[k] ?? 0);
      }
  } else {
    const r = item.draw === 'text' ? 0 : (item.radius ?? (item.width ?? 0) / 2);
    const half =
      item.draw === 'solid' ? [item.length ?? 0, item.width, item.height].map((x) => x / 2) : [r, r, 0];
    half.forEach((x, k) => ([low[k], high[k]] = [-x, x]));
  }
  const corners = [];
  for (const x of [low[0], high[0]])
    for (const y of [low[1], high[1]])
      for (const z of low[2] < high[2] ? [low[2], high[2]] : [low[2]]) corners.push([x, y, z]);
  return { corners, reach: Math.max(...corners.map(norm)) };
}

function openItem(item, index, run) {
  const open = { ...item, index, frameA: openFrame(item.a), frameB: item.b ? openFrame(item.b) : null };
  open.extent = extent(item);
  if (item.channels) {
    const found = item.channels.map((name) => run.byName.get(name)?.values);
    open.values = found.every(Boolean) ? found : null;
  }
  return open;
}

/* ---- how long arrows are ---- */

const SAMPLED = 500 /* rows */,
  USUAL = 0.95 /* share of the rows in which arrows are no longer than the slider's 1 draws them */,
  LONGEST = 5; /* times that, at the worst instant */

/* A force that arrows can be measured by: what the largest of them does not exceed most of the time. An impact
 * of a millisecond must not make all others vanish. */
function usual(lists, rows) {
  const step = Math.max(1, Math.floor(rows / SAMPLED)),
    largest = [];
  let most = 0;
  for (let row = 0; row < rows; row += step) {
    let here = 0;
    for (const list of lists) {
      let squares = 0;
      for (const values of list) squares += (values.length === 1 ? values[0] : values[row]) ** 2;
      if (squares > here) here = squares;
    }
    largest.push(Math.sqrt(here));
  }
  for (const list of lists)
    most = Math.max(most, Math.hypot(...list.map((values) => Math.max(...rangeOf(values).map(Math.abs)))));
  largest.sort((a, b) => a - b);
  return Math.max(largest[Math.floor(USUAL * (largest.length - 1))], most / LONGEST) || 1;
}

function arrowLists(items, turning) {
  return items.filter((i) => i.draw === 'arrow' && i.turning === turning && i.values).map((i) => i.values);
}

/* A motion so many times as large as the mechanism is not seen as a whole at first: the view follows the body that
 * goes farthest, { body, at: where it begins }. */
const FAR = 10;

function leader(run) {
  const begin = posesAt(run, { row: 0, part: 0 }),
    end = posesAt(run, { row: run.rows - 1, part: 0 });
  let best = null,
    most = 0;
  end.forEach(({ at }, body) => {
    const way = norm(minus(at, begin[body].at));
    if (way > most) [best, most] = [{ body, at: begin[body].at }, way];
  });
  return best;
}

/* The directions of the corners, edges and faces of a cube. */
const DIRECTIONS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])));

/* What the motion fills: its box [low, high], and in space also the points that lie farthest out in some directions,
 * round which a view is fitted. */
function boundsOf(scene, run, samples) {
  const low = [Infinity, Infinity, Infinity],
    high = [-Infinity, -Infinity, -Infinity],
    farthest = DIRECTIONS.map(() => ({ way: -Infinity, at: null }));
  const take = (p) => {
    if (!Number.isFinite(p[0] + p[1] + p[2])) return;
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], p[k]);
      high[k] = Math.max(high[k], p[k]);
    }
    if (run.spatial)
      DIRECTIONS.forEach((d, i) => {
        const way = d[0] * p[0] + d[1] * p[1] + d[2] * p[2];
        if (way > farthest[i].way) farthest[i] = { way, at: p };
      });
  };
  const count = Math.min(samples, run.rows);
  for (let i = 0; i < count; i++) {
    const poses = posesAt(run, {
      row: count > 1 ? Math.round((i * (run.rows - 1)) / (count - 1)) : 0,
      part: 0,
    });
    for (const item of scene.items) {
      if (item.draw === 'arrow') continue;
      if (i > 0 && item.frameA.body === 0 && (!item.frameB || item.frameB.body === 0)) continue;
      const place = placeFrame(poses, item.frameA);
      for (const corner of item.extent.corners) take(add(place.at, turned(place.turn, corner)));
      if (item.frameB) take(placeOrigin(poses, item.frameB));
    }
  }
  if (!(low[0] <= high[0])) [low, high].forEach((p, i) => p.fill(2 * i - 1));
  const points = farthest.flatMap(({ at }) => (at ? [at] : []));
  return { box: [low, high], points: points.length ? points : cornersOf(low, high) };
}

export function openScene(run) {
  const items = run.drawing.items.map((item, i) => openItem(item, i, run));
  const scene = { items, size: run.drawing.size };
  const spanOf = ([low, high]) =>
    Math.max(high[0] - low[0], high[1] - low[1], run.spatial ? high[2] - low[2] : 0, 4 * scene.size) || 1;
  const all = boundsOf(scene, run, Math.max(40, Math.min(400, Math.round(8000 / (items.length + 1))))),
    first = boundsOf(scene, run, 1);
  scene.bounds = all.box;
  scene.points = all.points;
  scene.span = spanOf(scene.bounds);
  scene.start = first.box;
  scene.lead = scene.span > FAR * spanOf(scene.start) ? leader(run) : null;
  const contacts = run.contacts.map(({ force }) => force.filter(Boolean));
  scene.mostForce = usual([...arrowLists(items, false), ...contacts], run.rows);
  scene.mostTorque = usual(arrowLists(items, true), run.rows);
  return scene;
}

/* An arrow at an instant: { at, vector } in world axes, of a torque the axis; null: nothing to draw. */
export function arrowAt(item, poses, cursor) {
  if (!item.values) return null;
  const numbers = item.values.map((values) => valueAt(values, cursor));
  if (!numbers.every(Number.isFinite)) return null;
  if (numbers.length > 1)
    return { at: placeOrigin(poses, item.frameA), vector: [numbers[0], numbers[1], numbers[2] ?? 0] };
  if (item.frameB) {
    const a = placeOrigin(poses, item.frameA),
      b = placeOrigin(poses, item.frameB);
    const d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]],
      l = norm(d);
    return l > 0 ? { at: b, vector: d.map((x) => (numbers[0] * x) / l) } : null;
  }
  const place = placeFrame(poses, item.frameA);
  return { at: place.at, vector: turned(place.turn, item.direction ?? [1, 0, 0]).map((x) => numbers[0] * x) };
}

/* ---- traces ---- */

const MOST_POINTS = 4000;

/* A point that leaves a trace: { name, x, y, z } by channels, or { name, body, at } on a body. */
export function tracePath(trace, run) {
  const step = Math.max(1, Math.ceil(run.rows / MOST_POINTS));
  const rows = [];
  for (let row = 0; row < run.rows; row += step) rows.push(row);
  if (rows.at(-1) !== run.rows - 1) rows.push(run.rows - 1);
  return { rows, points: rows.map((row) => tracePoint(trace, run, { row, part: 0 })) };
}

export function tracePoint(trace, run, cursor) {
  if (trace.body === undefined)
    return [trace.x, trace.y, trace.z].map((name) =>
      name && run.byName.has(name) ? valueAt(run.byName.get(name).values, cursor) : 0,
    );
  return placeOrigin(posesAt(run, cursor), { body: trace.body, at: trace.at });
}

/* Points that have channels for their place. */
export function pointsWithChannels(run) {
  return run.channels
    .filter((c) => c.name.endsWith('.x'))
    .map((c) => c.name.slice(0, -2))
    .filter((name) => run.byName.has(`${name}.y`) && (!run.spatial || run.byName.has(`${name}.z`)))
    .map((name) => ({ name, x: `${name}.x`, y: `${name}.y`, z: run.spatial ? `${name}.z` : undefined }));
}

/* The points of sensors leave traces at first, when they are few. */
export function firstTraces(run) {
  const sensors = new Set(
    run.drawing.items
      .filter((item) => item.role === 'sensor' && item.part !== null)
      .map((item) => run.drawing.parts[item.part].name),
  );
  const found = pointsWithChannels(run).filter((point) => sensors.has(point.name));
  return found.length <= 4 ? found : [];
}
