/* What lies over the bodies, in a plane and in space alike: traces, arrows, contacts, texts. All of it is
 * drawn on a flat canvas through `project`, which takes a point of the world to pixels, or null behind the
 * camera. */
import { strokeOn } from './color.js';
import { drawMode, modeOf } from './modes.js';
import { lastBefore, valueAt } from './sample.js';
import { arrowAt, tracePoint } from './scene.js';
import { digits, roundStep, shown } from './units.js';
import { across, add, placeOrigin, times } from './world.js';

const HEAD = 9; /* px: length of an arrow's head */

/* ---- arrows ---- */

function head(ctx, x, y, angle, size) {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x - size * Math.cos(angle - 0.4), y - size * Math.sin(angle - 0.4));
  ctx.lineTo(x - size * Math.cos(angle + 0.4), y - size * Math.sin(angle + 0.4));
  ctx.closePath();
  ctx.fill();
}

export function drawForce(ctx, p, q) {
  const dx = q[0] - p[0],
    dy = q[1] - p[1],
    length = Math.hypot(dx, dy);
  if (!(length > 1.5)) return;
  const size = Math.min(HEAD, 0.6 * length),
    angle = Math.atan2(dy, dx);
  ctx.beginPath();
  ctx.moveTo(p[0], p[1]);
  ctx.lineTo(q[0] - 0.7 * size * Math.cos(angle), q[1] - 0.7 * size * Math.sin(angle));
  ctx.stroke();
  head(ctx, q[0], q[1], angle, size);
}

/* An arc about `axis` with that radius in the world, three quarters of a turn for the largest. */
function drawTorque(ctx, view, at, axis, radius, share) {
  const [u, v] = across(axis),
    sweep = 1.5 * Math.PI * Math.min(1, share);
  if (sweep * radius * view.pixels < 3) return;
  const points = [];
  for (let i = 0; i <= 32; i++) {
    const a = (sweep * i) / 32;
    points.push(view.project(add(at, add(times(radius * Math.cos(a), u), times(radius * Math.sin(a), v)))));
  }
  if (points.some((p) => !p)) return;
  ctx.beginPath();
  points.forEach((p, i) => (i ? ctx.lineTo(p[0], p[1]) : ctx.moveTo(p[0], p[1])));
  ctx.stroke();
  const [p, q] = [points[30], points[32]];
  head(ctx, q[0], q[1], Math.atan2(q[1] - p[1], q[0] - p[0]), HEAD);
}

/* The length, m, that the largest force has on the slider's 1. */
const reach = (view) => 0.18 * view.scene.span;

function drawArrows(ctx, view, state) {
  ctx.lineWidth = 2.2;
  ctx.lineCap = 'butt';
  for (const item of view.scene.items) {
    if (item.draw !== 'arrow' || !view.visible(item)) continue;
    const arrow = arrowAt(item, view.poses, view.cursor);
    if (!arrow) continue;
    const size = Math.hypot(...arrow.vector);
    if (!(size > 0)) continue;
    ctx.strokeStyle = ctx.fillStyle = view.lit(item) ?? strokeOn(item.color, item.given, state.theme);
    if (item.turning) {
      const share = (size / view.scene.mostTorque) * state.arrowScale;
      drawTorque(
        ctx,
        view,
        arrow.at,
        arrow.vector,
        Math.min(3 * view.scene.size, 0.06 * view.scene.span),
        share,
      );
    } else {
      const tip = add(arrow.at, times((reach(view) * state.arrowScale) / view.scene.mostForce, arrow.vector));
      const p = view.project(arrow.at),
        q = view.project(tip);
      if (p && q) drawForce(ctx, p, q);
    }
  }
}

/* How long a force is drawn: an arrow of a round force with its number, at the corner that the stage leaves free. */
function drawKey(ctx, view, state) {
  const shows = (item) => item.draw === 'arrow' && !item.turning && item.values && view.visible(item);
  const contacts = state.showContacts && view.run.contacts.some(({ force }) => force.some(Boolean));
  if (!contacts && !view.scene.items.some(shows)) return;
  const pixels = (reach(view) * state.arrowScale * view.pixels) / view.scene.mostForce,
    { factor, label } = shown('N', state.units);
  const force = roundStep((34 / pixels) * factor) / factor,
    length = force * pixels,
    [x, y] = view.corner;
  if (!(length > 0 && length < 400)) return;
  ctx.strokeStyle = ctx.fillStyle = view.palette.dim;
  ctx.lineWidth = 1.8;
  drawForce(ctx, [x, y], [x + length, y]);
  ctx.font = '12px system-ui, sans-serif';
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.fillText(`${digits(force * factor, 3)} ${label}`, x + length + 6, y + 4);
}

/* ---- frames ---- */

const AXES = [
  { name: 'x', light: '#c22f2f', dark: '#ff8080' },
  { name: 'y', light: '#1f7a3d', dark: '#6ddc8c' },
  { name: 'z', light: '#2456c4', dark: '#7db0ff' },
];

function drawAxis(ctx, p, q, axis, theme) {
  ctx.strokeStyle = ctx.fillStyle = axis[theme];
  ctx.lineWidth = 1.6;
  drawForce(ctx, p, q);
  const l = Math.hypot(q[0] - p[0], q[1] - p[1]);
  if (l < 8) return;
  ctx.font = '600 11px system-ui, sans-serif';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(axis.name, q[0] + (7 * (q[0] - p[0])) / l, q[1] + (7 * (q[1] - p[1])) / l);
}

/* The own axes of every body. */
function drawFrames(ctx, view, state) {
  const length = Math.max(4 * view.scene.size, 24 / view.pixels);
  view.poses.forEach(({ at, turn }, body) => {
    if (body === 0) return;
    for (const k of view.run.spatial ? [0, 1, 2] : [0, 1]) {
      const p = view.project(at),
        q = view.project(add(at, times(length, [turn[k], turn[3 + k], turn[6 + k]])));
      if (p && q && q.every(Number.isFinite)) drawAxis(ctx, p, q, AXES[k], state.theme);
    }
  });
}

/* How the axes of the world lie in the picture; `m` takes the world to the camera, by columns. */
export function drawTriad(ctx, m, [x, y], palette, theme) {
  const axes = AXES.map((axis, k) => ({ axis, d: [m[4 * k], m[4 * k + 1], m[4 * k + 2]] }));
  for (const { axis, d } of axes.sort((a, b) => a.d[2] - b.d[2]))
    drawAxis(ctx, [x, y], [x + 24 * d[0], y - 24 * d[1]], axis, theme);
  ctx.fillStyle = palette.dim;
  ctx.beginPath();
  ctx.arc(x, y, 2, 0, 2 * Math.PI);
  ctx.fill();
}

/* ---- contacts ---- */

export function contactModeAt(contact, t) {
  const i = lastBefore(contact.modes, t);
  return modeOf(i < 0 ? (contact.modes[0]?.mode ?? 'open') : contact.modes[i].mode);
}

const triple = (values, cursor) => values.map((v) => (v ? valueAt(v, cursor) : 0));

function drawContacts(ctx, view, state) {
  for (const contact of view.run.contacts) {
    if (!contact.point[0] || !contact.point[1]) continue;
    const at = triple(contact.point, view.cursor),
      mode = contactModeAt(contact, state.time);
    const p = at.every(Number.isFinite) ? view.project(at) : null;
    if (!p) continue;
    const force = triple(contact.force, view.cursor),
      size = Math.hypot(...force);
    if (size > 0) {
      const q = view.project(add(at, times((reach(view) * state.arrowScale) / view.scene.mostForce, force)));
      ctx.strokeStyle = ctx.fillStyle = mode[state.theme];
      ctx.lineWidth = 2.2;
      if (q) drawForce(ctx, p, q);
    }
    drawMode(ctx, mode, p[0], p[1], 5.5, state.theme);
  }
}

/* ---- traces ---- */

function strokePath(ctx, view, points, from, to) {
  ctx.beginPath();
  let down = false;
  for (let i = from; i <= to; i++) {
    const p = points[i].every(Number.isFinite) ? view.project(points[i]) : null;
    if (p && down) ctx.lineTo(p[0], p[1]);
    else if (p) ctx.moveTo(p[0], p[1]);
    down = Boolean(p);
  }
}

function drawTraces(ctx, view, state) {
  ctx.lineJoin = 'round';
  view.traces.forEach(({ trace, path, color }) => {
    ctx.strokeStyle = color;
    ctx.lineWidth = 1.2;
    ctx.globalAlpha = 0.35;
    strokePath(ctx, view, path.points, 0, path.points.length - 1);
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.lineWidth = 2;
    const now = path.rows.findLastIndex((row) => row <= view.cursor.row);
    strokePath(ctx, view, path.points, 0, Math.max(0, now));
    const p = view.project(tracePoint(trace, view.run, view.cursor));
    if (p) ctx.lineTo(p[0], p[1]);
    ctx.stroke();
    if (!p) return;
    ctx.beginPath();
    ctx.arc(p[0], p[1], 3, 0, 2 * Math.PI);
    ctx.fillStyle = color;
    ctx.fill();
  });
}

/* ---- texts ---- */

/* A place for a text: at y, or below the texts that are there already. */
function freePlace(taken, x, y, width, height) {
  for (let i = 0; i < 6; i++) {
    const top = y + i * height;
    const hit = (t) =>
      Math.abs(t.x - x) < (t.width + width) / 2 && Math.abs(t.y - top) < (t.height + height) / 2.2;
    if (!taken.some(hit)) {
      taken.push({ x, y: top, width, height });
      return top;
    }
  }
  return null;
}

function drawTexts(ctx, view, state) {
  const taken = [];
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  for (const item of view.scene.items) {
    if (item.draw !== 'text' || !view.visible(item)) continue;
    const p = view.project(placeOrigin(view.poses, item.frameA));
    if (!p) continue;
    const height = Math.min(22, Math.max(11, item.height * view.pixels));
    ctx.font = `${height}px system-ui, sans-serif`;
    const y = freePlace(taken, p[0], p[1], ctx.measureText(item.text).width, height);
    if (y === null) continue;
    ctx.lineWidth = 3;
    ctx.strokeStyle = view.palette.halo;
    ctx.strokeText(item.text, p[0], y);
    ctx.fillStyle =
      view.lit(item) ?? (item.given ? strokeOn(item.color, true, state.theme) : view.palette.ink);
    ctx.fillText(item.text, p[0], y);
  }
}

/* view: { run, scene, poses, cursor, project, pixels (per m), corner (left end of the key to arrows), palette,
 * traces, visible(item), lit(item) } */
export function drawMarks(ctx, view, state) {
  drawTraces(ctx, view, state);
  if (state.showFrames) drawFrames(ctx, view, state);
  drawArrows(ctx, view, state);
  drawKey(ctx, view, state);
  if (state.showContacts) drawContacts(ctx, view, state);
  drawTexts(ctx, view, state);
}
