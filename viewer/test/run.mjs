/* Runs test/*_test.mjs in a headless Chromium: node run.mjs [WORD]; with a word, only tests with it in their
 * names. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPage } from '../build.mjs';
import { openBrowser, openPage, settled, until } from './browser.mjs';
import { pageOf } from './encode.mjs';
import { SAMPLES } from './samples.mjs';

const here = dirname(fileURLToPath(import.meta.url)),
  word = process.argv[2] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'pawl-viewer-'));
const { bytes } = await buildPage();
console.log(`page.html: ${(bytes / 1024).toFixed(0)} KiB`);
const { browser, close } = await openBrowser();

const written = new Map();
/* The address of a page with a sample in it. */
function sample(name) {
  if (!written.has(name)) {
    const path = join(folder, `${name}.html`);
    writeFileSync(path, pageOf(SAMPLES[name]()));
    written.set(name, `file://${path}`);
  }
  return written.get(name);
}

let good = 0;
const bad = [];
for (const file of readdirSync(here)
  .filter((f) => f.endsWith('_test.mjs'))
  .sort()) {
  const { tests } = await import(join(here, file));
  for (const [name, test] of Object.entries(tests)) {
    if (!`${file} ${name}`.includes(word)) continue;
    const pages = [],
      begin = Date.now(),
      notes = [];
    const kit = {
      browser,
      folder,
      sample,
      settled,
      note: (text) => notes.push(text),
      write(fileName, text) {
        writeFileSync(join(folder, fileName), text);
        return `file://${join(folder, fileName)}`;
      },
      /* Opens a sample or an address. At the end nothing may have been complained of, unless `complains`. */
      async open(what, options = {}) {
        const opened = await openPage(browser, what in SAMPLES ? sample(what) : what, options);
        pages.push({ ...opened, complains: options.complains });
        if (!options.bare) await until(opened.page, () => window.pawl?.frames() > 0);
        return opened.page;
      },
    };
    try {
      await test(kit);
      for (const { problems, complains } of pages)
        if (problems.length && !complains) throw new Error(problems.join('\n'));
      good++;
      console.log(`  good  ${name}${notes.length ? `: ${notes.join(', ')}` : ''} (${Date.now() - begin} ms)`);
    } catch (error) {
      bad.push(name);
      console.log(
        `  BAD   ${file}: ${name}\n${String(error.stack ?? error)
          .split('\n')
          .slice(0, 12)
          .join('\n')}`,
      );
    }
    for (const { close: closePage } of pages) await closePage();
  }
}
await close();
rmSync(folder, { recursive: true, force: true });
console.log(`${good} good, ${bad.length} bad${bad.length ? `: ${bad.join('; ')}` : ''}`);
process.exit(bad.length ? 1 : 0);
