/** Zooms and moves an SVG picture: wheel, drag, pinch, arrow keys, plus and minus. */

/** Largest scale, and smallest relative to the scale that shows everything. */
const MOST_SCALE = 3;
const LEAST_PART = 0.5;
/** Scale below which texts cannot be read; the first view is not smaller. */
const READABLE = 0.8;
const KEY_STEP = 60;
/** CSS pixels beyond which a press is a drag and no click. */
const STILL = 4;

export interface GraphZoom {
  /** Shows a picture of this size; if it does not fit, the part around a point. */
  fit(width: number, height: number, x: number, y: number): void;
  /** Scales around the middle. */
  by(factor: number): void;
}

export function makeZoom(svg: SVGSVGElement): GraphZoom {
  let scale = 1;
  let least = 1;
  /** Left top corner of the view in the picture. */
  let left = 0;
  let top = 0;
  const pointers = new Map<number, { x: number; y: number }>();
  let dragged = 0;

  const apply = (): void => {
    const { clientWidth: width, clientHeight: height } = svg;
    svg.setAttribute("viewBox", `${left} ${top} ${width / scale} ${height / scale}`);
  };
  const zoomAt = (x: number, y: number, factor: number): void => {
    const next = Math.min(Math.max(scale * factor, least), MOST_SCALE);
    left += x / scale - x / next;
    top += y / scale - y / next;
    scale = next;
    apply();
  };
  const by = (factor: number): void => zoomAt(svg.clientWidth / 2, svg.clientHeight / 2, factor);
  const move = (x: number, y: number): void => {
    left -= x / scale;
    top -= y / scale;
    apply();
  };

  svg.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { left: x, top: y } = svg.getBoundingClientRect();
      zoomAt(event.clientX - x, event.clientY - y, Math.exp(-event.deltaY * 0.0015));
    },
    { passive: false },
  );
  svg.addEventListener("pointerdown", ({ pointerId, clientX: x, clientY: y }) => {
    if (pointers.size === 0) dragged = 0;
    pointers.set(pointerId, { x, y });
  });
  svg.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
    const pointer = pointers.get(pointerId);
    if (pointer === undefined) return;
    const [x, y] = [clientX - pointer.x, clientY - pointer.y];
    dragged += Math.hypot(x, y);
    // A captured pointer would take the click from the entity under it.
    if (dragged > STILL && !svg.hasPointerCapture(pointerId)) svg.setPointerCapture(pointerId);
    const others = [...pointers].filter(([id]) => id !== pointerId).map(([, at]) => at);
    const [other] = others;
    if (other === undefined) move(x, y);
    else {
      const before = Math.hypot(pointer.x - other.x, pointer.y - other.y);
      const now = Math.hypot(clientX - other.x, clientY - other.y);
      const box = svg.getBoundingClientRect();
      if (before > 0) {
        zoomAt((clientX + other.x) / 2 - box.left, (clientY + other.y) / 2 - box.top, now / before);
      }
      move(x / 2, y / 2);
    }
    pointer.x = clientX;
    pointer.y = clientY;
  });
  for (const name of ["pointerup", "pointercancel"] as const) {
    svg.addEventListener(name, ({ pointerId }) => pointers.delete(pointerId));
  }
  // The end of a drag is no click.
  svg.addEventListener(
    "click",
    (event) => {
      if (dragged > STILL) event.stopPropagation();
    },
    { capture: true },
  );
  const KEYS: Readonly<Record<string, () => void>> = {
    "+": () => by(1.4),
    "-": () => by(1 / 1.4),
    ArrowLeft: () => move(KEY_STEP, 0),
    ArrowRight: () => move(-KEY_STEP, 0),
    ArrowUp: () => move(0, KEY_STEP),
    ArrowDown: () => move(0, -KEY_STEP),
  };
  svg.addEventListener("keydown", (event) => {
    const act = KEYS[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  new ResizeObserver(apply).observe(svg);

  return {
    fit(width, height, x, y) {
      const { clientWidth, clientHeight } = svg;
      const whole = Math.min(clientWidth / width, clientHeight / height, 1);
      least = whole * LEAST_PART;
      scale = Math.max(whole, READABLE);
      left = startOf(width, clientWidth / scale, x);
      top = startOf(height, clientHeight / scale, y);
      apply();
    },
    by,
  };
}

/** Returns where a view begins that shows a length, or a part of it with `at` in its middle. */
function startOf(length: number, view: number, at: number): number {
  if (length <= view) return (length - view) / 2;
  return Math.min(Math.max(at - view / 2, 0), length - view);
}
