/* The animation: what is drawn is where the channels say. */
import assert from 'node:assert/strict';
import { pressedRun } from './edges.mjs';
import { encodeRun, pageOf } from './encode.mjs';
import { planarRun, sliderAt } from './planar.mjs';
import { spatialRun } from './spatial.mjs';

const run = planarRun(),
  space = spatialRun();

/* The channel's value at a time that is a row. */
const at = (r, name, t) => r.columns[name].values[r.time.findLastIndex((x) => x <= t + 1e-12)];

async function show(page, settled, t, patch = {}) {
  await page.evaluate(
    ([time, p]) => {
      window.pawl.set(p);
      window.pawl.seek(time);
    },
    [t, patch],
  );
  await settled(page);
}

/* The middle of all pixels of about that colour, in CSS pixels. */
const middle = (page, color, near = null) =>
  page.evaluate(
    ([hex, around]) => {
      const canvas = document.querySelector('.main-canvas'),
        n = parseInt(hex.slice(1), 16),
        want = [n >> 16, (n >> 8) & 255, n & 255];
      const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height),
        ratio = canvas.width / canvas.clientWidth;
      let x = 0,
        y = 0,
        count = 0;
      for (let i = 0; i < data.length; i += 4)
        if (
          (!around ||
            Math.hypot(((i / 4) % width) / ratio - around[0], Math.floor(i / 4 / width) / ratio - around[1]) <
              around[2]) &&
          Math.abs(data[i] - want[0]) + Math.abs(data[i + 1] - want[1]) + Math.abs(data[i + 2] - want[2]) < 30
        ) {
          x += (i / 4) % width;
          y += Math.floor(i / 4 / width);
          count++;
        }
      return { x: (x / count + 0.5) / ratio, y: (y / count + 0.5) / ratio, count, height };
    },
    [color, near],
  );

const bare = {
  roles: {
    ground: false,
    guide: false,
    joint: false,
    force: false,
    drive: false,
    mass: false,
    sensor: false,
    axes: false,
    label: false,
    reaction: false,
  },
  showContacts: false,
  traces: [],
};

/* Crosses of the three modes, at 0.1, 1.1 and 2.5 s, in their colours: all at their points, all different in shape. */
async function seeModes(page, settled, modes) {
  const shapes = new Set();
  for (const [t, mode, color] of modes) {
    await show(page, settled, t, {
      ...bare,
      roles: { ...bare.roles, body: false },
      showContacts: true,
      arrowScale: 0.001,
    });
    for (const side of ['left', 'right']) {
      const [px, py] = await page.evaluate(
        ([x, y]) => window.pawl.project(x, y),
        [at(run, `landing.${side}.x`, t), at(run, `landing.${side}.y`, t)],
      );
      const seen = await middle(page, color, [px, py, 14]);
      assert.ok(seen.count > 8, `${mode} is drawn`);
      assert.ok(
        Math.hypot(seen.x - px, seen.y - py) < 1,
        `${mode} at the point: ${seen.x}, ${seen.y}; ${px}, ${py}`,
      );
      if (side === 'left') shapes.add(seen.count);
    }
  }
  assert.equal(shapes.size, 3, 'the three signs differ in shape');
}

export const tests = {
  async 'planar bodies are drawn where their channels say, to a pixel'({ open, settled }) {
    for (const scale of [1, 2, 1.5]) {
      const page = await open('planar', { scale });
      for (const t of [0, 0.25, 0.7, 1.1, 2.5]) {
        await show(page, settled, t, bare);
        const [px, py] = await page.evaluate(
          ([x, y]) => window.pawl.project(x, y),
          [at(run, 'block.x', t), at(run, 'block.y', t)],
        );
        const seen = await middle(page, '#b8697d');
        assert.ok(seen.count > 100, 'the block is seen');
        assert.ok(
          Math.hypot(seen.x - px, seen.y - py) < 1,
          `block at t = ${t}, ratio ${scale}: drawn at ${seen.x}, ${seen.y}; its channels say ${px}, ${py}`,
        );
        const slider = sliderAt(9, t),
          green = await middle(page, '#7aa65a');
        const [sx] = await page.evaluate(([x]) => window.pawl.project(x, 0), [slider.x]);
        /* the rod covers some of it */
        assert.ok(
          Math.abs(green.x - sx) < 12,
          `slider at t = ${t}: drawn about ${green.x}, its channel says ${sx}`,
        );
      }
    }
  },

  async 'between rows motion is interpolated, across an event it is not'({ open, settled }) {
    const page = await open('planar');
    const hit = run.events[0].time;
    await show(page, settled, hit, bare);
    const { vy } = await page.evaluate(() => {
      const { run: r, time } = window.pawl.state,
        v = r.byName.get('block.vy').values;
      const i = r.time.findLastIndex((t) => t <= time);
      return { vy: [v[i - 1], v[i]] };
    });
    assert.ok(vy[0] < 0 && vy[1] > 0, 'there is a row before and one after the event');
    await show(page, settled, 0.1005);
    const [px, py] = await page.evaluate(
      ([x, y]) => window.pawl.project(x, y),
      [
        (at(run, 'block.x', 0.1) + at(run, 'block.x', 0.101)) / 2,
        (at(run, 'block.y', 0.1) + at(run, 'block.y', 0.101)) / 2,
      ],
    );
    const seen = await middle(page, '#b8697d');
    assert.ok(Math.hypot(seen.x - px, seen.y - py) < 1);
  },

  async 'spatial bodies are drawn where their channels say, to a pixel'({ open, settled, note }) {
    const page = await open('spatial');
    for (const t of [0, 0.5, 1.2, 3]) {
      await show(page, settled, t, { roles: { force: false, sensor: false }, traces: [] });
      const p = ['x', 'y', 'z'].map((k) => at(space, `bob.${k}`, t));
      const found = await page.evaluate(([x, y, z]) => {
        const [px, py] = window.pawl.project(x, y, z),
          { parts } = window.pawl.state.run.drawing;
        const name = (dx, dy) => parts[window.pawl.pick(px + dx, py + dy)?.part]?.name;
        /* the silhouette of the sphere, by bisection from its middle outwards */
        const edge = (dx, dy) => {
          let near = 0,
            far = 120;
          for (let i = 0; i < 20; i++) {
            const m = (near + far) / 2;
            if (name(m * dx, m * dy) === 'bob') near = m;
            else far = m;
          }
          return near;
        };
        return { middle: name(0, 0), edges: [edge(1, 0), edge(-1, 0), edge(0, 1)] };
      }, p);
      assert.equal(found.middle, 'bob');
      assert.ok(
        Math.abs(found.edges[0] - found.edges[1]) < 1.5,
        `as wide to the left as to the right: ${found.edges}`,
      );
      /* and the pixels agree with the picking */
      const colors = await page.evaluate(([x, y, z]) => {
        const canvas = document.querySelector('.main-canvas'),
          copy = document.createElement('canvas'),
          ratio = canvas.width / canvas.clientWidth;
        window.pawl.set({ view: Math.random() });
        return new Promise((done) =>
          requestAnimationFrame(() => {
            copy.width = canvas.width;
            copy.height = canvas.height;
            const ctx = copy.getContext('2d');
            ctx.drawImage(canvas, 0, 0);
            const [px, py] = window.pawl.project(x, y, z);
            done(
              Array.from(
                ctx.getImageData(Math.round((px - 6) * ratio), Math.round((py + 6) * ratio), 1, 1).data,
              ),
            );
          }),
        );
      }, p);
      assert.ok(colors[1] > colors[0] && colors[1] > colors[2], `the bob is green: ${colors}`);
    }
    note('three.js in software');
  },

  async 'zoom, pan and fit: buttons, keys, wheel, drag'({ open, settled }) {
    const page = await open('planar');
    const origin = () =>
      page.evaluate(() => [
        ...window.pawl.project(0, 0),
        window.pawl.project(1, 0)[0] - window.pawl.project(0, 0)[0],
      ]);
    const [x0, y0, s0] = await origin();
    await page.click('[aria-label^="Zoom in"]');
    assert.ok(Math.abs((await origin())[2] / s0 - 1.25) < 1e-6);
    await page.keyboard.press('-');
    assert.ok(Math.abs((await origin())[2] / s0 - 1) < 1e-6);
    const box = await page.locator('.canvases').boundingBox();
    await page.mouse.move(box.x + 300, box.y + 300);
    const under = await page.evaluate(() => window.pawl.unproject(300, 300));
    await page.mouse.wheel(0, -200);
    await settled(page);
    const after = await page.evaluate(() => window.pawl.unproject(300, 300));
    assert.ok(
      Math.hypot(under[0] - after[0], under[1] - after[1]) < 1e-9,
      'what is under the pointer stays there',
    );
    const before = await origin();
    await page.mouse.down();
    await page.mouse.move(box.x + 340, box.y + 280, { steps: 3 });
    await page.mouse.up();
    const moved = await origin();
    assert.ok(Math.abs(moved[0] - before[0] - 40) < 0.01 && Math.abs(moved[1] - before[1] + 20) < 0.01);
    await page.keyboard.press('Shift+ArrowRight');
    assert.ok(Math.abs((await origin())[0] - moved[0] - 40) < 0.01);
    await page.keyboard.press('f');
    const [x1, y1, s1] = await origin();
    assert.ok(Math.abs(x1 - x0) + Math.abs(y1 - y0) + Math.abs(s1 - s0) < 1e-6);
  },

  async 'in space: turning, zooming, fitting by keys and by dragging'({ open, settled }) {
    const page = await open('spatial');
    const where = async () => {
      await settled(page);
      return page.evaluate(() => window.pawl.project(0.3, 0.2, 0.1));
    };
    const far = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);
    const first = await where();
    await page.keyboard.press('Shift+ArrowLeft');
    const turned = await where();
    assert.ok(far(first, turned) > 5);
    const box = await page.locator('.canvases').boundingBox();
    await page.mouse.move(box.x + 60, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 160, box.y + 140, { steps: 4 });
    await page.mouse.up();
    assert.ok(far(turned, await where()) > 5);
    await page.keyboard.press('+');
    await page.keyboard.press('f');
    assert.ok(far(first, await where()) < 0.5);
  },

  async 'pointing lights up the part and its line, clicking selects it'({ open, settled }) {
    const page = await open('planar');
    await show(page, settled, 1.2, { tab: 'source' });
    const box = await page.locator('.canvases').boundingBox();
    const [px, py] = await page.evaluate(
      ([x, y]) => window.pawl.project(x, y),
      [at(run, 'block.x', 1.2) + 0.008, at(run, 'block.y', 1.2)],
    );
    await page.mouse.move(box.x + px, box.y + py);
    await settled(page);
    assert.match(await page.locator('.tip').textContent(), /^block · body/);
    assert.match(await page.locator('.line.hovered').textContent(), /body "block"/);
    await page.mouse.click(box.x + px, box.y + py);
    await settled(page);
    assert.match(await page.locator('.line.selected').textContent(), /body "block"/);
    await page.mouse.move(box.x + 5, box.y + 200);
    await page.hover('.line:has-text("marker")');
    await settled(page);
    const lit = await page.evaluate(() =>
      [...window.pawl.state.hover].map((i) => window.pawl.state.run.drawing.parts[i].name),
    );
    assert.deepEqual(lit, ['tip']);
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => window.pawl.state.selected), null);
    await page.keyboard.press('.');
    assert.equal(await page.evaluate(() => window.pawl.state.selected), 0);
  },

  async 'traces: of sensors at first, of any point with T'({ open, settled }) {
    const page = await open('planar');
    assert.deepEqual(await page.evaluate(() => window.pawl.state.traces.map((t) => t.name)), ['tip']);
    await show(page, settled, 2.5, { ...bare, traces: [] });
    const box = await page.locator('.canvases').boundingBox();
    const [px, py] = await page.evaluate(
      ([x, y]) => window.pawl.project(x, y),
      [at(run, 'block.x', 2.5), at(run, 'block.y', 2.5)],
    );
    await page.mouse.move(box.x + px, box.y + py);
    await page.keyboard.press('t');
    await settled(page);
    const trace = await page.evaluate(() => window.pawl.state.traces[0]);
    assert.match(trace.name, /^block at /);
    assert.ok(Math.hypot(...trace.at) < 1e-3);
    /* a point of the path of the block, far from the block now, has the colour of the trace */
    const painted = await page.evaluate(
      ([x, y]) => {
        const canvas = document.querySelector('.main-canvas'),
          [qx, qy] = window.pawl.project(x, y);
        const { data } = canvas.getContext('2d').getImageData(Math.round(qx) - 2, Math.round(qy) - 2, 5, 5);
        let least = 765;
        for (let i = 0; i < data.length; i += 4) least = Math.min(least, data[i] + data[i + 1] + data[i + 2]);
        return least;
      },
      [at(run, 'block.x', 0.1) + trace.at[0], at(run, 'block.y', 0.1) + trace.at[1]],
    );
    assert.ok(painted < 560, `the trace is there: ${painted}`);
    await page.keyboard.press('c');
    assert.equal(await page.evaluate(() => window.pawl.state.traces.length), 0);
  },

  async 'arrows grow with their slider'({ open, settled }) {
    const page = await open('planar');
    await show(page, settled, 0.2, { ...bare, roles: { ...bare.roles, body: false, force: true } });
    const painted = () => middle(page, '#2e8b57').then((m) => m.count);
    const one = await painted();
    await page.click('#tab-show');
    await page.locator('#arrow-scale').fill('0.6');
    await settled(page);
    assert.ok((await painted()) > one + 40);
    await page.keyboard.press('[');
    assert.ok(await page.evaluate(() => window.pawl.state.arrowScale < 3.9));
  },

  async 'contacts: a cross at the point, in the colour of its mode, and never by colour alone'({
    open,
    settled,
  }) {
    const page = await open('planar', { scale: 2 });
    await seeModes(page, settled, [
      [0.1, 'open', '#78818b'],
      [1.1, 'sliding', '#c2560c'],
      [2.5, 'sticking', '#1560b0'],
    ]);
    assert.match(await page.locator('.mode-legend').textContent(), /^open.*sliding.*sticking$/);
  },

  async 'contacts by laws: pressed and released have colours, signs and words of their own'({
    open,
    write,
    settled,
  }) {
    const url = write('pressed.html', pageOf(encodeRun(pressedRun()))),
      page = await open(url, { scale: 2 });
    await seeModes(page, settled, [
      [0.1, 'open', '#78818b'],
      [1.1, 'released', '#7d6100'],
      [2.5, 'pressed', '#1a6b3c'],
    ]);
    assert.match(await page.locator('.mode-legend').textContent(), /^open.*pressed.*released$/);
    /* in the score, too: half a bar, and a bar with edges */
    const inks = await page.evaluate(() => {
      const canvas = document.querySelector('.score-canvas'),
        ctx = canvas.getContext('2d'),
        ratio = canvas.width / canvas.clientWidth,
        x = (t) => Math.round((8 + (t / 3) * (canvas.clientWidth - 16)) * ratio);
      return [1.42, 2.9].map((t) => {
        const high = Math.round(22 * ratio),
          { data } = ctx.getImageData(x(t), high, 1, high),
          column = [];
        for (let i = 3; i < data.length; i += 4) column.push(data[i] > 128);
        return column.reduce((n, dark, i) => n + (i > 0 && dark !== column[i - 1]), 0);
      });
    });
    assert.ok(inks[0] !== inks[1], `edges of bars: ${inks}`);
  },

  async 'roles can be hidden'({ open, settled }) {
    const page = await open('planar');
    await page.click('#tab-show');
    const before = (await middle(page, '#b8697d')).count;
    await page.getByLabel('bodies', { exact: true }).uncheck();
    await settled(page);
    assert.ok(before > 100 && (await middle(page, '#b8697d')).count < 5);
  },

  async 'traces chosen in the panel, and in space with T'({ open, settled }) {
    const page = await open('planar');
    await page.click('#tab-show');
    await page.getByLabel('block', { exact: true }).check();
    assert.deepEqual(await page.evaluate(() => window.pawl.state.traces.map((t) => t.name)), [
      'tip',
      'block',
    ]);
    await page.getByLabel('tip', { exact: true }).uncheck();
    assert.deepEqual(await page.evaluate(() => window.pawl.state.traces.map((t) => t.name)), ['block']);
    const spatial = await open('spatial');
    await show(spatial, settled, 1, { traces: [] });
    const box = await spatial.locator('.canvases').boundingBox(),
      [px, py] = await spatial.evaluate(
        (p) => window.pawl.project(...p),
        ['x', 'y', 'z'].map((k) => at(space, `ball.${k}`, 1)),
      );
    await spatial.mouse.move(box.x + px, box.y + py);
    await spatial.keyboard.press('t');
    await settled(spatial);
    const [trace] = await spatial.evaluate(() => window.pawl.state.traces);
    assert.match(trace.name, /^ball at /);
    assert.ok(Math.abs(Math.hypot(...trace.at) - 0.04) < 1e-3, `on the sphere: ${trace.at}`);
  },

  async 'in space too, a contact is a cross at its point in the colour of its mode'({ open, settled }) {
    const page = await open('spatial');
    for (const [t, color] of [
      [0.1, '#78818b'],
      [3, '#1560b0'],
    ]) {
      await show(page, settled, t, { roles: { label: false, force: false, sensor: false }, traces: [] });
      const seen = await page.evaluate(
        ([p, hex]) => {
          const canvas = document.querySelector('.over-canvas'),
            [px, py] = window.pawl.project(...p),
            n = parseInt(hex.slice(1), 16),
            { data } = canvas.getContext('2d').getImageData(Math.round(px) - 8, Math.round(py) - 8, 16, 16);
          let count = 0;
          for (let i = 0; i < data.length; i += 4)
            if (
              data[i + 3] > 200 &&
              Math.abs(data[i] - (n >> 16)) +
                Math.abs(data[i + 1] - ((n >> 8) & 255)) +
                Math.abs(data[i + 2] - (n & 255)) <
                60
            )
              count++;
          return count;
        },
        [['x', 'y', 'z'].map((k) => at(space, `bounce.${k}`, t)), color],
      );
      assert.ok(seen > 5, `${seen} pixels at ${t}`);
    }
  },

  async 'standard views: front, right, top, corner; without perspective lines stay parallel'({
    open,
    settled,
  }) {
    const page = await open('spatial');
    const look = async () => {
      await settled(page);
      return page.evaluate(() => {
        const p = (...q) => window.pawl.project(...q),
          o = p(0, 0, 0);
        return [p(0.1, 0, 0), p(0, 0.1, 0), p(0, 0, 0.1)].map((q) => [q[0] - o[0], o[1] - q[1]]);
      });
    };
    await page.keyboard.press('o');
    const corner = await look();
    await page.keyboard.press('v');
    assert.match(await page.locator('.said').textContent(), /front/);
    const front = await look();
    assert.ok(
      front[0][0] > 20 && Math.abs(front[0][1]) < 1 && front[2][1] > 20 && Math.hypot(...front[1]) < 1,
    );
    await page.click('[aria-label^="Next view"]');
    const right = await look();
    assert.ok(right[1][0] > 20 && right[2][1] > 20 && Math.hypot(...right[0]) < 1);
    await page.keyboard.press('v');
    const top = await look();
    assert.ok(top[0][0] > 20 && top[1][1] > 20 && Math.hypot(...top[2]) < 1);
    await page.keyboard.press('v');
    const again = await look();
    again.forEach((d, i) => assert.ok(Math.hypot(d[0] - corner[i][0], d[1] - corner[i][1]) < 1));
    /* two parallel lengths, one behind the other */
    const lengths = await page.evaluate(() =>
      [-0.4, 0.4].map((y) => {
        const [a, b] = [window.pawl.project(-0.2, y, 0), window.pawl.project(0.2, y, 0)];
        return Math.hypot(a[0] - b[0], a[1] - b[1]);
      }),
    );
    assert.ok(Math.abs(lengths[0] / lengths[1] - 1) < 0.01, `${lengths}`);
  },
};
