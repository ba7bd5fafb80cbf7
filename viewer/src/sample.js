/* Values between recorded rows. Two rows may have the same instant: before and after an event. */

/* Whether there are two rows at t: before an event and after it. */
export function hasTwoSides(time, t) {
  const { row } = locate(time, t);
  return row > 0 && time[row] === t && time[row - 1] === t;
}

/* The last row at or before t, and how far it is to the next one: { row, part } with part in 0 to 1. At an event that is what follows it,
 * or, `before`, what led there. */
export function locate(time, t, before = false) {
  if (before) {
    let { row } = locate(time, t);
    if (time[row] === t) {
      while (row > 0 && time[row - 1] === t) row--;
      return { row, part: 0 };
    }
  }
  let low = 0,
    high = time.length - 1;
  if (t >= time[high]) return { row: high, part: 0 };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (time[middle] <= t) low = middle;
    else high = middle;
  }
  const width = time[low + 1] - time[low];
  return { row: low, part: width > 0 ? Math.min(1, Math.max(0, (t - time[low]) / width)) : 0 };
}

export function valueAt(values, { row, part }) {
  if (values.length === 1) return values[0];
  const before = values[row];
  return part > 0 ? before + part * (values[row + 1] - before) : before;
}

/* The index of the last item of a list with times at or before t, -1: none. */
export function lastBefore(list, t) {
  let low = -1,
    high = list.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (list[middle].time <= t) low = middle;
    else high = middle;
  }
  return low;
}

/* The row next to t in a direction, 1 or -1; rows of the same instant count as one. */
export function rowBeside(time, t, direction) {
  const { row, part } = locate(time, t);
  let i = direction < 0 && part > 0 ? row : row + direction;
  while (i > 0 && i < time.length - 1 && time[i] === t) i += direction;
  return Math.min(time.length - 1, Math.max(0, i));
}

/* [least, most] of the finite numbers. */
export function rangeOf(values) {
  let least = Infinity,
    most = -Infinity;
  for (const x of values)
    if (Number.isFinite(x)) {
      if (x < least) least = x;
      if (x > most) most = x;
    }
  return least <= most ? [least, most] : [0, 0];
}
