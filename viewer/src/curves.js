/* Numbers of channels as plots want them: in display units, gaps as null. */
import { shown } from './units.js';
import { modeOf } from './modes.js';
import { lastBefore } from './sample.js';

/* One number for each row; null where there is none. */
export function columnOf(values, rows, factor) {
  if (values.length === 1) return new Float64Array(rows).fill(values[0] * factor);
  const out = new Float64Array(rows);
  let gaps = false;
  for (let i = 0; i < rows; i++) {
    out[i] = values[i] * factor;
    gaps ||= !Number.isFinite(out[i]);
  }
  return gaps ? Array.from(out, (x) => (Number.isFinite(x) ? x : null)) : out;
}

/* The channels of a plot with their scales: one scale for each display unit. */
export function openSeries(plot, run, units) {
  const labels = [];
  const series = plot.series
    .filter((name) => run.byName.has(name))
    .map((name) => {
      const channel = run.byName.get(name),
        { label, factor } = shown(channel.unit, units);
      if (!labels.includes(label)) labels.push(label);
      return { name, channel, label, factor, axis: labels.indexOf(label) };
    });
  return { series, labels };
}

/* Stretches of rows with one mode of a contact: [{ mode, from, to }], ends included. */
export function stretches(run, contact) {
  if (!contact) return [{ mode: null, from: 0, to: run.rows - 1 }];
  const out = [];
  for (let i = 0; i < run.rows; i++) {
    const at = lastBefore(
      contact.modes,
      run.time[i] === run.time[i + 1] ? run.time[i] - 1e-12 * Math.abs(run.time[i]) : run.time[i],
    );
    const word = contact.modes[Math.max(0, at)]?.mode ?? 'open';
    const last = out.at(-1);
    if (last?.word === word) last.to = i;
    else out.push({ word, mode: modeOf(word), from: last ? last.to : 0, to: i });
  }
  return out;
}
