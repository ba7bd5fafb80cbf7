/* The page: data → state → draw. This file puts the pieces together; each piece listens to the state it
 * shows. */
import { createAbout } from './about.js';
import { createActions } from './actions.js';
import { createChannels } from './channels.js';
import { createClock, firstSpeed } from './clock.js';
import { createControls } from './controls.js';
import { Sentence, nameOf, openRun, readPage } from './data.js';
import { h, iconButton } from './dom.js';
import { createEvents } from './events.js';
import { createHelp, keyTable, listenToKeys } from './keys.js';
import { createLedger } from './ledger.js';
import { createLive } from './live.js';
import { remember, remembered } from './memory.js';
import { createPanel, createSplitter } from './panel.js';
import { createParameters } from './parameters.js';
import { createPlots, firstPlots } from './plots.js';
import { createRecorder } from './record.js';
import { ROLES, firstTraces, openScene } from './scene.js';
import { createScore } from './score.js';
import { createShow } from './show.js';
import { createSource } from './source.js';
import { createStage } from './stage.js';
import { createStore } from './store.js';
import { createGridTransport, createServerTransport } from './transport.js';
import { unitsFor } from './units.js';

const dark = matchMedia('(prefers-color-scheme: dark)');

function firstState() {
  return {
    run: null,
    scene: null,
    time: 0,
    before: false, // of an event: what led there
    playing: false,
    speed: 1,
    loop: false,
    theme: remembered('theme') ?? (dark.matches ? 'dark' : 'light'),
    chosen: remembered('units') ?? {},
    units: {},
    roles: Object.fromEntries(ROLES.map(({ role, on }) => [role, on])),
    showContacts: true,
    showFrames: false,
    follow: null,
    flat: false,
    alone: false,
    arrowScale: 1,
    traces: [],
    hover: null,
    selected: null,
    view: 0,
    size: 0,
    drawn: 0,
    tab: 'plots',
    plots: [],
    activePlot: 1,
    range: null,
    transport: null,
    running: false,
    progress: null,
    problem: null,
    notice: null,
    gone: null,
    file: 0,
    recording: false,
    film: null,
  };
}

/* ---- the whole ---- */

function build(app, store, clock) {
  const { state } = store;
  const pieces = {},
    actions = createActions(store, pieces);
  const live = createLive(store, actions, openRunInto(store));
  const tabs = (pieces.tabs = [
    { id: 'plots', label: 'Plots' },
    { id: 'events', label: 'Events' },
    { id: 'energy', label: 'Energy' },
    { id: 'source', label: 'Source' },
    { id: 'parameters', label: 'Values' },
    { id: 'show', label: 'Show' },
    { id: 'about', label: 'About' },
  ]);
  tabs.forEach((tab) => (tab.element = h('div')));
  const nothing = h(
    'p',
    { class: 'banner no-drawing', hidden: true },
    'This result does not hold its model, so there is nothing to animate; the plots show what was recorded.',
  );
  const panel = createPanel(store, tabs);
  const put = (id, ...elements) => tabs.find((tab) => tab.id === id).element.append(...elements);

  const stage = createStage(store, actions),
    controls = createControls(store, clock, actions),
    score = createScore(store, clock);
  const plots = createPlots(store, clock),
    channels = createChannels(store, plots),
    source = createSource(store, actions);
  put('plots', h('div', { class: 'plots-panel' }, channels.element, plots.element));
  put('events', createEvents(store, clock).element);
  put('energy', createLedger(store, clock).element);
  put('source', source.element);
  put('parameters', createParameters(store, live.ask).element);
  put('show', createShow(store, actions).element);
  put('about', createAbout(store).element);

  const recorder = createRecorder(store, clock, stage);
  const table = keyTable(store, clock, stage, actions, tabs),
    help = createHelp(table);
  listenToKeys(table);
  Object.assign(pieces, { stage, channels, source, recorder, help });

  const title = h('h1', {}),
    warning = h('button', {
      type: 'button',
      class: 'badge',
      hidden: true,
      onclick: () => store.set({ tab: 'about' }),
    });
  const panels = iconButton('panel', 'The animation alone (B)', actions.alone, {
    class: 'icon-button panels',
    'aria-pressed': 'false',
  });
  const header = h(
    'header',
    { class: 'top' },
    h('span', { class: 'brand' }, 'Pawl'),
    title,
    warning,
    live.progress,
    h('span', { class: 'grow' }),
    panels,
    iconButton('theme', 'Dark or light (D)', actions.theme),
    iconButton('help', 'Keyboard (?)', actions.help),
  );
  store.view(['run'], () => {
    const { path, warnings } = state.run.model,
      name = nameOf(path) || 'run';
    title.textContent = name;
    title.title = path;
    document.title = `${name} · Pawl`;
    warning.hidden = warnings.length === 0;
    warning.textContent = `${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}`;
  });
  store.view(['theme'], () => {
    document.documentElement.dataset.theme = state.theme;
    remember('theme', state.theme === (dark.matches ? 'dark' : 'light') ? null : state.theme);
  });
  dark.addEventListener(
    'change',
    () => remembered('theme') === null && store.set({ theme: dark.matches ? 'dark' : 'light' }),
  );
  store.view(['chosen'], () => remember('units', state.chosen));

  const left = h(
    'section',
    { class: 'left', 'aria-label': 'Animation' },
    stage.element,
    controls.axis,
    score.element,
    controls.buttons,
  );
  const work = h('main', { class: 'work' }, left);
  const { splitter } = createSplitter(work);
  work.append(splitter, panel);
  /* A result without its model has nothing to draw: the panels take the place of the stage. */
  store.view(['run', 'alone'], () => {
    const empty = state.run.drawing.items.length === 0;
    work.classList.toggle('no-stage', empty);
    work.classList.toggle('alone', state.alone && !empty);
    panels.hidden = empty;
    panels.setAttribute('aria-pressed', String(state.alone));
    nothing.hidden = !empty;
    store.touch('size');
  });
  app.replaceChildren(header, live.banner, nothing, work, help);
  return { stage, plots, recorder };
}

/* A new run takes the place of the old one: time, view, plots and traces stay as far as they can. */
export function openRunInto(store) {
  return (run) => {
    const { state } = store,
      old = state.run;
    const scene = openScene(run);
    const patch = { run, scene, hover: null };
    patch.units = unitsFor(state.chosen, run.end - run.begin, scene.span);
    if (!old)
      Object.assign(patch, {
        time: run.begin,
        before: false,
        speed: firstSpeed(run),
        plots: firstPlots(run),
        traces: firstTraces(run),
        follow: scene.lead?.body ?? null,
      });
    else {
      const traces = state.traces.filter((t) =>
        t.body === undefined ? run.byName.has(t.x) : t.body < run.bodies.length,
      );
      if (traces.length !== state.traces.length) patch.traces = traces;
      patch.time = Math.min(run.end, Math.max(run.begin, state.time));
      if (state.follow !== null && state.follow >= run.bodies.length) patch.follow = null;
      if (state.range && (state.range[0] >= run.end || state.range[1] <= run.begin)) patch.range = null;
      if (state.selected !== null) {
        const name = old.drawing.parts[state.selected]?.name,
          at = run.drawing.parts.findIndex((p) => p.name === name);
        patch.selected = at < 0 ? null : at;
      }
    }
    store.set(patch);
  };
}

function sayOnly(app, sentence, where) {
  app.replaceChildren(
    h(
      'div',
      { class: 'only' },
      h('span', { class: 'brand' }, 'Pawl'),
      h('p', {}, sentence),
      where ? h('code', {}, where) : null,
    ),
  );
}

async function start() {
  const app = document.getElementById('app'),
    store = createStore(firstState()),
    clock = createClock(store),
    { state } = store;
  document.documentElement.dataset.theme = state.theme;
  try {
    const { meta, bytes } = readPage(document),
      put = openRunInto(store);
    if (meta.live) {
      const transport = createServerTransport(location);
      let run = null;
      while (!run)
        try {
          run = await transport.current();
        } catch (error) {
          sayOnly(
            app,
            error instanceof Sentence ? error.message : 'The server does not answer.',
            error.where,
          );
          await new Promise((resolve) => setTimeout(resolve, 600));
        }
      put(run);
      store.set({ transport });
    } else {
      put(openRun(meta, bytes));
      if (meta.grid) store.set({ transport: createGridTransport(meta, bytes) });
    }
    const parts = build(app, store, clock);
    window.pawl = testHook(store, clock, parts);
  } catch (error) {
    sayOnly(
      app,
      error instanceof Sentence ? error.message : `This page failed: ${error.message}`,
      error.where,
    );
    if (!(error instanceof Sentence)) throw error;
  }
}

/* For tests: what is drawn where. Pixels are those of the stage, from its upper left corner. */
function testHook(store, clock, { stage, plots }) {
  return {
    state: store.state,
    set: store.set,
    seek: clock.seek,
    play: clock.play,
    project: stage.project,
    unproject: stage.unproject,
    pick: stage.pick,
    plots: plots.cards,
    frames: () => store.state.drawn,
  };
}

start();
