/* Pictures and films of the stage. What is drawn on several canvases is put onto one. */
import { nameOf } from './data.js';
import { download, h } from './dom.js';

function compose(canvases, target) {
  const ctx = target.getContext('2d');
  for (const canvas of canvases) ctx.drawImage(canvas, 0, 0, target.width, target.height);
}

const FINE = 2400; /* pixels across a picture: enough for a slide */
const even = (n) => Math.max(2, n - (n % 2));

export function createRecorder(store, clock, stage) {
  const { state } = store;
  let recorder = null,
    target = null,
    chunks = [];
  const name = () => (nameOf(state.run.model.path) || 'pawl').replace(/\.lua$/, '').replace(/[^\w.-]+/g, '_');

  /* The spatial canvas keeps its pixels only until the browser has shown them: copy right after drawing. */
  store.view(['time', 'before', 'view', 'size', 'theme', 'recording'], () => {
    if (recorder && target) compose(stage.canvases(), target);
  });

  function start() {
    const first = stage.canvases()[0];
    if (!first || typeof MediaRecorder === 'undefined') {
      store.set({ notice: 'This browser cannot record films.' });
      return;
    }
    target = h('canvas', { width: even(first.width), height: even(first.height) });
    compose(stage.canvases(), target);
    const type = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'].find((t) =>
      MediaRecorder.isTypeSupported(t),
    );
    chunks = [];
    recorder = new MediaRecorder(target.captureStream(60), { mimeType: type, videoBitsPerSecond: 8e6 });
    recorder.ondataavailable = (event) => event.data.size && chunks.push(event.data);
    recorder.onstop = () => {
      recorder = target = null;
      const film = new Blob(chunks, { type: 'video/webm' });
      state.film = film;
      store.set({ recording: false });
      download(`${name()}.webm`, film);
    };
    recorder.start(200);
    store.set({ recording: true, loop: false });
    if (state.time >= state.run.end) clock.seek(state.run.begin);
    clock.play(true);
  }

  /* A film ends where playing ends, but not before there is something in it: a busy machine encodes late. */
  function endSoon() {
    setTimeout(() => {
      if (recorder?.state !== 'recording' || state.playing) return;
      if (chunks.length) recorder.stop();
      else endSoon();
    }, 120);
  }
  store.view(['playing'], () => {
    if (recorder && !state.playing && recorder.state === 'recording') endSoon();
  });

  return {
    toggle() {
      if (recorder) recorder.stop();
      else start();
    },
    picture() {
      stage.fine(FINE, (canvases) => {
        const picture = h('canvas', { width: canvases[0].width, height: canvases[0].height });
        compose(canvases, picture);
        picture.toBlob(
          (blob) => blob && download(`${name()}-${state.time.toPrecision(6)}s.png`, blob),
          'image/png',
        );
      });
    },
  };
}
