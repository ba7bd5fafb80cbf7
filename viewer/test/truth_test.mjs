/* Pixel truth: everything is painted where the recorded numbers put it, at rows and between them, and after zooming,
 * panning and turning. */
import assert from 'node:assert/strict';
import { barRun } from './edges.mjs';
import { encodeRun, pageOf } from './encode.mjs';
import { BODIES_ONLY, colorsAt, differs, painted, project, show } from './pixels.mjs';
import { planarRun } from './planar.mjs';
import { COLORS, forceAt, moved, primitivesRun } from './primitives.mjs';
import { spatialRun } from './spatial.mjs';

const run = planarRun(),
  space = spatialRun();

/* Between rows, straight; of two rows at one instant the later one. */
function at(r, name, t) {
  const i = Math.max(
      0,
      r.time.findLastIndex((x) => x <= t),
    ),
    v = r.columns[name].values;
  if (i + 1 >= v.length || r.time[i + 1] === r.time[i]) return v[i];
  return v[i] + ((t - r.time[i]) / (r.time[i + 1] - r.time[i])) * (v[i + 1] - v[i]);
}

const ZOOMS = [
  async () => {},
  async (page) => {
    for (let i = 0; i < 3; i++) await page.keyboard.press('-');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowUp');
  },
  async (page) => {
    await page.keyboard.press('f');
    const box = await page.locator('.canvases').boundingBox();
    await page.mouse.move(box.x + 0.55 * box.width, box.y + 0.6 * box.height);
    await page.mouse.wheel(0, -90);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.48 * box.height, { steps: 3 });
    await page.mouse.up();
    await page.mouse.move(box.x + 2, box.y + 200);
  },
];

export const tests = {
  async 'planar: to a pixel at rows, between rows, zoomed and panned'({ open, settled, note }) {
    let worst = 0,
      count = 0;
    for (const scale of [1, 2]) {
      const page = await open('planar', { scale });
      for (const zoom of ZOOMS) {
        await page.locator('.canvases').focus();
        await zoom(page);
        for (const t of [0, 0.05037, 0.2788, 0.33333, 0.61804, 0.9, 1.23456, 2.9]) {
          await show(page, settled, t, BODIES_ONLY);
          const [want] = await project(page, [[at(run, 'block.x', t), at(run, 'block.y', t)]]);
          if (want[0] < 40 || want[0] > 670 || want[1] < 40 || want[1] > 560) continue;
          const seen = await painted(page, '#b8697d');
          assert.ok(seen.count > 60, `the block is seen at ${t}`);
          const off = Math.hypot(seen.x - want[0], seen.y - want[1]);
          assert.ok(off < 1, `at ${t}: painted at ${seen.x}, ${seen.y}, its channels say ${want}`);
          worst = Math.max(worst, off);
          count++;
        }
      }
    }
    assert.ok(count > 30, 'most of them are in sight');
    note(`${count} times, ${worst.toFixed(2)} pixels off at most`);
  },

  async 'planar: a bar that turns, between rows too'({ open, write, settled }) {
    const page = await open(
      write('bar.html', pageOf(encodeRun(barRun({ size: 0.3, duration: 1, rows: 21 })))),
    );
    for (const t of [0, 0.025, 0.31, 0.5, 0.777, 1]) {
      await show(page, settled, t, BODIES_ONLY);
      const a = Math.PI * t /* the angle grows evenly, so that between rows it is exact */,
        [want] = await project(page, [[0.15 * Math.cos(a), 0.15 * Math.sin(a)]]),
        seen = await painted(page, '#d98c4a');
      assert.ok(Math.hypot(seen.x - want[0], seen.y - want[1]) < 1, `at ${t}: ${seen.x}, ${seen.y}; ${want}`);
    }
  },

  async 'every primitive of the plane is painted where it belongs'({ open, write, settled }) {
    const page = await open(write('primitives.html', pageOf(encodeRun(primitivesRun()))));
    for (const t of [0, 0.655, 2]) {
      await show(page, settled, t, { roles: { reaction: true }, arrowScale: 1 });
      const is = async (name, places, wanted, what) => {
        const here = moved(name, t),
          pixels = await project(
            page,
            places.map(([x, y]) => [here[0] + x, here[1] + y]),
          );
        (await colorsAt(page, pixels)).forEach((rgb, i) => {
          const near = differs(rgb, COLORS[name]) < 110;
          assert.equal(near, wanted, `${what} at ${t}, ${places[i]}: ${rgb}`);
        });
      };
      await is(
        'polygon',
        [
          [0.25, 0.25],
          [-0.25, 0.1],
          [0.2, -0.28],
        ],
        true,
        'the polygon is filled',
      );
      await is(
        'polygon',
        [
          [0, 0],
          [0.05, 0.05],
          [0.36, 0],
          [0, -0.36],
        ],
        false,
        'not in its hole, not beside it',
      );
      await is(
        'polyline',
        [
          [0, -0.2],
          [-0.2, -0.2],
          [0.3, 0.1],
        ],
        true,
        'the polyline is drawn',
      );
      await is(
        'polyline',
        [
          [0, 0],
          [0, -0.27],
          [0.36, 0.1],
        ],
        false,
        'and not beside',
      );
      await is(
        'disc',
        [
          [0, 0],
          [0.2, 0],
          [0, -0.2],
        ],
        true,
        'the disc is filled',
      );
      await is(
        'disc',
        [
          [0.29, 0],
          [0.2, 0.2],
        ],
        false,
        'up to its edge',
      );
      for (const [x, y, wanted] of [
        [0.25, 0, true],
        [0, 0.25, true],
        [-0.25, 0, true],
        [0, 0, false],
        [0.15, 0, false],
      ]) {
        const here = moved('hoop', t),
          [pixel] = await project(page, [[here[0] + x, here[1] + y]]);
        const { count } = await painted(page, COLORS.hoop, [...pixel, 2.5], 200);
        assert.equal(count > 0, wanted, `the circle is a line at ${t}, ${x}, ${y}`);
      }
      /* the line goes to a place on the ground that stays */
      const from = moved('line', t),
        end = [0.6 - from[0], -1.2 - from[1]];
      const on = (k) => [k * end[0], k * end[1]];
      await is('line', [on(0.3), on(0.5), on(0.7)], true, 'the line is drawn between its fractions');
      await is('line', [on(0.15), on(0.85)], false, 'and not beyond');
      const coil = moved('coil', t),
        ends = await project(page, [coil, [1.7, -1.1]]),
        wire = await painted(page, COLORS.coil);
      assert.ok(wire.count > 60);
      const [low, high] = [0, 1].map((k) => [
        Math.min(ends[0][k], ends[1][k]),
        Math.max(ends[0][k], ends[1][k]),
      ]);
      assert.ok(
        wire.box[0] > low[0] - 9 &&
          wire.box[2] < low[1] + 9 &&
          wire.box[1] > high[0] - 12 &&
          wire.box[3] < high[1] + 12,
        `the coil lies between its ends: ${wire.box}; ${low}, ${high}`,
      );
    }
  },

  async 'arrows of forces and reactions: from their point, as long as their numbers'({
    open,
    write,
    settled,
  }) {
    const page = await open(write('primitives.html', pageOf(encodeRun(primitivesRun()))));
    for (const [t, scale] of [
      [0.3, 1],
      [1.2, 1],
      [1.2, 2],
    ]) {
      await show(page, settled, t, { roles: { reaction: true }, arrowScale: scale });
      const { most, span } = await page.evaluate(() => ({
        most: window.pawl.state.scene.mostForce,
        span: window.pawl.state.scene.span,
      }));
      for (const name of ['force', 'reaction']) {
        const begin = moved(name, t),
          k = (0.18 * span * scale) / most,
          tip = [begin[0] + k * forceAt(t)[0], begin[1] + k * forceAt(t)[1]],
          [p, q] = await project(page, [begin, tip]),
          seen = await painted(page, COLORS[name]);
        const corner = (i) => [Math.min(p[i], q[i]), Math.max(p[i], q[i])];
        /* the head and the width of the shaft reach a little beyond the line */
        for (const i of [0, 1]) {
          assert.ok(Math.abs(seen.box[i] - corner(i)[0]) < 4, `${name} at ${t}: ${seen.box}; ${p} to ${q}`);
          assert.ok(
            Math.abs(seen.box[i + 2] - corner(i)[1]) < 4,
            `${name} at ${t}: ${seen.box}; ${p} to ${q}`,
          );
        }
      }
    }
    await page.evaluate(() => window.pawl.set({ roles: { reaction: false } }));
    await settled(page);
    assert.equal((await painted(page, COLORS.reaction)).count, 0, 'reactions can be hidden');
    const around = moved('torque', 1.2),
      [centre] = await project(page, [around]);
    assert.ok(
      (await painted(page, COLORS.torque, [...centre, 60])).count > 40,
      'a torque goes round its point',
    );
  },

  async 'an impact of an instant does not make all other arrows vanish'({ open, write, settled }) {
    const r = primitivesRun();
    r.columns['force.fx'].values[100] = 1e5;
    const page = await open(write('spike.html', pageOf(encodeRun(r))));
    await show(page, settled, 0.2);
    const { most } = await page.evaluate(() => ({ most: window.pawl.state.scene.mostForce }));
    assert.ok(most <= 2e4 + 1, `the slider’s 1 is ${most} N`);
    assert.ok(most >= 3);
  },

  async 'frames of bodies: x and y at each origin'({ open, settled }) {
    const page = await open('planar');
    await show(page, settled, 1.1, { ...BODIES_ONLY, roles: { ...BODIES_ONLY.roles, body: false } });
    const [origin, tip] = await project(page, [
      [at(run, 'block.x', 1.1), at(run, 'block.y', 1.1)],
      [at(run, 'block.x', 1.1) + 0.028, at(run, 'block.y', 1.1)],
    ]);
    const middle = [(origin[0] + tip[0]) / 2, origin[1]];
    assert.ok(differs((await colorsAt(page, [middle]))[0], '#c22f2f') > 200);
    await page.click('#tab-show');
    await page.getByLabel('frames: the own axes of each body').check();
    await settled(page);
    assert.ok(differs((await colorsAt(page, [middle]))[0], '#c22f2f') < 90, 'the x axis is red and named');
  },

  async 'spatial: to a pixel without perspective, at rows and between them, after turning and zooming'({
    open,
    write,
    settled,
    note,
  }) {
    const page = await open(
      write('bar3.html', pageOf(encodeRun(barRun({ size: 0.3, duration: 1, rows: 21, world: 'spatial' })))),
    );
    await page.keyboard.press('o');
    let worst = 0;
    for (const keys of [[], ['v'], ['v'], ['v'], ['v', '+', 'Shift+ArrowLeft', 'Shift+ArrowDown']]) {
      for (const key of keys) await page.keyboard.press(key);
      for (const t of [0, 0.125, 0.3, 0.675]) {
        await show(page, settled, t, BODIES_ONLY);
        /* the angle grows evenly and the middle between two quaternions is exact */
        const a = Math.PI * t,
          [want] = await project(page, [[0.15 * Math.cos(a), 0.15 * Math.sin(a), 0]]),
          seen = await painted(page, null);
        assert.ok(seen.count > 100);
        /* a box is alike on both sides of its middle, and so is its picture */
        const off = Math.hypot(seen.x - want[0], seen.y - want[1]);
        assert.ok(off < 1, `${keys} at ${t}: painted about ${seen.x}, ${seen.y}, the middle must be ${want}`);
        worst = Math.max(worst, off);
      }
    }
    note(`${worst.toFixed(2)} pixels off at most`);
  },

  async 'spatial: a sphere in perspective, between rows, zoomed and turned'({ open, settled }) {
    const page = await open('spatial');
    for (const keys of [[], ['+', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowUp'], ['v', '-']]) {
      for (const key of keys) await page.keyboard.press(key);
      for (const t of [0.1013, 0.9, 2.2222]) {
        await show(page, settled, t, { roles: { force: false, sensor: false, label: false }, traces: [] });
        const centre = ['x', 'y', 'z'].map((k) => at(space, `ball.${k}`, t));
        const edges = await page.evaluate((p) => {
          const [px, py] = window.pawl.project(...p),
            { parts } = window.pawl.state.run.drawing,
            name = (x, y) => parts[window.pawl.pick(px + x, py + y)?.part]?.name;
          const edge = (x, y) => {
            let near = 0,
              far = 150;
            for (let i = 0; i < 20; i++) {
              const m = (near + far) / 2;
              if (name(m * x, m * y) === 'ball') near = m;
              else far = m;
            }
            return near;
          };
          return [name(0, 0), edge(1, 0), edge(-1, 0)];
        }, centre);
        assert.equal(edges[0], 'ball');
        assert.ok(Math.abs(edges[1] - edges[2]) < 1.5, `as wide to the left as to the right: ${edges}`);
      }
    }
  },

  async 'spatial: every shape is where it belongs'({ open, settled }) {
    const page = await open('spatial');
    await show(page, settled, 0.52, { traces: [], showContacts: false });
    const p = (name) => ['x', 'y', 'z'].map((k) => at(space, `${name}.${k}`, 0.52));
    const angle = 0.9 * 0.52;
    const cases = [
      ['table', [0.2 * Math.cos(3), 0.2 * Math.sin(3) - 0.1, 0.025], 'a cylinder'],
      ['arm', [0.2 * Math.cos(angle), 0.2 * Math.sin(angle), 0.315], 'a beam'],
      ['bob', p('bob'), 'a sphere'],
      ['gear', [p('gear')[0], p('gear')[1], 0.035], 'a gearwheel'],
      ['plate', [0.42, -0.42, -0.025], 'a polygon with a thickness'],
    ];
    for (const [name, place, what] of cases) {
      const found = await page.evaluate((q) => {
        const [px, py] = window.pawl.project(...q),
          { parts } = window.pawl.state.run.drawing;
        return parts[window.pawl.pick(px, py)?.part]?.name ?? null;
      }, place);
      assert.equal(found, name, what);
    }
    const hole = await page.evaluate(() => {
      const [px, py] = window.pawl.project(0.38, 0.38, -0.03),
        { parts } = window.pawl.state.run.drawing;
      return parts[window.pawl.pick(px, py)?.part]?.name ?? null;
    });
    assert.equal(hole, null, 'one looks through the hole of the plate');
    /* the spring hangs between the arm and the bob, stretched as they are */
    const end = [0.24 * Math.cos(angle), 0.24 * Math.sin(angle), 0.3],
      bob = p('bob');
    const wires = await page.evaluate(
      ([a, b]) => {
        const { parts } = window.pawl.state.run.drawing;
        let count = 0;
        for (let i = 1; i < 30; i++) {
          const k = 0.1 + (0.5 * i) / 30,
            [px, py] = window.pawl.project(...a.map((x, j) => x + k * (b[j] - x)));
          if (parts[window.pawl.pick(px, py)?.part]?.name === 'spring') count++;
        }
        return count;
      },
      [end, bob],
    );
    assert.ok(wires > 8, `the coil is met ${wires} times of 29`);
  },

  async 'looks that the model gives keep their colour, and are seen on any ground'({ open, write, settled }) {
    const r = barRun({ size: 0.3, duration: 1 });
    r.drawing.items[0].color = '#000000';
    r.drawing.items[0].given = true;
    r.drawing.items.push({
      part: 0,
      draw: 'polyline',
      role: 'picture',
      layer: 1,
      color: '#000000',
      given: true,
      a: { body: 0, at: [0, -0.1], angle: 0 },
      width: 0,
      points: [
        [-0.2, 0],
        [0.2, 0],
      ],
    });
    const page = await open(write('black.html', pageOf(encodeRun(r))), { dark: true });
    await show(page, settled, 0);
    const [inside, line] = await project(page, [
      [0.15, 0],
      [0.1, -0.1],
    ]);
    const [fill, stroke] = await colorsAt(page, [inside, line]);
    assert.ok(differs(fill, '#000000') < 30, `the fill stays black: ${fill}`);
    assert.ok(differs(stroke, '#14171b') > 150, `a line is seen on the dark ground: ${stroke}`);
    await page.keyboard.press('d');
    await settled(page);
    assert.ok(differs((await colorsAt(page, [line]))[0], '#000000') < 60, 'and is black on the light one');
  },
};
