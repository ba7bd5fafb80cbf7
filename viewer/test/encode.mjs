/* Writes runs in the form of DATA.md: what the producer does, in JavaScript, for tests. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const SCHEMA = 'pawl-page-1';
const PAGE = fileURLToPath(new URL('../../build/viewer/page.html', import.meta.url));

/* Collects arrays into one block of bytes, each from a multiple of 8 on. */
export function createBlock() {
  const arrays = [],
    chunks = [];
  let size = 0;
  return {
    arrays,
    add(values, type = 'f64') {
      const numbers = type === 'f32' ? Float32Array.from(values) : Float64Array.from(values);
      const bytes = Buffer.from(numbers.buffer);
      arrays.push({ type, offset: size, count: numbers.length });
      chunks.push(bytes);
      size += bytes.length;
      const pad = -size & 7;
      if (pad) chunks.push(Buffer.alloc(pad));
      size += pad;
      return arrays.length - 1;
    },
    bytes: () => Buffer.concat(chunks),
  };
}

/* columns: { name: { values, unit, part, doc } }. */
export function encodeRun({ columns, time, ...rest }, block = createBlock(), type = 'f64') {
  const timeIndex = block.add(time);
  const channels = Object.entries(columns).map(([name, column]) => {
    const same = column.values.every((x) => x === column.values[0]);
    const array = block.add(same ? [column.values[0]] : column.values, type);
    return { name, unit: column.unit ?? '', part: column.part ?? '', doc: column.doc ?? '', array };
  });
  return {
    meta: { schema: SCHEMA, version: '0.1.0', time: timeIndex, arrays: block.arrays, channels, ...rest },
    block,
  };
}

/* No <, > or & inside a script element. */
export function safeJson(value) {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/* The page with a run in it. */
export function pageOf({ meta, block }, page = readFileSync(PAGE, 'utf8')) {
  const put = (text, mark, value) => {
    const [head, tail] = text.split(mark);
    return head + value + tail;
  };
  return put(put(page, '@PAWL_META@', safeJson(meta)), '@PAWL_DATA@', block.bytes().toString('base64'));
}

/* The same as a message of the server. */
export function messageOf({ meta, block }) {
  let json = Buffer.from(JSON.stringify(meta));
  json = Buffer.concat([json, Buffer.alloc(-json.length & 7, ' ')]);
  const head = Buffer.alloc(16);
  head.write('PAWLRUN1', 'latin1');
  head.writeUInt32LE(json.length, 8);
  return Buffer.concat([head, json, block.bytes()]);
}
