/* Nothing overlaps, nothing is cut off; everything has a name and can be reached with the keyboard. */
import assert from 'node:assert/strict';
import { soak, until } from './browser.mjs';

const TABS = ['plots', 'events', 'energy', 'source', 'parameters', 'show', 'about'];
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844, scale: 2, touch: true },
];

/* Boxes that must not cover one another, and texts that must not be cut. */
const examine = () => {
  const seen = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== 'hidden';
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const blocks = ['.top', '.stage', '.time-axis', '.score', '.transport', '.panel']
    .map((s) => [s, document.querySelector(s)])
    .filter(([, e]) => e && seen(e))
    .map(([s, e]) => [s, e.getBoundingClientRect()]);
  for (let i = 0; i < blocks.length; i++)
    for (let j = i + 1; j < blocks.length; j++) {
      const [p, a] = blocks[i],
        [q, b] = blocks[j];
      if (
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
      )
        found.push(`${p} and ${q} overlap`);
    }
  for (const e of document.querySelectorAll(
    'button, label, h1, h3, legend, dt, dd, th, .chip, .now, .speed-text, .tabs button',
  )) {
    if (!seen(e)) continue;
    if (
      e.scrollWidth > e.clientWidth + 2 &&
      e.clientWidth > 0 &&
      getComputedStyle(e).overflow !== 'visible' &&
      getComputedStyle(e).textOverflow !== 'ellipsis'
    )
      found.push(`cut: ${e.className || e.tagName} ${e.textContent.slice(0, 30)}`);
    const box = e.getBoundingClientRect();
    if (box.right > innerWidth + 1 && !e.closest('.code'))
      found.push(`beyond the edge: ${e.tagName} ${e.className} ${e.textContent.slice(0, 30)}`);
  }
  const buttons = [
    ...document.querySelectorAll('.transport button, .transport input, .tabs button, .top button'),
  ]
    .filter(seen)
    .map((e) => [e, e.getBoundingClientRect()]);
  for (let i = 0; i < buttons.length; i++)
    for (let j = i + 1; j < buttons.length; j++) {
      const a = buttons[i][1],
        b = buttons[j][1];
      if (
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
      )
        found.push(`buttons overlap: ${buttons[i][0].title} and ${buttons[j][0].title}`);
    }
  return found;
};

const nameless = () =>
  [
    ...document.querySelectorAll(
      'button, input, select, canvas[tabindex], [role=separator], [role=slider], [role=option], dialog',
    ),
  ]
    .filter((e) => {
      if (e.getClientRects().length === 0) return false;
      const label =
        e.getAttribute('aria-label') ||
        e.closest('label')?.textContent.trim() ||
        (e.id && document.querySelector(`label[for="${e.id}"]`)?.textContent) ||
        (e.tagName === 'BUTTON' && e.textContent.trim());
      return !label;
    })
    .map((e) => e.outerHTML.slice(0, 90));

export const tests = {
  async 'planar and spatial, wide and narrow, every panel'({ open, settled }) {
    for (const [i, name] of ['spatial', 'hostile', 'planar', 'crowd'].entries())
      for (const size of SIZES.filter((_, j) => soak || (i + j) % 2 === 0)) {
        const page = await open(name, size);
        assert.ok((await page.locator('.top').boundingBox()).height < 60, `${name}: the head is one line`);
        for (const tab of TABS) {
          await page.click(`#tab-${tab}`);
          await settled(page);
          assert.deepEqual(await page.evaluate(examine), [], `${name}, ${size.width} wide, ${tab}`);
          assert.deepEqual(await page.evaluate(nameless), [], `${name}, ${tab}: everything has a name`);
          if (tab === 'events')
            assert.deepEqual(
              await page.evaluate(() => [
                ...new Set(
                  [...document.querySelectorAll('.events tbody tr:not(.space)')].map((r) =>
                    Math.round(r.getBoundingClientRect().height),
                  ),
                ),
              ]),
              name === 'crowd' ? [] : [30],
              'all rows are as high as those that are not in sight',
            );
        }
      }
  },

  async 'the stage fills its place at any size'({ open, settled }) {
    const page = await open('planar');
    for (const [width, height] of [
      [1280, 800],
      [800, 500],
      [390, 844],
      [1920, 1080],
    ]) {
      await page.setViewportSize({ width, height });
      await settled(page);
      const { canvas, box } = await page.evaluate(() => {
        const c = document.querySelector('.main-canvas'),
          b = document.querySelector('.canvases').getBoundingClientRect();
        return { canvas: [c.width, c.height], box: [b.width, b.height] };
      });
      assert.ok(
        Math.abs(canvas[0] - box[0]) <= 1 && Math.abs(canvas[1] - box[1]) <= 1,
        `${canvas} in ${box}`,
      );
      /* the whole motion is in sight */
      const inside = await page.evaluate(() => {
        const [low, high] = window.pawl.state.scene.bounds,
          b = document.querySelector('.canvases').getBoundingClientRect();
        return [low, high].every(([x, y]) => {
          const [px, py] = window.pawl.project(x, y);
          return px >= 0 && py >= 0 && px <= b.width && py <= b.height;
        });
      });
      assert.ok(inside);
    }
  },

  async 'Tab reaches every control, and one sees where one is'({ open }) {
    const page = await open('planar');
    const seen = new Set();
    for (let i = 0; i < 90; i++) {
      await page.keyboard.press('Tab');
      const [name, outline] = await page.evaluate(() => {
        const e = document.activeElement;
        return [
          e.getAttribute?.('aria-label') ?? e.textContent?.slice(0, 20) ?? '',
          e === document.body ? 'body' : getComputedStyle(e).outlineStyle,
        ];
      });
      if (outline === 'body') continue;
      assert.notEqual(outline, 'none', `${name} shows that it has the focus`);
      seen.add(name);
    }
    for (const word of [
      'Dark or light (D)',
      'Keyboard (?)',
      'Zoom in (+)',
      'Time',
      'Play (Space)',
      'Speed',
      'Loop (L)',
      'Find a channel',
      'Plots',
      'Against',
      'Width of the stage',
    ])
      assert.ok(seen.has(word), `${word} is reached: ${[...seen].join('; ')}`);
    assert.ok([...seen].some((name) => name.startsWith('Score of events')));
    assert.ok([...seen].some((name) => name.startsWith('Animation')));
  },

  async 'keys 1 to 7 choose panels, ? shows all keys, Esc closes'({ open, settled }) {
    const page = await open('planar');
    for (let i = 0; i < TABS.length; i++) {
      await page.keyboard.press(String(i + 1));
      await settled(page);
      assert.equal(await page.locator('[role=tab][aria-selected=true]').getAttribute('id'), `tab-${TABS[i]}`);
      assert.equal(await page.locator('[role=tabpanel]:visible').count(), 1);
    }
    await page.keyboard.press('?');
    assert.ok(await page.locator('dialog.help').isVisible());
    assert.ok(
      await page.evaluate(() => {
        const help = document.querySelector('dialog.help');
        return help.scrollHeight <= help.clientHeight && help.scrollWidth <= help.clientWidth;
      }),
      'all keys are in sight',
    );
    await page.keyboard.press('Escape');
    await until(page, () => !document.querySelector('dialog.help').open);
    await settled(page);
    await page.keyboard.press('/');
    await until(page, () => document.activeElement.matches('.channels .find'));
    await page.keyboard.type('nd');
    assert.equal(
      await page.evaluate(() => window.pawl.state.time),
      0,
      'letters typed into a field are letters',
    );
  },

  async 'less motion for those who want less'({ open }) {
    const page = await open('planar', { still: true });
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.querySelector('.icon-button')).transitionDuration),
      '0s',
    );
    assert.equal(await page.evaluate(() => window.pawl.state.playing), false);
  },

  async 'the splitter by keyboard'({ open }) {
    const page = await open('planar');
    const width = () => page.evaluate(() => document.querySelector('.left').getBoundingClientRect().width);
    const before = await width();
    await page.locator('.splitter').focus();
    await page.keyboard.press('ArrowLeft');
    assert.ok((await width()) < before - 20);
  },
};
