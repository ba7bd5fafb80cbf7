/* Where this run comes from: model, options, version, hash, warnings. */
import { h } from './dom.js';
import { digits, quantity } from './units.js';

const rows = (pairs) =>
  h(
    'dl',
    { class: 'facts' },
    pairs.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  );
const text = (value) =>
  typeof value === 'number' ? digits(value, 8) : typeof value === 'string' ? value : JSON.stringify(value);

export function createAbout(store) {
  const { state } = store,
    element = h('div', { class: 'about' });
  store.view(['run', 'units'], () => {
    const time = (t) => quantity(t, 's', state.units);
    const { run } = state,
      { model } = run;
    element.replaceChildren(
      model.warnings.length
        ? h(
            'section',
            { class: 'warnings' },
            h('h3', {}, model.warnings.length === 1 ? 'One warning' : `${model.warnings.length} warnings`),
            h(
              'ul',
              {},
              model.warnings.map((w) => h('li', {}, w)),
            ),
          )
        : h('p', { class: 'quiet' }, 'No warnings.'),
      h('h3', {}, 'Run'),
      rows([
        ['model', model.path],
        ['Pawl', run.version],
        ['state hash', h('code', {}, model.hash || '–')],
        ['time', `${time(run.begin)} to ${time(run.end)}, ${run.rows} rows`],
        ['channels', String(run.channels.length)],
        ['bodies', String(run.bodies.length - 1)],
        ['contacts', String(run.contacts.length)],
        ['events', String(run.events.length)],
      ]),
      h('h3', {}, 'Options'),
      rows(Object.entries(model.options).map(([name, value]) => [name, text(value)])),
      h('h3', {}, 'Parameters'),
      model.parameters.length
        ? rows(
            model.parameters.map((p) => [p.name, p.text ?? quantity(p.value, p.unit ?? '', state.units, 8)]),
          )
        : h('p', { class: 'quiet' }, 'The model has no parameters.'),
    );
  });
  return { element };
}
