/* Edges: no drawing, one row, no channel, thousands of channels, contacts and events, tiny and huge. */
import assert from 'node:assert/strict';
import { barRun, bareRun, eventfulRun, lostRun, manyContactsRun } from './edges.mjs';
import { soak, until } from './browser.mjs';
import { encodeRun, pageOf } from './encode.mjs';
import { planarRun } from './planar.mjs';
import { told, within, workOf } from './work.mjs';

const TABS = ['plots', 'events', 'energy', 'source', 'parameters', 'show', 'about'];
const put = (write, name, run) => write(`${name}.html`, pageOf(encodeRun(run)));

async function visitAll(page, settled) {
  for (const tab of TABS) {
    await page.click(`#tab-${tab}`);
    await settled(page);
  }
  await page.click('#tab-plots');
  await settled(page);
}

export const tests = {
  async 'a result without its model: plots fill the page, and a sentence says why'({ open, write, settled }) {
    const url = put(write, 'bare', bareRun());
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      const page = await open(url, size);
      assert.match(await page.locator('.no-drawing').textContent(), /does not hold its model/);
      assert.equal(await page.locator('.stage').isVisible(), false);
      const box = await page.locator('.panel').boundingBox();
      assert.ok(box.width > 0.99 * size.width && box.x < 1, 'the panels are as wide as the page');
      const bar = await page.locator('.transport').boundingBox();
      if (size.width > 760) assert.ok(bar.y >= box.y + box.height - 1, 'playing is below them');
      assert.ok((await page.evaluate(() => window.pawl.state.plots.length)) >= 2, 'a plot for each unit');
      assert.ok((await page.locator('.uplot').count()) >= 2);
      await page.keyboard.press(' ');
      await until(page, () => window.pawl.state.time > 0); /* it plays */
      for (const key of ['+', 'f', 'v', 'g', 'b', 't', 'i', '.']) await page.keyboard.press(key);
      await visitAll(page, settled);
    }
  },

  async 'no channel, no unit, one row'({ open, write, settled }) {
    const none = await open(put(write, 'none', bareRun({ channels: 0 })));
    await visitAll(none, settled);
    assert.match(await none.locator('.channels').textContent(), /has no channels/);
    const plain = await open(put(write, 'plain', bareRun({ units: [''] })));
    assert.ok(
      (await plain.evaluate(() => window.pawl.state.plots[0].series.length)) > 0,
      'it plots something',
    );
    for (const one of [bareRun({ rows: 1 }), barRun({ size: 1, duration: 0, rows: 1 })]) {
      one.time = [0.25];
      for (const column of Object.values(one.columns)) column.values = column.values.slice(0, 1).map(() => 1);
      const page = await open(put(write, 'one', one));
      for (const key of [' ', 'ArrowRight', 'ArrowLeft', 'End', 'Home', 'z', 'a', 'n', 'l', ' '])
        await page.keyboard.press(key);
      await visitAll(page, settled);
      assert.equal(await page.evaluate(() => window.pawl.state.time), 0.25);
      assert.equal(await page.evaluate(() => window.pawl.state.range), null);
      await page.evaluate(() => {
        const [{ name }] = window.pawl.state.run.channels;
        window.pawl.set({ plots: [{ id: 1, x: null, by: null, series: [name] }] });
      });
      await settled(page);
    }
  },

  async '2,000 channels: the list stays short'({ open, write, settled, note }) {
    const page = await open(put(write, 'wide', bareRun({ channels: 2000, rows: 21 })), { counted: true });
    assert.ok((await page.locator('.channel, .channel-group').count()) < 80);
    const work = await workOf(page, () => {
      const find = document.querySelector('.channels .find');
      find.value = 'c1';
      find.dispatchEvent(new Event('input'));
    });
    note(`finding: ${told(work)}`);
    within(work, { nodes: 200, paints: 100, compares: 100 });
    assert.ok((await page.locator('.channel').count()) < 80, 'of 1111 found');
    await page.locator('.channel-list').focus();
    await page.keyboard.press('End');
    await settled(page);
    const last = await page.evaluate(
      () =>
        document.getElementById(document.querySelector('.channel-list').getAttribute('aria-activedescendant'))
          .dataset.name,
    );
    assert.equal(last, 'group99.c1999', 'End goes to the last of them');
    await page.keyboard.press('Enter');
    await settled(page);
    const series = await page.evaluate(
      () => window.pawl.state.plots.find((p) => p.id === window.pawl.state.activePlot).series,
    );
    assert.ok(series.includes('group99.c1999'));
    assert.ok((await page.locator('[aria-label="Against"] option').count()) < 2000 * 3 + 3);
    await page.locator('[aria-label="Against"]').first().focus();
    assert.equal(await page.locator('[aria-label="Against"]').first().locator('option').count(), 2001);
  },

  async '100,000 events: table, score, jumps and plots do as much as for a few'({ open, write, settled, note }) {
    const page = await open(put(write, 'many', eventfulRun(100000)), { counted: true });
    await page.click('#tab-events');
    await settled(page);
    assert.ok((await page.locator('.events tbody tr').count()) < 100);
    await page.evaluate(() => (document.querySelector('.event-scroll').scrollTop = 1e9));
    await settled(page);
    assert.match(await page.locator('.events tbody').textContent(), /2\.99997/);
    const show = (range) => window.pawl.set({ range }),
      jump = await workOf(page, (t) => window.pawl.seek(t), 1.5),
      zoom = await workOf(page, show, [1, 2]);
    await page.click('#tab-plots');
    await settled(page);
    const plot = await workOf(page, show, null);
    note(`a jump: ${told(jump)}; zooming: ${told(zoom)}; with plots: ${told(plot)}`);
    for (const work of [jump, zoom, plot]) within(work, { nodes: 100, paints: 10000, compares: 100 });
    await page.keyboard.press('n');
    const t = await page.evaluate(() => window.pawl.state.time);
    assert.ok(Math.abs(t - 1.50003) < 1e-9, `the next event is ${t}`);
    /* bars narrower than a pixel are not left out: the row is full of colour */
    const full = await page.evaluate(() => {
      const canvas = document.querySelector('.score-canvas'),
        ratio = canvas.width / canvas.clientWidth,
        { data } = canvas.getContext('2d').getImageData(0, Math.round(33 * ratio), canvas.width, 1);
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i] > 60) count++;
      return count / canvas.width;
    });
    assert.ok(full > 0.8, `${full} of the score's row is drawn`);
  },

  async '2,000 contacts: the score scrolls'({ open, write, settled }) {
    const page = await open(put(write, 'contacts', manyContactsRun(2000)), { scale: 2 });
    const drawn = () =>
      page.evaluate(() => {
        const canvas = document.querySelector('.score-canvas'),
          { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let i = 3; i < data.length; i += 4) if (data[i] > 60) count++;
        return count;
      });
    assert.ok((await drawn()) > 5000);
    await page.evaluate(() => (document.querySelector('.score').scrollTop = 1e9));
    await settled(page);
    assert.ok((await drawn()) > 5000, 'the last rows are drawn too');
    const box = await page.locator('.score-canvas').boundingBox();
    assert.ok(box.height < 200);
    /* the last contact, 1999, slides from 0.5 + 0.9 on: a click near lands on it */
    await page.mouse.click(box.x + 8 + (1.4 / 3) * (box.width - 16) + 2, box.y + box.height - 8);
    assert.ok(Math.abs((await page.evaluate(() => window.pawl.state.time)) - 1.4) < 1e-9);
  },

  async 'a body whose place is not a number is not drawn, others are'({ open, write, settled }) {
    const page = await open(put(write, 'lost', lostRun()));
    const count = (hex) =>
      page.evaluate((color) => {
        const canvas = document.querySelector('.main-canvas'),
          n = parseInt(color.slice(1), 16),
          { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let found = 0;
        for (let i = 0; i < data.length; i += 4)
          if (
            Math.abs(data[i] - (n >> 16)) +
              Math.abs(data[i + 1] - ((n >> 8) & 255)) +
              Math.abs(data[i + 2] - (n & 255)) <
            40
          )
            found++;
        return found;
      }, hex);
    assert.ok((await count('#5b8db8')) > 500 && (await count('#d98c4a')) > 500);
    await page.evaluate(() => window.pawl.seek(0.8));
    await settled(page);
    assert.ok((await count('#5b8db8')) > 500);
    assert.equal(await count('#d98c4a'), 0, 'it is nowhere, not where another body was');
    await page.evaluate(() =>
      window.pawl.set({ plots: [{ id: 1, x: null, by: null, series: ['here.never', 'gone.x'] }] }),
    );
    await settled(page);
    assert.match(await page.locator('.chip output').first().textContent(), /^–/);
    await page.evaluate(() =>
      window.pawl.set({ plots: [{ id: 1, x: 'here.never', by: null, series: ['gone.x'] }] }),
    );
    await settled(page);
    await page.mouse.click(1100, 300);
    await settled(page);
  },

  async 'a microsecond, a megasecond, a micrometre, a thousand kilometres'({ open, write, settled, note }) {
    const seen = [];
    for (const [name, size, duration, one] of [
      ['small', 1e-6, 1e-6, 'spatial'],
      ['large', 1e6, 1e6, 'planar'],
      ['mixed', 1e6, 1e-6, 'spatial'],
    ])
      for (const world of soak ? ['planar', 'spatial'] : [one]) {
        const page = await open(put(write, `${name}-${world}`, barRun({ size, duration, world })));
        /* the middle of the bar is where it must be, at rows and between them, and after zooming */
        for (const share of [0, 0.25, 0.503]) {
          await page.evaluate((t) => window.pawl.seek(t), share * duration);
          await settled(page);
          const part = await page.evaluate(
            ([length, angle, spatial]) => {
              const p = [0.6 * length * Math.cos(angle), 0.6 * length * Math.sin(angle)],
                [px, py] = window.pawl.project(...p, spatial ? 0 : undefined);
              return [window.pawl.pick(px, py)?.part, px, py];
            },
            [size, Math.PI * share, world === 'spatial'],
          );
          assert.equal(part[0], 0, `${name} ${world} at ${share}: the bar is at ${part.slice(1)}`);
        }
        const text = await page.locator('.now').textContent(),
          box = await page.locator('.now').boundingBox();
        assert.ok(text.length < 12, `the time can be read: ${text}`);
        assert.ok(
          await page.evaluate(() => {
            const now = document.querySelector('.now');
            return now.scrollWidth <= now.clientWidth;
          }),
          `${text} is cut off at ${box.width}`,
        );
        const before = await page.evaluate(() => window.pawl.frames());
        await page.evaluate(() => window.pawl.seek(0));
        await page.keyboard.press(' ');
        await until(page, (count) => window.pawl.frames() > count + 3 && window.pawl.state.time > 0, before);
        const watched = duration / (await page.evaluate(() => window.pawl.state.speed));
        assert.ok(watched > 1 && watched < 60, `it can be watched: it takes ${watched} s`);
        if (world === 'spatial') {
          /* turning and zooming by pointer work at any size */
          const canvas = await page.locator('.canvases').boundingBox(),
            where = () => page.evaluate((length) => window.pawl.project(0, 0, 0.3 * length), size);
          const first = await where();
          await page.mouse.move(canvas.x + 60, canvas.y + 300);
          await page.mouse.wheel(0, -300);
          await settled(page);
          const second = await where();
          assert.ok(Math.hypot(second[0] - first[0], second[1] - first[1]) > 3, 'the wheel zooms');
        }
        seen.push(text);
      }
    note(seen.join(', '));
  },

  async 'far from the origin the drawing is as sharp'({ open, write, settled }) {
    const page = await open(put(write, 'far', barRun({ size: 0.1, duration: 1, at: [1e6, -1e6] })));
    await page.evaluate(() => window.pawl.seek(0.5));
    await settled(page);
    const edges = await page.evaluate(() => {
      const [px, py] = window.pawl.project(1e6, -1e6 + 0.05);
      const width = (direction) => {
        let d = 0;
        while (window.pawl.pick(px + direction * d, py) && d < 100) d += 0.25;
        return d;
      };
      return [width(1), width(-1), px, py];
    });
    assert.ok(Math.abs(edges[0] - edges[1]) < 1.5 && edges[0] > 2, `as wide left as right: ${edges}`);
  },

  async 'a motion far larger than its mechanism is followed at first, F shows all of it'({
    open,
    write,
    settled,
  }) {
    const run = barRun({ size: 0.1, duration: 2 });
    run.columns['bar.x'].values = run.time.map((t) => 20 * t);
    const page = await open(put(write, 'away', run));
    const at = (t) =>
      page.evaluate((x) => {
        const [px, py] = window.pawl.project(x, 0);
        return [px, py, window.pawl.project(x + 0.1, 0)[0] - px];
      }, 20 * t);
    assert.equal(await page.evaluate(() => window.pawl.state.follow), 1);
    const first = await at(0);
    assert.ok(first[2] > 50, `the bar is ${first[2]} pixels long`);
    await page.evaluate(() => window.pawl.seek(1.5));
    await settled(page);
    const later = await at(1.5);
    assert.ok(Math.hypot(later[0] - first[0], later[1] - first[1]) < 1, 'it stays in the middle');
    await page.keyboard.press('f');
    await settled(page);
    assert.ok((await at(0))[2] < 5, 'all of it is in sight');
    await page.click('#tab-show');
    await page.getByLabel('the view follows').selectOption('1');
    await page.evaluate(() => window.pawl.seek(0));
    await settled(page);
    assert.equal(await page.evaluate(() => window.pawl.state.follow), 1);
  },

  async 'a channel that is constant has a flat curve, and a run may begin at any time'({
    open,
    write,
    settled,
  }) {
    const run = planarRun();
    run.time = run.time.map((t) => t + 100);
    run.events.forEach((e) => (e.time += 100));
    const page = await open(put(write, 'later', run));
    assert.equal(await page.evaluate(() => window.pawl.state.time), 100);
    await page.evaluate(() =>
      window.pawl.set({ plots: [{ id: 1, x: null, by: null, series: ['hinge.speed'] }] }),
    );
    await settled(page);
    const scale = await page.evaluate(() => {
      const { x, y0 } = [...window.pawl.plots.values()][0].chart().scales;
      return [x.min, x.max, y0.min, y0.max];
    });
    assert.deepEqual(scale.slice(0, 2), [100, 103]);
    assert.ok(scale[2] < 9 && scale[3] > 9);
  },
};
