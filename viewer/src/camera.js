/* The camera of the spatial stage: orbiting, standard views, perspective or as good as none. Lengths are those of
 * the stage, in which the motion is about one long. */
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

const WIDE = 35,
  NARROW = 0.4; /* degrees; from so far away rays are parallel to a part in 300 */

/* Where one looks from. */
const VIEWS = [
  { name: 'corner', from: [0.62, -1, 0.55] },
  { name: 'front, along y', from: [0, -1, 0] },
  { name: 'right, along x', from: [1, 0, 0] },
  { name: 'top, along z', from: [0, -1e-5, 1] },
];

export function createCamera(box, changed) {
  const camera = new THREE.PerspectiveCamera(WIDE, 1, 0.01, 100);
  camera.up.set(0, 0, 1);
  const controls = new OrbitControls(camera, box);
  controls.enableDamping = false;
  controls.zoomToCursor = true;
  let fitted = true,
    radius = 1,
    view = 0,
    moving = false;
  controls.addEventListener('change', () => {
    if (!moving) fitted = false;
    changed();
  });

  const MARGIN = 0.88; /* of the picture that a fitted motion may fill */
  const half = () => (camera.fov * Math.PI) / 360;
  const offset = () => camera.position.clone().sub(controls.target);
  /* From how far a ball of that radius fills the picture. */
  const distanceFor = (r) =>
    (1.06 * r) / Math.sin(Math.min(half(), Math.atan(Math.tan(half()) * camera.aspect)));

  function look(from, distance) {
    moving = true;
    camera.position.copy(controls.target).addScaledVector(new THREE.Vector3(...from).normalize(), distance);
    controls.minDistance = distanceFor(radius) / 100;
    controls.maxDistance = distanceFor(radius) * 10;
    controls.update();
    moving = false;
  }

  /* All corners into the picture, and in its middle: the farther one goes, the less they differ in depth, so that
   * a few rounds are enough. */
  function fit(corners) {
    radius = Math.max(...corners.map((c) => Math.hypot(...c)));
    controls.target.set(0, 0, 0);
    const { from } = VIEWS[view],
      [u, v] = [Math.tan(half()) * camera.aspect * MARGIN, Math.tan(half()) * MARGIN];
    let distance = distanceFor(radius);
    for (let round = 0; round < 4; round++) {
      look(from, distance);
      camera.updateMatrixWorld();
      const seen = corners.map((c) => new THREE.Vector3(...c).applyMatrix4(camera.matrixWorldInverse));
      const middle = (share) => {
        const list = seen.map(share);
        return (Math.min(...list) + Math.max(...list)) / 2;
      };
      const depth = (c) => -c.z,
        dx = middle((c) => c.x / depth(c)) * distance,
        dy = middle((c) => c.y / depth(c)) * distance;
      controls.target.add(new THREE.Vector3(dx, dy, 0).applyQuaternion(camera.quaternion));
      distance = Math.max(
        ...seen.map((c) => distance - depth(c) + Math.max(Math.abs(c.x - dx) / u, Math.abs(c.y - dy) / v)),
      );
    }
    look(from, distance);
    fitted = true;
  }

  return {
    camera,
    controls,
    fit,
    isFitted: () => fitted,
    viewName: () => VIEWS[view].name,
    nextView() {
      view = (view + 1) % VIEWS.length;
      look(VIEWS[view].from, offset().length());
    },
    /* With perspective or without; what one looks at stays as large as it is. */
    flatten(on) {
      const fov = on ? NARROW : WIDE;
      if (camera.fov === fov) return;
      const before = Math.tan(half()),
        from = offset();
      camera.fov = fov;
      camera.updateProjectionMatrix();
      look(from.toArray(), (from.length() * before) / Math.tan(half()));
    },
    resize(aspect) {
      camera.aspect = aspect;
      camera.updateProjectionMatrix();
    },
    /* The planes before and behind which nothing is drawn; the motion is `whole` long. */
    clip(whole) {
      const distance = offset().length();
      camera.near = Math.max(distance / 200, distance - 6 * whole);
      camera.far = distance + 12 * whole;
      camera.updateProjectionMatrix();
    },
    pixels: (height) => height / (2 * offset().length() * Math.tan(half())),
    /* Along with what one follows. */
    shift(d) {
      controls.target.add(d);
      camera.position.add(d);
      camera.updateMatrixWorld();
    },
    /* The keyboard turns the view. */
    turn(dx, dy) {
      const ball = new THREE.Spherical(),
        up = new THREE.Quaternion().setFromUnitVectors(camera.up, new THREE.Vector3(0, 1, 0));
      ball.setFromVector3(offset().applyQuaternion(up));
      ball.theta -= dx * 0.006;
      ball.phi = Math.min(Math.PI - 0.02, Math.max(0.02, ball.phi - dy * 0.006));
      look(new THREE.Vector3().setFromSpherical(ball).applyQuaternion(up.invert()).toArray(), ball.radius);
      fitted = false;
    },
    zoom(factor) {
      const from = offset(),
        distance = Math.min(controls.maxDistance, Math.max(controls.minDistance, from.length() / factor));
      look(from.toArray(), distance);
      fitted = false;
    },
    dispose: () => controls.dispose(),
  };
}
