/* What is shown and how: roles, arrows, contacts, traces, units. */
import { h } from './dom.js';
import { ROLES, pointsWithChannels } from './scene.js';
import { SETS, quantities } from './units.js';

const same = (a, b) => a.name === b.name && a.body === b.body;

export function createShow(store, actions) {
  const { state } = store;
  const roles = h('div', { class: 'checks' }),
    traces = h('div', { class: 'checks' }),
    units = h('div', { class: 'unit-grid' });
  const contacts = h('input', {
    type: 'checkbox',
    onchange: () => store.set({ showContacts: contacts.checked }),
  });
  const frames = h('input', {
    type: 'checkbox',
    onchange: () => store.set({ showFrames: frames.checked }),
  });
  const follow = h('select', {
    onchange: () => store.set({ follow: follow.value === '' ? null : Number(follow.value) }),
  });
  const arrowText = h('output', {});
  const arrows = h('input', {
    type: 'range',
    id: 'arrow-scale',
    min: -2,
    max: 2,
    step: 0.02,
    oninput: () => store.set({ arrowScale: 10 ** Number(arrows.value) }),
  });
  const find = h('input', {
    type: 'search',
    class: 'find',
    placeholder: 'Find a point',
    'aria-label': 'Find a point',
    oninput: () => buildTraces(),
  });
  const sets = h('select', {
    'aria-label': 'Set of units',
    onchange: () => sets.value && actions.units(SETS[sets.value]),
  });

  const check = (label, on, change) =>
    h(
      'label',
      {},
      h('input', { type: 'checkbox', checked: on, onchange: (event) => change(event.target.checked) }),
      label,
    );

  store.view(['run', 'roles'], () => {
    const used = new Set(state.run.drawing.items.map((item) => item.role));
    roles.replaceChildren(
      ...ROLES.filter(({ role }) => used.has(role)).map(({ role, label }) =>
        check(label, state.roles[role] !== false, (on) =>
          store.set({ roles: { ...state.roles, [role]: on } }),
        ),
      ),
    );
  });
  store.view(['showFrames'], () => (frames.checked = state.showFrames));
  store.view(['run', 'follow'], () => {
    follow.replaceChildren(
      h('option', { value: '' }, 'nothing'),
      ...state.run.bodies.slice(1).map(({ name }, i) => h('option', { value: i + 1 }, name)),
    );
    follow.value = state.follow ?? '';
  });
  store.view(['showContacts'], () => (contacts.checked = state.showContacts));
  store.view(['arrowScale'], () => {
    arrows.value = Math.log10(state.arrowScale);
    arrowText.textContent = `${Number(state.arrowScale.toPrecision(2))}×`;
  });

  function buildTraces() {
    const word = find.value.trim().toLowerCase(),
      points = pointsWithChannels(state.run);
    const own = state.traces.filter((t) => !points.some((p) => same(p, t)));
    const list = [...own, ...points.filter((p) => !word || p.name.toLowerCase().includes(word))].slice(0, 60);
    find.hidden = points.length <= 12;
    traces.replaceChildren(
      ...list.map((point) =>
        check(
          point.name,
          state.traces.some((t) => same(t, point)),
          (on) =>
            store.set({
              traces: on ? [...state.traces, point] : state.traces.filter((t) => !same(t, point)),
            }),
        ),
      ),
    );
  }
  store.view(['run', 'traces'], buildTraces);

  store.view(['units', 'chosen'], () => {
    const key = JSON.stringify(state.chosen),
      found = Object.keys(SETS).find((name) => JSON.stringify(SETS[name]) === key);
    sets.replaceChildren(
      ...Object.keys(SETS).map((name) => h('option', { value: name }, name)),
      ...(found ? [] : [h('option', { value: '' }, 'my own')]),
    );
    sets.value = found ?? '';
    units.replaceChildren(
      ...quantities().map(({ si, name, labels }) =>
        h(
          'label',
          {},
          h('span', {}, name),
          h(
            'select',
            { onchange: (event) => actions.units({ ...state.chosen, [si]: event.target.value }) },
            labels.map((label) =>
              h('option', { value: label, selected: (state.units[si] ?? labels[0]) === label }, label),
            ),
          ),
        ),
      ),
    );
  });

  const element = h(
    'div',
    { class: 'show-panel' },
    h(
      'fieldset',
      {},
      h('legend', {}, 'Arrows and contacts'),
      h(
        'label',
        { class: 'slider-row', for: 'arrow-scale' },
        h('span', {}, 'length of arrows'),
        arrows,
        arrowText,
      ),
      h('label', { class: 'one-check' }, contacts, 'contacts and their forces'),
    ),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Shown'),
      roles,
      h('label', { class: 'one-check' }, frames, 'frames: the own axes of each body'),
      h('label', { class: 'set-row' }, h('span', {}, 'the view follows'), follow),
    ),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Traces'),
      find,
      traces,
      h('p', { class: 'quiet' }, 'Any point of a body: put the pointer on it and press T.'),
    ),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Units'),
      h('label', { class: 'set-row' }, h('span', {}, 'all of'), sets),
      units,
    ),
  );
  return { element };
}
