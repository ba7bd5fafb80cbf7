/* The page with the real `pawl view`: sliders, files that are saved, long runs, results. The command is build/pawl, or
 * what the environment variable PAWL says. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './browser.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAWL = process.env.PAWL ?? join(ROOT, 'build/pawl');
const parameter = (name) => `.parameter[data-name="${name}"]`;

/* ---- the command ---- */

async function startView(words) {
  const child = spawn(PAWL, ['view', ...words, '--no-open'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  let said = '',
    complaint = '';
  child.stderr.on('data', (data) => (complaint += data));
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      said += data;
      if (said.includes('\n')) resolve(said.split('\n')[0]);
    });
    ended.then(() => reject(new Error(`${PAWL} ended: ${said}${complaint}`)));
  });
  return {
    url,
    async close() {
      child.kill('SIGINT');
      assert.equal(await ended, 0, `it ends well: ${complaint}`);
    },
  };
}

/* A copy of a model, whose text can be changed; `f` gets the server and the copy. Pages are closed before the server,
 * so that they do not complain of its end. */
async function withView(
  { open },
  f,
  { name = 'pendulum-excited', text = (t) => t, words = (folder) => [folder] } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-view-')),
    file = join(folder, 'model.lua');
  cpSync(join(ROOT, 'models', name), folder, { recursive: true });
  const original = text(readFileSync(file, 'utf8'));
  writeFileSync(file, original);
  const model = {
    folder,
    original,
    /* As editors do: the new file takes the place of the old one. */
    save(content) {
      writeFileSync(`${file}~`, content);
      renameSync(`${file}~`, file);
    },
    /* What `pawl run` records of some channels: rows of numbers, time first. */
    record(settings, channels) {
      const out = join(folder, 'run.csv');
      const done = spawnSync(PAWL, [
        'run',
        folder,
        '--quiet',
        '--out',
        out,
        '--channels',
        channels.join(),
        ...settings.flatMap((s) => ['--set', s]),
      ]);
      assert.equal(done.status, 0, String(done.stderr));
      return readFileSync(out, 'utf8')
        .trim()
        .split('\n')
        .filter((line) => /^[-\d]/.test(line))
        .map((line) => line.split(',').map(Number));
    },
  };
  try {
    const server = await startView(words(folder, model)),
      pages = [];
    const openHere = async (options) => {
      const page = await open(server.url, options);
      pages.push(page);
      return page;
    };
    try {
      await f({ open: openHere, model });
    } finally {
      for (const page of pages) await page.close();
      await server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/* ---- the page ---- */

const value = (page, name) =>
  page.evaluate((n) => window.pawl.state.run.model.parameters.find((p) => p.name === n)?.value, name);

/* The middle of the bob, which is tomato, in pixels of the stage. */
const bobDrawn = (page) =>
  page.evaluate(() => {
    const canvas = document.querySelector('.main-canvas'),
      ratio = canvas.width / canvas.clientWidth;
    const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let x = 0,
      y = 0,
      count = 0;
    for (let i = 0; i < data.length; i += 4)
      if (Math.abs(data[i] - 255) + Math.abs(data[i + 1] - 99) + Math.abs(data[i + 2] - 71) < 30) {
        x += (i / 4) % width;
        y += Math.floor(i / 4 / width);
        count++;
      }
    return count > 50 ? [(x / count + 0.5) / ratio, (y / count + 0.5) / ratio] : null;
  });

const bare = {
  roles: {
    ground: false,
    guide: false,
    joint: false,
    force: false,
    drive: false,
    mass: false,
    sensor: false,
    axes: false,
    label: false,
    reaction: false,
  },
  traces: [],
};

/* The bob stands where the recorded rows say, to a pixel, at several times. */
async function compare(page, settled, rows) {
  const places = [];
  await page.evaluate((patch) => window.pawl.set(patch), bare);
  for (const share of [0, 0.3, 0.5, 0.8]) {
    const [t, x, y] = rows[Math.round(share * (rows.length - 1))];
    await page.evaluate((time) => window.pawl.seek(time), t);
    await settled(page);
    const seen = await bobDrawn(page),
      [px, py] = await page.evaluate(([a, b]) => window.pawl.project(a, b), [x, y]);
    assert.ok(seen, `the bob is seen at t = ${t}`);
    assert.ok(
      Math.hypot(seen[0] - px, seen[1] - py) < 1,
      `t = ${t}: drawn at ${seen}; the rows say ${[px, py]}`,
    );
    places.push(seen);
  }
  return places;
}

const PLACE = ['body.x', 'body.y'];

/* In the page: the motion is that of the number beside the slider. */
const caughtUp = (selector) =>
  window.pawl.state.run.model.parameters[0].value === Number(document.querySelector(selector).value);

export const tests = {
  async 'pawl view: a slider is dragged, and the new motion is that of pawl run --set'(kit) {
    const { settled } = kit;
    await withView(kit, async ({ open, model }) => {
      const page = await open();
      await page.click('#tab-parameters');
      const before = await compare(page, settled, model.record([], PLACE));
      await page.evaluate(() => window.pawl.seek(1));
      const slider = page.locator(`${parameter('gravity')} input[type=range]`),
        box = await slider.boundingBox(),
        shown = () => page.evaluate(() => window.pawl.state.run.model.parameters[0].value),
        runs = [await shown()];
      await page.mouse.move(box.x + 0.5 * box.width, box.y + box.height / 2);
      await page.mouse.down();
      for (let i = 1; i <= 12; i++) {
        await page.mouse.move(box.x + (0.5 - 0.025 * i) * box.width, box.y + box.height / 2);
        await until(page, caughtUp, `${parameter('gravity')} input[type=number]`);
        runs.push(await shown());
      }
      await page.mouse.up();
      const wanted = Number(await page.locator(`${parameter('gravity')} input[type=number]`).inputValue());
      assert.ok(wanted > 1 && wanted < 6, `gravity was dragged to ${wanted}`);
      await until(page, () => !window.pawl.state.running);
      assert.equal(await value(page, 'gravity'), wanted);
      assert.equal(new Set(runs).size, 13, `the motion changes while dragging: ${runs}`);
      assert.equal(await page.evaluate(() => window.pawl.state.time), 1, 'time stays');
      const after = await compare(page, settled, model.record([`gravity=${wanted}`], PLACE));
      assert.ok(
        Math.hypot(after[2][0] - before[2][0], after[2][1] - before[2][1]) > 10,
        'the motion is another one',
      );
    });
  },

  async 'pawl view: a run replaces the motion by the answer to one question, in place'(kit) {
    await withView(kit, async ({ open }) => {
      const page = await open({ counted: true });
      await page.click('#tab-parameters');
      await page.click('[aria-label^="Zoom in"]');
      await page.evaluate(() => window.pawl.seek(1.5));
      const scale = () => page.evaluate(() => window.pawl.project(1, 0)[0] - window.pawl.project(0, 0)[0]);
      const before = await scale();
      await page.route('**/api/status', () => {}); /* never answered: nothing else tells of a new run */
      await page.evaluate(() => (window.work.asked = []));
      for (let i = 0; i < 10; i++) {
        await page.locator(`${parameter('m')} input[type=number]`).fill(String(2 + 0.1 * i));
        await page.keyboard.press('Enter');
        await until(
          page,
          (x) => window.pawl.state.run.model.parameters.find((p) => p.name === 'm').value === x,
          Number(String(2 + 0.1 * i)),
        );
      }
      const asked = (await page.evaluate(() => window.work.asked)).filter((text) => !text.endsWith('/status'));
      assert.deepEqual(asked, Array(10).fill('POST /api/run'));
      assert.equal(await scale(), before, 'the view stays');
      assert.equal(await page.evaluate(() => window.pawl.state.time), 1.5, 'time stays');
      assert.equal(await page.locator('.running:visible').count(), 0, 'no progress is shown');
    });
  },

  async 'pawl view: a model is broken and repaired'(kit) {
    const { settled } = kit;
    await withView(kit, async ({ open, model }) => {
      const page = await open({ complains: true });
      await page.keyboard.press('5');
      await page.locator(`${parameter('m')} input[type=number]`).fill('2');
      await page.keyboard.press('Enter');
      await until(page, () => window.pawl.state.run.model.parameters.find((p) => p.name === 'm').value === 2);
      const line = model.original.split('\n').findIndex((l) => l.includes('mass = m')) + 1;
      model.save(model.original.replace('mass = m', 'mass = "heavy"'));
      await page.waitForSelector('.banner.problem:visible');
      const banner = await page.locator('.banner.problem').textContent();
      assert.match(banner, /body "body": 'mass' must be a number in kg, not a string/);
      assert.ok(banner.includes(`model.lua:${line}`), banner);
      assert.match(banner, /The last motion stays/);
      await page.click('.banner.problem .link');
      await settled(page);
      const frames = await page.evaluate(() => window.pawl.frames());
      await page.evaluate(() => window.pawl.seek(0.7));
      await settled(page);
      assert.ok((await page.evaluate(() => window.pawl.frames())) > frames, 'it still moves');
      assert.equal(await value(page, 'm'), 2);
      model.save(model.original.replace('duration = 3', 'duration = 2'));
      await page.waitForSelector('.banner.problem', { state: 'hidden' });
      await until(page, () => window.pawl.state.run.end === 2);
      assert.equal(await value(page, 'm'), 2, 'the slider still counts');
      model.save(model.original.replace('"m" { 1,', '"m" { 3,'));
      await until(page, () => window.pawl.state.run.model.parameters.find((p) => p.name === 'm').value === 3);
      assert.equal(await page.locator(`${parameter('m')} input[type=number]`).inputValue(), '3');
    });
  },

  async "pawl view: a parameter out of its range is the model's own sentence"(kit) {
    await withView(kit, async ({ open }) => {
      const page = await open({ complains: true });
      await page.keyboard.press('5');
      await page.locator(`${parameter('m')} input[type=number]`).fill('-1');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.banner.problem:visible');
      assert.match(await page.locator('.banner.problem').textContent(), /parameter "m": .*model\.lua:\d+/);
      assert.equal(await value(page, 'm'), 1);
    });
  },

  async 'pawl view: a long run shows its progress and can be cancelled'(kit) {
    const text = (t) => t.replace('duration = 3', 'duration = parameter "span" { 3, unit = "s", min = 3 }');
    await withView(
      kit,
      async ({ open }) => {
        const page = await open({ complains: true });
        await page.keyboard.press('5');
        const number = page.locator(`${parameter('span')} input[type=number]`);
        await number.fill('20000');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.running:visible');
        await until(page, () => Number(document.querySelector('.running progress').value) > 0.005);
        await page.click('.running button');
        await until(page, () => !window.pawl.state.running);
        assert.equal(await page.evaluate(() => window.pawl.state.run.end), 3, 'the last motion stays');
        await page.waitForSelector('.running', { state: 'hidden' });
        await number.fill('20000'); /* newer values end it, too */
        await page.keyboard.press('Enter');
        await number.fill('4');
        await page.keyboard.press('Enter');
        await until(page, () => window.pawl.state.run.end === 4);
      },
      { text },
    );
  },

  async 'pawl view: a model that is wrong from the start'(kit) {
    const text = (t) => t.replace('mass = m', 'mass = "heavy"');
    await withView(
      kit,
      async ({ open, model }) => {
        const page = await open({ complains: true, bare: true });
        await page.waitForSelector('.only');
        assert.match(await page.locator('.only').textContent(), /model\.lua:\d+/);
        model.save(model.original.replace('mass = "heavy"', 'mass = m'));
        await until(page, () => window.pawl?.frames() > 0);
      },
      { text },
    );
  },

  async 'pawl view: two pages show the same run'(kit) {
    const { settled } = kit;
    await withView(kit, async ({ open }) => {
      const one = await open(),
        two = await open();
      await one.keyboard.press('5');
      await one.locator(`${parameter('gravity')} input[type=number]`).fill('3');
      await one.keyboard.press('Enter');
      await until(two, () => window.pawl.state.run.model.parameters[0].value === 3);
      await settled(two);
    });
  },

  async 'pawl view: a result with its model has sliders, one without has none'(kit) {
    const made = (out) => (folder) => {
      const done = spawnSync(PAWL, ['run', folder, '--quiet', '--out', join(folder, out)]);
      assert.equal(done.status, 0, String(done.stderr));
      return [join(folder, out)];
    };
    await withView(
      kit,
      async ({ open, model }) => {
        const page = await open();
        await page.keyboard.press('5');
        await page.locator(`${parameter('gravity')} input[type=number]`).fill('3');
        await page.keyboard.press('Enter');
        await until(page, () => window.pawl.state.run.model.parameters[0].value === 3);
        const rows = model.record(['gravity=3'], PLACE),
          last = await page.evaluate(() => window.pawl.state.run.byName.get('body.x').values.at(-1));
        assert.ok(Math.abs(last - rows.at(-1)[1]) < 1e-6);
      },
      { words: made('run.h5') },
    );
    await withView(
      kit,
      async ({ open }) => {
        const page = await open();
        await page.keyboard.press('5');
        assert.equal(await page.locator('.parameter input').count(), 0);
      },
      { words: made('run.csv') },
    );
  },
};
