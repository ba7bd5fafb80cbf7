/* Items of the drawing as objects of three.js: those in one frame, and those stretched between two. */
import * as THREE from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import {
  bendCoil,
  circlePoints,
  coilGeometry,
  discGeometry,
  plateGeometry,
  solidGeometry,
  spokeOf,
} from './solids.js';
import { minus, norm, placeEnds, placeFrame, placeOrigin, ropePoints } from './world.js';

const THIN = 1.6; /* px */
const X = new THREE.Vector3(1, 0, 0);

/* `width` in the stage's own length; 0: thin. */
function lineOf(points, color, width = 0) {
  const geometry = new LineGeometry();
  geometry.setPositions(points.flatMap(([x, y, z]) => [x, y, z ?? 0]));
  return new Line2(
    geometry,
    new LineMaterial({ color, linewidth: width > 0 ? width : THIN, worldUnits: width > 0 }),
  );
}

/* three.js takes points that are nearer than 1e-4 for one, so it gets all things equally large. */
function edgesOf(geometry) {
  geometry.computeBoundingSphere();
  const k = 100 / (geometry.boundingSphere.radius || 1);
  return new THREE.EdgesGeometry(geometry.clone().scale(k, k, k), 35).scale(1 / k, 1 / k, 1 / k);
}

function meshOf(geometry, color, edgeColor = null) {
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
  if (edgeColor)
    mesh.add(new THREE.LineSegments(edgesOf(geometry), new THREE.LineBasicMaterial({ color: edgeColor })));
  return mesh;
}

/* Things in the frame a; `c` has their colours and the stage's scale. */
const MADE = {
  polyline: (item, c) => lineOf(item.points, c.base, item.width * c.scale),
  polygon: (item, c) => meshOf(plateGeometry(item), c.base, c.edge),
  circle: (item, c) =>
    item.fill ? meshOf(discGeometry(item.radius), c.base) : lineOf(circlePoints(item.radius), c.base),
  solid(item, c) {
    const mesh = meshOf(solidGeometry(item), c.base, c.edge);
    if (item.shape === 'cylinder' && item.extra > 0) mesh.add(lineOf(spokeOf(item), c.edge));
    return mesh;
  },
};

const STRAIGHT = [
  [0, 0, 0],
  [1, 0, 0],
];

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
          c.edge,
        )
      : lineOf(STRAIGHT, c.base),
  rope: (item, c) => lineOf(STRAIGHT, c.base, item.width * c.scale),
  coil: (item, c) => meshOf(coilGeometry(item.windings), c.base),
  solid: (item, c, l) =>
    meshOf(
      solidGeometry(item, l)
        .translate(l / 2, 0, 0)
        .scale(1 / l, 1, 1),
      c.base,
      c.edge,
    ),
};

/* null: nothing of three.js. */
export function makeObject(item, colors, poses, size) {
  if (!item.frameB) return MADE[item.draw]?.(item, colors) ?? null;
  const start = norm(minus(placeOrigin(poses, item.frameB), placeOrigin(poses, item.frameA)));
  return STRETCHED[item.draw]?.(item, colors, start > 0 ? start : size) ?? null;
}

function placeBetween(item, object, poses, size) {
  const [a, b] = placeEnds(poses, item),
    d = minus(b, a),
    l = norm(d) || 1e-9 * size;
  if (!Number.isFinite(l)) return false;
  const turn = new THREE.Quaternion().setFromUnitVectors(X, new THREE.Vector3(...d).divideScalar(l)),
    coil = item.draw === 'coil';
  if (coil) bendCoil(object.geometry, l, item.radius, item.windings);
  object.matrix.compose(new THREE.Vector3(...a), turn, new THREE.Vector3(coil ? 1 : l, 1, 1));
  return true;
}

/* In the world's own axes, bent anew at each instant. */
function placeRope(item, object, kit) {
  const points = ropePoints(item, kit, true).flat();
  if (!points.every(Number.isFinite)) return false;
  object.geometry.dispose();
  object.geometry = new LineGeometry();
  object.geometry.setPositions(points);
  object.matrix.identity();
  return true;
}

/* False: its place is not known at this instant. */
export function placeObject(item, object, kit, size) {
  const { poses } = kit;
  object.matrixWorldNeedsUpdate = true;
  if (item.draw === 'rope') return placeRope(item, object, kit);
  if (item.frameB) return placeBetween(item, object, poses, size);
  const { at, turn: m } = placeFrame(poses, item.frameA);
  object.matrix.set(
    ...[m[0], m[1], m[2], at[0]],
    ...[m[3], m[4], m[5], at[1]],
    ...[m[6], m[7], m[8], at[2]],
    ...[0, 0, 0, 1],
  );
  return object.matrix.elements.every(Number.isFinite);
}

export function disposeObject(object) {
  object.traverse((o) => {
    o.geometry?.dispose();
    o.material?.dispose();
  });
}
