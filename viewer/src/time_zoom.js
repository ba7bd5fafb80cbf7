/* Zooming the time in sight over an element that shows it: Ctrl and the wheel, or two fingers. */

/* `timeAt(x)` is the time at x pixels from the element's left edge. */
export function zoomTime(element, clock, timeAt) {
  const place = (event) => event.clientX - element.getBoundingClientRect().left;
  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      clock.zoom(Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) * 0.006), timeAt(place(event)));
    },
    { passive: false },
  );

  const fingers = new Map();
  let apart = 0;
  const distance = () => {
    const [p, q] = [...fingers.values()];
    return Math.max(12, Math.abs(p - q));
  };
  element.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch') return;
    fingers.set(event.pointerId, place(event));
    if (fingers.size === 2) apart = distance();
  });
  element.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, place(event));
    if (fingers.size !== 2) return;
    const [p, q] = [...fingers.values()],
      now = distance();
    clock.zoom(now / apart, timeAt((p + q) / 2));
    apart = now;
  });
  for (const end of ['pointerup', 'pointercancel'])
    element.addEventListener(end, (event) => fingers.delete(event.pointerId));
  return { many: () => fingers.size > 1 };
}
