/* A small server that answers as `pawl view` does (DATA.md), with samples for runs. Besides, for tests:
 * `save(text)` stands for saving the model file; a text with "broken" in it is a model that is wrong. */
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SCHEMA, encodeRun, messageOf, safeJson } from './encode.mjs';
import { planarRun } from './planar.mjs';

const PAGE = fileURLToPath(new URL('../../build/viewer/page.html', import.meta.url));
const MOST = 1 << 20; /* bytes of a request */

const WRONG = {
  text: 'mass is "heavy" and must be a number',
  where: 'models/sample/model.lua:11',
  time: null,
};

const readBody = (request) =>
  new Promise((resolve, reject) => {
    const chunks = [];
    let size = 0;
    request.on('data', (chunk) => {
      size += chunk.length;
      if (size > MOST) reject(Object.assign(new Error('the request is too large'), { status: 413 }));
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
  });

export async function startServer({ slow = 0, broken = false, canRun = true } = {}) {
  const token = 'a'.repeat(32),
    log = [];
  const now = {
    run: 1,
    parameters: {},
    error: null,
    running: false,
    progress: 0,
    cancelled: false,
    slow,
    extra: '',
  };
  const make = () => {
    const run = planarRun(now.parameters, { dt: 0.004 });
    run.model.files[0].text += now.extra;
    const encoded = encodeRun(run);
    encoded.meta.run = now.run;
    encoded.meta.can_run = canRun;
    return messageOf(encoded);
  };
  let last = broken ? null : make();
  if (broken) now.error = WRONG;

  async function simulate(parameters) {
    const friction = parameters.friction ?? 0.04;
    Object.assign(now, { running: true, cancelled: false, progress: 0 });
    const begin = Date.now();
    while (Date.now() - begin < now.slow && !now.cancelled) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      now.progress = Math.min(1, (Date.now() - begin) / now.slow);
    }
    now.running = false;
    if (now.cancelled)
      return { status: 409, json: { error: { text: 'the run was cancelled', where: null } } };
    if (friction > 0.95)
      return {
        status: 422,
        json: {
          error: {
            text: 'friction is 0.96 and must be below 0.95',
            where: 'models/sample/model.lua:6',
            time: null,
          },
        },
      };
    now.parameters = parameters;
    now.run++;
    now.error = null;
    last = make();
    return { status: 200, bytes: last };
  }

  const CALLS = {
    'GET /': async () => ({
      status: 200,
      html: readFileSync(PAGE, 'utf8')
        .replace('@PAWL_META@', () => safeJson({ schema: SCHEMA, live: true }))
        .replace('@PAWL_DATA@', ''),
    }),
    'GET /api/run': async () =>
      last ? { status: 200, bytes: last } : { status: 422, json: { error: now.error } },
    'GET /api/status': async () => ({
      status: 200,
      json: {
        run: now.run,
        running: now.running,
        progress: now.running ? now.progress : null,
        time: null,
        error: now.error,
      },
    }),
    'POST /api/run': async (request) => simulate(JSON.parse(await readBody(request)).parameters ?? {}),
    'POST /api/cancel': async () => {
      now.cancelled = true;
      return { status: 204 };
    },
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://127.0.0.1'),
      key = `${request.method} ${url.pathname}`,
      call = CALLS[key];
    log.push(key);
    const said = url.pathname === '/' ? url.searchParams.get('token') : request.headers['x-pawl-token'];
    let answer;
    if (said !== token)
      answer = { status: 403, json: { error: { text: 'the token is missing or wrong', where: null } } };
    else if (!call) answer = { status: 404, json: { error: { text: 'there is nothing here', where: null } } };
    else
      answer = await call(request).catch((error) => ({
        status: error.status ?? 400,
        json: { error: { text: error.message, where: null } },
      }));
    const type = answer.html
      ? 'text/html; charset=utf-8'
      : answer.bytes
        ? 'application/octet-stream'
        : 'application/json';
    response.writeHead(answer.status, {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(answer.html ?? answer.bytes ?? (answer.json ? JSON.stringify(answer.json) : ''));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/?token=${token}`,
    log,
    now,
    save(text) {
      now.error = text.includes('broken') ? WRONG : null;
      if (now.error) return;
      now.extra = text;
      now.run++;
      last = make();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await startServer({ slow: Number(process.argv[2] ?? 0) });
  console.log(server.url);
}
