/* The panels beside the stage as tabs, and the bar between. */
import { h } from './dom.js';

export function createPanel(store, tabs) {
  const { state } = store;
  const buttons = tabs.map(({ id, label, element }, i) => {
    element.id = `panel-${id}`;
    element.setAttribute('role', 'tabpanel');
    element.setAttribute('aria-label', label);
    element.classList.add('tab-panel');
    return h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${id}`,
        'aria-controls': `panel-${id}`,
        title: `${label} (${i + 1})`,
        onclick: () => store.set({ tab: id }),
        onkeydown: (event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (!step) return;
          event.preventDefault();
          event.stopPropagation();
          const next = (i + step + tabs.length) % tabs.length;
          store.set({ tab: tabs[next].id });
          buttons[next].focus();
        },
      },
      label,
    );
  });
  /* Before the views of the panels, so that these find themselves in sight. */
  store.view(['tab'], () =>
    tabs.forEach(({ id, element }, i) => {
      const on = id === state.tab;
      element.hidden = !on;
      buttons[i].setAttribute('aria-selected', String(on));
      buttons[i].tabIndex = on ? 0 : -1;
    }),
  );
  return h(
    'section',
    { class: 'panel', 'aria-label': 'Panels' },
    h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' }, buttons),
    tabs.map(({ element }) => element),
  );
}

/* A bar between the stage and the panels; with the keyboard, arrows move it. */
export function createSplitter(work) {
  const set = (share) => {
    const k = Math.min(0.75, Math.max(0.3, share));
    work.style.setProperty('--stage', `${100 * k}%`);
    splitter.setAttribute('aria-valuenow', Math.round(100 * k));
    now = k;
  };
  let now = 0.56;
  const splitter = h('div', {
    class: 'splitter',
    role: 'separator',
    tabindex: 0,
    'aria-orientation': 'vertical',
    'aria-label': 'Width of the stage',
    'aria-valuemin': 30,
    'aria-valuemax': 75,
  });
  splitter.addEventListener('pointerdown', (event) => splitter.setPointerCapture(event.pointerId));
  splitter.addEventListener('pointermove', (event) => {
    if (!event.buttons) return;
    const box = work.getBoundingClientRect();
    set((event.clientX - box.left) / box.width);
  });
  splitter.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -0.03, ArrowRight: 0.03 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    set(now + step);
  });
  return { splitter, set };
}
