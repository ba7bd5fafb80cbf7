/* The spatial sample: a turntable with an arm, gears and a bob on a spring; a ball that bounces. */
import { G, MASS, fall, rowsOf, stateOf } from './fall.mjs';
import { createSheet, ring } from './sheet.mjs';

const axisTurn = (axis, angle) => {
  const s = Math.sin(angle / 2);
  return [Math.cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]];
};
const times = ([a, b, c, d], [e, f, g, h]) => [
  a * e - b * f - c * g - d * h,
  a * f + b * e + c * h - d * g,
  a * g - b * h + c * e + d * f,
  a * h + b * g - c * f + d * e,
];

export function tableAt(t) {
  return { turn: axisTurn([0, 0, 1], 0.9 * t) };
}

export function spatialRun(values = {}) {
  const u = 0.02,
    path = 'models/sample-space/model.lua',
    sheet = createSheet(path, 'spatial', u),
    f = sheet.frame;
  sheet.text('-- A turntable with an arm, gears and a bob on a spring; a ball bounces.');
  sheet.text('spatial { gravity = {0, 0, -9.81} }');
  const [table, tableBody] = sheet.body('table'),
    [arm, armBody] = sheet.body('arm'),
    [bob, bobBody] = sheet.body('bob');
  const [ball, ballBody] = sheet.body('ball'),
    [gear, gearBody] = sheet.body('gear'),
    [cone, coneBody] = sheet.body('cone');
  const axle = sheet.part('axle', 'revolute'),
    spring = sheet.part('spring', 'spring'),
    drive = sheet.part('drive', 'motor');
  const bounce = sheet.part('bounce', 'contact'),
    plate = sheet.part('plate', 'drawing'),
    tip = sheet.part('tip', 'marker');
  const alongZ = axisTurn([0, 1, 0], -Math.PI / 2);
  for (const [i, axis] of [
    [0, 'x'],
    [1, 'y'],
    [2, 'z'],
  ]) {
    const at = (k) => [0, 1, 2].map((j) => (j === i ? k : 0));
    sheet.draw(null, 'polyline', 'axes', '#8f969f', f(0), { width: 0, points: [at(0), at(6 * u)] });
    sheet.draw(null, 'text', 'axes', '#8f969f', f(0, at(7 * u)), { text: axis, height: 2 * u });
  }
  sheet.draw(plate, 'polygon', 'ground', '#7f868f', f(0, [0, 0, -0.03]), {
    height: 0.01,
    points: [
      [-0.5, -0.5, 0],
      [0.5, -0.5, 0],
      [0.5, 0.5, 0],
      [-0.5, 0.5, 0],
    ],
    hole: ring(0.04, 32).map(([x, y]) => [x + 0.38, y + 0.38, 0]),
  });
  sheet.draw(table, 'solid', 'body', '#5b8db8', f(tableBody, [0, 0, 0.01], alongZ), {
    shape: 'cylinder',
    length: 0.03,
    width: 0.5,
    height: 0.5,
    extra: 1,
  });
  sheet.draw(table, 'solid', 'body', '#5b8db8', f(tableBody, [0, 0, 0.17], alongZ), {
    shape: 'pipe',
    length: 0.3,
    width: 0.06,
    height: 0.06,
    extra: 0.7,
  });
  sheet.draw(arm, 'solid', 'body', '#d98c4a', f(armBody, [0.11, 0, 0]), {
    shape: 'beam',
    length: 0.28,
    width: 0.03,
    height: 0.03,
    extra: 0,
  });
  sheet.draw(bob, 'solid', 'body', '#7aa65a', f(bobBody), {
    shape: 'sphere',
    length: 0.08,
    width: 0.08,
    height: 0.08,
    extra: 0,
  });
  sheet.draw(ball, 'solid', 'body', '#b8697d', f(ballBody), {
    shape: 'sphere',
    length: 0.08,
    width: 0.08,
    height: 0.08,
    extra: 0,
  });
  sheet.draw(gear, 'solid', 'body', '#8a7cb8', f(gearBody, [], alongZ), {
    shape: 'gearwheel',
    length: 0.03,
    width: 0.16,
    height: 0.16,
    extra: 20,
  });
  sheet.draw(cone, 'solid', 'body', '#c2a83e', f(coneBody, [], alongZ), {
    shape: 'cone',
    length: 0.1,
    width: 0.08,
    height: 0.08,
    extra: 0.3,
  });
  sheet.draw(cone, 'solid', 'body', '#5aa6a0', f(coneBody, [0, 0, 0.08]), {
    shape: 'box',
    length: 0.05,
    width: 0.04,
    height: 0.03,
    extra: 0,
  });
  sheet.draw(axle, 'solid', 'joint', '#4a4f57', f(0, [0, 0, 0.16], alongZ), {
    shape: 'cylinder',
    length: 0.36,
    width: 0.03,
    height: 0.03,
    extra: 0,
  });
  sheet.draw(axle, 'circle', 'joint', '#4a4f57', f(0, [0, 0, 0.03]), { radius: 0.06, fill: false });
  sheet.draw(spring, 'coil', 'force', '#2e8b57', f(armBody, [0.24, 0, 0]), {
    b: f(bobBody),
    radius: u,
    windings: 8,
  });
  sheet.draw(spring, 'line', 'force', '#2e8b57', f(armBody, [0.24, 0, 0]), {
    b: f(bobBody),
    width: 0,
    from: 0,
    to: 1,
  });
  sheet.draw(spring, 'arrow', 'force', '#2e8b57', f(armBody, [0.24, 0, 0]), {
    b: f(bobBody),
    channels: ['spring.force'],
    turning: false,
  });
  sheet.draw(drive, 'arrow', 'drive', '#b2442e', f(0, [0, 0, 0.34]), {
    channels: ['drive.effort'],
    turning: true,
    direction: [0, 0, 1],
  });
  sheet.draw(axle, 'arrow', 'reaction', '#8a5a2b', f(0, [0, 0, 0.3]), {
    channels: ['axle.fx', 'axle.fy', 'axle.fz'],
    turning: false,
  });
  sheet.draw(tip, 'polyline', 'sensor', '#a03c8c', f(bobBody), {
    width: 0,
    points: [
      [-0.06, 0, 0],
      [0.06, 0, 0],
      [0, 0, 0],
      [0, 0.06, 0],
      [0, -0.06, 0],
    ],
  });
  sheet.draw(bob, 'text', 'label', '#3d434b', f(bobBody, [0, 0, 0.06]), { text: 'bob', height: 2 * u });
  const top = -0.025 + 0.04;
  const { events, legs } = fall(
    { restitution: 0.7, friction: 0.03, ...values },
    { x: -0.42, y: 0.35, vx: 0.4, vy: 0 },
    top,
  );
  for (const e of events) e.part = 'bounce';
  const rows = rowsOf(legs, 4, 0.004),
    columns = {};
  const put = (name, unit, part, doc, g) => (columns[name] = { unit, part, doc, values: rows.map(g) });
  const B = rows.map(({ t, leg }) => stateOf(legs[leg], t)),
    code = { open: 0, sliding: 1, sticking: 2 };
  const pose = (name, at, turn) => {
    ['x', 'y', 'z'].forEach((s, k) =>
      put(`${name}.${s}`, 'm', name, 'origin of the body', (r, i) => at(r.t, i)[k]),
    );
    ['e0', 'e1', 'e2', 'e3'].forEach((s, k) =>
      put(`${name}.${s}`, '', name, 'quaternion of the body', (r, i) => turn(r.t, i)[k]),
    );
  };
  const still = () => [1, 0, 0, 0],
    stretch = (t) => 0.16 + 0.04 * Math.cos(7 * t);
  const end = (t) => [0.24 * Math.cos(0.9 * t), 0.24 * Math.sin(0.9 * t), 0.3];
  const down = (t) => [end(t)[0] * 1.1, end(t)[1] * 1.1, 0.3 - stretch(t)];
  pose(
    'table',
    () => [0, 0, 0],
    (t) => tableAt(t).turn,
  );
  pose(
    'arm',
    () => [0, 0, 0.3],
    (t) => tableAt(t).turn,
  );
  pose('bob', down, still);
  pose(
    'ball',
    (t, i) => [B[i].x, -0.36, B[i].y],
    (t, i) => axisTurn([0, 1, 0], (B[i].x + 0.42) / 0.04),
  );
  pose(
    'gear',
    () => [0.34, 0.0, 0.02],
    (t) => axisTurn([0, 0, 1], -2.8 * t),
  );
  pose(
    'cone',
    () => [-0.3, 0.34, 0.03],
    (t) => times(axisTurn([0, 0, 1], 3 * t), axisTurn([1, 0, 0], 0.3)),
  );
  put(
    'spring.force',
    'N',
    'spring',
    'force along the spring, positive pushes',
    (r) => -60 * (stretch(r.t) - 0.2),
  );
  put('drive.effort', 'N m', 'drive', 'torque of the drive', (r) => 0.4 + 0.2 * Math.sin(7 * r.t));
  put('axle.fx', 'N', 'axle', 'reaction force', (r) => 3 * Math.cos(0.9 * r.t));
  put('axle.fy', 'N', 'axle', 'reaction force', (r) => 3 * Math.sin(0.9 * r.t));
  put('axle.fz', 'N', 'axle', 'reaction force', () => 5);
  put('tip.x', 'm', 'tip', 'place of the point', (r) => down(r.t)[0]);
  put('tip.y', 'm', 'tip', 'place of the point', (r) => down(r.t)[1]);
  put('tip.z', 'm', 'tip', 'place of the point', (r) => down(r.t)[2]);
  const mode = (i) => legs[rows[i].leg].mode;
  put('bounce.x', 'm', 'bounce', 'place of the contact', (_, i) => B[i].x);
  put('bounce.y', 'm', 'bounce', 'place of the contact', () => -0.36);
  put('bounce.z', 'm', 'bounce', 'place of the contact', (_, i) =>
    mode(i) === 'open' ? B[i].y - 0.04 : -0.025,
  );
  put('bounce.fz', 'N', 'bounce', 'force', (_, i) => (mode(i) === 'open' ? 0 : MASS * G));
  put('bounce.mode', '', 'bounce', 'open 0, sliding 1, sticking 2', (_, i) => code[mode(i)]);
  put('energy.kinetic', 'J', '', 'kinetic energy', (_, i) => 0.5 * MASS * (B[i].vx ** 2 + B[i].vy ** 2));
  put('energy.gravity', 'J', '', 'potential energy', (_, i) => MASS * G * (B[i].y - top));
  return {
    time: rows.map((r) => r.t),
    columns,
    events,
    drawing: sheet.drawing(),
    model: {
      path,
      files: sheet.files(),
      parameters: [],
      options: { method: 'time-stepping', output: 0.004 },
      hash: '11aa22bb33cc44dd',
      warnings: [],
    },
    contacts: [{ part: 'bounce', x: 'bounce.x', y: 'bounce.y', z: 'bounce.z', fz: 'bounce.fz' }],
    ledger: {
      terms: [
        { channel: 'energy.kinetic', sign: 1 },
        { channel: 'energy.gravity', sign: 1 },
      ],
      residual: null,
    },
  };
}
