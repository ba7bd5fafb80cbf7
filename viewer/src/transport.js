/* Where other runs come from: a server, the grid inside the page, or nowhere. All have the same face:
 *   { kind, values(name): numbers it can take or null for any, undefined: cannot be moved;
 *     run(parameters): Promise of a run; cancel(); watch(listener) }.
 * DATA.md describes the calls. */
import { Sentence, openGridRun, openRun, readMessage } from './data.js';

const POLL = 400,
  POLL_RUNNING = 120; /* ms */

export function createGridTransport(meta, bytes) {
  const { axes } = meta.grid;
  const nearest = (values, x) =>
    values.reduce((best, v, i) => (Math.abs(v - x) < Math.abs(values[best] - x) ? i : best), 0);
  return {
    kind: 'grid',
    values: (name) => axes.find((axis) => axis.name === name)?.values,
    async run(parameters) {
      const index = axes.reduce(
        (sum, axis) => sum * axis.values.length + nearest(axis.values, parameters[axis.name]),
        0,
      );
      return openGridRun(meta, bytes, index);
    },
    cancel() {},
    watch() {},
  };
}

async function sentenceOf(answer) {
  try {
    const { error } = await answer.json();
    return new Sentence(error.text, error.where ?? null);
  } catch {
    return new Sentence(`The server answered ${answer.status}.`);
  }
}

export function createServerTransport(location) {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const call = (path, options = {}) =>
    fetch(path, {
      cache: 'no-store',
      ...options,
      headers: { 'X-Pawl-Token': token, ...(options.body ? { 'Content-Type': 'application/json' } : {}) },
    });
  let known = null,
    busy = false,
    canRun = true;

  async function open(answer) {
    if (answer.status === 409) return null; /* cancelled */
    if (!answer.ok) throw await sentenceOf(answer);
    const { meta, bytes } = readMessage(await answer.arrayBuffer());
    known = meta.run ?? known;
    canRun = meta.can_run !== false;
    return openRun(meta, bytes);
  }

  return {
    kind: 'server',
    values: () => (canRun ? null : undefined),
    current: async () => open(await call('api/run')),
    /* null: it was cancelled. */
    async run(parameters) {
      busy = true;
      try {
        return await open(await call('api/run', { method: 'POST', body: JSON.stringify({ parameters }) }));
      } finally {
        busy = false;
      }
    },
    cancel: () => call('api/cancel', { method: 'POST' }).catch(() => {}),
    /* listener({ gone, running, progress, time, error, changed }): `changed` says that there is a run not yet
     * taken. */
    watch(listener) {
      const ask = async () => {
        let wait = POLL;
        try {
          const answer = await call('api/status');
          if (!answer.ok) throw await sentenceOf(answer);
          const status = await answer.json();
          wait = status.running ? POLL_RUNNING : POLL;
          await listener({ gone: null, ...status, changed: !busy && status.run !== known });
        } catch (error) {
          listener({
            gone:
              error instanceof Sentence
                ? error.message
                : 'The server does not answer. The last motion stays.',
          });
          wait = 1500;
        }
        setTimeout(ask, wait);
      };
      ask();
    },
  };
}
