/* For everyone: contrast, names, keyboard, touch, and never colour alone. */
import assert from 'node:assert/strict';
import { until } from './browser.mjs';
import { startServer } from './server.mjs';

const TABS = ['plots', 'events', 'energy', 'source', 'parameters', 'show', 'about'];

/* The contrast of every text that is seen with what lies under it, from computed styles: those below 4.5. */
const poor = () => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const ctx = canvas.getContext('2d', { willReadFrequently: true });
  /* any CSS colour as [r, g, b, a] */
  const rgba = (color) => {
    ctx.clearRect(0, 0, 1, 1);
    ctx.fillStyle = '#000';
    ctx.fillStyle = color;
    ctx.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = ctx.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, under) => top.slice(0, 3).map((x, i) => top[3] * x + (1 - top[3]) * under[i]);
  const ground = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.push(rgba(getComputedStyle(e).backgroundColor));
    return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255]);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((x) => {
      const c = x / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const found = new Map();
  let count = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (!node.textContent.trim() || e.closest('script, style, noscript, option')) continue;
    if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const under = ground(e),
      opacity = Number(getComputedStyle(e).opacity),
      color = rgba(getComputedStyle(e).color),
      ratio = contrast(over([...color.slice(0, 3), color[3] * opacity], under), under);
    count++;
    if (ratio < 4.5)
      found.set(
        `${e.tagName}.${e.className} ${node.textContent.trim().slice(0, 20)}`,
        `${ratio.toFixed(2)} ${color} on ${under.map(Math.round)}`,
      );
  }
  for (const e of document.querySelectorAll('input::placeholder, input[placeholder]')) {
    if (!e.checkVisibility()) continue;
    const under = ground(e),
      ratio = contrast(over(rgba(getComputedStyle(e, '::placeholder').color), under), under);
    if (ratio < 4.5) found.set(`placeholder ${e.placeholder}`, ratio.toFixed(2));
  }
  /* what says something without words: icons, at 3 */
  for (const e of document.querySelectorAll('.icon')) {
    if (!e.checkVisibility()) continue;
    const under = ground(e),
      ratio = contrast(over(rgba(getComputedStyle(e).color), under), under);
    if (ratio < 3) found.set(`icon in ${e.parentElement.title}`, ratio.toFixed(2));
  }
  return { count, found: [...found] };
};

/* Two fingers through the browser's own way. */
async function pinch(page, box, from, to) {
  const client = await page.context().newCDPSession(page),
    middle = [box.x + box.width / 2, box.y + box.height / 2];
  const points = (apart) => [
    { x: middle[0] - apart / 2, y: middle[1], id: 1 },
    { x: middle[0] + apart / 2, y: middle[1], id: 2 },
  ];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(from) });
  for (let i = 1; i <= 8; i++)
    await client.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: points(from + ((to - from) * i) / 8),
    });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}

async function swipe(page, from, to) {
  const client = await page.context().newCDPSession(page);
  const at = (k) => [{ x: from[0] + k * (to[0] - from[0]), y: from[1] + k * (to[1] - from[1]), id: 1 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let i = 1; i <= 8; i++)
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(i / 8) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}

export const tests = {
  async 'Space plays after a button was clicked, and presses one that has the keyboard'({ open, settled }) {
    const page = await open('planar');
    const dark = page.getByRole('button', { name: /Dark or light/ });
    await dark.click();
    const theme = await page.evaluate(() => window.pawl.state.theme);
    await page.keyboard.press('Space');
    await settled(page);
    const after = await page.evaluate(() => [window.pawl.state.playing, window.pawl.state.theme]);
    if (after[0] !== true || after[1] !== theme) throw new Error(`Space gave ${after} after a click`);
    await page.keyboard.press('Space');
    await dark.focus();
    await page.keyboard.press('Space');
    await settled(page);
    if ((await page.evaluate(() => window.pawl.state.theme)) === theme)
      throw new Error('Space does not press a button that has the focus');
  },
  async 'without events there is nothing to jump to'({ open }) {
    const page = await open('crowd');
    const [events, next] = await page.evaluate(() => [
      window.pawl.state.run.events.length,
      document.querySelector('[aria-label^="Next event"]').disabled,
    ]);
    if (next !== (events === 0)) throw new Error(`${events} events, and the button is ${next ? 'off' : 'on'}`);
  },
  async 'every text has a contrast of 4.5, dark and light, in every panel'({ open, settled, note }) {
    let texts = 0;
    for (const dark of [false, true]) {
      const page = await open('planar', { dark });
      await page.evaluate(() => window.pawl.set({ selected: 2, hover: new Set([3]), range: [1, 2] }));
      for (const tab of TABS) {
        await page.click(`#tab-${tab}`);
        await settled(page);
        await until(page, () => document.getAnimations().length === 0);
        const { count, found } = await page.evaluate(poor);
        assert.deepEqual(found, [], `${dark ? 'dark' : 'light'}, ${tab}`);
        texts += count;
      }
      await page.click('#tab-source');
      await page.hover('.line.has-parts >> nth=2');
      await settled(page);
      assert.deepEqual((await page.evaluate(poor)).found, [], 'lines that are lit');
      await page.keyboard.press('?');
      await settled(page);
      assert.deepEqual((await page.evaluate(poor)).found, [], 'the page of keys');
    }
    assert.ok(texts > 400, `${texts} texts were looked at`);
    note(`${texts} texts`);
  },

  async 'sentences about a wrong model and about a lost server can be read too'({ open, settled }) {
    const server = await startServer({});
    try {
      for (const dark of [false, true]) {
        const page = await open(server.url, { dark, complains: true });
        server.save('broken');
        await page.waitForSelector('.banner.problem:visible');
        await page.click('#tab-source');
        await settled(page);
        assert.deepEqual((await page.evaluate(poor)).found, []);
        server.save('-- repaired\n');
        await page.waitForSelector('.banner.problem', { state: 'hidden' });
        await page.route('**/api/status', (route) => route.abort());
        await page.waitForSelector('.banner.notice:visible');
        assert.deepEqual((await page.evaluate(poor)).found, []);
      }
    } finally {
      await server.close();
    }
  },

  async 'everything that the pointer does can be done with keys'({ open, settled }) {
    const page = await open('planar');
    const state = (key) => page.evaluate((k) => window.pawl.state[k], key);
    /* a part: select it, trace it, follow it, see its line and its channels */
    for (let i = 0; i < 4; i++) await page.keyboard.press('.');
    const part = await page.evaluate(
      () => window.pawl.state.run.drawing.parts[window.pawl.state.selected].name,
    );
    assert.equal(part, 'block');
    await page.keyboard.press('t');
    assert.ok((await state('traces')).some((trace) => trace.name === 'block'));
    await page.keyboard.press('g');
    assert.equal(await state('follow'), 4);
    await page.keyboard.press('f');
    assert.equal(await state('follow'), null);
    await page.keyboard.press('4');
    await settled(page);
    assert.match(await page.locator('.line.selected').textContent(), /"block"/);
    await page.keyboard.press('1');
    await settled(page);
    assert.equal(await page.locator('.channel[data-name="block.x"]').count(), 1, 'its channels are unfolded');
    /* the list: into it, open a group, put a channel in, out again */
    await page.keyboard.press('/');
    await until(page, () => document.activeElement.matches('.channels .find'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const active = await page.evaluate(() => document.querySelector('.channel-list .active').dataset.name);
    assert.equal(active, 'crank.x');
    await page.keyboard.press('Enter');
    assert.ok((await state('plots'))[0].series.includes('crank.x'));
    await page.keyboard.press('w');
    assert.equal((await state('plots')).length, 2);
    await page.keyboard.press('ArrowLeft');
    assert.equal(
      await page.evaluate(() =>
        document.querySelector('.channel-list .active').getAttribute('aria-expanded'),
      ),
      'false',
    );
    /* the stage alone, and back */
    await page.keyboard.press('b');
    await settled(page);
    assert.equal(await page.locator('.panel').isVisible(), false);
    const wide = await page.evaluate(() => document.querySelector('.canvases').clientWidth);
    assert.equal(wide, 1280);
    await page.keyboard.press('b');
    await settled(page);
    assert.equal(await page.locator('.panel').isVisible(), true);
    /* every shown key does something or belongs to a list */
    const keys = await page.evaluate(() => document.querySelectorAll('dialog.help dt').length);
    assert.ok(keys > 40, `${keys} keys`);
  },

  async 'touch: pinch and drag the stage, tap a part, pinch and swipe a plot'({ open, settled }) {
    const page = await open('planar', { width: 390, height: 844, scale: 2, touch: true });
    const view = () =>
      page.evaluate(() => {
        const [x, y] = window.pawl.project(0, 0);
        return { x, y, scale: window.pawl.project(1, 0)[0] - x };
      });
    const box = await page.locator('.canvases').boundingBox(),
      before = await view();
    await pinch(page, box, 80, 200);
    await settled(page);
    const zoomed = await view();
    assert.ok(Math.abs(zoomed.scale / before.scale - 2.5) < 0.15, `${zoomed.scale / before.scale}`);
    await swipe(page, [box.x + 100, box.y + 200], [box.x + 160, box.y + 170]);
    await settled(page);
    const moved = await view();
    assert.ok(Math.abs(moved.x - zoomed.x - 60) < 3 && Math.abs(moved.y - zoomed.y + 30) < 3);
    await page.locator('[aria-label^="Fit"]').click();
    await settled(page);
    const [px, py] = await page.evaluate(() => {
      const { run } = window.pawl.state;
      return window.pawl.project(
        run.byName.get('block.x').values[0] + 0.008,
        run.byName.get('block.y').values[0],
      );
    });
    await page.touchscreen.tap(box.x + px, box.y + py);
    await until(
      page,
      () => window.pawl.state.run.drawing.parts[window.pawl.state.selected]?.name === 'block',
    );
    await page.locator('.u-over').first().scrollIntoViewIfNeeded();
    const plot = await page.locator('.u-over').first().boundingBox();
    await pinch(page, plot, 60, 150);
    await settled(page);
    const [low, high] = await page.evaluate(() => window.pawl.state.range);
    assert.ok(high - low < 1.6, `two fingers zoom the time to ${low} … ${high}`);
    await page.evaluate(() => window.pawl.set({ range: null }));
    await settled(page);
    await swipe(page, [plot.x + 0.3 * plot.width, plot.y + 60], [plot.x + 0.8 * plot.width, plot.y + 62]);
    await settled(page);
    const t = await page.evaluate(() => window.pawl.state.time);
    assert.ok(Math.abs(t - 2.4) < 0.1, `a finger draws the time along, to ${t}`);
    /* fingers need room */
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, [role=tab], .channel-group')]
        .filter((e) => e.checkVisibility())
        .map((e) => [e.getBoundingClientRect(), e.title || e.textContent])
        .filter(([b]) => b.height < 28 || b.width < 24)
        .map(([b, name]) => `${name}: ${b.width} × ${b.height}`),
    );
    assert.deepEqual(small, []);
  },

  async 'touch in space: one finger turns, two zoom'({ open, settled }) {
    const page = await open('spatial', { width: 390, height: 844, scale: 2, touch: true });
    const far = () =>
      page.evaluate(() => {
        const [a, b] = [window.pawl.project(-0.3, 0, 0.1), window.pawl.project(0.3, 0, 0.1)];
        return [Math.hypot(a[0] - b[0], a[1] - b[1]), a[0]];
      });
    const box = await page.locator('.canvases').boundingBox(),
      before = await far();
    await pinch(page, box, 60, 160);
    await settled(page);
    const zoomed = await far();
    assert.ok(zoomed[0] > 1.4 * before[0], `${before} → ${zoomed}`);
    await swipe(page, [box.x + 100, box.y + 200], [box.x + 200, box.y + 200]);
    await settled(page);
    assert.ok(Math.abs((await far())[1] - zoomed[1]) > 5);
  },

  async 'a mode is never told by its colour alone'({ open, settled }) {
    const page = await open('planar');
    /* in the table, by letters and words */
    await page.click('#tab-events');
    await settled(page);
    const signs = await page.evaluate(() =>
      [...document.querySelectorAll('.events .mode')].map((e) => [
        e.querySelector('i').textContent,
        e.textContent,
      ]),
    );
    assert.ok(signs.every(([letter, text]) => letter.length > 0 && text.length > letter.length));
    /* in the score without colour: the three bars differ in brightness and pattern along a row of pixels */
    const patterns = await page.evaluate(() => {
      const canvas = document.querySelector('.score-canvas'),
        ctx = canvas.getContext('2d'),
        ratio = canvas.width / canvas.clientWidth,
        x = (t) => Math.round((8 + (t / 3) * (canvas.clientWidth - 16)) * ratio);
      return [0.62, 1.2, 2.6].map((t) => {
        const { data } = ctx.getImageData(
          x(t),
          Math.round(22 * ratio),
          Math.round(16 * ratio),
          Math.round(22 * ratio),
        );
        let ink = 0,
          changes = 0,
          before = null;
        for (let i = 0; i < data.length; i += 4) {
          const dark = data[i + 3] > 128;
          if (dark) ink++;
          if (before !== null && dark !== before) changes++;
          before = dark;
        }
        return [ink / (data.length / 4), changes];
      });
    });
    const [open_, sliding, sticking] = patterns;
    assert.ok(open_[0] < 0.25, `open is a thin line: ${open_}`);
    assert.ok(
      sticking[0] > 0.7 && sticking[1] < sliding[1],
      `sticking is full: ${sticking}; sliding hatched: ${sliding}`,
    );
    /* a phase portrait has dashes; the legend of the stage has words */
    assert.match(await page.locator('.mode-legend').textContent(), /open.*sliding.*sticking/);
    assert.match(await page.locator('.score-canvas').getAttribute('aria-valuetext'), /landing left open/);
  },

  async 'roles and names for those who listen'({ open, settled }) {
    const page = await open('planar');
    const wrong = await page.evaluate(() => {
      const found = [];
      for (const e of document.querySelectorAll('[role=slider]'))
        for (const name of ['aria-valuemin', 'aria-valuemax', 'aria-valuenow'])
          if (!e.hasAttribute(name)) found.push(`${e.className} has no ${name}`);
      for (const e of document.querySelectorAll('[aria-controls]'))
        if (!document.getElementById(e.getAttribute('aria-controls'))) found.push(`${e.id} controls nothing`);
      for (const e of document.querySelectorAll('[role=treeitem]'))
        if (!e.closest('[role=tree]') || !e.hasAttribute('aria-level')) found.push(`${e.id} is no tree`);
      const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
      if (new Set(ids).size !== ids.length) found.push('an id is there twice');
      if (document.querySelectorAll('main').length !== 1 || document.querySelectorAll('h1').length !== 1)
        found.push('one main, one h1');
      if (!document.documentElement.lang) found.push('no language');
      return found;
    });
    assert.deepEqual(wrong, []);
    await page.keyboard.press('v');
    await page.keyboard.press('g');
    await settled(page);
    assert.equal(await page.locator('.said').getAttribute('role'), 'status');
    const tree = await page.locator('.channel-list').getAttribute('aria-activedescendant');
    assert.ok(await page.evaluate((id) => Boolean(document.getElementById(id)), tree));
  },
};
