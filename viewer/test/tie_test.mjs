/* One time for all: plots, score, slider, ledger and animation share now and the stretch of time in sight. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { until } from './browser.mjs';
import { planarRun } from './planar.mjs';

const run = planarRun();
const timeOf = (page) => page.evaluate(() => window.pawl.state.time);
const rangeOf = (page) => page.evaluate(() => window.pawl.state.range);
const near = (a, b, tiny) => assert.ok(Math.abs(a - b) <= tiny, `${a} should be ${b}`);
const over = (page, scope = '#panel-plots') => page.locator(`${scope} .u-over`).first().boundingBox();

async function dragAcross(page, box, from, to) {
  await page.mouse.move(box.x + from * box.width, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + to * box.width, box.y + 60, { steps: 6 });
  await page.mouse.up();
}

export const tests = {
  async 'a stretch chosen in a plot is that of slider, score and ledger; playing stays in it'({
    open,
    settled,
  }) {
    const page = await open('planar');
    await dragAcross(page, await over(page), 1 / 3, 2 / 3);
    await settled(page);
    const [low, high] = await rangeOf(page);
    near(low, 1, 0.02);
    near(high, 2, 0.02);
    const scrub = page.locator('.scrub');
    near(Number(await scrub.getAttribute('min')), low, 1e-9);
    near(Number(await scrub.getAttribute('max')), high, 1e-9);
    /* the score shows the same: a click in its middle is the middle of the stretch */
    const score = await page.locator('.score-canvas').boundingBox();
    await page.mouse.click(score.x + score.width / 2 + 30, score.y + 33);
    near(await timeOf(page), (low + high) / 2 + (30 / (score.width - 16)) * (high - low), 0.005);
    await page.click('#tab-energy');
    await settled(page);
    const ledger = await page.evaluate(() => {
      const over = document.querySelector('#panel-energy .u-over'),
        needle = document.querySelector('#panel-energy .plot-needle');
      return [over.clientWidth, new DOMMatrix(getComputedStyle(needle).transform).e];
    });
    near(ledger[1] / ledger[0], ((await timeOf(page)) - low) / (high - low), 0.01);
    await page.keyboard.press('End');
    near(await timeOf(page), high, 1e-9);
    await page.evaluate(() => window.pawl.set({ speed: 5, loop: false }));
    await page.keyboard.press('Home');
    await page.keyboard.press(' ');
    await until(page, () => !window.pawl.state.playing);
    near(await timeOf(page), high, 1e-9);
    await page.keyboard.press('a');
    await settled(page);
    assert.equal(await rangeOf(page), null);
    assert.equal(await scrub.getAttribute('max'), '3');
  },

  async 'zoom of time by keys, by button, by Ctrl and wheel; an event beyond it comes into sight'({
    open,
    settled,
  }) {
    const page = await open('planar');
    await page.evaluate(() => window.pawl.seek(1.5));
    await page.keyboard.press('z');
    await page.keyboard.press('z');
    assert.deepEqual(await rangeOf(page), [1.125, 1.875]);
    await page.keyboard.press('Shift+Z');
    assert.deepEqual(await rangeOf(page), [0.75, 2.25]);
    await page.click('[aria-label="The whole time (A)"]');
    assert.equal(await rangeOf(page), null);
    await settled(page);
    assert.equal(await page.locator('[aria-label="The whole time (A)"]').isVisible(), false);
    const box = await over(page);
    await page.mouse.move(box.x + box.width / 2, box.y + 50);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    await settled(page);
    const [low, high] = await rangeOf(page);
    near((low + high) / 2, 1.5, 0.03);
    assert.ok(high - low < 2.5);
    const score = await page.locator('.score-canvas').boundingBox();
    await page.mouse.move(score.x + score.width / 2, score.y + 10);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -400);
    await page.mouse.wheel(0, -400);
    await page.keyboard.up('Control');
    const narrow = await rangeOf(page);
    assert.ok(narrow[1] - narrow[0] < high - low, 'the score zooms too');
    await page.evaluate(() => window.pawl.seek(1.5));
    for (let i = 0; i < 4; i++) await page.keyboard.press('p');
    const t = await timeOf(page),
      now = await rangeOf(page);
    assert.ok(now[0] <= t && t <= now[1], `${t} is in ${now}`);
    near(now[1] - now[0], narrow[1] - narrow[0], 1e-9);
  },

  async 'a plot by keyboard: + and − zoom, Shift and arrows move, arrows step'({ open, settled }) {
    const page = await open('planar');
    await page.evaluate(() => window.pawl.seek(1.5));
    await page.locator('#panel-plots .plot-place').focus();
    await page.keyboard.press('+');
    assert.deepEqual(await rangeOf(page), [0.5, 2.5]);
    const scale = await page.evaluate(() => window.pawl.project(1, 0)[0] - window.pawl.project(0, 0)[0]);
    await page.keyboard.press('Shift+ArrowRight');
    const [low, high] = await rangeOf(page);
    near(low, 0.9, 1e-9);
    near(high, 2.9, 1e-9);
    await page.keyboard.press('-');
    assert.equal(await rangeOf(page), null);
    assert.equal(
      await page.evaluate(() => window.pawl.project(1, 0)[0] - window.pawl.project(0, 0)[0]),
      scale,
      'the view of the stage stays',
    );
    await page.keyboard.press('ArrowRight');
    near(await timeOf(page), 1.501, 1e-9);
    await settled(page);
    assert.match(
      await page.locator('#panel-plots .plot-place').getAttribute('aria-label'),
      /hinge\.angle.*over time/,
    );
  },

  async 'the needle can be dragged, in plots and in the ledger'({ open, settled }) {
    const page = await open('planar');
    for (const [tab, panel] of [
      ['plots', '#panel-plots'],
      ['energy', '#panel-energy'],
    ]) {
      await page.click(`#tab-${tab}`);
      await page.evaluate(() => window.pawl.seek(0.6));
      await settled(page);
      const box = await over(page, panel),
        from = box.x + 0.2 * box.width;
      await page.mouse.move(from + 1, box.y + 60);
      await page.mouse.down();
      await page.mouse.move(box.x + 0.75 * box.width, box.y + 70, { steps: 8 });
      await page.mouse.up();
      await settled(page);
      near(await timeOf(page), 2.25, 0.02);
      assert.equal(await rangeOf(page), null, 'that is no zoom');
    }
  },

  async 'a note says the numbers under the pointer'({ open, settled }) {
    const page = await open('planar');
    const box = await over(page);
    await page.mouse.move(box.x + box.width / 2, box.y + 50);
    await settled(page);
    const text = await page.locator('#panel-plots .plot-note').textContent();
    assert.match(text, /1\.\d+ s.*hinge\.angle13\.\d+ rad.*return\.length0\.\d+ m/);
    await page.mouse.move(20, 300);
    await settled(page);
    assert.equal(await page.locator('#panel-plots .plot-note').isVisible(), false);
  },

  async 'a channel dropped on “over” makes a phase portrait; a click in it goes to the nearest row'({
    open,
    settled,
  }) {
    const page = await open('planar');
    await page.evaluate(() =>
      window.pawl.set({ plots: [{ id: 1, x: null, by: null, series: ['block.vy'] }] }),
    );
    await page.fill('.channels .find', 'block.y');
    await page.locator('.channel[data-name="block.y"]').dragTo(page.locator('.over-box'));
    await settled(page);
    assert.equal(await page.evaluate(() => window.pawl.state.plots[0].x), 'block.y');
    assert.equal(
      await page.evaluate(() => window.pawl.state.plots[0].by),
      0,
      'coloured by the first contact',
    );
    const row = 150,
      place = await page.evaluate((i) => {
        const u = [...window.pawl.plots.values()][0].chart(),
          { run: r } = window.pawl.state;
        return [
          u.valToPos(r.byName.get('block.y').values[i], 'x'),
          u.valToPos(r.byName.get('block.vy').values[i], 'y0'),
        ];
      }, row);
    const box = await over(page);
    await page.mouse.click(box.x + place[0], box.y + place[1]);
    near(await timeOf(page), run.time[row], 0.02);
    /* its own zoom does not change the time in sight */
    await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.3 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.7 * box.width, box.y + 0.7 * box.height, { steps: 5 });
    await page.mouse.up();
    await settled(page);
    const zoomed = await page.evaluate(() => {
      const { x } = [...window.pawl.plots.values()][0].chart().scales;
      return x.max - x.min;
    });
    assert.equal(await rangeOf(page), null);
    await page.mouse.dblclick(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
    await settled(page);
    const whole = await page.evaluate(() => {
      const { x } = [...window.pawl.plots.values()][0].chart().scales;
      return x.max - x.min;
    });
    assert.ok(whole > 2 * zoomed, `two clicks show all of it: ${whole}, ${zoomed}`);
  },

  async 'a figure as SVG has all its axes, events and signs of modes'({ open, settled }) {
    const page = await open('planar');
    const svg = async (plot) => {
      await page.evaluate((p) => window.pawl.set({ plots: [p] }), plot);
      await settled(page);
      const file = page.waitForEvent('download');
      await page.click('#panel-plots [title="Download as SVG"]');
      return readFileSync(await (await file).path(), 'utf8');
    };
    const many = await svg({
      id: 1,
      x: null,
      by: null,
      series: ['hinge.angle', 'return.length', 'return.force', 'drive.effort'],
    });
    for (const label of ['>rad<', '>m<', '>N<', '>N m<', '>time / s<', '>drive.effort<'])
      assert.ok(many.includes(label), label);
    assert.ok(many.includes('#9aa2ab'), 'a line for each event');
    const box = await page.evaluate((text) => {
      const holder = document.createElement('div');
      holder.append(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement);
      document.body.append(holder);
      const outer = holder.firstChild.getBoundingClientRect();
      const out = [...holder.querySelectorAll('text')]
        .filter((e) => {
          const b = e.getBoundingClientRect();
          return b.left < outer.left || b.right > outer.right || b.top < outer.top || b.bottom > outer.bottom;
        })
        .map((e) => e.textContent);
      holder.remove();
      return out;
    }, many);
    assert.deepEqual(box, [], 'no text is cut off');
    const phase = await svg({ id: 1, x: 'block.y', by: 0, series: ['block.vy'] });
    for (const word of ['>open<', '>sliding<', '>sticking<', 'block.vy / m/s'])
      assert.ok(phase.includes(word), word);
  },

  async 'the score and the table of events light up the part, and events can be saved'({ open, settled }) {
    const page = await open('planar');
    const score = await page.locator('.score-canvas').boundingBox();
    await page.mouse.click(score.x + score.width * 0.7, score.y + 33);
    const selected = () =>
      page.evaluate(() => window.pawl.state.run.drawing.parts[window.pawl.state.selected]?.name);
    assert.equal(await selected(), 'landing');
    await page.keyboard.press('Escape');
    await page.click('#tab-events');
    await page.click('.events tbody tr:not(.space) >> nth=1');
    assert.equal(await selected(), 'landing');
    await settled(page);
    const file = page.waitForEvent('download');
    await page.click('#panel-events [title="Download as CSV"]');
    const lines = readFileSync(await (await file).path(), 'utf8')
      .trim()
      .split('\n');
    assert.match(lines[0], /^time \[s\],part,from,to,reason,impulse \[N s\],energy_lost \[J\]/);
    assert.equal(lines.length, run.events.length + 1);
    assert.equal(Number(lines[1].split(',')[0]), run.events[0].time);
  },
};
