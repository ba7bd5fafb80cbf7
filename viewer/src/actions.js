/* What buttons and keys do when it is more than one change of the state. `pieces` is filled while the page is
 * built. */
import { SETS, unitsFor } from './units.js';

export function createActions(store, pieces) {
  const { state } = store;
  const units = (chosen) => {
    const { run, scene } = state;
    store.set({ chosen, units: unitsFor(chosen, run.end - run.begin, scene.span) });
  };
  return {
    zoom: (factor) => pieces.stage.zoom(factor),
    fit() {
      store.set({ follow: null });
      pieces.stage.fit();
    },
    select: (part) => store.set({ selected: part }),
    selectNext(step) {
      const parts = [
        ...new Set(state.run.drawing.items.map((item) => item.part).filter((p) => p !== null)),
      ].sort((a, b) => a - b);
      const at = parts.indexOf(state.selected);
      store.set({
        selected:
          parts[at < 0 ? (step > 0 ? 0 : parts.length - 1) : (at + step + parts.length) % parts.length] ??
          null,
      });
    },
    trace() {
      const found = pieces.stage.pointed();
      if (found && found.body > 0) {
        const name = `${state.run.bodies[found.body].name} at ${found.at
          .slice(0, state.run.spatial ? 3 : 2)
          .map((x) => Number(x.toPrecision(3)))
          .join(', ')}`;
        store.set({ traces: [...state.traces, { name, body: found.body, at: found.at }] });
        return;
      }
      const part = state.run.drawing.parts[state.selected];
      if (part && state.run.byName.has(`${part.name}.x`))
        store.set({
          traces: [
            ...state.traces.filter((t) => t.name !== part.name),
            {
              name: part.name,
              x: `${part.name}.x`,
              y: `${part.name}.y`,
              z: state.run.spatial ? `${part.name}.z` : undefined,
            },
          ],
        });
    },
    nextView: () => pieces.stage.nextView(),
    flat: () => store.set({ flat: !state.flat }),
    /* The body of the selected part, or nothing again. */
    follow() {
      const item = state.run.drawing.items.find((i) => i.part === state.selected && i.a.body > 0);
      const body = item && state.follow !== item.a.body ? item.a.body : null;
      store.set({ follow: body });
      const name = state.run.bodies[body]?.name;
      pieces.stage.say(name ? `follows ${name}` : 'select a part of a body to follow it');
    },
    alone: () => store.set({ alone: !state.alone }),
    theme: () => store.set({ theme: state.theme === 'dark' ? 'light' : 'dark' }),
    units,
    nextUnits() {
      const names = Object.keys(SETS),
        at = names.findIndex((name) => JSON.stringify(SETS[name]) === JSON.stringify(state.chosen));
      units(SETS[names[(at + 1) % names.length]]);
    },
    tab: (index) => store.set({ tab: pieces.tabs[index].id }),
    find() {
      store.set({ tab: 'plots' });
      store.after(() => pieces.channels.focus());
    },
    picture: () => pieces.recorder.picture(),
    record: () => pieces.recorder.toggle(),
    help: () => (pieces.help.open ? pieces.help.close() : pieces.help.showModal()),
    escape: () => store.set({ selected: null, notice: null }),
    showSource(where) {
      store.set({ tab: 'source' });
      store.after(() => pieces.source.show(where));
    },
  };
}
