/* All plots, and what can be done with them. state.plots is a list of plots as plot_card.js has them. */
import { h } from './dom.js';
import { createCard } from './plot_card.js';

/* What a plot shows at first: two channels that change, not those of bodies. */
export function firstPlots(run) {
  const changes = (c) => c.values.length > 1 && c.unit !== '';
  const bodies = new Set(run.drawing.bodies);
  const good = run.channels.filter((c) => changes(c) && !bodies.has(c.part)),
    any = good.length ? good : run.channels.filter(changes);
  const chosen = any
    .filter((c) => c.unit === any[0].unit)
    .slice(0, 1)
    .concat(any.filter((c) => c.unit !== any[0].unit).slice(0, 1));
  return [{ id: 1, x: null, by: null, series: chosen.map((c) => c.name) }];
}

export function createPlots(store, clock) {
  const { state } = store,
    cards = new Map(),
    list = h('div', { class: 'plot-list' });
  const next = () => Math.max(0, ...state.plots.map((p) => p.id)) + 1;
  const actions = {
    /* All plots in sight if they can be. */
    height: () =>
      Math.round(
        Math.min(320, Math.max(200, (element.clientHeight - 60) / Math.max(1, state.plots.length) - 96)),
      ),
    change: (id, patch) =>
      store.set({ plots: state.plots.map((p) => (p.id === id ? { ...p, ...patch } : p)) }),
    remove: (id) => store.set({ plots: state.plots.filter((p) => p.id !== id) }),
    put(name, id = state.activePlot) {
      if (!state.run.byName.has(name)) return;
      const plot = state.plots.find((p) => p.id === id);
      if (!plot) actions.fresh(name);
      else if (!plot.series.includes(name)) actions.change(plot.id, { series: [...plot.series, name] });
    },
    toggle(name, id = state.activePlot) {
      const plot = state.plots.find((p) => p.id === id);
      if (plot?.series.includes(name))
        actions.change(plot.id, { series: plot.series.filter((n) => n !== name) });
      else actions.put(name, id);
    },
    fresh(name) {
      const id = next();
      store.set({
        plots: [...state.plots, { id, x: null, by: null, series: name ? [name] : [] }],
        activePlot: id,
      });
    },
    against(name) {
      const plot = state.plots.find((p) => p.id === state.activePlot) ?? state.plots[0];
      if (plot) actions.change(plot.id, { x: name, by: plot.by ?? (state.run.contacts.length ? 0 : null) });
    },
  };
  const drop = h('button', { type: 'button', class: 'drop', onclick: () => actions.fresh() }, '+ new plot');
  drop.addEventListener('dragover', (event) => event.preventDefault());
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    actions.fresh(event.dataTransfer.getData('text/plain'));
  });
  const whole = h(
    'button',
    { type: 'button', class: 'small', hidden: true, onclick: () => store.set({ range: null }) },
    'whole time',
  );
  const element = h('div', { class: 'plots' }, list, h('div', { class: 'plot-foot' }, drop, whole));

  store.view(['plots', 'run', 'theme', 'units', 'tab'], (_, keys) => {
    if (state.tab !== 'plots') return;
    for (const [id, card] of cards)
      if (!state.plots.some((p) => p.id === id)) {
        card.element.remove();
        cards.delete(id);
      }
    for (const plot of state.plots) {
      if (!cards.has(plot.id)) {
        const card = createCard(plot.id, store, clock, actions);
        cards.set(plot.id, card);
        list.append(card.element);
      }
      cards.get(plot.id).update(plot, state.shownRun === state.run ? keys : new Set([...keys, 'run']));
    }
    state.shownRun = state.run;
    cards.forEach((card) => card.resize());
  });
  store.view(['range'], () => {
    whole.hidden = state.range === null;
    cards.forEach((card) => card.range());
  });
  store.view(['time', 'range'], () => state.tab === 'plots' && cards.forEach((card) => card.time()));
  store.view(['activePlot', 'plots'], () =>
    cards.forEach((card, id) => card.active(id === state.activePlot && cards.size > 1)),
  );
  return { element, actions, cards };
}
