/* A made-up model: its text with the lines of its parts, and its drawing, as the producer writes one. */

export function createSheet(path, world, size) {
  const lines = [],
    parts = [],
    items = [],
    bodies = ['ground'];
  const frame = (body, at = [], angle) => {
    const planar = world === 'planar';
    const place = [at[0] ?? 0, at[1] ?? 0, at[2] ?? 0].slice(0, planar ? 2 : 3);
    return planar ? { body, at: place, angle: angle ?? 0 } : { body, at: place, turn: angle ?? [1, 0, 0, 0] };
  };
  return {
    text: (line) => lines.push(line),
    part(name, kind, line) {
      lines.push(line ?? `${kind} ${JSON.stringify(name)} { … }`);
      parts.push({ name, kind, where: `${path}:${lines.length}` });
      return parts.length - 1;
    },
    body(name, line) {
      bodies.push(name);
      return [this.part(name, 'body', line), bodies.length - 1];
    },
    draw(part, draw, role, color, a, more = {}) {
      items.push({ part, draw, role, layer: 0, color, given: false, a, ...more });
    },
    frame,
    drawing: () => ({ world, size, bodies, parts, items }),
    files: () => [{ path, text: lines.join('\n') + '\n' }],
  };
}

export function link(length, half, steps = 10) {
  const points = [];
  for (let i = 0; i <= steps; i++) {
    const a = Math.PI / 2 + (Math.PI * i) / steps;
    points.push([half * Math.cos(a), half * Math.sin(a)]);
  }
  for (let i = 0; i <= steps; i++) {
    const a = -Math.PI / 2 + (Math.PI * i) / steps;
    points.push([length + half * Math.cos(a), half * Math.sin(a)]);
  }
  return points;
}

export function teeth(radius, count) {
  const points = [],
    m = (2 * radius) / count;
  for (let i = 0; i < 4 * count; i++) {
    const r = i % 4 === 1 || i % 4 === 2 ? radius + m : radius - 1.25 * m;
    const a = (2 * Math.PI * (Math.floor(i / 4) + [-0.29, -0.14, 0.14, 0.29][i % 4])) / count;
    points.push([r * Math.cos(a), r * Math.sin(a)]);
  }
  return points;
}

export const ring = (radius, n = 48) =>
  Array.from({ length: n }, (_, i) => [
    radius * Math.cos((2 * Math.PI * i) / n),
    radius * Math.sin((2 * Math.PI * i) / n),
  ]);
export const box = (l, w) => [
  [-l / 2, -w / 2],
  [l / 2, -w / 2],
  [l / 2, w / 2],
  [-l / 2, w / 2],
];

export function ground(sheet, part, at, u) {
  const a = sheet.frame(0, at);
  sheet.draw(part, 'polygon', 'ground', '#7f868f', a, {
    points: [
      [0, 0],
      [-1.6 * u, -2.6 * u],
      [1.6 * u, -2.6 * u],
    ],
  });
  const comb = [];
  for (let i = 0; i < 6; i++) {
    const x = (-2 + 0.9 * i) * u;
    comb.push([x, -2.6 * u], [x - 0.7 * u, -3.3 * u], [x, -2.6 * u]);
  }
  comb.push([2.8 * u, -2.6 * u]);
  sheet.draw(part, 'polyline', 'ground', '#7f868f', a, { width: 0, points: comb });
}

export function pin(sheet, part, body, at, u) {
  sheet.draw(part, 'circle', 'joint', '#4a4f57', sheet.frame(body, at), { radius: 0.6 * u, fill: true });
  sheet.draw(part, 'circle', 'joint', '#4a4f57', sheet.frame(body, at), { radius: 0.25 * u, fill: false });
}

export function mass(sheet, part, body, at, u) {
  const r = 0.5 * u;
  sheet.draw(part, 'circle', 'mass', '#22262b', sheet.frame(body, at), { radius: r, fill: false });
  sheet.draw(part, 'polyline', 'mass', '#22262b', sheet.frame(body, at), {
    width: 0,
    points: [
      [-r, 0],
      [r, 0],
      [0, 0],
      [0, r],
      [0, -r],
    ],
  });
}

export function axes(sheet, u) {
  const l = 6 * u,
    b = 0.4 * u;
  const c = '#8f969f',
    o = sheet.frame(0);
  sheet.draw(null, 'polyline', 'axes', c, o, {
    width: 0,
    points: [
      [0, 0],
      [l, 0],
      [l - 2 * b, b],
      [l, 0],
      [l - 2 * b, -b],
    ],
  });
  sheet.draw(null, 'polyline', 'axes', c, o, {
    width: 0,
    points: [
      [0, 0],
      [0, l],
      [b, l - 2 * b],
      [0, l],
      [-b, l - 2 * b],
    ],
  });
  sheet.draw(null, 'text', 'axes', c, sheet.frame(0, [l + u, 0]), { text: 'x', height: 2 * u });
  sheet.draw(null, 'text', 'axes', c, sheet.frame(0, [0, l + u]), { text: 'y', height: 2 * u });
}
