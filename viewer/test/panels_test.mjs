/* Plots, ledger, source, units, files. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { until } from './browser.mjs';
import { planarRun } from './planar.mjs';

const run = planarRun();
const plotsOf = (page) => page.evaluate(() => window.pawl.state.plots);

async function saved(page, kind, scope = '.plot') {
  const download = page.waitForEvent('download');
  await page.click(`${scope} [title="Download as ${kind}"]`);
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

async function find(page, name) {
  await page.fill('.channels .find', name);
  return page.locator(`.channel[data-name="${name}"]`);
}

export const tests = {
  async 'a channel gets into a plot by click, by Enter and by dragging; units make axes'({ open, settled }) {
    const page = await open('planar');
    assert.deepEqual((await plotsOf(page))[0].series, ['hinge.angle', 'return.length']);
    await (await find(page, 'block.y')).click();
    assert.deepEqual((await plotsOf(page))[0].series, ['hinge.angle', 'return.length', 'block.y']);
    await settled(page);
    const axes = () =>
      page.evaluate(() => [...window.pawl.plots.values()][0].chart().axes.map((a) => a.label));
    assert.deepEqual(await axes(), ['time / s', 'rad', 'm']);
    const row = await find(page, 'drive.effort');
    await row.focus();
    await page.keyboard.press('Enter');
    await settled(page);
    assert.deepEqual(await axes(), ['time / s', 'rad', 'm', 'N m']);
    await page.keyboard.press('Enter');
    assert.equal((await plotsOf(page))[0].series.length, 3);
    await (await find(page, 'block.vx')).dragTo(page.locator('#panel-plots .plot-place'));
    assert.equal((await plotsOf(page))[0].series.at(-1), 'block.vx');
    await (await find(page, 'block.vy')).dragTo(page.locator('.drop'));
    assert.deepEqual((await plotsOf(page))[1].series, ['block.vy']);
    await page.click('[aria-label="Remove block.vx from this plot"]');
    assert.equal((await plotsOf(page))[0].series.length, 3);
    await page.locator('[aria-label="Remove this plot"]').first().click();
    assert.equal((await plotsOf(page)).length, 1);
  },

  async 'the cursor of a plot and the animation are one'({ open, settled }) {
    const page = await open('planar');
    const over = await page.locator('.u-over').boundingBox();
    await page.mouse.click(over.x + over.width / 2, over.y + 40);
    await settled(page);
    const t = await page.evaluate(() => window.pawl.state.time);
    assert.ok(Math.abs(t - 1.5) < 0.02, `half way is ${t}`);
    const x = await page.evaluate(
      () => new DOMMatrix(getComputedStyle(document.querySelector('.plot-needle')).transform).e,
    );
    assert.ok(Math.abs(x - over.width / 2) < 1.5);
    assert.match(await page.locator('.chip output').first().textContent(), /^13\.\d+ rad/);
    await page.evaluate(() => window.pawl.seek(0));
    await settled(page);
    assert.ok(
      (await page.evaluate(
        () => new DOMMatrix(getComputedStyle(document.querySelector('.plot-needle')).transform).e,
      )) < 1,
    );
  },

  async 'zoom in a plot is the zoom of all plots'({ open, settled }) {
    const page = await open('planar');
    const row = await find(page, 'block.y');
    await row.focus();
    await page.keyboard.press('w');
    await settled(page);
    const over = await page.locator('.u-over').first().boundingBox();
    await page.mouse.move(over.x + over.width / 3, over.y + 30);
    await page.mouse.down();
    await page.mouse.move(over.x + (2 * over.width) / 3, over.y + 50, { steps: 5 });
    await page.mouse.up();
    await settled(page);
    const ranges = await page.evaluate(() =>
      [...window.pawl.plots.values()].map((c) => [c.chart().scales.x.min, c.chart().scales.x.max]),
    );
    for (const [low, high] of ranges)
      assert.ok(Math.abs(low - 1) < 0.03 && Math.abs(high - 2) < 0.03, `${low} to ${high}`);
    await page.click('text=whole time');
    await settled(page);
    assert.deepEqual(
      await page.evaluate(() =>
        [...window.pawl.plots.values()].map((c) => [c.chart().scales.x.min, c.chart().scales.x.max]),
      ),
      [
        [0, 3],
        [0, 3],
      ],
    );
  },

  async 'a phase portrait, coloured by mode'({ open, settled }) {
    const page = await open('planar');
    await page.evaluate(() =>
      window.pawl.set({ plots: [{ id: 1, x: null, by: null, series: ['block.vy'] }] }),
    );
    const row = await find(page, 'block.y');
    await row.focus();
    await page.keyboard.press('x');
    await settled(page);
    assert.deepEqual((await plotsOf(page))[0], { id: 1, x: 'block.y', by: 0, series: ['block.vy'] });
    assert.ok(await page.locator('.plot-dot').isVisible(), 'now is marked from the first');
    assert.match(await page.locator('#panel-plots .plot-legend').textContent(), /open.*sliding.*sticking/);
    const seen = await page.evaluate(() => {
      const canvas = document.querySelector('.uplot canvas'),
        { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if (
          Math.abs(data[i] - 0x78) + Math.abs(data[i + 1] - 0x81) + Math.abs(data[i + 2] - 0x8b) < 20 &&
          data[i + 3] > 200
        )
          count++;
      return count;
    });
    assert.ok(seen > 100, `the curve has the colour of open: ${seen} pixels`);
    await page.evaluate(() => window.pawl.seek(0.2));
    await settled(page);
    const dot = await page.locator('.plot-dot').boundingBox(),
      over = await page.locator('.u-over').boundingBox();
    const want = await page.evaluate(() => {
      const u = [...window.pawl.plots.values()][0].chart(),
        { run: r } = window.pawl.state,
        i = 200;
      return [
        u.valToPos(r.byName.get('block.y').values[i], 'x'),
        u.valToPos(r.byName.get('block.vy').values[i], 'y0'),
      ];
    });
    assert.ok(
      Math.hypot(dot.x + dot.width / 2 - over.x - want[0], dot.y + dot.height / 2 - over.y - want[1]) < 2,
    );
    const svg = await saved(page, 'SVG');
    assert.match(svg.bytes.toString(), /block\.y/);
    await page.selectOption('[aria-label="Against"]', '');
    await settled(page);
    assert.equal((await plotsOf(page))[0].x, null);
  },

  async 'plots as SVG, PNG and CSV'({ open }) {
    const page = await open('planar');
    const svg = (await saved(page, 'SVG')).bytes.toString();
    assert.match(svg, /^<svg xmlns=[\s\S]*hinge\.angle[\s\S]*<\/svg>$/);
    const wrong = await page.evaluate(
      (text) =>
        new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent ??
        null,
      svg,
    );
    assert.equal(wrong, null);
    const png = (await saved(page, 'PNG')).bytes;
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    assert.equal(png.readUInt32BE(16), 1600);
    const { name, bytes } = await saved(page, 'CSV'),
      lines = bytes.toString().trim().split('\n');
    assert.equal(name, 'hinge.angle.csv');
    assert.equal(lines[0], 'time [s],hinge.angle [rad],return.length [m]');
    assert.equal(lines.length, run.time.length + 1);
    const [t, angle] = lines[101].split(',').map(Number);
    assert.equal(angle, run.columns['hinge.angle'].values[100]);
    assert.equal(t, run.time[100]);
  },

  async 'units are the user’s choice, everywhere'({ open, settled }) {
    const page = await open('planar');
    await page.evaluate(() => window.pawl.seek(1.5));
    await page.click('#tab-show');
    await page.selectOption('[aria-label="Set of units"]', 'mm · deg · ms');
    await settled(page);
    assert.equal(await page.locator('.now').textContent(), '1500.0 ms');
    await page.click('#tab-plots');
    await settled(page);
    assert.deepEqual(
      await page.evaluate(() => [...window.pawl.plots.values()][0].chart().axes.map((a) => a.label)),
      ['time / ms', 'deg', 'mm'],
    );
    assert.match(await page.locator('.chip output').first().textContent(), /^773\.\d+ deg/);
    const head = (await saved(page, 'CSV')).bytes.toString().split('\n')[0];
    assert.equal(head, 'time [ms],hinge.angle [deg],return.length [mm]');
    await page.click('#tab-events');
    assert.match(await page.locator('.events thead').textContent(), /time ms/);
    await page.keyboard.press('u');
    await settled(page);
    assert.deepEqual(await page.evaluate(() => window.pawl.state.units), {});
  },

  async 'the ledger, stacked: its sum stays'({ open, settled }) {
    const page = await open('planar');
    await page.click('#tab-energy');
    await settled(page);
    assert.match(
      await page.locator('#panel-energy .plot-legend').textContent(),
      /kinetic.*gravity.*stored in return.*lost in landing.*work of drive/,
    );
    assert.match(await page.locator('#panel-energy').textContent(), /closes to 1e−13 J/);
    const sums = await page.evaluate(() => {
      const { ledger, rows } = window.pawl.state.run,
        all = [];
      for (let i = 0; i < rows; i += 100)
        all.push(ledger.terms.reduce((s, term) => s + term.sign * term.values[i], 0));
      return all;
    });
    assert.ok(Math.max(...sums) - Math.min(...sums) < 1e-12);
    assert.match((await saved(page, 'SVG', '#panel-energy')).bytes.toString(), /fill-opacity/);
    const needle = () =>
      page.evaluate(
        () =>
          new DOMMatrix(getComputedStyle(document.querySelector('#panel-energy .plot-needle')).transform).e,
      );
    await page.evaluate(() => window.pawl.seek(3));
    await settled(page);
    assert.ok((await needle()) > 200);
  },

  async 'source, options, version, hash, warnings'({ open }) {
    const page = await open('planar');
    await page.click('#tab-source');
    assert.equal(await page.locator('.line').count(), run.model.files[0].text.trim().split('\n').length);
    assert.ok((await page.locator('.line .comment').count()) > 0);
    await page.click('.badge');
    const text = await page.locator('#panel-about').textContent();
    for (const word of [
      'the redundant equation of wrist',
      '9f2c41d07be8a356',
      'event-driven',
      '0.1.0',
      'models/sample/model.lua',
      'restitution',
    ])
      assert.ok(text.includes(word), word);
    await page.click('#tab-parameters');
    assert.match(await page.locator('#panel-parameters').textContent(), /This page shows one run/);
  },

  async 'dark and light: by preference, by button, by key; remembered'({ open, settled }) {
    const page = await open('planar', { dark: true });
    const theme = () =>
      page.evaluate(() => [
        document.documentElement.dataset.theme,
        getComputedStyle(document.body).backgroundColor,
      ]);
    assert.deepEqual(await theme(), ['dark', 'rgb(20, 23, 27)']);
    await page.keyboard.press('d');
    await settled(page);
    assert.deepEqual(await theme(), ['light', 'rgb(251, 251, 250)']);
    const pixel = await page.evaluate(() =>
      Array.from(document.querySelector('.main-canvas').getContext('2d').getImageData(3, 150, 1, 1).data),
    );
    assert.ok(pixel[0] > 230, 'the stage is light too');
    await page.reload();
    await until(page, () => window.pawl?.frames() > 0);
    assert.equal((await theme())[0], 'light');
    await page.click('[aria-label^="Dark or light"]');
    await settled(page);
    assert.equal((await theme())[0], 'dark');
  },
};
