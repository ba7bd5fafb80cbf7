/* Puts the page together: src/ → one HTML file with two places for data, @PAWL_META@ and @PAWL_DATA@.
 * node build.mjs [OUT], by default ../build/viewer/page.html */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const MARKS = ['@PAWL_META@', '@PAWL_DATA@'];

async function bundle(entry, options = {}) {
  const result = await build({
    entryPoints: [resolve(here, 'src', entry)],
    bundle: true,
    minify: true,
    write: false,
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'inline',
    ...options,
  });
  return result.outputFiles[0].text.trim();
}

/* One replacement at one place; no pattern of String.replace is taken for one. */
function put(text, mark, value) {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`the page has no place ${mark}`);
  return text.slice(0, at) + value + text.slice(at + mark.length);
}

/* What is inside the page must come with its licence. */
function licenses() {
  const text = ['three', 'uplot'].map((name) => {
    const license = readFileSync(resolve(here, 'node_modules', name, 'LICENSE'), 'utf8').trim();
    return `This page contains ${name}.\n\n${license}`;
  });
  return text.join('\n\n').replaceAll('--', '- -');
}

export async function buildPage(out = resolve(here, '../build/viewer/page.html')) {
  const script = (await bundle('main.js', { format: 'iife' })).replaceAll('</script', '<\\/script');
  const style = await bundle('style.css');
  const hash = createHash('sha256').update(script).digest('base64');
  const csp = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'media-src blob:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  let page = readFileSync(resolve(here, 'src/page.html'), 'utf8');
  for (const [mark, value] of [
    ['@LICENSES@', licenses()],
    ['@CSP@', csp],
    ['@STYLE@', style],
    ['@SCRIPT@', script],
  ])
    page = put(page, mark, value);
  for (const mark of MARKS)
    if (page.split(mark).length !== 2) throw new Error(`${mark} is not in the page exactly once`);
  mkdirSync(dirname(out), { recursive: true });
  if (!existsSync(out) || readFileSync(out, 'utf8') !== page) writeFileSync(out, page); /* same page, same date */
  return { out, bytes: Buffer.byteLength(page) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { out, bytes } = await buildPage(process.argv[2] && resolve(process.argv[2]));
  console.log(`${out}: ${(bytes / 1024).toFixed(0)} KiB`);
}
