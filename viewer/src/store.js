/* State, and who draws it. `set` notes what changed; at the next frame every view that listens to one of the
 * changed keys draws once. Nothing is drawn at any other moment. */

export function createStore(state) {
  const views = [];
  let changed = new Set(),
    waiting = false;
  const hooks = [];
  let later = [];

  function frame(now) {
    waiting = false;
    for (const hook of hooks) hook(now);
    const keys = changed;
    changed = new Set();
    for (const view of views) if (view.keys.some((key) => keys.has(key))) view.draw(state, keys);
    if (changed.size > 0) {
      wake();
      return;
    }
    const due = later;
    later = [];
    due.forEach((f) => f());
  }

  function wake() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(frame);
  }

  return {
    state,
    wake,
    set(patch) {
      for (const [key, value] of Object.entries(patch))
        if (!Object.is(state[key], value)) {
          state[key] = value;
          changed.add(key);
        }
      if (changed.size > 0) wake();
    },
    /* For what is changed in place. */
    touch(...keys) {
      keys.forEach((key) => changed.add(key));
      wake();
    },
    view(keys, draw) {
      views.push({ keys, draw });
      keys.forEach((key) => changed.add(key));
      wake();
    },
    /* Calls f once all that was set by now is drawn. */
    after(f) {
      later.push(f);
      wake();
    },
    /* Called at the start of each frame, before the views: the clock. */
    beforeFrame(hook) {
      hooks.push(hook);
    },
  };
}
