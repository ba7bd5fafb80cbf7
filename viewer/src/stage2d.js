/* The planar stage: primitives on a canvas. Paths are made once for each item, in units of the drawing's size
 * (a path keeps single precision), and placed by the transformation of their frame at each frame. */
import { edgeOf, fillOn, strokeOn } from './color.js';
import { fitCanvas } from './dom.js';
import { shown, digits, roundStep } from './units.js';
import { minus, norm, placeEnds, placeFrame, ropePoints, widened } from './world.js';

const SMALLEST = 1.8; /* px: lines of smaller things only blur */

/* ---- paths ---- */

function pathOfPoints(points, unit, closed, path = new Path2D()) {
  points.forEach(([x, y], i) => (i ? path.lineTo(x / unit, y / unit) : path.moveTo(x / unit, y / unit)));
  if (closed) path.closePath();
  return path;
}

/* In the frame of the item; lines and coils between two frames have none. */
const PATHS = {
  polyline: (item, unit) => pathOfPoints(item.points, unit, false),
  polygon(item, unit) {
    const path = pathOfPoints(item.points, unit, true);
    return item.hole ? pathOfPoints(item.hole, unit, true, path) : path;
  },
  circle(item, unit) {
    const path = new Path2D();
    path.arc(0, 0, item.radius / unit, 0, 2 * Math.PI);
    path.closePath();
    return path;
  },
};

/* A helix seen from the side, `l` long along x with straight ends: what lies in front and what lies behind. */
export function coilPaths(l, radius, windings) {
  const end = Math.min(0.12 * l, 1.2 * radius),
    body = l - 2 * end,
    steps = Math.ceil(windings * 24),
    paths = { front: new Path2D(), behind: new Path2D() };
  let before = null,
    last = [end, 0];
  paths.front.moveTo(0, 0);
  paths.front.lineTo(end, 0);
  for (let i = 1; i <= steps; i++) {
    const u = i / steps,
      a = 2 * Math.PI * windings * u,
      path = Math.cos(a - Math.PI / windings / 24) > 0 ? paths.front : paths.behind,
      point = [end + body * u, radius * Math.sin(a)];
    if (path !== before) path.moveTo(...last);
    path.lineTo(...point);
    [before, last] = [path, point];
  }
  paths.front.moveTo(...last);
  paths.front.lineTo(l - end, 0);
  paths.front.lineTo(l, 0);
  return paths;
}

/* ---- the stage ---- */

export function createStage2d(canvas) {
  const ctx = canvas.getContext('2d', { alpha: false });
  const view = { scale: 100, x: 0, y: 0, width: 1, height: 1, fitted: true };
  let scene = null,
    last = null,
    near = true,
    followed = null;

  const project = ([x, y]) => [
    view.width / 2 + (x - view.x) * view.scale,
    view.height / 2 - (y - view.y) * view.scale,
  ];
  const unproject = (px, py) => [
    view.x + (px - view.width / 2) / view.scale,
    view.y - (py - view.height / 2) / view.scale,
  ];

  function open(newScene) {
    const refit = !scene || view.fitted;
    scene = newScene;
    for (const item of scene.items) item.path = PATHS[item.draw]?.(item, scene.size) ?? null;
    if (refit) fit(near);
  }

  /* The whole motion; or where it begins, to follow it from there. */
  function fit(start = false) {
    near = start && Boolean(scene.lead);
    const [low, high] = near ? widened(scene.start) : scene.bounds,
      margin = 28;
    const w = Math.max(high[0] - low[0], 1e-3 * scene.span),
      h = Math.max(high[1] - low[1], 1e-3 * scene.span);
    view.scale = Math.min((view.width - 2 * margin) / w, (view.height - 2 * margin - 20) / h);
    if (!(view.scale > 0)) view.scale = 1;
    view.x = (low[0] + high[0]) / 2;
    view.y = (low[1] + high[1]) / 2 - 8 / view.scale;
    view.fitted = true;
    followed = near ? scene.lead : null;
  }

  function resize(width, height, ratio) {
    view.width = width;
    view.height = height;
    fitCanvas(canvas, width, height, ratio);
    if (scene && view.fitted) fit(near);
  }

  /* About a point in pixels, or the middle. */
  function zoom(factor, px = view.width / 2, py = view.height / 2) {
    const [x, y] = unproject(px, py);
    view.scale = Math.min(1e5 / scene.size, Math.max(0.01 / scene.span, view.scale * factor));
    view.x = x - (px - view.width / 2) / view.scale;
    view.y = y + (py - view.height / 2) / view.scale;
    view.fitted = false;
  }

  function pan(dx, dy) {
    view.x -= dx / view.scale;
    view.y += dy / view.scale;
    view.fitted = false;
  }

  /* ---- drawing ---- */

  function setFrame(place, ratio) {
    const k = view.scale * scene.size * ratio,
      [px, py] = project(place.at),
      m = place.turn;
    ctx.setTransform(k * m[0], -k * m[3], k * m[1], -k * m[4], px * ratio, py * ratio);
    return scene.size * view.scale; /* pixels for each unit of a path */
  }

  function setBetween(a, b, ratio) {
    const d = minus(b, a),
      l = norm(d),
      [px, py] = project(a),
      k = view.scale * ratio;
    const c = l > 0 ? d[0] / l : 1,
      s = l > 0 ? d[1] / l : 0;
    ctx.setTransform(k * c, -k * s, -k * s, -k * c, px * ratio, py * ratio);
    return l;
  }

  const thin = () => Math.min(2.4, Math.max(1.1, 0.14 * scene.size * view.scale));

  const known = (place) => place.at.every(Number.isFinite) && place.turn.every(Number.isFinite);

  function paint(item, kit) {
    const { poses, ratio, state } = kit;
    const lit = kit.lit(item),
      filled = item.draw === 'polygon' || (item.draw === 'circle' && item.fill),
      base = (filled ? fillOn : strokeOn)(item.color, item.given, state.theme);
    if (item.frameB) {
      paintBetween(item, kit, lit ?? base);
      return;
    }
    const reach = item.extent.reach * view.scale;
    if (!item.path || (!filled && reach < SMALLEST)) return;
    const place = placeFrame(poses, item.frameA);
    /* the canvas would leave out a transformation that is not a number, and draw at the last place */
    if (!known(place)) return;
    const pixels = setFrame(place, ratio);
    if (filled) {
      ctx.fillStyle = base;
      ctx.globalAlpha = item.role === 'body' ? 0.94 : 1;
      ctx.fill(item.path, 'evenodd');
      ctx.globalAlpha = 1;
    }
    if (reach < SMALLEST && !lit) return;
    const edge =
      filled || (item.draw === 'circle' && item.role === 'joint') ? edgeOf(base, state.theme) : base;
    ctx.strokeStyle = lit ?? edge;
    /* a small mark that is lit stays a mark */
    const width = lit ? Math.min(3, Math.max(1.4, 0.3 * reach)) : 0;
    ctx.lineWidth = (width || (item.width > 0 ? Math.max(1, item.width * view.scale) : thin())) / pixels;
    ctx.stroke(item.path);
  }

  function paintBetween(item, kit, color) {
    const [a, b] = placeEnds(kit.poses, item);
    if (!a.every(Number.isFinite) || !b.every(Number.isFinite)) return;
    ctx.strokeStyle = color;
    if (item.draw === 'coil') {
      const l = setBetween(a, b, kit.ratio),
        wire = Math.min(2.6, Math.max(1.2, 0.3 * item.radius * view.scale));
      const { front, behind } = coilPaths(l, item.radius, item.windings);
      ctx.lineCap = 'round';
      ctx.lineWidth = (0.75 * wire) / view.scale;
      ctx.globalAlpha = 0.5;
      ctx.stroke(behind);
      ctx.globalAlpha = 1;
      ctx.lineWidth = wire / view.scale;
      ctx.stroke(front);
      ctx.lineCap = 'butt';
      return;
    }
    if (item.draw !== 'line' && item.draw !== 'rope') return;
    const points = item.draw === 'rope' ? ropePoints(item, kit, false) : [a, b];
    ctx.setTransform(kit.ratio, 0, 0, kit.ratio, 0, 0);
    ctx.lineWidth = Math.max(thin(), item.width * view.scale);
    ctx.beginPath();
    for (const point of points) ctx.lineTo(...project(point).slice(0, 2));
    ctx.stroke();
  }

  /* A line every round distance, and a bar that says how long one is. */
  function paintGrid(kit) {
    const { palette, ratio, state } = kit;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.fillStyle = palette.paper;
    ctx.fillRect(0, 0, view.width, view.height);
    const { factor } = shown('m', state.units);
    const step = roundStep((70 / view.scale) * factor) / factor,
      [left, top] = unproject(0, 0);
    const [right, bottom] = unproject(view.width, view.height);
    ctx.lineWidth = 1;
    const lines = (from, to, across) => {
      for (let i = Math.ceil(from / step); i * step <= to; i++) {
        ctx.strokeStyle = i === 0 ? palette.gridStrong : palette.grid;
        ctx.beginPath();
        across(i * step);
        ctx.stroke();
      }
    };
    const crisp = (x) => (Math.round(x * ratio) + 0.5) / ratio;
    lines(left, right, (x) => {
      const px = crisp(project([x, 0])[0]);
      ctx.moveTo(px, 0);
      ctx.lineTo(px, view.height);
    });
    lines(bottom, top, (y) => {
      const py = crisp(project([0, y])[1]);
      ctx.moveTo(0, py);
      ctx.lineTo(view.width, py);
    });
    return step;
  }

  function paintScale(kit, step) {
    const { palette, ratio, state } = kit,
      { factor, label } = shown('m', state.units),
      w = step * view.scale,
      y = view.height - 12;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.strokeStyle = ctx.fillStyle = palette.dim;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    ctx.moveTo(14, y - 4);
    ctx.lineTo(14, y);
    ctx.lineTo(14 + w, y);
    ctx.lineTo(14 + w, y - 4);
    ctx.stroke();
    ctx.font = '12px system-ui, sans-serif';
    ctx.textAlign = 'left';
    ctx.textBaseline = 'alphabetic';
    const text = `${digits(step * factor, 3)} ${label}`;
    ctx.fillText(text, 20 + w, y + 1);
    return [20 + w + ctx.measureText(text).width + 24, y - 3];
  }

  /* The view goes with the body that is followed. */
  function follow({ poses, state }) {
    const at = poses[state.follow]?.at ?? null;
    if (!at || !at.every(Number.isFinite)) {
      followed = null;
      return;
    }
    if (followed?.body === state.follow) {
      view.x += at[0] - followed.at[0];
      view.y += at[1] - followed.at[1];
    }
    followed = { body: state.follow, at };
  }

  function draw(kit) {
    const ratio = canvas.width / view.width;
    follow(kit);
    last = { ...kit, ratio, project, pixels: view.scale };
    const step = paintGrid(last);
    ctx.lineCap = 'butt';
    ctx.lineJoin = 'round';
    for (const item of scene.items) if (kit.visible(item)) paint(item, last);
    last.corner = paintScale(last, step);
    kit.marks(ctx, last);
  }

  /* ---- picking ---- */

  function hits(item, px, py) {
    const { poses, ratio } = last;
    if (item.frameB) {
      const [a, b] = placeEnds(poses, item).map(project);
      const dx = b[0] - a[0],
        dy = b[1] - a[1],
        k = Math.min(1, Math.max(0, ((px - a[0]) * dx + (py - a[1]) * dy) / (dx * dx + dy * dy || 1)));
      const wide = Math.max(5, (item.radius ?? item.width / 2) * view.scale);
      return Math.hypot(px - a[0] - k * dx, py - a[1] - k * dy) < wide;
    }
    if (!item.path) return false;
    const place = placeFrame(poses, item.frameA),
      [cx, cy] = project(place.at);
    const reach = item.extent.reach * view.scale + 6;
    if (Math.abs(px - cx) > reach || Math.abs(py - cy) > reach) return false;
    ctx.save();
    const pixels = setFrame(place, ratio);
    ctx.lineWidth = 8 / pixels;
    const filled = item.draw === 'polygon' || item.fill;
    const hit =
      (filled && ctx.isPointInPath(item.path, px * ratio, py * ratio, 'evenodd')) ||
      ctx.isPointInStroke(item.path, px * ratio, py * ratio);
    ctx.restore();
    return hit;
  }

  /* { part, body, at } of what is drawn last under a pixel: the part, the body, and the point in the body's
   * frame. */
  function pick(px, py) {
    if (!last) return null;
    for (let i = scene.items.length - 1; i >= 0; i--) {
      const item = scene.items[i];
      if (
        item.part === null ||
        item.draw === 'arrow' ||
        item.draw === 'text' ||
        !last.visible(item) ||
        !hits(item, px, py)
      )
        continue;
      const body = item.frameA.body,
        pose = last.poses[body],
        [x, y] = unproject(px, py),
        d = minus([x, y, 0], pose.at),
        m = pose.turn;
      return { part: item.part, body, at: [m[0] * d[0] + m[3] * d[1], m[1] * d[0] + m[4] * d[1], 0] };
    }
    return null;
  }

  return {
    kind: 'planar',
    canvases: [canvas],
    open,
    fit: () => fit(),
    resize,
    zoom,
    pan,
    draw,
    pick,
    project,
    unproject,
    view,
  };
}
