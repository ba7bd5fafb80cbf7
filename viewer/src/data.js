/* Data → run: what the producer wrote (DATA.md) becomes typed arrays with names. Everything else reads a run,
 * never the raw meta. Nothing here touches the page except `readPage`. */

export const SCHEMA = 'pawl-page-1';
const TYPES = { f64: Float64Array, f32: Float32Array };
const MAGIC = 'PAWLRUN1';

/* A sentence for the user; `where` is "file:line" or null. */
export class Sentence extends Error {
  constructor(text, where = null) {
    super(text);
    this.where = where;
  }
}

/* ---- the two ways in: a script element, a message of the server ---- */

function bytesOfBase64(text) {
  const clean = text.trim();
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(clean);
  const raw = atob(clean);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

export function readPage(page) {
  let meta, bytes;
  try {
    meta = JSON.parse(page.getElementById('pawl-meta').textContent);
  } catch {
    throw new Sentence('This page holds no run: its description cannot be read.');
  }
  try {
    bytes = bytesOfBase64(page.getElementById('pawl-data').textContent);
  } catch {
    throw new Sentence('The numbers in this page are damaged: they are not base64.');
  }
  return { meta, bytes };
}

/* "PAWLRUN1", the length of the JSON as 32 bits little endian, 4 zero bytes, the JSON padded with blanks to a
 * multiple of 8 bytes, the numbers. */
export function readMessage(buffer) {
  const head = new Uint8Array(buffer, 0, Math.min(16, buffer.byteLength));
  if (head.length < 16 || String.fromCharCode(...head.subarray(0, 8)) !== MAGIC)
    throw new Sentence('The server sent something that is not a run.');
  const length = new DataView(buffer).getUint32(8, true);
  if (16 + length > buffer.byteLength) throw new Sentence('The run that the server sent is cut short.');
  const meta = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 16, length)));
  return { meta, bytes: new Uint8Array(buffer, 16 + length) };
}

/* ---- arrays ---- */

function openArray(bytes, about, index) {
  const Type = TYPES[about?.type];
  if (!Type) throw new Sentence(`Array ${index} of this run has no known type.`);
  const { offset, count } = about;
  const size = count * Type.BYTES_PER_ELEMENT;
  if (!(offset >= 0 && count >= 0 && offset + size <= bytes.length))
    throw new Sentence(`The numbers of this run are cut short: array ${index} ends beyond the last byte.`);
  const start = bytes.byteOffset + offset;
  if (start % Type.BYTES_PER_ELEMENT === 0) return new Type(bytes.buffer, start, count);
  return new Type(bytes.slice(offset, offset + size).buffer);
}

function openTime(arrays, index) {
  const time = arrays[index];
  if (!time || time.length === 0) throw new Sentence('This run holds no instants.');
  for (let i = 0; i < time.length; i++)
    if (!Number.isFinite(time[i]) || (i > 0 && time[i] < time[i - 1]))
      throw new Sentence(`The instants of this run are not in order at row ${i + 1}.`);
  return time;
}

function openChannels(meta, arrays, rows) {
  return (meta.channels ?? []).map((about, i) => {
    const values = arrays[about.array];
    if (!values || (values.length !== rows && values.length !== 1))
      throw new Sentence(`The channel ${about.name} does not have one number for each instant.`);
    return {
      index: i,
      name: about.name,
      unit: about.unit ?? '',
      part: about.part ?? '',
      doc: about.doc ?? '',
      values,
    };
  });
}

/* ---- bodies, contacts ---- */

const POSE = { planar: ['x', 'y', 'angle'], spatial: ['x', 'y', 'z', 'e0', 'e1', 'e2', 'e3'] };

/* The channels of a body's pose are its name and a suffix. A body without them stays where it is: at the
 * origin. */
function openBodies(drawing, byName) {
  return drawing.bodies.map((name, i) => {
    const pose = POSE[drawing.world].map((suffix) => byName.get(`${name}.${suffix}`)?.values);
    return { name, pose: i > 0 && pose.every(Boolean) ? pose : null };
  });
}

function changesOfChannel(time, channel, words) {
  const changes = [];
  for (let i = 0; i < time.length; i++) {
    const mode = words[Math.round(channel.values[Math.min(i, channel.values.length - 1)])] ?? 'unknown';
    if (changes.at(-1)?.mode !== mode) changes.push({ time: time[i], mode });
  }
  return changes;
}

function changesOfEvents(events, part, begin) {
  const own = events.filter((e) => e.part === part && e.to);
  if (own.length === 0) return [];
  return [{ time: begin, mode: own[0].from }, ...own.map((e) => ({ time: e.time, mode: e.to }))];
}

/* The place of a touch, without the rows at which there is none: all of its numbers are 0 there. */
function placeOf(axes, others) {
  const [x, y] = axes,
    given = [...axes, ...others].filter(Boolean);
  if (!x || !y) return axes;
  const rows = Math.max(...given.map((values) => values.length));
  const at = (values, i) => values[values.length === 1 ? 0 : i];
  const none = Array.from({ length: rows }, (_, i) => given.every((values) => at(values, i) === 0));
  if (!none.some(Boolean)) return axes;
  return [Float64Array.from(none, (no, i) => (no ? NaN : at(x, i))), ...axes.slice(1)];
}

function openContact(about, run) {
  const channel = (name) => (name ? (run.byName.get(name)?.values ?? null) : null);
  let modes;
  if (about.modes) modes = about.modes.map(([time, mode]) => ({ time, mode }));
  else if (about.mode && run.byName.has(about.mode))
    modes = changesOfChannel(run.time, run.byName.get(about.mode), about.words ?? []);
  else modes = changesOfEvents(run.events, about.part, run.begin);
  return {
    name: about.name ?? about.part,
    part: about.part,
    modes,
    point: placeOf(
      [about.x, about.y, about.z].map(channel),
      [about.normal_force, about.s1, about.s2].map(channel),
    ),
    force: [about.fx, about.fy, about.fz].map(channel),
    normal: channel(about.normal_force),
  };
}

function openLedger(about, byName) {
  const terms = (about?.terms ?? []).filter((term) => byName.has(term.channel));
  return {
    terms: terms.map((term) => ({
      name: term.name ?? term.channel,
      sign: term.sign ?? 1,
      values: byName.get(term.channel).values,
    })),
    residual: byName.get(about?.residual)?.values ?? null,
  };
}

/* ---- the whole ---- */

function openModel(model = {}) {
  return { path: '', files: [], parameters: [], options: {}, hash: '', warnings: [], ...model };
}

export function openRun(meta, bytes) {
  if (meta?.schema !== SCHEMA)
    throw new Sentence(`This page reads runs of the form ${SCHEMA}, not ${meta?.schema ?? 'this one'}.`);
  const drawing = meta.drawing;
  if (!POSE[drawing?.world]) throw new Sentence('This run has no drawing.');
  const arrays = (meta.arrays ?? []).map((about, i) => openArray(bytes, about, i));
  const time = openTime(arrays, meta.time ?? 0);
  const channels = openChannels(meta, arrays, time.length);
  const byName = new Map(channels.map((channel) => [channel.name, channel]));
  const events = [...(meta.events ?? [])].sort((a, b) => a.time - b.time);
  const run = { meta, bytes, drawing, time, channels, byName, events };
  run.spatial = drawing.world === 'spatial';
  run.rows = time.length;
  run.begin = time[0];
  run.end = time[time.length - 1];
  run.model = openModel(meta.model);
  run.version = meta.version ?? '';
  run.bodies = openBodies(drawing, byName);
  run.contacts = (meta.contacts ?? []).map((about) => openContact(about, run));
  run.ledger = openLedger(meta.ledger, byName);
  return run;
}

/* A run of the grid: its own fields over those of the page's run. */
export function openGridRun(meta, bytes, index) {
  const own = meta.grid.runs[index];
  if (!own) throw new Sentence('This page holds no run for these values.');
  if (own.error) throw new Sentence(own.error.text, own.error.where ?? null);
  return openRun({ ...meta, ...own, model: { ...meta.model, ...own.model } }, bytes);
}

/* What a model is called: its file, or its folder when the file is model.lua. */
export const nameOf = (path) =>
  path
    .replace(/\/model\.lua$/, '')
    .split('/')
    .at(-1) || path;
