/* Made-up runs with everything in them that a page can show. All of it is in closed form, so that tests can
 * ask where a thing must be. `node samples.mjs NAME -o FILE` writes a page; see the table at the end. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createBlock, encodeRun, pageOf } from './encode.mjs';
import { planarRun } from './planar.mjs';
import { recordedRun } from './recorded.mjs';
import { createSheet, link, mass, pin } from './sheet.mjs';
import { spatialRun } from './spatial.mjs';

/* ---- many bodies, much data ---- */

export function crowdRun(count = 200) {
  const u = 0.02,
    sheet = createSheet('models/crowd/model.lua', 'planar', u),
    columns = {};
  const time = Array.from({ length: 401 }, (_, i) => i * 0.005);
  const colors = ['#5b8db8', '#d98c4a', '#7aa65a', '#b8697d', '#8a7cb8'];
  for (let k = 0; k < count; k++) {
    const name = `bar${k}`,
      x = (k % 20) * 0.3,
      y = -Math.floor(k / 20) * 0.3,
      w = 1 + (k % 7);
    const [part, body] = sheet.body(name),
      joint = sheet.part(`pin${k}`, 'revolute');
    sheet.draw(part, 'polygon', 'body', colors[k % 5], sheet.frame(body), { points: link(0.2, u) });
    pin(sheet, joint, body, [0, 0], u);
    mass(sheet, part, body, [0.1, 0], u);
    columns[`${name}.x`] = { unit: 'm', part: name, values: time.map((t) => x + 0.05 * Math.sin(w * t)) };
    columns[`${name}.y`] = { unit: 'm', part: name, values: time.map(() => y) };
    columns[`${name}.angle`] = { unit: 'rad', part: name, values: time.map((t) => w * t) };
  }
  return {
    time,
    columns,
    events: [],
    drawing: sheet.drawing(),
    contacts: [],
    model: {
      path: 'models/crowd/model.lua',
      files: sheet.files(),
      parameters: [],
      options: {},
      hash: '',
      warnings: [],
    },
  };
}

/* 10 s at 1 kHz with 50 channels in all. */
export function bigRun() {
  const sheet = createSheet('models/big/model.lua', 'planar', 0.02),
    columns = {};
  const time = Array.from({ length: 10001 }, (_, i) => i / 1000);
  for (let k = 0; k < 10; k++) {
    const [part, body] = sheet.body(`bar${k}`);
    sheet.draw(part, 'polygon', 'body', '#5b8db8', sheet.frame(body), { points: link(0.2, 0.02) });
    for (const [suffix, unit, f] of [
      ['x', 'm', (t) => k * 0.3 + 0.1 * Math.sin(t * (k + 1))],
      ['y', 'm', (t) => 0.1 * Math.cos(t * k)],
      ['angle', 'rad', (t) => t * (k + 1)],
      ['vx', 'm/s', (t) => Math.cos(31 * t + k)],
      ['vy', 'm/s', (t) => Math.sin(29 * t * t + k)],
    ])
      columns[`bar${k}.${suffix}`] = { unit, part: `bar${k}`, doc: 'a channel', values: time.map(f) };
  }
  return {
    time,
    columns,
    events: [],
    drawing: sheet.drawing(),
    contacts: [],
    model: {
      path: 'models/big/model.lua',
      files: sheet.files(),
      parameters: [],
      options: {},
      hash: '',
      warnings: [],
    },
  };
}

/* ---- hostile names ---- */

export const EVIL = '<script>window.evil = 1</script>';
export const QUOTED = `"'><img src=x onerror="window.evil = 2">`;

export function hostileRun() {
  const run = planarRun(
    {},
    {
      crank: EVIL,
      label: `${QUOTED}</script>`,
      warnings: [`<b>bold</b> ${EVIL}`],
      path: `${QUOTED}/model.lua`,
    },
  );
  run.model.path = QUOTED;
  run.model.files[0].text += `-- ${EVIL}\n`;
  run.model.parameters[0].doc = run.model.parameters[0].name = QUOTED;
  run.model.options[EVIL] = QUOTED;
  run.model.hash = EVIL;
  run.events[0].reason = EVIL;
  run.columns[QUOTED] = { unit: EVIL, part: EVIL, doc: QUOTED, values: run.time };
  run.contacts[0].name = EVIL;
  run.ledger.terms[0].name = EVIL;
  return run;
}

/* ---- a grid of runs ---- */

export function gridPage() {
  const speeds = [3, 6, 9, 12],
    frictions = [0.02, 0.04, 0.08];
  const block = createBlock();
  const main = encodeRun(planarRun({ speed: 9, friction: 0.04 }, { dt: 0.004 }), block);
  const runs = speeds.flatMap((speed) =>
    frictions.map((friction) => {
      if (speed === 12 && friction === 0.08)
        return {
          error: { text: 'the block cannot slide at this friction', where: 'models/sample/model.lua:20' },
        };
      if (speed === 9 && friction === 0.04) return {};
      const { meta } = encodeRun(planarRun({ speed, friction }, { dt: 0.004 }), block);
      const { time, channels, events, model } = meta;
      return { time, channels, events, model: { parameters: model.parameters } };
    }),
  );
  main.meta.grid = {
    axes: [
      { name: 'speed', values: speeds },
      { name: 'friction', values: frictions },
    ],
    runs,
  };
  main.meta.arrays = block.arrays;
  return main;
}

export const SAMPLES = {
  planar: () => encodeRun(planarRun()),
  spatial: () => encodeRun(spatialRun()),
  crowd: () => encodeRun(crowdRun()),
  big: () => encodeRun(bigRun()),
  hostile: () => encodeRun(hostileRun()),
  grid: gridPage,
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2),
    out = args.includes('-o') ? args[args.indexOf('-o') + 1] : '/dev/stdout';
  const run = args[0] === 'recorded' ? encodeRun(recordedRun(...args.slice(1, 4))) : SAMPLES[args[0]]?.();
  if (!run)
    console.error(
      `usage: node samples.mjs ${Object.keys(SAMPLES).join('|')} -o FILE\n` +
        '       node samples.mjs recorded DRAWING.json RUN.csv MODEL.lua -o FILE',
    );
  else writeFileSync(out, pageOf(run));
}
