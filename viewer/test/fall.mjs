/* A block that falls, bounces, slides and sticks: in closed form between events. */

export const G = 9.81,
  MASS = 0.2;

export function fall({ restitution, friction }, start, floor) {
  const events = [],
    legs = [];
  let t = 0,
    { x, y, vx, vy } = start,
    lostImpact = 0;
  const event = (from, to, reason, impulse = 0, energy_lost = 0) =>
    events.push({ time: t, part: 'landing', from, to, reason, impulse, energy_lost });
  for (let bounce = 0; ; bounce++) {
    const h = y - floor,
      flight = (vy + Math.sqrt(vy * vy + 2 * G * h)) / G;
    legs.push({ begin: t, x, y, vx, vy, ax: 0, ay: -G, mode: 'open', lostImpact });
    t += flight;
    x += vx * flight;
    y = floor;
    const hit = G * flight - vy;
    const up = bounce < 5 && hit > 0.15 ? restitution * hit : 0;
    const slip = Math.min(Math.abs(vx), friction * (hit + up)) * Math.sign(vx);
    const lost = 0.5 * MASS * (hit * hit - up * up + vx * vx - (vx - slip) ** 2);
    vx -= slip;
    lostImpact += lost;
    event('open', 'sliding', 'impact', MASS * (hit + up), lost);
    if (up === 0) break;
    vy = up;
    event('sliding', 'open', 'rebound');
  }
  const stop = friction > 0 ? Math.abs(vx) / (friction * G) : Infinity;
  legs.push({
    begin: t,
    x,
    y,
    vx,
    vy: 0,
    ax: -Math.sign(vx) * friction * G,
    ay: 0,
    mode: 'sliding',
    lostImpact,
  });
  if (Number.isFinite(stop)) {
    x += 0.5 * vx * stop;
    t += stop;
    event('sliding', 'sticking', 'slip ended');
    legs.push({ begin: t, x, y, vx: 0, vy: 0, ax: 0, ay: 0, mode: 'sticking', lostImpact });
  }
  return { events, legs };
}

export function stateOf(leg, t) {
  const d = t - leg.begin;
  return {
    x: leg.x + leg.vx * d + 0.5 * leg.ax * d * d,
    y: leg.y + leg.vy * d + 0.5 * leg.ay * d * d,
    vx: leg.vx + leg.ax * d,
    vy: leg.vy + leg.ay * d,
  };
}

/* Rows at multiples of dt, and two for each event: before and after. */
export function rowsOf(legs, duration, dt) {
  const rows = [];
  let leg = 0;
  for (let i = 0; i <= Math.round(duration / dt); i++) {
    const t = Math.min(i * dt, duration);
    while (leg + 1 < legs.length && legs[leg + 1].begin <= t) {
      rows.push({ t: legs[leg + 1].begin, leg }, { t: legs[leg + 1].begin, leg: leg + 1 });
      leg++;
    }
    if (rows.at(-1)?.t !== t) rows.push({ t, leg });
  }
  return rows;
}
