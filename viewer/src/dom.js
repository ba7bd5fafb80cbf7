/* Building the page from data: text is always text, never markup. */

/* h('button', { class: 'x', onclick: f, 'aria-label': '…' }, 'text', child, …) */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key in PROPERTIES) element[key] = value;
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const PROPERTIES = { value: 1, checked: 1, textContent: 1, selected: 1, disabled: 1, hidden: 1 };

/* Icons are ours: 24 × 24, strokes. */
const ICONS = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  first: 'M6 5v14M18 5l-9 7 9 7z',
  last: 'M18 5v14M6 5l9 7-9 7z',
  back: 'M15 5l-8 7 8 7z',
  forward: 'M9 5l8 7-8 7z',
  before: 'M12 5l-7 7 7 7M19 8v8',
  after: 'M12 5l7 7-7 7M5 8v8',
  loop: 'M5 12a6 6 0 0 1 6-6h7m-3-3 3 3-3 3M19 12a6 6 0 0 1-6 6H6m3 3-3-3 3-3',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  whole: 'M4 6v12M20 6v12M8 12h8M11 9l-3 3 3 3M13 9l3 3-3 3',
  cube: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5',
  flat: 'M8 4h12v12H8zM4 8h12v12H4zM4 8l4-4M16 8l4-4M16 20l4-4M4 20l4-4',
  panel: 'M4 5h16v14H4zM14 5v14',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  record: 'M12 6a6 6 0 1 0 .01 0z',
  camera: 'M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 1 0 .01 0z',
  theme: 'M12 4a8 8 0 1 0 .01 0zM12 4v16',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5',
  close: 'M6 6l12 12M18 6L6 18',
};

export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

export function iconButton(name, label, onclick, attributes = {}) {
  return h(
    'button',
    { type: 'button', class: 'icon-button', title: label, 'aria-label': label, onclick, ...attributes },
    icon(name),
  );
}

/* A place where channels can be dropped. */
export function takeDrops(element, take) {
  element.addEventListener('dragover', (event) => {
    event.preventDefault();
    event.stopPropagation();
    element.classList.add('over');
  });
  element.addEventListener('dragleave', () => element.classList.remove('over'));
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    event.stopPropagation();
    element.classList.remove('over');
    take(event.dataTransfer.getData('text/plain'));
  });
}

export function download(name, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const url = URL.createObjectURL(blob);
  const link = h('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/* A canvas as many pixels as the screen has under it. Returns true when the size changed. */
export function fitCanvas(canvas, width, height, ratio = devicePixelRatio || 1) {
  const w = Math.max(1, Math.round(width * ratio)),
    he = Math.max(1, Math.round(height * ratio));
  if (canvas.width === w && canvas.height === he) return false;
  canvas.width = w;
  canvas.height = he;
  return true;
}
