/* The table of events: impacts with their speeds, accumulations, sorting and choosing among 10,000. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { encodeRun, pageOf } from './encode.mjs';
import { planarRun } from './planar.mjs';
import { told, within, workOf } from './work.mjs';

const COUNT = 10000;

/* A ball that bounces on `landing`, and comes to rest by an accumulation at the end. */
function bouncingRun() {
  const run = planarRun();
  run.events = Array.from({ length: COUNT }, (_, i) => {
    const time = (3 * i) / COUNT,
      v = 1 + ((i * 7919) % COUNT) / COUNT;
    if (i % 2) return { time, part: 'landing', from: 'sliding', to: 'open', reason: 'gap opened' };
    return {
      time,
      part: 'landing',
      from: 'open',
      to: 'sliding',
      reason: 'impact',
      impulse: 1.5 * v,
      impulse_t: -0.25,
      rate_before: -v,
      rate_after: v / 2,
      slide_before: 0.5,
      slide_after: 0,
      energy_lost: v * v,
      modes: 1,
    };
  });
  run.events.push({
    time: 2.9999,
    part: 'landing',
    from: 'open',
    to: 'sticking',
    reason: 'accumulation',
    energy_lost: 1e-6,
    first: 2.5,
    limit: 3.125,
    count: 44,
  });
  run.contacts = [{ part: 'landing' }];
  return run;
}

const rows = (page) => page.locator('.events tbody tr:not(.space)');
const cells = (page, row) => rows(page).nth(row).locator('td').allTextContents();

async function openTable({ open, write, settled }) {
  const page = await open(write('bounces.html', pageOf(encodeRun(bouncingRun()))), { counted: true });
  await page.click('#tab-events');
  await settled(page);
  return page;
}

export const tests = {
  async 'an impact shows its speeds, its impulse and what it cost'(kit) {
    const page = await openTable(kit);
    const heads = await page.locator('.events th').allTextContents();
    assert.deepEqual(
      heads.map((text) => text.replace(/\s+/g, ' ').trim()),
      ['time s', 'part', 'from → to', 'reason', 'speed m/s', 'impulse N s', 'energy lost J'],
    );
    const first = await cells(page, 0);
    assert.equal(first[3], 'impact');
    assert.deepEqual(first.slice(4), ['−1 → 0.5', '1.5', '1']);
    const title = await rows(page).nth(0).getAttribute('title');
    assert.match(title, /impulse t: −0\.25 N s/);
    assert.match(title, /slide before: 0\.5 m\/s/);
    assert.match(title, /modes: 1/);
    assert.deepEqual((await cells(page, 1)).slice(3), ['gap opened', '–', '–', '–']);
  },

  async 'a part with several pairs of shapes shows which it was'({ open, write, settled }) {
    const run = planarRun();
    run.events = ['rim', 'tip'].map((shape2, i) => ({
      time: 1 + i,
      part: 'landing',
      from: 'open',
      to: 'sliding',
      reason: 'impact',
      point: i,
      shape1: 'floor',
      shape2,
    }));
    run.contacts = [{ part: 'landing' }];
    const page = await open(write('pairs.html', pageOf(encodeRun(run))));
    await page.click('#tab-events');
    await settled(page);
    assert.deepEqual((await cells(page, 0)).slice(1, 3), ['landing', 'rim on floor']);
    assert.equal((await cells(page, 1))[2], 'tip on floor');
    assert.match(await rows(page).nth(1).getAttribute('title'), /point: 1/);
  },

  async 'a stop that turns has its own units, beside others and alone'({ open, write, settled }) {
    const impact = { from: 'open', to: 'open', reason: 'impact', impulse: 1.5, rate_before: -2, rate_after: 1, slide_before: 0.5 };
    for (const units of [['rad'], ['rad', 'm', '1']]) {
      const run = planarRun();
      run.events = units.map((unit, i) => ({ ...impact, time: 1 + i, part: 'landing', unit }));
      run.contacts = [{ part: 'landing' }];
      const page = await open(write('units.html', pageOf(encodeRun(run))));
      await page.click('#tab-events');
      await settled(page);
      const heads = (await page.locator('.events th').allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim());
      const alone = units.length === 1;
      assert.deepEqual(heads.slice(4, 6), alone ? ['speed rad/s', 'impulse N m s'] : ['speed', 'impulse']);
      assert.deepEqual((await cells(page, 0)).slice(4, 6), alone ? ['−2 → 1', '1.5'] : ['−2 → 1 rad/s', '1.5 N m s']);
      assert.match(await rows(page).nth(0).getAttribute('title'), /slide before: 0\.5 rad\/s/);
      if (alone) continue;
      assert.deepEqual((await cells(page, 1)).slice(4, 6), ['−2 → 1 m/s', '1.5 N s']);
      assert.deepEqual((await cells(page, 2)).map((text) => text.trim()).slice(4, 6), ['−2 → 1', '1.5']);
    }
  },

  async 'an accumulation shows how many impacts, and its limit'(kit) {
    const page = await openTable(kit);
    await page.selectOption('[aria-label="Reason"]', 'accumulation');
    await kit.settled(page);
    assert.equal(await rows(page).count(), 1);
    const [, , , reason] = await cells(page, 0);
    assert.equal(reason, 'accumulation, 44 impacts until 3.125 s');
    assert.match(await rows(page).nth(0).getAttribute('title'), /first: 2\.5 s/);
    assert.match(await page.locator('.event-panel .quiet').textContent(), /^1 of 10001$/);
  },

  async '10,000 events are sorted and chosen among, and only what is in sight is made'(kit) {
    const page = await openTable(kit);
    const takes = (act) =>
      workOf(
        page,
        (name) => {
          if (name === 'Reason') {
            const select = document.querySelector('[aria-label="Reason"]');
            select.value = 'impact';
            select.dispatchEvent(new Event('change'));
          } else document.querySelector(`.events th [title="Sort by ${name}"]`).click();
        },
        act,
      );
    const sorting = await takes('energy lost'); /* the largest first */
    const costs = async () => Promise.all([0, 1, 2].map(async (i) => Number((await cells(page, i))[6])));
    const most = await costs();
    assert.ok(most[0] >= most[1] && most[1] >= most[2] && most[0] > 3.99, `the largest first: ${most}`);
    assert.equal(await page.locator('.events th[aria-sort="descending"]').count(), 1);
    await takes('energy lost'); /* the smallest first, and what has none last */
    assert.match((await cells(page, 0))[3], /^accumulation/);
    const choosing = await takes('Reason');
    const least = await costs();
    assert.ok(least[0] === 1 && least[0] <= least[1] && least[1] <= least[2], `the smallest first: ${least}`);
    assert.match(await page.locator('.event-panel .quiet').textContent(), /^5000 of 10001$/);
    assert.ok((await rows(page).count()) < 100);
    kit.note(`sorting: ${told(sorting)}; choosing: ${told(choosing)}`);
    for (const work of [sorting, choosing]) within(work, { nodes: 2000, compares: COUNT * Math.log2(COUNT) });
  },

  async 'in any order a row leads to its instant, and the instant to its row'(kit) {
    const page = await openTable(kit);
    await page.click('.events th [title="Sort by impulse"]');
    const time = Number((await cells(page, 2))[0]);
    await rows(page).nth(2).click();
    await kit.settled(page);
    const now = await page.evaluate(() => window.pawl.state.time);
    assert.ok(Math.abs(now - time) < 1e-5, `${now} instead of ${time}`);
    assert.equal(await page.locator('tr[aria-current]').getAttribute('data-index'), '2');
    await page.click('.events th [title="Sort by time"]');
    await page.evaluate(() => window.pawl.seek(0.0012));
    await kit.settled(page);
    assert.equal(await page.locator('tr[aria-current]').getAttribute('data-index'), '4');
  },

  async 'the file has every field, in the order shown'(kit) {
    const page = await openTable(kit);
    await page.click('.events th [title="Sort by energy lost"]');
    const file = page.waitForEvent('download');
    await page.click('#panel-events [title="Download as CSV"]');
    const lines = readFileSync(await (await file).path(), 'utf8')
      .trim()
      .split('\n');
    assert.equal(lines.length, COUNT + 2);
    const head = lines[0].split(',');
    for (const name of ['rate_before [m/s]', 'slide_after [m/s]', 'impulse_t [N s]', 'limit [s]', 'count'])
      assert.ok(head.includes(name), name);
    assert.ok(Number(lines[1].split(',')[head.indexOf('energy_lost [J]')]) > 3.99);
  },

  async 'no column is cut off, 1280 and 390 wide'(kit) {
    const page = await openTable(kit);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await kit.settled(page);
      const [inside, room] = await page.evaluate(() => {
        const scroll = document.querySelector('.event-scroll');
        return [scroll.scrollWidth, scroll.clientWidth];
      });
      assert.ok(inside <= room, `${inside} pixels in ${room}`);
    }
  },
};
