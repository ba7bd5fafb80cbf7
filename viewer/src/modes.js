/* The modes of contacts: a colour, and always a second sign: the mark at the point, the pattern in the score,
 * a word. */

const TABLE = [
  { word: 'open', letter: 'O', mark: 'ring', pattern: 'thin', light: '#78818b', dark: '#8d97a2' },
  { word: 'sliding', letter: 'SL', mark: 'diamond', pattern: 'hatched', light: '#c2560c', dark: '#ff9a4d' },
  { word: 'sticking', letter: 'ST', mark: 'square', pattern: 'solid', light: '#1560b0', dark: '#64acf5' },
  { word: 'impact', letter: 'IM', mark: 'star', pattern: 'solid', light: '#b3184d', dark: '#ff7fa6' },
  { word: 'pressed', letter: 'PR', mark: 'bars', pattern: 'ruled', light: '#1a6b3c', dark: '#62c98c' },
  { word: 'released', letter: 'RE', mark: 'sides', pattern: 'half', light: '#7d6100', dark: '#dcbb4c' },
];
const UNKNOWN = { letter: '?', mark: 'ring', pattern: 'dotted', light: '#6b5b95', dark: '#b9a7e0' };
const BEGINNINGS = [
  ['slid', 1],
  ['slip', 1],
  ['stick', 2],
  ['stuck', 2],
  ['clos', 2],
  ['roll', 2],
  ['open', 0],
  ['free', 0],
  ['impact', 3],
  ['press', 4],
  ['push', 4],
  ['releas', 5],
  ['slack', 0],
  ['taut', 4],
];

export const MODE_DASHES = {
  thin: [2, 4],
  hatched: [8, 4],
  solid: [],
  dotted: [1, 3],
  ruled: [14, 3],
  half: [6, 3, 1, 3],
};

/* Those that a run has, in the order of the table. */
export function modesOf(contacts) {
  const words = new Set(contacts.flatMap(({ modes }) => modes.map(({ mode }) => modeOf(mode).letter)));
  return TABLE.filter(({ letter }) => words.has(letter));
}

/* Words that begin alike are alike: "sliding", "sliding back". */
export function modeOf(word) {
  const found = BEGINNINGS.find(([start]) => String(word).startsWith(start));
  return found ? { ...TABLE[found[1]], word } : { ...UNKNOWN, word: String(word) };
}

/* The sign of a mode round a point: a cross in it, and an outline that differs. Sizes in pixels. */
export function drawMode(ctx, mode, x, y, size, theme) {
  const color = mode[theme],
    r = size;
  ctx.save();
  ctx.translate(x, y);
  ctx.lineCap = 'round';
  const line = (...points) =>
    points.forEach(([px, py], i) => (i ? ctx.lineTo(px * r, py * r) : ctx.moveTo(px * r, py * r)));
  const strokes = (halo) => {
    ctx.beginPath();
    for (const stroke of SIGNS[mode.mark]) line(...stroke);
    ctx.lineWidth = (mode.mark === 'ring' ? 1.2 : 1.8) + halo;
    ctx.stroke();
  };
  ctx.strokeStyle = theme === 'dark' ? 'rgba(20,23,27,0.75)' : 'rgba(255,255,255,0.8)';
  strokes(2.4);
  ctx.strokeStyle = color;
  strokes(0);
  ctx.restore();
}

/* Crosses: a small one; a large one; an upright one in a square; an upright and a slanting one; one between bars above
 * and below; one between bars at its sides. */
const SIGNS = {
  ring: [
    [
      [-0.55, -0.55],
      [0.55, 0.55],
    ],
    [
      [0.55, -0.55],
      [-0.55, 0.55],
    ],
  ],
  diamond: [
    [
      [-1, -1],
      [1, 1],
    ],
    [
      [1, -1],
      [-1, 1],
    ],
    [
      [-1.3, 0.45],
      [-1.75, 0],
      [-1.3, -0.45],
    ],
    [
      [1.3, 0.45],
      [1.75, 0],
      [1.3, -0.45],
    ],
  ],
  square: [
    [
      [-0.95, 0],
      [0.95, 0],
    ],
    [
      [0, -0.95],
      [0, 0.95],
    ],
    [
      [-0.95, -0.95],
      [0.95, -0.95],
      [0.95, 0.95],
      [-0.95, 0.95],
      [-0.95, -0.95],
    ],
  ],
  star: [
    [
      [-1, -1],
      [1, 1],
    ],
    [
      [1, -1],
      [-1, 1],
    ],
    [
      [-1.3, 0],
      [1.3, 0],
    ],
    [
      [0, -1.3],
      [0, 1.3],
    ],
  ],
  bars: [
    [
      [-0.9, -0.9],
      [0.9, 0.9],
    ],
    [
      [0.9, -0.9],
      [-0.9, 0.9],
    ],
    [
      [-1.1, -1.4],
      [1.1, -1.4],
    ],
    [
      [-1.1, 1.4],
      [1.1, 1.4],
    ],
  ],
  sides: [
    [
      [-0.7, -0.7],
      [0.7, 0.7],
    ],
    [
      [0.7, -0.7],
      [-0.7, 0.7],
    ],
    [
      [-1.4, -0.9],
      [-1.4, 0.9],
    ],
    [
      [1.4, -0.9],
      [1.4, 0.9],
    ],
  ],
};

/* Fills a bar of the score. */
export function drawBar(ctx, mode, x, y, width, height, theme) {
  const color = mode[theme];
  ctx.fillStyle = ctx.strokeStyle = color;
  if (mode.pattern === 'thin') {
    ctx.fillRect(x, y + height / 2 - 1, width, 2);
  } else if (mode.pattern === 'dotted') {
    for (let k = 0; k < width; k += 6) ctx.fillRect(x + k, y + height / 2 - 1.5, 3, 3);
  } else if (mode.pattern === 'solid') {
    ctx.fillRect(x, y + 2, width, height - 4);
  } else if (mode.pattern === 'half') {
    ctx.fillRect(x, y + height / 2, width, height / 2 - 2);
  } else if (mode.pattern === 'ruled') {
    ctx.fillRect(x, y + 2, width, 3);
    ctx.fillRect(x, y + height - 5, width, 3);
    ctx.globalAlpha = 0.35;
    ctx.fillRect(x, y + 5, width, height - 10);
    ctx.globalAlpha = 1;
  } else {
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y + 2, width, height - 4);
    ctx.clip();
    ctx.globalAlpha = 0.35;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.lineWidth = 1.6;
    ctx.beginPath();
    const start = Math.floor((x - height) / 6) * 6;
    for (let k = start; k < x + width; k += 6) {
      ctx.moveTo(k, y + height);
      ctx.lineTo(k + height, y);
    }
    ctx.stroke();
    ctx.restore();
  }
}
