/* The columns of the table of events: what each shows, and what it is sorted by. */
import { digits, shown } from './units.js';

const SI = {
  time: 's',
  impulse: 'N s',
  energy_lost: 'J',
  impulse_t: 'N s',
  rate_before: 'm/s',
  rate_after: 'm/s',
  slide_before: 'm/s',
  slide_after: 'm/s',
  first: 's',
  limit: 's',
};
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
  { name: 'speed', si: 'm/s', key: (e) => e.rate_before, optional: true },
  { name: 'impulse', si: 'N s', key: (e) => e.impulse },
  { name: 'energy lost', si: 'J', key: (e) => e.energy_lost },
];

/* Those that a run has something for. */
export function columnsOf(events) {
  const pairs = hasPairs(events);
  const fits = ({ key, optional, several }) =>
    several ? pairs : !optional || events.some((e) => Number.isFinite(key(e)));
  return COLUMNS.filter(fits);
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
export const amount = (x, si, units) =>
  Number.isFinite(x) && x !== 0 ? digits(x * shown(si, units).factor, 4) : '–';

/* The speed of a gap before and after an impact. */
export function speed(event, units) {
  const { factor } = shown('m/s', units);
  if (!Number.isFinite(event.rate_before)) return '–';
  const after = Number.isFinite(event.rate_after) ? digits(event.rate_after * factor, 3) : '–';
  return `${digits(event.rate_before * factor, 3)} → ${after}`;
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
    const { factor, label } = shown(SI[key], units);
    return `${digits(x * factor, 6)} ${label}`;
  };
  return Object.entries(event)
    .filter(([key]) => !SHOWN.has(key))
    .map(([key, x]) => `${key.replaceAll('_', ' ')}: ${value(key, x)}`)
    .join('\n');
}

/* All of a list in display units, with every field that one of them has. */
export function rowsOf(list, units) {
  const more = [...new Set(list.flatMap(Object.keys))].filter((key) => !FIRST.includes(key));
  const keys = [...FIRST, ...more],
    each = keys.map((key) => (SI[key] ? shown(SI[key], units) : null));
  const head = keys.map((key, i) => (each[i] ? `${key} [${each[i].label}]` : key));
  const value = (x, unit) => (typeof x === 'number' ? x * (unit?.factor ?? 1) : x);
  return [head, ...list.map((event) => keys.map((key, i) => value(event[key], each[i])))];
}
