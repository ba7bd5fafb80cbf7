/* The planar sample: a crank, a rod, a slider on a spring, and a block that lands. */
import { G, MASS, fall, rowsOf, stateOf } from './fall.mjs';
import { axes, box, createSheet, ground, link, mass, pin, ring, teeth } from './sheet.mjs';

const PARAMETERS = [
  { name: 'speed', value: 9, unit: 'rad/s', min: 1, max: 30, doc: 'speed of the crank' },
  { name: 'restitution', value: 0.6, unit: '', min: 0, max: 0.9, doc: 'of the block on the floor' },
  { name: 'friction', value: 0.04, unit: '', min: 0.01, max: 1, doc: 'of the block on the floor' },
  { name: 'stiffness', value: 400, unit: 'N/m', min: 1, max: 1e5, doc: 'of the spring at the slider' },
  { name: 'start', text: 'high', choices: ['high', 'low'], doc: 'where the block begins' },
];

export function parametersOf(values) {
  return PARAMETERS.map((p) =>
    p.name in values ? { ...p, [p.text === undefined ? 'value' : 'text']: values[p.name] } : { ...p },
  );
}

const R = 0.05,
  L = 0.14,
  FLOOR = -0.13,
  HALF = 0.016,
  ANCHOR = 0.34;

export function sliderAt(speed, t) {
  const a = speed * t,
    s = (R / L) * Math.sin(a);
  const beta = -Math.asin(s);
  return {
    angle: a,
    px: R * Math.cos(a),
    py: R * Math.sin(a),
    beta,
    x: R * Math.cos(a) + L * Math.cos(beta),
  };
}

function drawPlanar(name) {
  const u = 0.007,
    sheet = createSheet(name.path ?? 'models/sample/model.lua', 'planar', u);
  sheet.text('-- A crank drives a slider against a spring; a block falls, bounces, slides and sticks.');
  sheet.text('planar { gravity = {0, -9.81} }');
  sheet.text('');
  for (const p of PARAMETERS)
    sheet.text(
      `local ${p.name} = parameter "${p.name}" { ${p.text ? `"${p.text}"` : p.value}, doc = "${p.doc}" }`,
    );
  sheet.text('');
  axes(sheet, u);
  const crankName = name.crank ?? 'crank';
  const [crank, crankBody] = sheet.body(crankName),
    [rod, rodBody] = sheet.body('rod'),
    [slider, sliderBody] = sheet.body('slider');
  const [block, blockBody] = sheet.body('block'),
    [wheel, wheelBody] = sheet.body('wheel');
  const hinge = sheet.part('hinge', 'revolute'),
    knee = sheet.part('knee', 'revolute'),
    wrist = sheet.part('wrist', 'revolute');
  const guide = sheet.part('guide', 'prismatic'),
    axle = sheet.part('axle', 'revolute');
  sheet.text('');
  const spring = sheet.part('return', 'spring'),
    drive = sheet.part('drive', 'motor'),
    tip = sheet.part('tip', 'marker');
  const landing = sheet.part('landing', 'contact');
  sheet.text('');
  sheet.text('simulate { duration = 3, output = 1*ms }');
  const f = sheet.frame;
  ground(sheet, hinge, [0, 0], u);
  ground(sheet, axle, [0.24, 0.13], u);
  ground(sheet, spring, [ANCHOR, 0], u);
  sheet.draw(guide, 'line', 'guide', '#7f868f', f(0, [0.06, -2 * u]), {
    b: f(0, [0.24, -2 * u]),
    width: 0,
    from: 0,
    to: 1,
  });
  sheet.draw(landing, 'polyline', 'ground', '#5d646d', f(0, [0, FLOOR]), {
    width: 0.004,
    points: [
      [-0.16, -0.002],
      [0.38, -0.002],
    ],
  });
  sheet.draw(crank, 'polygon', 'body', '#5b8db8', f(crankBody), { points: link(R, u) });
  sheet.draw(rod, 'polygon', 'body', '#d98c4a', f(rodBody), { points: link(L, u) });
  sheet.draw(slider, 'polygon', 'body', '#7aa65a', f(sliderBody), { points: box(6 * u, 4 * u) });
  sheet.draw(block, 'polygon', 'body', '#b8697d', f(blockBody), { points: box(2 * HALF, 2 * HALF) });
  sheet.draw(wheel, 'polygon', 'body', '#8a7cb8', f(wheelBody), {
    points: teeth(0.035, 18),
    hole: ring(0.016),
  });
  for (const [part, body, at] of [
    [hinge, crankBody, [0, 0]],
    [knee, crankBody, [R, 0]],
    [wrist, rodBody, [L, 0]],
    [axle, wheelBody, [0, 0]],
  ])
    pin(sheet, part, body, at, u);
  sheet.draw(spring, 'coil', 'force', '#2e8b57', f(sliderBody, [3 * u, 0]), {
    b: f(0, [ANCHOR, 0]),
    radius: u,
    windings: 8,
  });
  sheet.draw(spring, 'arrow', 'force', '#2e8b57', f(0, [ANCHOR, 0]), {
    b: f(sliderBody, [3 * u, 0]),
    channels: ['return.force'],
    turning: false,
  });
  sheet.draw(drive, 'circle', 'drive', '#b2442e', f(crankBody), { radius: 1.6 * u, fill: false });
  sheet.draw(drive, 'arrow', 'drive', '#b2442e', f(0), {
    channels: ['drive.effort'],
    turning: true,
    direction: [0, 0, 1],
  });
  mass(sheet, crank, crankBody, [R / 2, 0], u);
  mass(sheet, rod, rodBody, [L / 2, 0], u);
  mass(sheet, block, blockBody, [0, 0], u);
  sheet.draw(tip, 'polyline', 'sensor', '#a03c8c', f(rodBody, [L / 2, 2.5 * u]), {
    width: 0,
    points: [
      [-0.8 * u, 0],
      [0.8 * u, 0],
      [0, 0],
      [0, 0.8 * u],
      [0, -0.8 * u],
    ],
  });
  sheet.draw(block, 'text', 'label', '#3d434b', f(blockBody, [0, HALF + u]), {
    text: name.label ?? 'block',
    height: 2 * u,
  });
  sheet.draw(hinge, 'arrow', 'reaction', '#8a5a2b', f(crankBody), {
    channels: ['hinge.fx', 'hinge.fy'],
    turning: false,
  });
  return sheet;
}

export function planarRun(values = {}, name = {}) {
  const parameters = parametersOf(values);
  const of = Object.fromEntries(parameters.map((p) => [p.name, p.text ?? p.value]));
  const sheet = drawPlanar(name),
    crank = name.crank ?? 'crank';
  const duration = 3,
    dt = name.dt ?? 0.001;
  const { events, legs } = fall(
    of,
    { x: -0.12, y: of.start === 'low' ? 0 : 0.1, vx: 0.55, vy: 0.6 },
    FLOOR + HALF,
  );
  const rows = rowsOf(legs, duration, dt);
  const columns = {};
  const put = (name, unit, part, doc, f) => (columns[name] = { unit, part, doc, values: rows.map(f) });
  const S = rows.map(({ t }) => sliderAt(of.speed, t)),
    B = rows.map(({ t, leg }) => stateOf(legs[leg], t));
  const w = of.speed,
    mode = (i) => legs[rows[i].leg].mode;
  const pose = (body, x, y, angle) => {
    put(`${body}.x`, 'm', body, 'origin of the body, along the world’s x', x);
    put(`${body}.y`, 'm', body, 'origin of the body, along the world’s y', y);
    put(`${body}.angle`, 'rad', body, 'angle of the body', angle);
  };
  pose(
    crank,
    () => 0,
    () => 0,
    (_, i) => S[i].angle,
  );
  pose(
    'rod',
    (_, i) => S[i].px,
    (_, i) => S[i].py,
    (_, i) => S[i].beta,
  );
  pose(
    'slider',
    (_, i) => S[i].x,
    () => 0,
    () => 0,
  );
  pose(
    'block',
    (_, i) => B[i].x,
    (_, i) => B[i].y,
    () => 0,
  );
  pose(
    'wheel',
    () => 0.24,
    () => 0.13,
    (r) => -w * r.t * 0.5,
  );
  put('block.vx', 'm/s', 'block', 'velocity of the body, along the world’s x', (_, i) => B[i].vx);
  put('block.vy', 'm/s', 'block', 'velocity of the body, along the world’s y', (_, i) => B[i].vy);
  const speed = (i) =>
    -R * w * Math.sin(S[i].angle) * (1 + (R * Math.cos(S[i].angle)) / (L * Math.cos(S[i].beta)));
  put('slider.vx', 'm/s', 'slider', 'velocity of the body, along the world’s x', (_, i) => speed(i));
  put('hinge.angle', 'rad', 'hinge', 'angle of the second body against the first', (_, i) => S[i].angle);
  put('hinge.speed', 'rad/s', 'hinge', 'rate of the angle', () => w);
  const length = (i) => ANCHOR - S[i].x - 0.021,
    force = (i) => -of.stiffness * (length(i) - 0.12);
  put('return.length', 'm', 'return', 'length of the spring', (_, i) => length(i));
  put('return.force', 'N', 'return', 'force along the spring, positive pushes', (_, i) => force(i));
  put(
    'return.energy',
    'J',
    'return',
    'energy in the spring',
    (_, i) => 0.5 * of.stiffness * (length(i) - 0.12) ** 2,
  );
  put(
    'hinge.fx',
    'N',
    'hinge',
    'reaction force on the second body, along the world’s x',
    (_, i) => force(i) * 0.8,
  );
  put(
    'hinge.fy',
    'N',
    'hinge',
    'reaction force on the second body, along the world’s y',
    (_, i) => force(i) * Math.sin(S[i].beta) + 2,
  );
  put('drive.effort', 'N m', 'drive', 'torque of the drive', (_, i) => (force(i) * speed(i)) / w / 4 + 0.05);
  put(
    'tip.x',
    'm',
    'tip',
    'place of the point, along the world’s x',
    (_, i) => S[i].px + (L / 2) * Math.cos(S[i].beta) - 0.0175 * Math.sin(S[i].beta),
  );
  put(
    'tip.y',
    'm',
    'tip',
    'place of the point, along the world’s y',
    (_, i) => S[i].py + (L / 2) * Math.sin(S[i].beta) + 0.0175 * Math.cos(S[i].beta),
  );
  contactColumns(put, B, mode, of);
  energyColumns(put, rows, columns, { B, S, legs, speed, of, start: [0.1, 0] });
  return {
    time: rows.map((r) => r.t),
    columns,
    events,
    drawing: sheet.drawing(),
    model: {
      path: 'models/sample/model.lua',
      files: sheet.files(),
      parameters,
      options: { method: 'event-driven', tolerance: 1e-9, output: dt, duration },
      hash: '9f2c41d07be8a356',
      warnings: name.warnings ?? ['the redundant equation of wrist is left to guide'],
    },
    contacts: ['left', 'right'].map((side) => ({
      name: `landing ${side}`,
      part: 'landing',
      mode: 'landing.mode',
      words: ['open', 'sliding', 'sticking'],
      x: `landing.${side}.x`,
      y: `landing.${side}.y`,
      fx: `landing.fx`,
      fy: `landing.fy`,
      normal_force: 'landing.normal_force',
    })),
    ledger: {
      terms: [
        { channel: 'energy.kinetic', sign: 1, name: 'kinetic' },
        { channel: 'energy.gravity', sign: 1, name: 'gravity' },
        { channel: 'energy.stored', sign: 1, name: 'stored in return' },
        { channel: 'landing.lost', sign: 1, name: 'lost in landing' },
        { channel: 'drive.work', sign: -1, name: 'work of drive' },
      ],
      residual: 'energy.ledger',
    },
  };
}

function contactColumns(put, B, mode, of) {
  const code = { open: 0, sliding: 1, sticking: 2 };
  const normal = (i) => (mode(i) === 'open' ? 0 : MASS * G);
  put('landing.mode', '', 'landing', 'open 0, sliding 1, sticking 2', (_, i) => code[mode(i)]);
  put('landing.gap', 'm', 'landing', 'gap', (_, i) => B[i].y - HALF - FLOOR);
  put('landing.normal_force', 'N', 'landing', 'normal force', (_, i) => normal(i));
  put(
    'landing.fx',
    'N',
    'landing',
    'force on the second body, along the world’s x',
    (_, i) => (mode(i) === 'sliding' ? -of.friction * normal(i) * Math.sign(B[i].vx) : 0) / 2,
  );
  put('landing.fy', 'N', 'landing', 'force on the second body, along the world’s y', (_, i) => normal(i) / 2);
  for (const [side, sign] of [
    ['left', -1],
    ['right', 1],
  ]) {
    put(`landing.${side}.x`, 'm', 'landing', 'place of the contact', (_, i) => B[i].x + sign * HALF);
    put(`landing.${side}.y`, 'm', 'landing', 'place of the contact', (_, i) =>
      mode(i) === 'open' ? B[i].y - HALF : FLOOR,
    );
  }
}

function energyColumns(put, rows, columns, { B, S, legs, speed, of }) {
  const m = 0.4;
  put(
    'energy.kinetic',
    'J',
    '',
    'kinetic energy',
    (_, i) => 0.5 * MASS * (B[i].vx ** 2 + B[i].vy ** 2) + 0.5 * m * speed(i) ** 2,
  );
  put(
    'energy.gravity',
    'J',
    '',
    'potential energy in the field of gravity',
    (_, i) => MASS * G * (B[i].y - FLOOR),
  );
  put('energy.stored', 'J', '', 'energy stored in springs', (_, i) => columns['return.energy'].values[i]);
  const last = legs.findIndex((leg) => leg.mode === 'sliding');
  put(
    'landing.lost',
    'J',
    'landing',
    'energy lost by impacts and friction',
    ({ leg }, i) =>
      legs[leg].lostImpact +
      (last >= 0 && leg >= last ? 0.5 * MASS * (legs[last].vx ** 2 - B[i].vx ** 2) : 0),
  );
  const sum = (i) =>
    ['energy.kinetic', 'energy.gravity', 'energy.stored', 'landing.lost'].reduce(
      (s, n) => s + columns[n].values[i],
      0,
    );
  put('drive.work', 'J', 'drive', 'work of the drive since the start', (_, i) => sum(i) - sum(0));
  put('energy.ledger', 'J', '', 'what the ledger does not account for', (_, i) => 1e-13 * Math.sin(i));
  put(
    'energy.total',
    'J',
    '',
    'kinetic, potential and stored energy',
    (_, i) => sum(i) - columns['landing.lost'].values[i],
  );
}
