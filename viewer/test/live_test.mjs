/* Sliders: a server, a grid, nothing; progress, cancelling, models that are wrong. */
import assert from 'node:assert/strict';
import { until } from './browser.mjs';
import { startServer } from './server.mjs';

const radius = (page) => page.evaluate(() => window.pawl.state.run.byName.get('hinge.speed').values[0]);
const parameter = (name) => `.parameter[data-name="${name}"]`;

async function withServer(options, f) {
  const server = await startServer(options);
  try {
    await f(server);
  } finally {
    await server.close();
  }
}

export const tests = {
  async 'a slider runs the model again and the motion is replaced in place'({ open, settled }) {
    await withServer({}, async (server) => {
      const page = await open(server.url);
      await page.click('#tab-parameters');
      await page.evaluate(() => window.pawl.seek(1));
      await page.click('[aria-label^="Zoom in"]');
      const scale = () => page.evaluate(() => window.pawl.project(1, 0)[0] - window.pawl.project(0, 0)[0]);
      const before = await scale(),
        angle = await page.evaluate(() => window.pawl.state.run.byName.get('hinge.angle').values.at(-1));
      const slider = page.locator(`${parameter('speed')} input[type=range]`),
        box = await slider.boundingBox();
      await page.mouse.move(box.x + 0.3 * box.width, box.y + box.height / 2);
      await page.mouse.down();
      for (let i = 0; i < 10; i++)
        await page.mouse.move(box.x + (0.3 + 0.05 * i) * box.width, box.y + box.height / 2);
      await page.mouse.up();
      await until(page, () => window.pawl.state.run.byName.get('hinge.speed').values[0] > 20);
      await settled(page);
      assert.notEqual(
        await page.evaluate(() => window.pawl.state.run.byName.get('hinge.angle').values.at(-1)),
        angle,
      );
      assert.equal(await page.evaluate(() => window.pawl.state.time), 1);
      assert.equal(await scale(), before);
      const number = await page.locator(`${parameter('speed')} input[type=number]`).inputValue();
      assert.ok(Math.abs(Number(number) - (await radius(page))) < 1e-9);
      await page.selectOption(`${parameter('start')} select`, 'low');
      await until(page, () => window.pawl.state.run.byName.get('block.y').values[0] === 0);
      await page.click('text=as the model has them');
      await until(page, () => window.pawl.state.run.byName.get('hinge.speed').values[0] === 9);
    });
  },

  async 'by keyboard too, and a number typed in'({ open }) {
    await withServer({}, async (server) => {
      const page = await open(server.url);
      await page.keyboard.press('5');
      const slider = page.locator(`${parameter('speed')} input[type=range]`);
      await slider.focus();
      for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
      await until(page, () => window.pawl.state.run.byName.get('hinge.speed').values[0] > 9);
      await page.locator(`${parameter('speed')} input[type=number]`).fill('12.5');
      await page.keyboard.press('Enter');
      await until(page, () => window.pawl.state.run.byName.get('hinge.speed').values[0] === 12.5);
    });
  },

  async 'a long run shows its progress and can be cancelled; newer values cancel it'({ open }) {
    await withServer({ slow: 30000 }, async (server) => {
      const page = await open(server.url, { complains: true });
      await page.keyboard.press('5');
      const number = page.locator(`${parameter('speed')} input[type=number]`);
      await number.fill('4');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.running:visible');
      await until(page, () => Number(document.querySelector('.running progress').value) > 0.01);
      await page.click('.running button');
      await until(page, () => !window.pawl.state.running);
      assert.equal(await radius(page), 9, 'the last motion stays');
      assert.ok(server.log.includes('POST /api/cancel'));
      server.now.slow = 700;
      await number.fill('5');
      await page.keyboard.press('Enter');
      await number.fill('6');
      await page.keyboard.press('Enter');
      await until(page, () => window.pawl.state.run.byName.get('hinge.speed').values[0] === 6);
    });
  },

  async 'a model that is wrong: its sentence and line, and the last motion stays'({ open, settled }) {
    await withServer({}, async (server) => {
      const page = await open(server.url, { complains: true });
      await page.keyboard.press('5');
      await page.locator(`${parameter('friction')} input[type=number]`).fill('0.96');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.banner.problem:visible');
      assert.match(
        await page.locator('.banner.problem').textContent(),
        /friction is 0.96 and must be below 0.95/,
      );
      await page.waitForTimeout(900);
      assert.ok(await page.locator('.banner.problem').isVisible(), 'the sentence stays');
      await page.locator(`${parameter('friction')} input[type=number]`).fill('0.05');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.banner.problem', { state: 'hidden' });

      const frames = await page.evaluate(() => window.pawl.frames());
      server.save('broken');
      await page.waitForSelector('.banner.problem:visible');
      assert.match(
        await page.locator('.banner.problem').textContent(),
        /mass is "heavy" and must be a number.*model\.lua:11.*The last motion stays/,
      );
      await page.click('.banner.problem .link');
      await settled(page);
      assert.match(await page.locator('.line.wrong').textContent(), /body "rod"/);
      await page.keyboard.press('ArrowRight');
      await settled(page);
      assert.ok((await page.evaluate(() => window.pawl.frames())) > frames, 'it still moves');
      server.save('-- repaired\n');
      await page.waitForSelector('.banner.problem', { state: 'hidden' });
      await until(page, () => document.querySelector('.code').textContent.includes('-- repaired'));
    });
  },

  async 'a model that is wrong from the start: its sentence, then its motion'({ open }) {
    await withServer({ broken: true }, async (server) => {
      const page = await open(server.url, { complains: true, bare: true });
      await page.waitForSelector('.only');
      assert.match(await page.locator('.only').textContent(), /mass is "heavy".*model\.lua:11/);
      server.save('-- repaired\n');
      await until(page, () => window.pawl?.frames() > 0);
    });
  },

  async 'a result without its model has no sliders'({ open }) {
    await withServer({ canRun: false }, async (server) => {
      const page = await open(server.url);
      await page.keyboard.press('5');
      assert.equal(await page.locator('.parameter input').count(), 0);
      assert.match(await page.locator('#panel-parameters').textContent(), /This page shows one run/);
    });
  },

  async 'a server that is gone is said so, and found again'({ open }) {
    await withServer({}, async (server) => {
      const page = await open(server.url, { complains: true });
      await page.route('**/api/status', (route) => route.abort());
      await page.waitForSelector('.banner.notice:visible');
      assert.match(await page.locator('.banner.notice').textContent(), /does not answer/);
      await page.unroute('**/api/status');
      await page.waitForSelector('.banner.notice', { state: 'hidden' });
    });
  },

  async 'without the token there is no run'({ open }) {
    await withServer({}, async (server) => {
      const answer = await fetch(server.url.replace(/\?.*/, 'api/run'));
      assert.equal(answer.status, 403);
      const page = await open('planar');
      assert.ok(page);
    });
  },

  async 'a grid of runs moves without a server'({ open, settled }) {
    const page = await open('grid');
    await page.click('#tab-parameters');
    const slider = page.locator(`${parameter('speed')} input[type=range]`);
    assert.equal(await slider.getAttribute('max'), '3');
    await slider.fill('0');
    await until(page, () => window.pawl.state.run.byName.get('hinge.speed').values[0] === 3);
    await slider.fill('3');
    await until(page, () => window.pawl.state.run.byName.get('hinge.speed').values[0] === 12);
    await page.locator(`${parameter('friction')} input[type=range]`).fill('2');
    await page.waitForSelector('.banner.problem:visible');
    assert.match(await page.locator('.banner.problem').textContent(), /cannot slide at this friction/);
    assert.equal(await page.locator(`${parameter('stiffness')} input`).count(), 0, 'others are not sliders');
    await slider.fill('2');
    await until(page, () => window.pawl.state.run.byName.get('hinge.speed').values[0] === 9);
    await settled(page);
    assert.equal(await page.locator('.banner.problem:visible').count(), 0);
  },
};
