/* The spatial stage: solids and planar primitives in three.js, arrows, contacts and texts on a flat canvas over it.
 * Everything stands in a group that makes the motion about one long and puts its middle at the origin, so that a
 * mechanism of a micrometre and one of a thousand kilometres are drawn with the same numbers. */
import * as THREE from 'three';
import { createCamera } from './camera.js';
import { edgeOf, fillOn, strokeOn } from './color.js';
import { fitCanvas, h } from './dom.js';
import { drawTriad } from './marks.js';
import { disposeObject, makeObject, placeObject } from './objects.js';
import { roundStep } from './units.js';
import { cornersOf, minus, mix, widened } from './world.js';

const SAME = 30; /* a new run may be so many times larger or smaller before the group is scaled anew */

export function createStage3d(canvas, box, changed) {
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
  const over = h('canvas', { class: 'over-canvas' }),
    ctx = over.getContext('2d');
  over.style.pointerEvents = 'none';
  box.append(over);
  const world = new THREE.Scene(),
    group = new THREE.Group(),
    view = createCamera(box, changed),
    { camera } = view;
  group.matrixAutoUpdate = false;
  const sun = new THREE.DirectionalLight(0xffffff, 1.7),
    sky = new THREE.HemisphereLight(0xffffff, 0x9aa0a8, 2.5);
  camera.add(sun);
  sun.position.set(-0.6, 1, 0.8);
  world.add(sky, camera, group);
  let parts = [],
    floor = null,
    scene = null,
    scale = 1 /* of the group */,
    middle = [0, 0, 0],
    last = null,
    theme = null,
    near = true,
    followed = null,
    width = 1,
    height = 1;

  /* ---- what stands there ---- */

  function clear() {
    for (const { object } of parts) {
      group.remove(object);
      disposeObject(object);
    }
    parts = [];
  }

  function make(kit) {
    clear();
    theme = kit.state.theme;
    for (const item of scene.items) {
      const line = item.draw === 'polyline' || item.draw === 'line' || item.draw === 'rope' || (item.draw === 'circle' && !item.fill),
        base = (line ? strokeOn : fillOn)(item.color, item.given, theme),
        colors = { base, edge: edgeOf(base, theme), scale };
      const object = makeObject(item, colors, kit.poses, scene.size);
      if (!object) continue;
      object.matrixAutoUpdate = false;
      object.userData = { item };
      group.add(object);
      parts.push({ item, object, base, lit: null });
    }
    makeFloor(kit.palette);
  }

  function makeFloor(palette) {
    if (floor) {
      group.remove(floor);
      disposeObject(floor);
    }
    const [low] = near ? scene.start : scene.bounds,
      step = roundStep(1 / scale / 8),
      count = 2 * Math.ceil(0.8 / scale / step);
    floor = new THREE.GridHelper(count * step, count, palette.line, palette.gridStrong);
    floor.rotation.x = Math.PI / 2;
    floor.position.z = low[2] - 0.004 / scale;
    floor.userData = { step };
    group.add(floor);
  }

  /* The grid lies under what one looks at, its lines where they were. */
  function placeFloor(state) {
    floor.visible = state.roles.axes !== false;
    const { step } = floor.userData,
      { x, y } = view.controls.target,
      under = state.follow === null ? middle : [middle[0] + x / scale, middle[1] + y / scale];
    floor.position.setX(Math.round(under[0] / step) * step).setY(Math.round(under[1] / step) * step);
  }

  function open(newScene) {
    const size = scale * newScene.span,
      refit = !scene || view.isFitted() || (!near && (size > SAME || size < 1 / SAME));
    scene = newScene;
    theme = null;
    if (refit) fit(near);
  }

  /* The whole motion; or where it begins, to follow it from there. */
  function fit(start = false) {
    near = start && Boolean(scene.lead);
    const [low, high] = near ? widened(scene.start) : scene.bounds;
    middle = mix(low, high, 0.5);
    const before = scale;
    scale = 1 / Math.max(...minus(high, low), 4 * scene.size);
    if (scale !== before) theme = null;
    group.matrix.makeScale(scale, scale, scale).setPosition(...middle.map((x) => -x * scale));
    group.matrixWorldNeedsUpdate = true;
    group.updateMatrixWorld(true);
    followed = near ? scene.lead : null;
    const points = near ? cornersOf(low, high) : scene.points;
    view.fit(points.map((p) => minus(p, middle).map((x) => x * scale)));
  }

  function resize(w, he, ratio = devicePixelRatio || 1) {
    width = w;
    height = he;
    renderer.setPixelRatio(ratio);
    renderer.setSize(w, he, false);
    fitCanvas(over, w, he, ratio);
    view.resize(w / he);
    if (scene && view.isFitted()) fit(near);
  }

  const point = new THREE.Vector3();
  function project([x, y, z = 0]) {
    point.set(x, y, z).applyMatrix4(group.matrix).applyMatrix4(camera.matrixWorldInverse);
    if (point.z > -camera.near) return null;
    point.applyMatrix4(camera.projectionMatrix);
    return [((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height];
  }

  /* ---- drawing ---- */

  function paint(part, color) {
    if (part.lit === color) return;
    part.lit = color;
    const { material } = part.object;
    if (material.emissive) material.emissive.set(color ?? '#000000').multiplyScalar(color ? 0.55 : 1);
    else material.color.set(color ?? part.base);
  }

  /* The camera goes with the body that is followed. */
  function follow(kit) {
    const at = kit.poses[kit.state.follow]?.at ?? null;
    if (at && followed && followed.body === kit.state.follow && at.every(Number.isFinite))
      view.shift(new THREE.Vector3(...minus(at, followed.at)).multiplyScalar(scale));
    followed = at && at.every(Number.isFinite) ? { body: kit.state.follow, at } : null;
  }

  function draw(kit) {
    view.flatten(kit.state.flat);
    follow(kit);
    if (theme !== kit.state.theme) make(kit);
    world.background = new THREE.Color(kit.palette.paper);
    for (const part of parts) {
      part.object.visible =
        kit.visible(part.item) && placeObject(part.item, part.object, kit, scene.size);
      if (part.object.visible) paint(part, kit.lit(part.item));
    }
    placeFloor(kit.state);
    view.clip(scale * scene.span);
    renderer.render(world, camera);
    const ratio = over.width / width;
    last = { ...kit, project, pixels: view.pixels(height) * scale, corner: [78, height - 12] };
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    kit.marks(ctx, last);
    drawTriad(ctx, camera.matrixWorldInverse.elements, [40, height - 40], kit.palette, kit.state.theme);
  }

  /* ---- picking ---- */

  const ray = new THREE.Raycaster(),
    exact = new THREE.Raycaster(); /* lines with a width have no margin in pixels */
  ray.params.Line2 = { threshold: 6 };
  exact.params.Line2 = { threshold: 0 };

  /* The part, the body, and the point in the body's frame. */
  function pick(px, py) {
    if (!last) return null;
    const at = new THREE.Vector2((2 * px) / width - 1, 1 - (2 * py) / height);
    const seen = parts.filter(({ item, object }) => item.part !== null && object.visible),
      wide = ({ object }) => Boolean(object.material.worldUnits);
    const found = [
      [ray, seen.filter((part) => !wide(part))],
      [exact, seen.filter(wide)],
    ]
      .map(([caster, list]) => {
        caster.setFromCamera(at, camera);
        return caster.intersectObjects(
          list.map(({ object }) => object),
          false,
        )[0];
      })
      .filter(Boolean)
      .sort((a, b) => a.distance - b.distance)[0];
    if (!found) return null;
    const { item } = found.object.userData,
      body = item.frameA.body,
      pose = last.poses[body];
    const there = found.point.toArray().map((x, k) => x / scale + middle[k]),
      d = minus(there, pose.at),
      m = pose.turn;
    return {
      part: item.part,
      body,
      at: [0, 1, 2].map((k) => m[k] * d[0] + m[3 + k] * d[1] + m[6 + k] * d[2]),
    };
  }

  function dispose() {
    clear();
    view.dispose();
    renderer.dispose();
  }

  return {
    kind: 'spatial',
    canvases: [canvas, over],
    open,
    fit: () => fit(),
    resize,
    zoom: (factor) => view.zoom(factor),
    pan: (dx, dy) => view.turn(dx, dy),
    nextView() {
      view.nextView();
      return view.viewName();
    },
    draw,
    pick,
    project,
    dispose,
  };
}
