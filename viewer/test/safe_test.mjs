/* Hostile names, damaged data. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { encodeRun, pageOf, safeJson } from './encode.mjs';
import { planarRun } from './planar.mjs';
import { EVIL, QUOTED } from './samples.mjs';

const TABS = ['plots', 'events', 'energy', 'source', 'parameters', 'show', 'about'];

async function sentence(open, write, name, html) {
  const page = await open(write(`${name}.html`, html), { bare: true });
  await page.waitForSelector('.only');
  return page.locator('.only').textContent();
}

export const tests = {
  async 'names are text, whatever they contain'({ open, settled }) {
    const page = await open('hostile');
    for (const tab of TABS) {
      await page.click(`#tab-${tab}`);
      await settled(page);
      for (const handle of await page.locator(`#panel-${tab} summary`).all()) await handle.click();
    }
    await page.click('#tab-plots');
    await page.fill('.channels .find', '<script>');
    await page.locator('.channel').first().click();
    const svg = page.waitForEvent('download');
    await page.click('[title="Download as SVG"]');
    const text = readFileSync(await (await svg).path(), 'utf8');
    assert.ok(!text.includes('<script') && !text.includes('<img'));
    assert.equal(await page.evaluate(() => window.evil), undefined);
    assert.equal(await page.locator('#app script, #app img').count(), 0);
    await page.click('#tab-about');
    const about = await page.locator('#panel-about').textContent();
    assert.ok(about.includes(EVIL) && about.includes(QUOTED));
    assert.equal(await page.locator('script').count(), 3, 'only the three of the page');
    const row = await page.evaluate(() => window.pawl.state.run.bodies[1].name);
    assert.equal(row, EVIL);
  },

  async 'the producer’s escape keeps a script closed'() {
    const json = safeJson({ a: '</script><!-- & \u2028' });
    assert.ok(!/[<>&\u2028]/.test(json));
    assert.equal(JSON.parse(json).a, '</script><!-- & \u2028');
  },

  async 'nothing in the page asks for the network, and no other script may run'({ open }) {
    const page = await open('planar', { complains: true });
    const blocked = await page.evaluate(
      () =>
        new Promise((done) => {
          document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective));
          const script = document.createElement('script');
          script.textContent = 'window.evil = 3';
          document.body.append(script);
          setTimeout(() => done('nothing'), 60000);
        }),
    );
    assert.match(blocked, /^script-src/);
    assert.equal(await page.evaluate(() => window.evil), undefined);
  },

  async 'damaged pages say so in a sentence'({ open, write }) {
    const run = encodeRun(planarRun()),
      whole = pageOf(run),
      page = readFileSync(new URL('../../build/viewer/page.html', import.meta.url), 'utf8');
    const put = (meta, data) => page.split('@PAWL_META@').join(meta).split('@PAWL_DATA@').join(data);
    const data = run.block.bytes().toString('base64');
    assert.match(await sentence(open, write, 'empty', put('', '')), /holds no run/);
    assert.match(await sentence(open, write, 'raw', page), /holds no run/);
    assert.match(
      await sentence(open, write, 'short', put(safeJson(run.meta), data.slice(0, 4000))),
      /cut short/,
    );
    assert.match(await sentence(open, write, 'noise', put(safeJson(run.meta), '!!!?')), /not base64/);
    assert.match(
      await sentence(open, write, 'old', put(safeJson({ ...run.meta, schema: 'pawl-page-0' }), data)),
      /pawl-page-0/,
    );
    assert.match(
      await sentence(
        open,
        write,
        'type',
        put(safeJson({ ...run.meta, arrays: [{ type: 'f16', offset: 0, count: 1 }] }), data),
      ),
      /no known type/,
    );
    assert.match(
      await sentence(open, write, 'none', put(safeJson({ ...run.meta, drawing: null }), data)),
      /no drawing/,
    );
    assert.ok(whole.length > page.length);
  },

  async 'missing channels, numbers that are none, one instant: the rest is shown'({ open, write, settled }) {
    const run = planarRun();
    delete run.columns['return.force'];
    delete run.columns['wheel.angle'];
    run.columns['landing.left.x'].values = run.columns['landing.left.x'].values.map(() => NaN);
    run.columns['block.vx'].values = run.columns['block.vx'].values.map((x, i) => (i % 7 ? x : Infinity));
    const page = await open(write('holes.html', pageOf(encodeRun(run))));
    await page.evaluate(() =>
      window.pawl.set({ plots: [{ id: 1, x: null, by: null, series: ['block.vx', 'landing.left.x'] }] }),
    );
    await settled(page);
    const one = planarRun();
    one.time = [0];
    one.events = [];
    for (const column of Object.values(one.columns)) column.values = column.values.slice(0, 1);
    const still = await open(write('one.html', pageOf(encodeRun(one))));
    await still.keyboard.press(' ');
    await still.keyboard.press('ArrowRight');
    for (const tab of TABS) await still.click(`#tab-${tab}`);
    await settled(still);
  },
};
