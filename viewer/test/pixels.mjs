/* Reading what is painted on the stage. All places are CSS pixels from the stage's upper left corner. */

/* Shows an instant and waits until it is drawn. */
export async function show(page, settled, t, patch = {}) {
  await page.evaluate(
    ([time, p]) => {
      window.pawl.set(p);
      window.pawl.seek(time);
    },
    [t, patch],
  );
  await settled(page);
}

/* Nothing but bodies. */
export const BODIES_ONLY = {
  roles: Object.fromEntries(
    ['ground', 'guide', 'joint', 'force', 'drive', 'mass', 'sensor', 'axes', 'label', 'reaction', 'link'].map(
      (r) => [r, false],
    ),
  ),
  showContacts: false,
  traces: [],
};

/* The middle, the box and the number of all pixels of about a colour, or, with null, of all that are not the
 * ground; `near` is [x, y, radius]. Of a spatial stage the pixels are read in the frame that draws them. */
export const painted = (page, color, near = null, alike = 30) =>
  page.evaluate(
    ([hex, around, most]) =>
      new Promise((done) => {
        window.pawl.set({ view: Math.random() });
        requestAnimationFrame(() => {
          const canvas = document.querySelector('.main-canvas'),
            copy = document.createElement('canvas'),
            ratio = canvas.width / canvas.clientWidth;
          copy.width = canvas.width;
          copy.height = canvas.height;
          const ctx = copy.getContext('2d', { willReadFrequently: true });
          ctx.drawImage(canvas, 0, 0);
          const { data, width } = ctx.getImageData(0, 0, copy.width, copy.height),
            n = hex === null ? 0 : parseInt(hex.slice(1), 16),
            want = hex === null ? [data[0], data[1], data[2]] : [n >> 16, (n >> 8) & 255, n & 255];
          let x = 0,
            y = 0,
            count = 0;
          const box = [Infinity, Infinity, -Infinity, -Infinity];
          for (let i = 0; i < data.length; i += 4) {
            const off =
              Math.abs(data[i] - want[0]) + Math.abs(data[i + 1] - want[1]) + Math.abs(data[i + 2] - want[2]);
            if (hex === null ? off < 60 : off >= most) continue;
            const px = (((i / 4) % width) + 0.5) / ratio,
              py = (Math.floor(i / 4 / width) + 0.5) / ratio;
            if (around && Math.hypot(px - around[0], py - around[1]) > around[2]) continue;
            x += px;
            y += py;
            count++;
            box[0] = Math.min(box[0], px);
            box[1] = Math.min(box[1], py);
            box[2] = Math.max(box[2], px);
            box[3] = Math.max(box[3], py);
          }
          done({ x: x / count, y: y / count, count, box });
        });
      }),
    [color, near, alike],
  );

/* The colour at some places, as [r, g, b] each. */
export const colorsAt = (page, places) =>
  page.evaluate(
    (list) =>
      new Promise((done) => {
        window.pawl.set({ view: Math.random() });
        requestAnimationFrame(() => {
          const canvas = document.querySelector('.main-canvas'),
            copy = document.createElement('canvas'),
            ratio = canvas.width / canvas.clientWidth;
          copy.width = canvas.width;
          copy.height = canvas.height;
          const ctx = copy.getContext('2d', { willReadFrequently: true });
          ctx.drawImage(canvas, 0, 0);
          done(
            list.map(([px, py]) =>
              Array.from(ctx.getImageData(Math.floor(px * ratio), Math.floor(py * ratio), 1, 1).data).slice(
                0,
                3,
              ),
            ),
          );
        });
      }),
    places,
  );

export const project = (page, points) =>
  page.evaluate((list) => list.map((p) => window.pawl.project(...p)), points);

const parse = (hex) => {
  const n = parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
};
export const differs = (rgb, hex) => parse(hex).reduce((sum, x, i) => sum + Math.abs(x - rgb[i]), 0);
