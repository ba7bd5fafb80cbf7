/* Figures: what a frame takes, what opening takes, and the size of a page. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { told, within } from './work.mjs';

const FRAMES = 40;

/* What a frame takes while a page plays; each frame of the browser draws once. */
async function workOfAFrame(page) {
  await page.evaluate(() => {
    window.pawl.set({ loop: true, tab: 'show' });
    window.pawl.play(true);
  });
  const { work, drawn, rate } = await page.evaluate(
    (count) =>
      new Promise((done) => {
        let left = count + 10, // the first ones open what is shown
          before,
          first,
          begin;
        const look = (now) => {
          if (left === count) {
            before = { ...window.work };
            first = window.pawl.frames();
            begin = now;
          }
          if (left-- > 0) return requestAnimationFrame(look);
          const work = Object.fromEntries(
            ['nodes', 'paints', 'draws', 'compares'].map((k) => [k, (window.work[k] - before[k]) / count]),
          );
          done({ work, drawn: window.pawl.frames() - first, rate: (1000 * count) / (now - begin) });
        };
        requestAnimationFrame(look);
      }),
    FRAMES,
  );
  assert.ok(Math.abs(drawn - FRAMES) <= 2, `${drawn} of ${FRAMES} frames are drawn`);
  return { work, says: `a frame: ${told(work)}; ${rate.toFixed(0)} frames a second` };
}

export const tests = {
  async '200 bodies in a plane: what a frame paints'({ open, note }) {
    const { work, says } = await workOfAFrame(await open('crowd', { counted: true }));
    note(says);
    within(work, { paints: 5 * 200, nodes: 0, compares: 0 });
  },

  async 'a small mechanism in space: what a frame draws'({ open, note }) {
    const { work, says } = await workOfAFrame(await open('spatial', { counted: true }));
    note(says);
    within(work, { draws: 40, paints: 4000, nodes: 0 });
  },

  async '10 s at 1 kHz with 50 channels: below 15 MB, and little is made of it'({ open, sample, note }) {
    const size = statSync(fileURLToPath(sample('big'))).size / 1e6,
      page = await open('big', { counted: true }),
      work = await page.evaluate(() => ({ ...window.work }));
    assert.equal(await page.evaluate(() => window.pawl.state.run.channels.length), 50);
    note(`${size.toFixed(1)} MB; the first frame: ${told(work)}`);
    assert.ok(size < 15, `${size} MB`);
    within(work, { nodes: 2000, paints: 3000, compares: 3000 });
  },
};
