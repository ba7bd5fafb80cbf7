/* Models through the real command: a report opens without a complaint, plays, and shows its bodies where its channels
 * say, to a pixel. With PAWL_SOAK=1 every model, else every twelfth. The command is that of PAWL, or build/pawl. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { soak, until } from './browser.mjs';
import { decodePage, outlineOf, placeOf } from './decode.mjs';
import { BODIES_ONLY, painted, project, show } from './pixels.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..'),
  pawl = resolve(process.env.PAWL ?? join(root, 'build/pawl'));
const models = readdirSync(join(root, 'models'))
  .filter((name) => name !== 'broken' && existsSync(join(root, 'models', name, 'model.lua')))
  .sort();
const chosen = models.filter((_, i) => soak || i % 12 === 0);

function report(folder, name, ...more) {
  const out = join(folder, `model-${name}.html`);
  execFileSync(pawl, ['report', join('models', name, 'model.lua'), '-o', out, '--quiet', ...more], {
    cwd: root,
  });
  return out;
}

/* Shows the items of one part alone, at some times, and measures the box of what is painted of them, in CSS pixels
 * of the stage, beside the box that `points` of the world fill in it. In space without perspective. */
const measure = async ([items, times, points, spatial]) => {
  const mine = new Set(items);
  window.pawl.state.scene.items.forEach((item) => (item.role = mine.has(item.index) ? 'mine' : 'others'));
  window.pawl.set({ roles: { others: false, axes: false }, traces: [], showContacts: false, flat: spatial });
  const canvas = document.querySelector('.main-canvas'),
    copy = document.createElement('canvas'),
    ratio = canvas.width / canvas.clientWidth,
    out = [];
  copy.width = canvas.width;
  copy.height = canvas.height;
  const ctx = copy.getContext('2d', { willReadFrequently: true });
  for (const [k, t] of times.entries()) {
    window.pawl.seek(t);
    window.pawl.set({ view: Math.random() });
    await new Promise(requestAnimationFrame);
    ctx.drawImage(canvas, 0, 0);
    const { data, width, height } = ctx.getImageData(0, 0, copy.width, copy.height);
    /* the grid is paler than anything that is drawn; the bar of the scale lies at the lower left */
    const bounds = [width, height, -1, -1],
      end = 4 * width * (spatial ? height : Math.floor(height - 26 * ratio));
    for (let i = 0; i < end; i += 4) {
      if (data[i] > 200 && data[i + 1] > 200 && data[i + 2] > 200) continue;
      const x = (i / 4) % width,
        y = Math.floor(i / 4 / width);
      if (x < bounds[0]) bounds[0] = x;
      if (y < bounds[1]) bounds[1] = y;
      if (x > bounds[2]) bounds[2] = x;
      if (y > bounds[3]) bounds[3] = y;
    }
    const pixels = points[k].map((p) => window.pawl.project(...p)),
      xs = pixels.map((p) => p[0]),
      ys = pixels.map((p) => p[1]);
    out.push({
      painted: bounds.map((x, side) => (x + (side > 1 ? 1 : 0)) / ratio),
      box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
      size: [width / ratio, height / ratio],
    });
  }
  return out;
};

/* Of every model a few bodies, spread over all of them. */
function someBodies({ drawing }, most = 3) {
  const own = new Map();
  drawing.items.forEach((item, index) => {
    if (item.role !== 'body' || item.part === null || item.a.body === 0 || !outlineOf(item)) return;
    own.set(item.part, [...(own.get(item.part) ?? []), { ...item, index }]);
  });
  const all = [...own.values()],
    step = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, i) => i % step === 0).slice(0, most);
}

async function comparePixels(page, decoded, name) {
  const { time, meta } = decoded,
    spatial = meta.drawing.world === 'spatial',
    last = time.length - 1;
  const rows = [0, 0.31, 0.62, 1].map((k) => Math.round(k * last)),
    between = Math.floor(last / 3);
  const times = rows.map((row) => time[row]);
  if (!spatial && between < last) times.push(time[between] + 0.37 * (time[between + 1] - time[between]));
  let compared = 0,
    worst = 0;
  for (const items of someBodies(meta)) {
    const points = times.map((t) =>
      items.flatMap((item) => outlineOf(item).map((p) => placeOf(decoded, item.a, p, t))),
    );
    const seen = await page.evaluate(measure, [items.map((i) => i.index), times, points, spatial]);
    for (const [k, { painted, box, size }] of seen.entries()) {
      if (box[0] < 4 || box[1] < 4 || box[2] > size[0] - 4 || box[3] > size[1] - 30) continue;
      const off = [0, 1].map((i) => Math.abs((painted[i] + painted[i + 2]) / 2 - (box[i] + box[i + 2]) / 2));
      assert.ok(
        Math.max(...off) <= 1,
        `${name}, ${meta.drawing.parts[items[0].part].name} at ${times[k]} s is painted in ${painted}, its channels say ${box}`,
      );
      worst = Math.max(worst, ...off);
      compared++;
    }
  }
  return { compared, worst };
}

async function playAndScrub(page) {
  await page.evaluate(() =>
    window.pawl.set({ speed: (window.pawl.state.run.end - window.pawl.state.run.begin) / 4 }),
  );
  await page.keyboard.press(' ');
  await until(page, () => window.pawl.state.time > window.pawl.state.run.begin);
  await page.keyboard.press(' ');
  const wanted = await page.evaluate(() => {
    const { begin, end } = window.pawl.state.run;
    return Number((begin + 0.7 * (end - begin)).toPrecision(6));
  });
  await page.locator('.scrub').fill(String(wanted));
  const got = await page.evaluate(() => window.pawl.state.time);
  assert.ok(Math.abs(got - wanted) <= 1e-6 * Math.abs(wanted) + 1e-12, `scrubbed to ${got}, not ${wanted}`);
}

async function clickAnEvent(page, meta) {
  if (!meta.events?.length) return 0;
  await page.click('#tab-events');
  await page.click('.events tbody tr:not(.space) >> nth=0');
  const first = Math.min(...meta.events.map((event) => event.time));
  assert.equal(await page.evaluate(() => window.pawl.state.time), first);
  return 1;
}

const EVIL = '<script>window.evil = 1</script>';

export const tests = {
  async 'where shapes are nowhere opposite each other nothing is marked'({ open, settled, folder }) {
    const model = join(folder, 'off.lua'),
      out = join(folder, 'off.html');
    writeFileSync(
      model,
      [
        'planar { gravity = {0, -9.81} }',
        'local ball = body "ball" { mass = 1, inertia = 0.01, x = 0, y = 1.1, vx = 2 }',
        'local shelf = shape "shelf" { ground, line { {1, 1}, {-0.5, 1} } }',
        'contact "c" { shelf, shape "rim" { ball, circle { radius = 0.1 } }, law = rigid {} }',
        'simulate { duration = 1 }',
        '',
      ].join('\n'),
    );
    execFileSync(pawl, ['report', model, '-o', out, '--quiet']);
    const page = await open(`file://${out}`);
    const painting = async (t, [x, y], showContacts) => {
      await show(page, settled, t, { ...BODIES_ONLY, showContacts });
      return (await painted(page, null, [x, y, 8])).count;
    };
    const marked = async (t, place) => {
      const [at] = await project(page, [place]);
      return (await painting(t, at, true)) - (await painting(t, at, false));
    };
    assert.ok((await marked(0.25, [0.5, 1])) > 20, 'it slides on the shelf');
    for (const t of [0.5005, 0.6, 0.8, 1])
      assert.equal(await marked(t, [0, 0]), 0, `a mark at the origin at ${t}`);
  },

  async 'a model’s report opens, plays, scrubs, and is drawn where it was recorded'({
    open,
    folder,
    note,
  }) {
    let compared = 0,
      worst = 0,
      events = 0;
    assert.ok(models.length > 30, 'the models are found');
    const waiting = [...chosen];
    const work = async () => {
      while (waiting.length) {
        const name = waiting.shift(),
          path = report(folder, name),
          decoded = decodePage(path),
          page = await open(`file://${path}`);
        assert.equal(await page.locator('.banner:visible').count(), 0, name);
        await playAndScrub(page);
        events += await clickAnEvent(page, decoded.meta);
        const found = await comparePixels(page, decoded, name);
        compared += found.compared;
        worst = Math.max(worst, found.worst);
        await page.context().close();
      }
    };
    await Promise.all([work(), work()]);
    note(
      `${chosen.length} of ${models.length} models, ${compared} bodies compared, ${worst.toFixed(2)} pixels off at most, ${events} events`,
    );
    assert.ok(compared > 5 * chosen.length, 'most of them could be compared');
  },

  async 'hostile names and texts through the command'({ open, folder, settled }) {
    const home = join(folder, 'evil');
    mkdirSync(home, { recursive: true });
    const model = join(home, 'model.lua');
    const text = (bodyName) =>
      [
        'planar { gravity = {0, -9.81} }',
        `-- ${EVIL} </script><!--`,
        `local l = parameter "l" { 1, unit = "m", doc = [[${EVIL}</script>]] }`,
        `local arm = body "${bodyName}" { mass = 1, com = {l, 0} }`,
        'revolute "hinge" { ground, arm }',
        'simulate { duration = 1, output = 10*ms }',
        '',
      ].join('\n');
    writeFileSync(model, text(EVIL));
    const refused = spawnSync(pawl, ['report', model, '-o', join(home, 'no.html')], { encoding: 'utf8' });
    assert.equal(refused.status, 1, 'a model with such a name is wrong');
    assert.match(refused.stderr, /model\.lua:4: .*a name is made of/);
    writeFileSync(model, text('arm'));
    execFileSync(pawl, ['report', model, '-o', join(home, 'yes.html'), '--quiet']);
    /* a result may come from anywhere */
    const table = join(home, 'table.csv');
    writeFileSync(table, `time,${EVIL}.x,"a""><img src=x onerror=window.evil=2>.y"\n0,1,2\n0.5,2,3\n1,3,4\n`);
    const made = spawnSync(pawl, ['report', table, '-o', join(home, 'table.html'), '--quiet'], {
      encoding: 'utf8',
    });
    const pages = ['yes.html', ...(made.status === 0 ? ['table.html'] : [])];
    if (made.status !== 0) assert.equal(made.status, 4, made.stderr);
    for (const name of pages) {
      assert.equal(readFileSync(join(home, name), 'utf8').split('<script').length - 1 >= 3, true);
      const page = await open(`file://${join(home, name)}`);
      for (let i = 1; i <= 7; i++) {
        await page.keyboard.press(String(i));
        await settled(page);
      }
      assert.equal(await page.evaluate(() => window.evil), undefined);
      assert.equal(await page.locator('script').count(), 3, 'only the three of the page');
      assert.equal(await page.locator('#app img, #app script').count(), 0);
    }
  },

  async 'a result as CSV: alone without a drawing, with its model with one'({ open, folder, settled }) {
    const table = join(folder, 'pendulum.csv'),
      run = spawnSync(pawl, ['run', 'models/pendulum/model.lua', '--out', table, '--quiet'], {
        cwd: root,
        encoding: 'utf8',
      });
    assert.equal(run.status, 0, run.stderr);
    const alone = join(folder, 'alone.html'),
      whole = join(folder, 'whole.html');
    execFileSync(pawl, ['report', table, '-o', alone, '--quiet'], { cwd: root });
    execFileSync(pawl, ['report', table, '--model', 'models/pendulum/model.lua', '-o', whole, '--quiet'], {
      cwd: root,
    });
    const bare = await open(`file://${alone}`);
    assert.ok(await bare.locator('.no-drawing').isVisible());
    assert.ok((await bare.evaluate(() => window.pawl.state.plots[0].series.length)) > 0);
    const page = await open(`file://${whole}`);
    await settled(page);
    assert.equal(await page.locator('.no-drawing').isVisible(), false);
    assert.ok((await page.evaluate(() => window.pawl.state.scene.items.length)) > 3);
  },

  async 'a grid of runs through the command: the sliders move the motion'({ open, folder }) {
    const path = report(folder, 'pendulum', '--grid', 'l=0.5:1.5:3'),
      page = await open(`file://${path}`);
    await page.keyboard.press('5');
    const slider = page.locator('.parameter[data-name="l"] input[type=range]');
    for (const [place, length] of [
      ['0', 0.5],
      ['2', 1.5],
      ['1', 1],
    ]) {
      await slider.fill(place);
      await until(
        page,
        (wanted) => {
          const { run } = window.pawl.state;
          const is = Math.hypot(run.byName.get('bob.x').values[7], run.byName.get('bob.y').values[7]);
          return Math.abs(is - wanted) < 1e-6; /* the arm is as long as the slider says */
        },
        length,
      );
    }
  },
};
