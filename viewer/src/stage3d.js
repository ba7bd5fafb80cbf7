/* The spatial stage: solids and planar primitives in three.js, arrows, contacts and texts on a flat canvas
 * over it. */
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { edgeOf, onGround } from './color.js';
import { fitCanvas, h } from './dom.js';
import {
  bendCoil,
  circlePoints,
  coilGeometry,
  discGeometry,
  plateGeometry,
  solidGeometry,
  spokeOf,
} from './solids.js';
import { roundStep } from './units.js';
import { add, minus, mix, norm, placeFrame, placeOrigin, times } from './world.js';

const THIN = 1.6; /* px */
const X = new THREE.Vector3(1, 0, 0);

/* ---- what an item becomes ---- */

function lineOf(points, color, width, metres) {
  const geometry = new LineGeometry();
  geometry.setPositions(points.flatMap(([x, y, z]) => [x, y, z ?? 0]));
  return new Line2(
    geometry,
    new LineMaterial({ color, linewidth: metres ? width : THIN, worldUnits: metres }),
  );
}

function meshOf(geometry, color, edges, edgeColor) {
  const mesh = new THREE.Mesh(
    geometry,
    new THREE.MeshLambertMaterial({
      color,
      side: THREE.DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    }),
  );
  if (edges)
    mesh.add(
      new THREE.LineSegments(
        new THREE.EdgesGeometry(geometry, 35),
        new THREE.LineBasicMaterial({ color: edgeColor }),
      ),
    );
  return mesh;
}

/* Things in the frame a. */
const MADE = {
  polyline: (item, c) => lineOf(item.points, c.base, item.width, item.width > 0),
  polygon: (item, c) => meshOf(plateGeometry(item), c.base, true, c.edge),
  circle: (item, c) =>
    item.fill
      ? meshOf(discGeometry(item.radius), c.base, false)
      : lineOf(circlePoints(item.radius), c.base, 0, false),
  solid(item, c) {
    const mesh = meshOf(solidGeometry(item), c.base, true, c.edge);
    if (item.shape === 'cylinder' && item.extra > 0) mesh.add(lineOf(spokeOf(item), c.edge, 0, false));
    return mesh;
  },
};

/* Things from a to b, one long along x, that are stretched. A solid is made for the length at the start, a
 * coil is bent anew for each length. */
const STRETCHED = {
  line: (item, c) =>
    item.width > 0
      ? meshOf(
          new THREE.CylinderGeometry(item.width / 2, item.width / 2, 1, 24)
            .rotateZ(-Math.PI / 2)
            .translate(0.5, 0, 0),
          c.base,
          true,
          c.edge,
        )
      : lineOf(
          [
            [0, 0, 0],
            [1, 0, 0],
          ],
          c.base,
          0,
          false,
        ),
  coil: (item, c) => meshOf(coilGeometry(item.windings), c.base, false),
  solid: (item, c, l) =>
    meshOf(
      solidGeometry(item, l)
        .translate(l / 2, 0, 0)
        .scale(1 / l, 1, 1),
      c.base,
      true,
      c.edge,
    ),
};

const matrixOf = (m, at) =>
  new THREE.Matrix4().set(
    m[0],
    m[1],
    m[2],
    at[0],
    m[3],
    m[4],
    m[5],
    at[1],
    m[6],
    m[7],
    m[8],
    at[2],
    0,
    0,
    0,
    1,
  );

/* ---- the stage ---- */

export function createStage3d(canvas, box, changed) {
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
  const over = h('canvas', { class: 'over-canvas' }),
    ctx = over.getContext('2d');
  over.style.pointerEvents = 'none';
  box.append(over);
  const world = new THREE.Scene(),
    camera = new THREE.PerspectiveCamera(35, 1, 0.01, 100);
  camera.up.set(0, 0, 1);
  const controls = new OrbitControls(camera, box);
  controls.enableDamping = false;
  controls.zoomToCursor = true;
  controls.addEventListener('change', () => {
    fitted = false;
    changed();
  });
  const sun = new THREE.DirectionalLight(0xffffff, 1.7),
    sky = new THREE.HemisphereLight(0xffffff, 0x9aa0a8, 2.5);
  camera.add(sun);
  sun.position.set(-0.6, 1, 0.8);
  world.add(sky, camera);
  let parts = [],
    floor = null,
    scene = null,
    fitted = true,
    last = null,
    theme = null,
    width = 1,
    height = 1;
  const ray = new THREE.Raycaster();
  ray.params.Line2 = { threshold: 6 };

  function clear() {
    for (const { object } of parts) {
      world.remove(object);
      object.traverse((o) => {
        o.geometry?.dispose();
        o.material?.dispose();
      });
    }
    parts = [];
  }

  const colorsOf = (item, t) => {
    const base = onGround(item.color, item.given, t);
    return { base, edge: edgeOf(base, t) };
  };

  function make(kit) {
    clear();
    theme = kit.state.theme;
    for (const item of scene.items) {
      const colors = colorsOf(item, theme),
        start = item.frameB
          ? norm(minus(placeOrigin(kit.poses, item.frameB), placeOrigin(kit.poses, item.frameA)))
          : 0;
      const object = item.frameB
        ? STRETCHED[item.draw]?.(item, colors, start || scene.size)
        : MADE[item.draw]?.(item, colors);
      if (!object) continue;
      object.matrixAutoUpdate = false;
      object.userData = { item };
      world.add(object);
      parts.push({ item, object, colors, lit: null });
    }
    makeFloor(kit.palette);
  }

  function makeFloor(palette) {
    if (floor) {
      world.remove(floor);
      floor.geometry.dispose();
      floor.material.dispose();
    }
    const [low, high] = scene.bounds,
      step = roundStep(scene.span / 8),
      count = 2 * Math.ceil((0.8 * scene.span) / step);
    floor = new THREE.GridHelper(count * step, count, palette.line, palette.gridStrong);
    floor.rotation.x = Math.PI / 2;
    floor.position.set(
      Math.round((low[0] + high[0]) / 2 / step) * step,
      Math.round((low[1] + high[1]) / 2 / step) * step,
      low[2] - 0.004 * scene.span,
    );
    world.add(floor);
  }

  function open(newScene) {
    const refit = !scene || fitted;
    scene = newScene;
    theme = null;
    if (refit) fit();
  }

  function fit() {
    const [low, high] = scene.bounds,
      middle = mix(low, high, 0.5),
      radius = 0.5 * norm(minus(high, low)) || scene.size;
    const half = (camera.fov * Math.PI) / 360,
      distance = (1.06 * radius) / Math.sin(Math.min(half, Math.atan(Math.tan(half) * camera.aspect)));
    const from = times(1 / norm([0.62, -1, 0.55]), [0.62, -1, 0.55]);
    camera.near = distance / 200;
    camera.far = distance * 50;
    camera.updateProjectionMatrix();
    controls.target.set(...middle);
    camera.position.set(...add(middle, times(distance, from)));
    controls.minDistance = distance / 100;
    controls.maxDistance = distance * 10;
    controls.update();
    fitted = true;
  }

  function resize(w, he) {
    width = w;
    height = he;
    renderer.setPixelRatio(devicePixelRatio || 1);
    renderer.setSize(w, he, false);
    fitCanvas(over, w, he);
    camera.aspect = w / he;
    camera.updateProjectionMatrix();
    if (scene && fitted) fit();
  }

  const point = new THREE.Vector3();
  function project([x, y, z = 0]) {
    point.set(x, y, z).applyMatrix4(camera.matrixWorldInverse);
    if (point.z > -camera.near) return null;
    point.applyMatrix4(camera.projectionMatrix);
    return [((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height];
  }

  function place({ item, object }, poses) {
    if (!item.frameB) {
      const { at, turn } = placeFrame(poses, item.frameA);
      object.matrix.copy(matrixOf(turn, at));
    } else {
      const from = placeOrigin(poses, item.frameA),
        to = placeOrigin(poses, item.frameB);
      const a = mix(from, to, item.from ?? 0),
        b = mix(from, to, item.to ?? 1),
        d = minus(b, a),
        l = norm(d) || 1e-9 * scene.size;
      const turn = new THREE.Quaternion().setFromUnitVectors(
        X,
        new THREE.Vector3(d[0] / l, d[1] / l, d[2] / l),
      );
      const coil = item.draw === 'coil';
      if (coil) bendCoil(object.geometry, l, item.radius, item.windings);
      object.matrix.compose(new THREE.Vector3(...a), turn, new THREE.Vector3(coil ? 1 : l, 1, 1));
    }
    object.matrixWorldNeedsUpdate = true;
  }

  function paint(part, color) {
    if (part.lit === color) return;
    part.lit = color;
    const { material } = part.object;
    if (!material) return;
    if (material.emissive) material.emissive.set(color ?? '#000000').multiplyScalar(color ? 0.55 : 1);
    else material.color.set(color ?? part.colors.base);
  }

  function draw(kit) {
    if (theme !== kit.state.theme) make(kit);
    world.background = new THREE.Color(kit.palette.paper);
    for (const part of parts) {
      part.object.visible = kit.visible(part.item);
      if (!part.object.visible) continue;
      place(part, kit.poses);
      paint(part, kit.lit(part.item));
    }
    floor.visible = kit.state.roles.axes !== false;
    renderer.render(world, camera);
    const ratio = over.width / width,
      distance = camera.position.distanceTo(controls.target);
    last = { ...kit, project, pixels: height / (2 * distance * Math.tan((camera.fov * Math.PI) / 360)) };
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    kit.marks(ctx, last);
  }

  /* The part, the body, and the point in the body's frame. */
  function pick(px, py) {
    if (!last) return null;
    ray.setFromCamera(new THREE.Vector2((2 * px) / width - 1, 1 - (2 * py) / height), camera);
    const objects = parts
      .filter(({ item, object }) => item.part !== null && object.visible)
      .map(({ object }) => object);
    const found = ray.intersectObjects(objects, false)[0];
    if (!found) return null;
    const { item } = found.object.userData,
      body = item.frameA.body,
      pose = last.poses[body];
    const d = minus([found.point.x, found.point.y, found.point.z], pose.at),
      m = pose.turn;
    return {
      part: item.part,
      body,
      at: [0, 1, 2].map((k) => m[k] * d[0] + m[3 + k] * d[1] + m[6 + k] * d[2]),
    };
  }

  /* The keyboard turns the view. */
  function pan(dx, dy) {
    const offset = camera.position.clone().sub(controls.target),
      ball = new THREE.Spherical();
    const up = new THREE.Quaternion().setFromUnitVectors(camera.up, new THREE.Vector3(0, 1, 0));
    ball.setFromVector3(offset.applyQuaternion(up));
    ball.theta -= dx * 0.006;
    ball.phi = Math.min(Math.PI - 0.02, Math.max(0.02, ball.phi - dy * 0.006));
    camera.position
      .copy(controls.target)
      .add(new THREE.Vector3().setFromSpherical(ball).applyQuaternion(up.invert()));
    controls.update();
    fitted = false;
  }

  function zoom(factor) {
    const offset = camera.position.clone().sub(controls.target);
    offset.setLength(
      Math.min(controls.maxDistance, Math.max(controls.minDistance, offset.length() / factor)),
    );
    camera.position.copy(controls.target).add(offset);
    controls.update();
    fitted = false;
  }

  function dispose() {
    clear();
    controls.dispose();
    renderer.dispose();
  }

  return {
    kind: 'spatial',
    canvases: [canvas, over],
    open,
    fit,
    resize,
    zoom,
    pan,
    draw,
    pick,
    project,
    dispose,
  };
}
