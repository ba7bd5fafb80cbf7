/* All plots, and what can be done with them. state.plots is a list of plots as plot_card.js has them. */
import { h, takeDrops } from './dom.js';
import { createCard } from './plot_card.js';
import { rangeOf } from './sample.js';

/* What a plot shows at first: two channels that change, with units if there are any, not those of bodies. A run
 * without a drawing has more room: a plot for each of the first units. */
export function firstPlots(run) {
  const bodies = new Set(run.drawing.bodies);
  const changing = telling(run.channels);
  const likes = [(c) => c.unit !== '' && !bodies.has(c.part), (c) => c.unit !== '', () => true];
  const good = likes.map((like) => changing.filter(like)).find((list) => list.length) ?? [];
  const units = [...new Set(good.map((c) => c.unit))];
  const plot = (id, channels) => ({ id, x: null, by: null, series: channels.map((c) => c.name) });
  const some = (unit, count) => good.filter((c) => c.unit === unit).slice(0, count);
  if (run.drawing.items.length || units.length === 0)
    return [
      plot(
        1,
        units.slice(0, 2).flatMap((unit) => some(unit, 1)),
      ),
    ];
  return units.slice(0, 3).map((unit, i) => plot(i + 1, some(unit, 3)));
}

const ROUNDING = 1e-9; /* of the largest number of a part: what is smaller tells nothing */

/* The channels that change, and by more than rounding. */
function telling(channels) {
  const ranges = channels.map((c) => rangeOf(c.values)),
    most = new Map();
  channels.forEach(({ part }, i) =>
    most.set(part, Math.max(most.get(part) ?? 0, ...ranges[i].map(Math.abs))),
  );
  return channels.filter(({ part }, i) => {
    const [low, high] = ranges[i];
    return high - low > ROUNDING * most.get(part);
  });
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
    against(name, id = state.activePlot) {
      const plot = state.plots.find((p) => p.id === id) ?? state.plots[0];
      if (plot && state.run.byName.has(name))
        actions.change(plot.id, { x: name, by: plot.by ?? (state.run.contacts.length ? 0 : null) });
    },
  };
  const drop = h('button', { type: 'button', class: 'drop', onclick: () => actions.fresh() }, '+ new plot');
  takeDrops(drop, (name) => actions.fresh(name));
  const whole = h(
    'button',
    { type: 'button', class: 'small', hidden: true, onclick: () => clock.whole() },
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
  store.view(['time', 'before', 'range'], () => state.tab === 'plots' && cards.forEach((card) => card.time()));
  store.view(['activePlot', 'plots'], () =>
    cards.forEach((card, id) => card.active(id === state.activePlot && cards.size > 1)),
  );
  return { element, actions, cards };
}
