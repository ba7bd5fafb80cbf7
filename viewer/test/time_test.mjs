/* Time: playing, scrubbing, stepping, events, the score, the keyboard. */
import assert from 'node:assert/strict';
import { until } from './browser.mjs';
import { planarRun } from './planar.mjs';

const run = planarRun();
const timeOf = (page) => page.evaluate(() => window.pawl.state.time);
const near = (a, b, tiny = 1e-9) => assert.ok(Math.abs(a - b) <= tiny, `${a} should be ${b}`);

/* How much time passes in the run while a second passes by the browser's own frames: the median, since one that comes
 * very late, when the machine has more to do, is not made up for. What is seen in a frame belongs to it or to the one
 * before, whichever fits. */
async function pace(page) {
  const seen = await page.evaluate(
    () =>
      new Promise((done) => {
        const frames = [];
        const look = (now) => {
          frames.push([now, window.pawl.state.time]);
          if (frames.length < 24) requestAnimationFrame(look);
          else done(frames.slice(3));
        };
        requestAnimationFrame(look);
      }),
  );
  const rates = [0, 1].map((late) => {
    const passed = (k) => seen[k - late][0] - seen[k - late - 1][0],
      all = seen
        .slice(2)
        .map(([, time], i) => (1000 * (time - seen[i + 1][1])) / passed(i + 2))
        .sort((a, b) => a - b);
    return { middle: all[10], spread: all[14] - all[4] };
  });
  return rates[rates[1].spread < rates[0].spread ? 1 : 0].middle;
}

export const tests = {
  async 'play and pause at a speed, by button and by Space'({ open }) {
    const page = await open('planar');
    await page.click('[aria-label^="Play"]');
    near(await pace(page), 1, 1e-6);
    await page.keyboard.press(' ');
    const t = await timeOf(page);
    assert.ok(t > 0);
    await page.waitForTimeout(150);
    assert.equal(await timeOf(page), t);
    await page.locator('.speed').fill('-1');
    assert.equal(await page.locator('.speed-text').textContent(), '1/10×');
    await page.locator('.canvases').focus();
    await page.keyboard.press(' ');
    near(await pace(page), 0.1, 1e-7);
    await page.keyboard.press(' ');
    assert.ok((await timeOf(page)) > t);
  },

  async 'speeds from 1/1000 to 10'({ open }) {
    const page = await open('planar');
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowDown');
    near(await page.evaluate(() => window.pawl.state.speed), 1e-3);
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowUp');
    near(await page.evaluate(() => window.pawl.state.speed), 10);
  },

  async 'it stops at the end, or begins again in a loop'({ open }) {
    const page = await open('planar');
    await page.evaluate(() => {
      window.pawl.seek(2.9);
      window.pawl.set({ speed: 2 });
    });
    await page.keyboard.press(' ');
    await until(page, () => !window.pawl.state.playing);
    near(await timeOf(page), 3);
    await page.keyboard.press('l');
    await page.evaluate(() => window.pawl.seek(2.9));
    await page.keyboard.press(' ');
    await until(page, () => window.pawl.state.time < 1 && window.pawl.state.playing);
  },

  async scrubbing({ open, settled }) {
    const page = await open('planar');
    await page.locator('.scrub').fill('1.234');
    near(await timeOf(page), 1.234, 1e-6);
    await settled(page);
    assert.equal(await page.locator('.now').textContent(), '1.2340 s');
  },

  async 'one row at a time, rows of one instant as one'({ open }) {
    const page = await open('planar');
    await page.keyboard.press('ArrowRight');
    near(await timeOf(page), 0.001);
    await page.keyboard.press('PageDown');
    near(await timeOf(page), 0.011);
    await page.keyboard.press('ArrowLeft');
    near(await timeOf(page), 0.01);
    const hit = run.events[0].time;
    await page.evaluate((t) => window.pawl.seek(t), Math.floor(hit * 1000) / 1000);
    const seen = [];
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('ArrowRight');
      seen.push(await timeOf(page));
    }
    near(seen[0], hit);
    assert.ok(seen[1] > hit && seen[2] > seen[1]);
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft');
    near(await timeOf(page), hit);
    await page.keyboard.press('End');
    near(await timeOf(page), 3);
    await page.keyboard.press('Home');
    near(await timeOf(page), 0);
  },

  async 'next and previous event'({ open }) {
    const page = await open('planar');
    const times = [...new Set(run.events.map((e) => e.time))];
    const sides = (t) => run.time.filter((x) => x === t).length;
    const shownSide = () => page.evaluate(() => window.pawl.state.before);
    for (const t of times) {
      await page.keyboard.press('n');
      near(await timeOf(page), t, 0);
      assert.equal(await shownSide(), sides(t) > 1, 'what led there comes first');
      if (sides(t) < 2) continue;
      await page.keyboard.press('n');
      near(await timeOf(page), t, 0);
      assert.equal(await shownSide(), false);
    }
    await page.keyboard.press('n');
    near(await timeOf(page), times.at(-1));
    const back = times.flatMap((t) => (sides(t) > 1 ? [t, t] : [t])).slice(0, -1);
    await page.keyboard.press('p');
    near(await timeOf(page), back.pop());
    await page.click('[aria-label^="Previous event"]');
    near(await timeOf(page), back.pop());
  },

  async 'a click on an event lands on its time'({ open, settled }) {
    const page = await open('planar');
    await page.keyboard.press('2');
    await page.click('.events tbody tr:not(.space) >> nth=2');
    near(await timeOf(page), run.events[2].time);
    await settled(page);
    assert.equal(await page.locator('tr[aria-current]').getAttribute('data-index'), '2');
    const text = await page.locator('.events tbody tr:not(.space) >> nth=0').textContent();
    assert.match(text, /landing.*open.*sliding.*impact/);
    await page.locator('.event-scroll').focus();
    await page.keyboard.press('ArrowDown');
    near(await timeOf(page), run.events[3].time);
  },

  async 'the score: a row for each contact, a click goes there'({ open, settled }) {
    const page = await open('planar');
    assert.deepEqual(await page.locator('.score-names span').allTextContents(), [
      'events',
      'landing left',
      'landing right',
    ]);
    const box = await page.locator('.score-canvas').boundingBox(),
      slide = run.events.at(-1).time;
    const x = box.x + 8 + (slide / 3) * (box.width - 16);
    await page.mouse.click(x + 2, box.y + 33);
    near(await timeOf(page), slide);
    await page.mouse.click(box.x + 8 + 0.9 * (box.width - 16), box.y + 33);
    near(await timeOf(page), 2.7, 0.02);
    await page.locator('.score-canvas').focus();
    await page.keyboard.press('ArrowLeft');
    near(await timeOf(page), slide);
    await settled(page);
    assert.match(await page.locator('.score-canvas').getAttribute('aria-valuetext'), /landing left sticking/);
  },

  async 'many events scroll without as many rows'({ open, write, settled }) {
    const { encodeRun, pageOf } = await import('./encode.mjs');
    const many = planarRun();
    many.events = Array.from({ length: 50000 }, (_, i) => ({
      time: (3 * i) / 50000,
      part: 'landing',
      from: 'open',
      to: 'sliding',
      reason: 'impact',
      impulse: i,
      energy_lost: 0,
    }));
    const page = await open(write('many.html', pageOf(encodeRun(many))));
    await page.click('#tab-events');
    await settled(page);
    assert.ok((await page.locator('.events tbody tr').count()) < 100);
    await page.evaluate(() => (document.querySelector('.event-scroll').scrollTop = 1e9));
    await settled(page);
    assert.match(await page.locator('.events tbody').textContent(), /2\.99994/);
  },

  async 'a film as WebM, a picture as PNG'({ open, settled, note }) {
    for (const name of ['planar', 'spatial']) {
      const page = await open(name);
      await page.evaluate(() => window.pawl.set({ speed: 5 }));
      const film = page.waitForEvent('download');
      await page.keyboard.press('r');
      const path = await (await film).path();
      const { readFileSync } = await import('node:fs');
      const bytes = readFileSync(path);
      assert.equal(bytes.readUInt32BE(0), 0x1a45dfa3, 'it is WebM');
      assert.ok(bytes.length > 5000);
      const film_ = await page.evaluate(
        () =>
          new Promise((done) => {
            const video = document.createElement('video');
            video.muted = true;
            video.onloadeddata = () => done([video.videoWidth, video.videoHeight]);
            video.onerror = () => done(null);
            video.src = URL.createObjectURL(window.pawl.state.film);
          }),
      );
      const stage = await page.locator('.canvases').boundingBox();
      assert.ok(film_ && Math.abs(film_[0] - stage.width) <= 2, `the browser can show the film: ${film_}`);
      const picture = page.waitForEvent('download');
      await page.keyboard.press('i');
      const png = readFileSync(await (await picture).path());
      assert.equal(png.toString('latin1', 1, 4), 'PNG');
      assert.ok(png.length > 3000);
      assert.ok(png.readUInt32BE(16) >= 2390, `${png.readUInt32BE(16)} pixels across`);
      await settled(page);
      assert.equal(
        await page.evaluate(() => document.querySelector('.main-canvas').width),
        await page.evaluate(() => document.querySelector('.main-canvas').clientWidth),
        'the screen has its own again',
      );
      note(`${name} film ${(bytes.length / 1024).toFixed(0)} KiB`);
    }
  },
};
