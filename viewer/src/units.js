/* Display units: SI underneath, what the viewer's user likes on the outside. */

/* SI unit → [label, how many of it make one SI unit], the first is SI itself. */
const CHOICES = {
  m: [
    ['m', 1],
    ['cm', 100],
    ['mm', 1e3],
    ['µm', 1e6],
    ['km', 1e-3],
    ['in', 1 / 0.0254],
  ],
  rad: [
    ['rad', 1],
    ['deg', 180 / Math.PI],
    ['turns', 0.5 / Math.PI],
  ],
  s: [
    ['s', 1],
    ['ms', 1e3],
    ['µs', 1e6],
    ['ns', 1e9],
    ['min', 1 / 60],
    ['h', 1 / 3600],
  ],
  'm/s': [
    ['m/s', 1],
    ['mm/s', 1e3],
    ['km/h', 3.6],
  ],
  'rad/s': [
    ['rad/s', 1],
    ['deg/s', 180 / Math.PI],
    ['rpm', 30 / Math.PI],
  ],
  'm/s^2': [
    ['m/s²', 1],
    ['mm/s²', 1e3],
    ['g', 1 / 9.80665],
  ],
  'rad/s^2': [
    ['rad/s²', 1],
    ['deg/s²', 180 / Math.PI],
  ],
  N: [
    ['N', 1],
    ['mN', 1e3],
    ['kN', 1e-3],
  ],
  'N m': [
    ['N m', 1],
    ['N mm', 1e3],
    ['kN m', 1e-3],
  ],
  'N s': [
    ['N s', 1],
    ['mN s', 1e3],
  ],
  'N m s': [
    ['N m s', 1],
    ['N mm s', 1e3],
  ],
  J: [
    ['J', 1],
    ['mJ', 1e3],
    ['kJ', 1e-3],
  ],
  W: [
    ['W', 1],
    ['mW', 1e3],
    ['kW', 1e-3],
  ],
  'N/m': [
    ['N/m', 1],
    ['N/mm', 1e-3],
  ],
  'N m/rad': [
    ['N m/rad', 1],
    ['N m/deg', Math.PI / 180],
  ],
};

const NAMES = {
  m: 'length',
  rad: 'angle',
  s: 'time',
  'm/s': 'speed',
  'rad/s': 'angular speed',
  'm/s^2': 'acceleration',
  'rad/s^2': 'angular acceleration',
  N: 'force',
  'N m': 'torque',
  'N s': 'impulse',
  'N m s': 'angular impulse',
  J: 'energy',
  W: 'power',
  'N/m': 'stiffness',
  'N m/rad': 'torsional stiffness',
};

/* Whole sets; what a set does not name is SI, and in a set that names nothing the run's own size decides about
 * time and length. */
export const SETS = {
  automatic: {},
  SI: { m: 'm', s: 's' },
  'mm · deg · rpm': {
    m: 'mm',
    rad: 'deg',
    'rad/s': 'rpm',
    'm/s': 'mm/s',
    'm/s^2': 'mm/s²',
    'rad/s^2': 'deg/s²',
    'N m': 'N mm',
    'N/m': 'N/mm',
  },
  'mm · deg · ms': {
    m: 'mm',
    rad: 'deg',
    s: 'ms',
    'rad/s': 'deg/s',
    'm/s': 'mm/s',
    'N m': 'N mm',
    J: 'mJ',
    'N/m': 'N/mm',
  },
};

/* Very short or long runs, very small or large mechanisms: a prefix, so that one can read the numbers. */
const PREFIXES = {
  s: [
    [0, 's'],
    [1e-15, 'ns'],
    [2e-7, 'µs'],
    [2e-4, 'ms'],
    [0.02, 's'],
    [2e4, 'min'],
    [2e5, 'h'],
  ],
  m: [
    [0, 'm'],
    [1e-15, 'µm'],
    [2e-4, 'mm'],
    [0.02, 'm'],
    [2e4, 'km'],
  ],
};

const prefix = (si, size) => PREFIXES[si].findLast(([from]) => size >= from)?.[1] ?? si;

/* The user's choice over what suits a run of that duration and a scene of that span. */
export function unitsFor(chosen, duration, span) {
  const own = Object.entries({ s: duration, m: span })
    .map(([si, size]) => [si, prefix(si, size)])
    .filter(([si, label]) => label !== si);
  return { ...Object.fromEntries(own), ...chosen };
}

export const quantities = () =>
  Object.keys(CHOICES).map((si) => ({ si, name: NAMES[si], labels: CHOICES[si].map(([label]) => label) }));

const pretty = (unit) => unit.replaceAll('^2', '²').replaceAll('^3', '³');

/* How to show numbers of an SI unit: { label, factor }. `chosen` maps SI units to labels. */
export function shown(si, chosen) {
  const found = CHOICES[si]?.find(([label]) => label === chosen[si]) ?? CHOICES[si]?.[0];
  return found ? { label: found[0], factor: found[1] } : { label: pretty(si), factor: 1 };
}

/* A number with so many significant digits, without trailing zeros. */
export function digits(x, count = 5) {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? '–' : x > 0 ? '∞' : '−∞';
  if (x === 0) return '0';
  const size = Math.abs(x);
  const plain = size >= 1e-4 && size < 1e6;
  const text = plain ? String(Number(x.toPrecision(count))) : x.toExponential(count - 1);
  const [mantissa, power] = text.split('e');
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
  return (power ? `${short}e${Number(power)}` : short).replace('-', '−');
}

export function quantity(x, si, chosen, count = 5) {
  const { label, factor } = shown(si, chosen);
  return label ? `${digits(x * factor, count)} ${label}` : digits(x * factor, count);
}

/* Round steps for axes, grids and scale bars: 1, 2 or 5 times a power of ten, at least `least`. */
export function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].find((k) => k * power >= least * (1 - 1e-9));
  return step * power;
}

export function ticks(low, high, most) {
  if (!(high > low)) return [low];
  const step = roundStep((high - low) / most);
  const out = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) out.push(i * step);
  return out;
}
