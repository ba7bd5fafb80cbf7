/* Colours of canvases, which do not see the style sheet, and colours of parts on a light or dark ground. */

export const PALETTES = {
  light: {
    paper: '#fbfbfa',
    grid: '#eceeef',
    gridStrong: '#dfe2e5',
    ink: '#22262b',
    dim: '#59616b',
    line: '#c9ced4',
    accent: '#0b66c3',
    halo: 'rgba(255,255,255,0.85)',
    selected: '#0b66c3',
    hovered: '#e0a100',
    event: 'rgba(90,98,108,0.28)',
  },
  dark: {
    paper: '#14171b',
    grid: '#1d2126',
    gridStrong: '#282d34',
    ink: '#e4e7ea',
    dim: '#9aa3ad',
    line: '#3a414a',
    accent: '#6cb2ff',
    halo: 'rgba(20,23,27,0.8)',
    selected: '#6cb2ff',
    hovered: '#ffcb45',
    event: 'rgba(180,190,200,0.25)',
  },
};

/* Curves of plots: told apart by dashes too. */
const CURVES = {
  light: ['#0b66c3', '#c2410c', '#15803d', '#7e22ce', '#b91c5c', '#0e7490', '#8a6d00', '#475569'],
  dark: ['#6cb2ff', '#ff9a5c', '#6ddc8c', '#c79bff', '#ff8ab5', '#5fd4e4', '#e6c84a', '#b6c2d1'],
};
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

export function curveStyle(index, theme) {
  const colors = CURVES[theme];
  return { color: colors[index % colors.length], dash: DASHES[Math.floor(index / 2) % DASHES.length] };
}

/* ---- mixing ---- */

function parse(hex) {
  const n = parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

const put = (rgb) =>
  `#${rgb
    .map((x) =>
      Math.round(Math.min(255, Math.max(0, x)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

export function blend(a, b, k) {
  const p = parse(a),
    q = parse(b);
  return put(p.map((x, i) => x + k * (q[i] - x)));
}

function brightness(hex) {
  const [r, g, b] = parse(hex);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}

/* A colour that the user did not choose may change with the ground it is on. */
export function fillOn(color, given, theme) {
  if (given || theme === 'light') return color;
  const light = brightness(color);
  return light < 0.42 ? blend(color, '#ffffff', 0.62 - light) : color;
}

/* A line must be seen, whoever chose its colour: black on a dark ground is not. */
export function strokeOn(color, given, theme) {
  const own = fillOn(color, given, theme),
    light = brightness(own);
  if (theme === 'dark' && light < 0.3) return blend(own, '#ffffff', 0.5);
  return theme === 'light' && light > 0.85 ? blend(own, '#000000', 0.35) : own;
}

/* Of an area: darker than it, or lighter where darker would be lost. */
export function edgeOf(color, theme) {
  if (theme === 'light') return blend(color, '#10151c', 0.38);
  return brightness(color) < 0.25 ? blend(color, '#ffffff', 0.4) : blend(color, '#000000', 0.45);
}
