/* Work instead of time: what a page does is counted, since how long that takes depends on what else the machine does. */
import assert from 'node:assert/strict';

/* Runs in the page before its own script, and counts in window.work
 *   nodes     elements and texts that are made
 *   paints    what is added to a path, written or filled on canvases
 *   draws     calls of WebGL that draw
 *   compares  of two things, in sorting
 *   asked     of the server, as texts `METHOD /path` */
export function countWork() {
  const work = (window.work = { nodes: 0, paints: 0, draws: 0, compares: 0, asked: [] });
  const count = (prototype, names, kind) => {
    for (const name of names) {
      const own = prototype[name];
      if (!own) continue;
      prototype[name] = function (...rest) {
        work[kind]++;
        return own.apply(this, rest);
      };
    }
  };
  count(Document.prototype, ['createElement', 'createElementNS', 'createTextNode'], 'nodes');
  const paths = ['moveTo', 'lineTo', 'rect', 'arc', 'arcTo', 'ellipse', 'quadraticCurveTo', 'bezierCurveTo'];
  count(Path2D.prototype, [...paths, 'addPath'], 'paints');
  count(CanvasRenderingContext2D.prototype, [...paths, 'fill', 'stroke'], 'paints');
  count(
    CanvasRenderingContext2D.prototype,
    ['fillRect', 'strokeRect', 'fillText', 'strokeText', 'drawImage'],
    'paints',
  );
  for (const context of [window.WebGLRenderingContext, window.WebGL2RenderingContext])
    count(
      context.prototype,
      ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'],
      'draws',
    );
  for (const name of ['sort', 'toSorted']) {
    const own = Array.prototype[name];
    Array.prototype[name] = function (by) {
      if (!by) return own.call(this);
      return own.call(this, (a, b) => {
        work.compares++;
        return by(a, b);
      });
    };
  }
  const ask = window.fetch;
  window.fetch = function (what, how) {
    work.asked.push(`${how?.method ?? 'GET'} ${new URL(what?.url ?? what, location).pathname}`);
    return ask.call(window, what, how);
  };
}

/* What it takes to do `f` in a page that was opened with `counted`, until it is drawn. */
export async function workOf(page, f, argument = null) {
  await page.evaluate(() =>
    Object.assign(window.work, { nodes: 0, paints: 0, draws: 0, compares: 0, asked: [] }),
  );
  await page.evaluate(f, argument);
  return page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    return { ...window.work };
  });
}

/* No more than that, of each kind that is named. */
export function within(work, most) {
  for (const [kind, limit] of Object.entries(most))
    assert.ok(work[kind] <= limit, `${kind}: ${work[kind]}, more than ${limit}; ${told(work)}`);
}

export const told = ({ nodes, paints, draws, compares }) =>
  `${nodes} nodes, ${paints + draws} painted, ${compares} compared`;
