/* A headless Chromium of our own; playwright gives it a fresh profile and removes that again. */
import { chromium } from 'playwright-core';
import { countWork } from './work.mjs';

/* How long anything is waited for that must come: others may use the machine, too. */
export const PATIENCE = 120000; /* ms */

/* `make soak` sets PAWL_SOAK=1 and tries all of it, `make test` a part. */
export const soak = !['', '0'].includes(process.env.PAWL_SOAK ?? '');

const PROGRAM = process.env.PAWL_CHROMIUM ?? '/usr/bin/chromium';
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--enable-unsafe-swiftshader',
];

export async function openBrowser() {
  const browser = await chromium.launch({ executablePath: PROGRAM, args: ARGUMENTS, headless: true });
  return { browser, close: () => browser.close() };
}

/* What tests themselves cause by reading pixels. */
const OURS = /GL Driver Message|willReadFrequently/;

/* A page that notes every error; `problems` must stay empty. */
export async function openPage(browser, url, options = {}) {
  const { width = 1280, height = 800, scale = 1, dark = false, still = false, touch = false } = options,
    { counted = false } = options; /* its work, in window.work */
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: still ? 'reduce' : 'no-preference',
    hasTouch: touch,
    acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE);
  if (counted) await context.addInitScript(countWork);
  const page = await context.newPage(),
    problems = [];
  page.on(
    'console',
    (message) =>
      ['error', 'warning'].includes(message.type()) &&
      !OURS.test(message.text()) &&
      problems.push(`console: ${message.text()}`),
  );
  page.on('pageerror', (error) => problems.push(`error: ${error.stack ?? error}`));
  page.on(
    'request',
    (request) =>
      /^https?:/.test(request.url()) &&
      !request.url().startsWith('http://127.0.0.1') &&
      problems.push(`network: ${request.url()}`),
  );
  await page.goto(url);
  return { page, problems, close: () => context.close() };
}

/* Waits until the page has drawn what was last asked of it. */
export const settled = (page) =>
  page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))),
      ),
  );

/* Waits until a function is true in the page. (Playwright's own way evaluates texts, which the page's policy
 * forbids.) */
export async function until(page, test, argument = null) {
  const end = Date.now() + PATIENCE;
  while (!(await page.evaluate(test, argument))) {
    if (Date.now() > end) throw new Error(`waited ${PATIENCE} ms for ${test}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
