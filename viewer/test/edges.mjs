/* Runs at the edges of what there can be: without a drawing, one row, thousands of channels and events, tiny and
 * huge. */
import { planarRun } from './planar.mjs';
import { box, createSheet, link } from './sheet.mjs';

const MODEL = { path: 'run.csv', files: [], parameters: [], options: {}, hash: '', warnings: [] };
export const NO_DRAWING = { world: 'planar', size: 1, bodies: ['ground'], parts: [], items: [] };

/* A result that came without its model. */
export function bareRun({ rows = 201, channels = 6, units = ['m', 'N', ''] } = {}) {
  const time = Array.from({ length: rows }, (_, i) => i * 0.01),
    columns = {};
  for (let k = 0; k < channels; k++)
    columns[`group${Math.floor(k / 20)}.c${k}`] = {
      unit: units[k % units.length],
      part: '',
      doc: '',
      values: time.map((t) => Math.sin((1 + (k % 9)) * t + k)),
    };
  return { time, columns, events: [], contacts: [], drawing: NO_DRAWING, model: MODEL };
}

/* The planar sample with many events that are all changes of one contact. */
export function eventfulRun(count) {
  const run = planarRun();
  const words = ['open', 'sliding', 'sticking'];
  run.events = Array.from({ length: count }, (_, i) => ({
    time: (3 * i) / count,
    part: 'landing',
    from: words[i % 3],
    to: words[(i + 1) % 3],
    reason: 'made up',
    impulse: i,
    energy_lost: 0,
  }));
  run.contacts = [{ part: 'landing' }];
  return run;
}

/* The planar sample as contacts by laws have it: released while the sample slides, pressed while it sticks. */
export function pressedRun() {
  const run = planarRun();
  for (const contact of run.contacts) contact.words = ['open', 'released', 'pressed'];
  return run;
}

export function manyContactsRun(count) {
  const run = planarRun();
  run.contacts = Array.from({ length: count }, (_, i) => ({
    part: 'landing',
    name: `contact ${i}`,
    modes: [
      [0, 'open'],
      [0.5 + (i % 10) / 10, i % 2 ? 'sliding' : 'sticking'],
    ],
  }));
  return run;
}

/* A bar of length `size` turns about its end, half a turn in `duration`. */
export function barRun({ size, duration, world = 'planar', rows = 101, at = [0, 0] }) {
  const half = 0.05 * size,
    sheet = createSheet('models/bar/model.lua', world, half),
    planar = world === 'planar';
  const [part, body] = sheet.body('bar');
  if (planar) sheet.draw(part, 'polygon', 'body', '#d98c4a', sheet.frame(body), { points: link(size, half) });
  else
    sheet.draw(part, 'solid', 'body', '#d98c4a', sheet.frame(body, [size / 2, 0, 0]), {
      shape: 'box',
      length: size,
      width: 2 * half,
      height: 2 * half,
      extra: 0,
    });
  const time = Array.from({ length: rows }, (_, i) => (i * duration) / (rows - 1)),
    angle = time.map((t) => (Math.PI * t) / duration);
  const put = (name, unit, values) => [`bar.${name}`, { unit, part: 'bar', doc: '', values }];
  const pose = planar
    ? [put('angle', 'rad', angle)]
    : [
        put(
          'z',
          'm',
          time.map(() => 0),
        ),
        ...[(a) => Math.cos(a / 2), () => 0, () => 0, (a) => Math.sin(a / 2)].map((f, k) =>
          put(`e${k}`, '', angle.map(f)),
        ),
      ];
  const columns = Object.fromEntries([
    put(
      'x',
      'm',
      time.map(() => at[0]),
    ),
    put(
      'y',
      'm',
      time.map(() => at[1]),
    ),
    ...pose,
    put(
      'tip.x',
      'm',
      angle.map((a) => at[0] + size * Math.cos(a)),
    ),
    put('tip.force', 'N', angle.map(Math.sin)),
  ]);
  return {
    time,
    columns,
    events: [],
    contacts: [],
    drawing: sheet.drawing(),
    model: { ...MODEL, path: 'models/bar/model.lua', files: sheet.files() },
  };
}

/* A box whose place is known for some of the time only, and one beside it. */
export function lostRun() {
  const sheet = createSheet('models/lost/model.lua', 'planar', 0.05),
    time = Array.from({ length: 101 }, (_, i) => i * 0.01);
  const columns = {};
  for (const [name, color, x, lost] of [
    ['here', '#5b8db8', 0, false],
    ['gone', '#d98c4a', 1, true],
  ]) {
    const [part, body] = sheet.body(name);
    sheet.draw(part, 'polygon', 'body', color, sheet.frame(body), { points: box(0.4, 0.4) });
    columns[`${name}.x`] = {
      unit: 'm',
      part: name,
      values: time.map((t) => (lost && t > 0.5 ? NaN : x + 0.1 * t)),
    };
    columns[`${name}.y`] = { unit: 'm', part: name, values: time.map(() => 0) };
    columns[`${name}.angle`] = { unit: 'rad', part: name, values: time.map(() => 0) };
  }
  columns['here.never'] = { unit: 'N', part: 'here', values: time.map(() => NaN) };
  return { time, columns, events: [], contacts: [], drawing: sheet.drawing(), model: MODEL };
}
