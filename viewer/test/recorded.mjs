/* What was really recorded, as a run: a drawing as JSON, a table as CSV, the model's text. */
import { readFileSync } from 'node:fs';

const UNITS = {
  x: 'm',
  y: 'm',
  z: 'm',
  angle: 'rad',
  vx: 'm/s',
  vy: 'm/s',
  vz: 'm/s',
  omega: 'rad/s',
  speed: 'rad/s',
  ax: 'm/s^2',
  ay: 'm/s^2',
  alpha: 'rad/s^2',
  fx: 'N',
  fy: 'N',
  fz: 'N',
  tx: 'N m',
  ty: 'N m',
  tz: 'N m',
  force: 'N',
  effort: 'N m',
  length: 'm',
  energy: 'J',
  work: 'J',
  power: 'W',
  kinetic: 'J',
  gravity: 'J',
  stored: 'J',
  total: 'J',
  ledger: 'J',
};

export function recordedRun(drawingPath, csvPath, sourcePath) {
  const [head, ...lines] = readFileSync(csvPath, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const columns = {};
  head.slice(1).forEach((title, i) => {
    const [, name, unit] = /^(.*?)(?: \[(.*)\])?$/.exec(title);
    columns[name] = {
      unit: unit ?? UNITS[name.split('.').at(-1)] ?? '',
      part: name.split('.')[0],
      doc: '',
      values: lines.map((row) => Number(row[i + 1])),
    };
  });
  const drawing = JSON.parse(readFileSync(drawingPath, 'utf8')),
    path = drawing.parts[0].where.replace(/:\d+$/, '');
  const files = sourcePath ? [{ path, text: readFileSync(sourcePath, 'utf8') }] : [];
  const ledger = {
    terms: ['kinetic', 'gravity', 'stored']
      .map((n) => ({ channel: `energy.${n}`, sign: 1, name: n }))
      .concat({ channel: 'energy.work', sign: -1, name: 'work' }),
    residual: 'energy.ledger',
  };
  return {
    time: lines.map((row) => Number(row[0])),
    columns,
    events: [],
    drawing,
    contacts: [],
    ledger,
    model: { path, files, parameters: [], options: {}, hash: '', warnings: [] },
  };
}
