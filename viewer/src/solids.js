/* Solids of the drawing as geometry: x is the axis, about the origin, of length `length`. */
import * as THREE from 'three';

/* three's cylinders have y as their axis; ours have x, the large end of a cone on the left. */
const onX = (geometry) => geometry.rotateZ(-Math.PI / 2);
const ellipse = (geometry, width, height) => geometry.scale(1, 1, height / width);

function tube(outer, inner, length, corners = 48) {
  const shape = new THREE.Shape().absarc(0, 0, outer, 0, 2 * Math.PI);
  shape.holes.push(new THREE.Path().absarc(0, 0, inner, 0, 2 * Math.PI, true));
  return extrudeX(shape, length, corners);
}

/* A shape in y-z, drawn out along x. */
function extrudeX(shape, length, curveSegments = 24) {
  return new THREE.ExtrudeGeometry(shape, { depth: length, bevelEnabled: false, curveSegments })
    .translate(0, 0, -length / 2)
    .rotateY(Math.PI / 2);
}

function gearShape(radius, teeth) {
  const inside = teeth < 0,
    count = Math.min(500, Math.abs(teeth)),
    m = ((2 * radius) / count) * (inside ? -1 : 1),
    points = [];
  for (let i = 0; i < 4 * count; i++) {
    const r = i % 4 === 1 || i % 4 === 2 ? radius + m : radius - 1.25 * m,
      a = (2 * Math.PI * (Math.floor(i / 4) + [-0.29, -0.14, 0.14, 0.29][i % 4])) / count;
    points.push(new THREE.Vector2(r * Math.cos(a), r * Math.sin(a)));
  }
  if (!inside) return new THREE.Shape(points);
  const shape = new THREE.Shape().absarc(0, 0, radius + (7 * radius) / count, 0, 2 * Math.PI);
  shape.holes.push(new THREE.Path(points.reverse()));
  return shape;
}

const SHAPES = {
  box: ({ length, width, height }) => new THREE.BoxGeometry(length, width, height),
  sphere: ({ length, width, height }) => new THREE.SphereGeometry(0.5, 40, 24).scale(length, width, height),
  cylinder: ({ length, width, height }) =>
    ellipse(onX(new THREE.CylinderGeometry(width / 2, width / 2, length, 48)), width, height),
  pipe: ({ length, width, extra }) =>
    tube(width / 2, (width / 2) * Math.min(0.98, Math.max(0.02, extra || 0.7)), length),
  cone: ({ length, width, height, extra }) =>
    ellipse(
      onX(new THREE.CylinderGeometry((width / 2) * Math.min(1, Math.max(0, extra)), width / 2, length, 48)),
      width,
      height,
    ),
  beam: ({ length, width, height }) => beam(length, width, height),
  gearwheel: ({ length, width, extra }) =>
    Math.abs(extra) < 4
      ? onX(new THREE.CylinderGeometry(width / 2, width / 2, length, 48))
      : extrudeX(gearShape(width / 2, extra), length),
};

/* A bar with round ends. */
function beam(length, width, height) {
  const straight = Math.max(1e-6 * width, length);
  const body = new THREE.CapsuleGeometry(width / 2, straight, 8, 24);
  return ellipse(body.rotateZ(-Math.PI / 2), width, height);
}

export function solidGeometry(item, length = item.length) {
  return (SHAPES[item.shape] ?? SHAPES.box)({ ...item, length });
}

/* The line on a cylinder that shows its turning. */
export function spokeOf(item) {
  const l = item.length / 2 + 0.002 * item.width,
    r = item.width / 2;
  return [
    [l, 0, 0],
    [l, 0, r],
    [-l, 0, r],
    [-l, 0, 0],
  ];
}

/* A helix along x as a tube; `bendCoil` gives it a length. */
const SIDES = 6,
  STEPS = 18;

export function coilGeometry(windings) {
  const rings = Math.ceil(windings * STEPS) + 1,
    geometry = new THREE.BufferGeometry(),
    index = [];
  for (let i = 0; i + 1 < rings; i++)
    for (let j = 0; j < SIDES; j++) {
      const a = i * SIDES + j,
        b = i * SIDES + ((j + 1) % SIDES);
      index.push(a, a + SIDES, b, b, a + SIDES, b + SIDES);
    }
  geometry.setIndex(index);
  for (const name of ['position', 'normal'])
    geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * SIDES * rings), 3));
  return geometry;
}

export function bendCoil(geometry, length, radius, windings) {
  const position = geometry.attributes.position,
    normal = geometry.attributes.normal,
    rings = position.count / SIDES,
    wire = 0.14 * radius;
  for (let i = 0, k = 0; i < rings; i++) {
    const u = i / (rings - 1),
      a = 2 * Math.PI * windings * u,
      r = radius * Math.min(1, 4 * windings * u, 4 * windings * (1 - u)),
      c = Math.cos(a),
      s = Math.sin(a);
    for (let j = 0; j < SIDES; j++, k++) {
      const out = Math.cos((2 * Math.PI * j) / SIDES),
        along = Math.sin((2 * Math.PI * j) / SIDES);
      normal.setXYZ(k, along, out * c, out * s);
      position.setXYZ(k, length * u + wire * along, (r + wire * out) * c, (r + wire * out) * s);
    }
  }
  position.needsUpdate = normal.needsUpdate = true;
  geometry.computeBoundingSphere();
}

/* A polygon in x-y, `height` thick or flat. */
export function plateGeometry(item) {
  const shape = new THREE.Shape(item.points.map(([x, y]) => new THREE.Vector2(x, y)));
  if (item.hole) shape.holes.push(new THREE.Path(item.hole.map(([x, y]) => new THREE.Vector2(x, y))));
  if (item.height > 0)
    return new THREE.ExtrudeGeometry(shape, { depth: item.height, bevelEnabled: false }).translate(
      0,
      0,
      -item.height / 2,
    );
  return new THREE.ShapeGeometry(shape);
}

export const discGeometry = (radius) => new THREE.CircleGeometry(radius, 48);
export const circlePoints = (radius, n = 64) =>
  Array.from({ length: n + 1 }, (_, i) => [
    radius * Math.cos((2 * Math.PI * i) / n),
    radius * Math.sin((2 * Math.PI * i) / n),
    0,
  ]);
