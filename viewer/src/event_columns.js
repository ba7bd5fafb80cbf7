/* The columns of the table of events: what each shows, and what it is sorted by. */
import { digits, shown } from './units.js';

const RATE = { m: 'm/s', rad: 'rad/s' },
  IMPULSE = { m: 'N s', rad: 'N m s' };
const SI = {
  time: 's',
  impulse: IMPULSE,
  energy_lost: 'J',
  impulse_t: IMPULSE,
  rate_before: RATE,
  rate_after: RATE,
  slide_before: RATE,
  slide_after: RATE,
  first: 's',
  limit: 's',
};

/* By the gap of the event, which turns in a joint; of own equations ('1') none. */
const unitOf = (si, event) => (typeof si === 'string' ? si : si?.[event.unit ?? 'm']);

/* That of all events which have such a number; null: they differ. */
function common(si, events, key) {
  const all = new Set(events.filter((e) => Number.isFinite(key(e))).map((e) => unitOf(si, e)));
  return all.size > 1 ? null : ([...all][0] ?? unitOf(si, {}));
}
const FIRST = ['time', 'part', 'from', 'to', 'reason', 'impulse', 'energy_lost'];
const SHOWN = new Set([...FIRST, 'rate_before', 'rate_after']);

/* "rim on floor" of a touch of two shapes. */
export const shapes = ({ shape1, shape2 }) => (shape1 && shape2 ? `${shape2} on ${shape1}` : '');

/* Whether a part has touches of several pairs of shapes: its name alone does not tell which. */
function hasPairs(events) {
  const first = new Map();
  return events.some((e) => {
    if (!first.has(e.part)) first.set(e.part, shapes(e));
    return first.get(e.part) !== shapes(e);
  });
}

export const COLUMNS = [
  { name: 'time', si: 's', key: (e) => e.time },
  { name: 'part', key: (e) => e.part },
  { name: 'shapes', key: shapes, several: true },
  { name: 'from → to', key: (e) => `${e.from} → ${e.to}` },
  { name: 'reason', key: (e) => e.reason ?? '' },
  { name: 'speed', si: RATE, key: (e) => e.rate_before, optional: true },
  { name: 'impulse', si: IMPULSE, key: (e) => e.impulse },
  { name: 'energy lost', si: 'J', key: (e) => e.energy_lost },
];

/* Those that a run has something for; `head`: the unit that all of a column have. */
export function columnsOf(events) {
  const pairs = hasPairs(events);
  const fits = ({ key, optional, several }) =>
    several ? pairs : !optional || events.some((e) => Number.isFinite(key(e)));
  return COLUMNS.filter(fits).map((c) => (c.si ? { ...c, head: common(c.si, events, c.key) } : c));
}

/* In the order of a column; equal ones in that of time, and what has no number last. */
export function sorted(events, column, down) {
  const keys = events.map((event, i) => ({ event, i, key: column.key(event) }));
  const none = column.si ? ({ key }) => !Number.isFinite(key) : ({ key }) => !key;
  const sign = down ? -1 : 1;
  keys.sort((a, b) => {
    if (none(a) || none(b)) return none(a) - none(b) || a.i - b.i;
    return a.key < b.key ? -sign : a.key > b.key ? sign : a.i - b.i;
  });
  return keys.map(({ event }) => event);
}

/* 0 is shown as nothing, as what is not there: of most events nothing is to be said. */
export function amount(x, event, { si, head }, units) {
  if (!Number.isFinite(x) || x === 0) return '–';
  const { factor, label } = shownOf(si, event, units);
  return `${digits(x * factor, 4)}${head === null ? ` ${label}` : ''}`;
}

const shownOf = (si, event, units) => {
  const unit = unitOf(si, event);
  return unit ? shown(unit, units) : { factor: 1, label: '' };
};

/* The speed of a gap before and after an impact. */
export function speed(event, { head }, units) {
  const { factor, label } = shownOf(RATE, event, units);
  if (!Number.isFinite(event.rate_before)) return '–';
  const after = Number.isFinite(event.rate_after) ? digits(event.rate_after * factor, 3) : '–';
  return `${digits(event.rate_before * factor, 3)} → ${after}${head === null ? ` ${label}` : ''}`;
}

/* "accumulation, 44 impacts until 8.579 s" */
export function reason(event, units) {
  const { factor, label } = shown('s', units);
  let text = event.reason ?? '';
  if (event.count > 0) text += `, ${event.count} impact${event.count === 1 ? '' : 's'}`;
  if (Number.isFinite(event.limit)) text += ` until ${digits(event.limit * factor, 6)} ${label}`;
  return text;
}

/* What else an event holds, for the title of its row. */
export function rest(event, units) {
  const value = (key, x) => {
    if (!SI[key] || typeof x !== 'number') return JSON.stringify(x);
    const { factor, label } = shownOf(SI[key], event, units);
    return `${digits(x * factor, 6)} ${label}`.trim();
  };
  return Object.entries(event)
    .filter(([key]) => !SHOWN.has(key) && key !== 'unit')
    .map(([key, x]) => `${key.replaceAll('_', ' ')}: ${value(key, x)}`)
    .join('\n');
}

/* All of a list in display units, with every field that one of them has; where units differ, in those of SI that `unit` says. */
export function rowsOf(list, units) {
  const more = [...new Set(list.flatMap(Object.keys))].filter((key) => !FIRST.includes(key));
  const keys = [...FIRST, ...more],
    alike = keys.map((key) => (SI[key] ? common(SI[key], list, (e) => e[key]) : null)),
    each = alike.map((unit) => (unit ? shown(unit, units) : null));
  const head = keys.map((key, i) => (each[i] ? `${key} [${each[i].label}]` : key));
  const value = (x, unit) => (typeof x === 'number' ? x * (unit?.factor ?? 1) : x);
  return [head, ...list.map((event) => keys.map((key, i) => value(event[key], each[i])))];
}
