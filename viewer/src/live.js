/* The live side: asking for runs, progress and cancelling, the sentence of a model that is wrong. */
import { Sentence } from './data.js';
import { h } from './dom.js';
import { createAsker } from './parameters.js';
import { splitWhere } from './source.js';

export function createLive(store, actions, put) {
  const { state } = store;
  const bar = h('progress', { max: 1, 'aria-label': 'Progress of the run' }),
    text = h('span', {});
  const cancel = h(
    'button',
    { type: 'button', class: 'small', onclick: () => state.transport?.cancel() },
    'Cancel',
  );
  const progress = h('div', { class: 'running', hidden: true, role: 'status' }, text, bar, cancel);
  const where = h('button', {
    type: 'button',
    class: 'link',
    onclick: () => actions.showSource(state.problem.where),
  });
  const sentence = h('p', {});
  const problem = h(
    'div',
    { class: 'banner problem', hidden: true, role: 'alert' },
    sentence,
    where,
    h('span', { class: 'quiet' }, 'The last motion stays.'),
  );
  const notice = h('div', { class: 'banner notice', hidden: true, role: 'status' });

  const wrong = (error) => {
    const at = splitWhere(error.where);
    return { text: error.message ?? error.text, where: error.where ?? null, line: at.line };
  };

  let slow = null,
    asker = null,
    said = 'null';
  const listener = {
    begin() {
      store.set({ running: true });
      slow ??= setTimeout(
        () => store.set({ progress: state.progress ?? { part: null } }),
        250,
      ); /* short runs pass unseen */
    },
    done(run) {
      store.set({ problem: null });
      put(run);
    },
    failed(error) {
      if (!(error instanceof Sentence) && !(error instanceof TypeError)) throw error;
      store.set({
        problem: wrong(error instanceof Sentence ? error : new Sentence('The server does not answer.')),
      });
    },
    end(last) {
      clearTimeout(slow);
      slow = null;
      if (last) store.set({ running: false, progress: null });
    },
  };

  async function watch(status) {
    store.set({ gone: status.gone });
    if (status.gone) return;
    if (status.running && (state.progress || !state.running))
      store.set({ progress: { part: status.progress ?? null, time: status.time ?? null } });
    else if (!status.running && !state.running && state.progress) store.set({ progress: null });
    /* The model file as last read; what a slider asked for and could not have is said until it is asked
     * again. */
    const now = JSON.stringify(status.error ?? null);
    if (now !== said)
      store.set({
        problem: status.error ? wrong({ message: status.error.text, where: status.error.where }) : null,
      });
    said = now;
    if (status.changed && !state.running && !status.error) {
      const run = await state.transport.current();
      if (!run) return;
      put(run);
      store.set({ file: state.file + 1, problem: null });
    }
  }

  store.view(['transport'], () => {
    asker = state.transport ? createAsker(state.transport, listener) : null;
    state.transport?.watch(watch);
  });
  store.view(['progress'], () => {
    progress.hidden = !state.progress;
    if (!state.progress) return;
    if (state.progress.part === null) bar.removeAttribute('value');
    else bar.value = state.progress.part;
    text.textContent =
      state.progress.part === null ? 'Running …' : `Running, ${Math.round(100 * state.progress.part)} %`;
  });
  store.view(['problem'], () => {
    problem.hidden = !state.problem;
    if (!state.problem) return;
    sentence.textContent = state.problem.text;
    where.textContent = state.problem.where ?? '';
    where.hidden = !state.problem.where;
  });
  store.view(['notice', 'gone'], () => {
    notice.hidden = !state.notice && !state.gone;
    notice.textContent = state.gone ?? state.notice ?? '';
  });
  return {
    progress,
    banner: h('div', { class: 'banners' }, problem, notice),
    ask: (parameters) => asker?.(parameters),
  };
}
