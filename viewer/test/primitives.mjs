/* A run with every primitive of the plane, each on its own moving body, so that tests can ask where its paint is. */
import { createSheet, ring } from './sheet.mjs';

export const COLORS = {
  polygon: '#1a6fb5',
  polyline: '#b53a1a',
  disc: '#2f8f3a',
  hoop: '#8a2fb0',
  line: '#b08a1a',
  coil: '#1a9c9c',
  force: '#c21a6a',
  reaction: '#5a5a10',
  torque: '#103a8a',
};
/* Where the bodies begin, and how they move: x = X + 0.1 t, y = Y + 0.2 t². */
export const PLACES = {
  polygon: [0, 0],
  polyline: [1, 0],
  disc: [2, 0],
  hoop: [3, 0],
  line: [0, -1],
  coil: [1, -1],
  force: [2, -1],
  reaction: [1.2, -1.7],
  torque: [0, -2],
};
export const moved = (name, t) => [PLACES[name][0] + 0.1 * t, PLACES[name][1] + 0.2 * t * t];
export const forceAt = (t) => [3 * Math.cos(t), 3 * Math.sin(t)];

export function primitivesRun() {
  const sheet = createSheet('models/primitives/model.lua', 'planar', 0.05),
    f = sheet.frame,
    columns = {};
  const time = Array.from({ length: 201 }, (_, i) => i * 0.01);
  const put = (name, unit, part, g) => (columns[name] = { unit, part, doc: '', values: time.map(g) });
  const body = {};
  for (const name of Object.keys(PLACES)) {
    const [part, index] = sheet.body(name);
    body[name] = { part, at: f(index) };
    put(`${name}.x`, 'm', name, (t) => moved(name, t)[0]);
    put(`${name}.y`, 'm', name, (t) => moved(name, t)[1]);
    put(`${name}.angle`, 'rad', name, () => 0);
  }
  const draw = (name, kind, role, more, at = body[name].at) =>
    sheet.draw(body[name].part, kind, role, COLORS[name], at, { given: true, ...more });
  const square = [
    [-0.3, -0.3],
    [0.3, -0.3],
    [0.3, 0.3],
    [-0.3, 0.3],
  ];
  draw('polygon', 'polygon', 'body', { points: square, hole: ring(0.12) });
  draw('polyline', 'polyline', 'body', {
    width: 0.06,
    points: [
      [-0.3, -0.2],
      [0.3, -0.2],
      [0.3, 0.3],
    ],
  });
  draw('disc', 'circle', 'body', { radius: 0.25, fill: true });
  draw('hoop', 'circle', 'body', { radius: 0.25, fill: false });
  const ground = (name, dx, dy) => f(0, [PLACES[name][0] + dx, PLACES[name][1] + dy]);
  draw('line', 'line', 'force', { b: ground('line', 0.6, -0.2), width: 0.05, from: 0.25, to: 0.75 });
  draw('coil', 'coil', 'force', { b: ground('coil', 0.7, -0.1), radius: 0.06, windings: 6 });
  draw('force', 'arrow', 'force', { channels: ['force.fx', 'force.fy'], turning: false });
  draw('reaction', 'arrow', 'reaction', { channels: ['reaction.fx', 'reaction.fy'], turning: false });
  draw('torque', 'arrow', 'drive', { channels: ['torque.effort'], turning: true, direction: [0, 0, 1] });
  sheet.draw(body.disc.part, 'text', 'label', '#000000', f(body.disc.at.body, [0, 0.4]), {
    text: 'disc',
    height: 0.1,
  });
  for (const name of ['force', 'reaction']) {
    put(`${name}.fx`, 'N', name, (t) => forceAt(t)[0]);
    put(`${name}.fy`, 'N', name, (t) => forceAt(t)[1]);
  }
  put('torque.effort', 'N m', 'torque', (t) => 1 + t);
  return {
    time,
    columns,
    events: [],
    contacts: [],
    drawing: sheet.drawing(),
    model: {
      path: 'models/primitives/model.lua',
      files: sheet.files(),
      parameters: [],
      options: {},
      hash: '',
      warnings: [],
    },
  };
}
