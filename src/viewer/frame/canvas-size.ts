/** Tracks the size of a canvas in device pixels. */

/** Smallest edge that is drawn. */
const MIN_EDGE = 1;

export interface CanvasSize {
  /** Call this after the limit changed. */
  update(): void;
  /**
   * Call this once per frame. Chromium's developer tools change the emulated pixel ratio without an
   * event until something queries the page's styles, and send none when they return to 1.
   */
  followPixelRatio(): void;
  destroy(): void;
}

interface Edges {
  readonly width: number;
  readonly height: number;
}

/** Size of the canvas's box as the browser reports it. */
interface Box {
  /** CSS pixels, possibly fractional. */
  readonly css: Edges;
  /** Device pixels, integers; `null` if the browser does not report them. */
  readonly device: Edges | null;
}

/**
 * @param limitOf returns the present limits
 * @param onResize gets the size in whole pixels, at once and after every change
 */
export function observeCanvasSize(
  canvas: HTMLCanvasElement,
  limitOf: () => { readonly maxEdge: number; readonly pixelRatio: number },
  onResize: (width: number, height: number) => void,
): CanvasSize {
  let width = 0;
  let height = 0;
  let box: Box = {
    css: { width: canvas.clientWidth, height: canvas.clientHeight },
    device: null,
  };
  let ratio = devicePixelRatio;
  const update = (): void => {
    ratio = devicePixelRatio;
    const { maxEdge, pixelRatio } = limitOf();
    const covered = coveredPixels(box);
    const scale = Math.min(1, pixelRatio / ratio);
    const nextWidth = toEdge(covered.width * scale, maxEdge);
    const nextHeight = toEdge(covered.height * scale, maxEdge);
    if (nextWidth === width && nextHeight === height) return;
    width = nextWidth;
    height = nextHeight;
    onResize(width, height);
  };
  const observer = new ResizeObserver((entries) => {
    box = readBox(entries[entries.length - 1]);
    update();
  });
  try {
    // At a fractional pixel ratio, size times ratio may be off by a pixel, which would stretch the
    // picture. The browser's value is exact.
    observer.observe(canvas, { box: "device-pixel-content-box" });
  } catch {
    // Safari does not support this box.
    observer.observe(canvas);
  }
  // Zoom, or a move to another screen, changes the pixel ratio but not the box.
  const stopWatching = watchPixelRatio(update);
  update();
  return {
    update,
    followPixelRatio() {
      if (devicePixelRatio !== ratio) update();
    },
    destroy() {
      observer.disconnect();
      stopWatching();
    },
  };
}

/**
 * Watches the pixel ratio. A media query fires when its ratio no longer matches; then a new query
 * is created.
 */
function watchPixelRatio(onChange: () => void): () => void {
  let query: MediaQueryList;
  const ask = (): void => {
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener("change", change);
  };
  const change = (): void => {
    query.removeEventListener("change", change);
    ask();
    onChange();
  };
  ask();
  return () => query.removeEventListener("change", change);
}

function readBox({
  contentRect: css,
  contentBoxSize,
  devicePixelContentBoxSize,
}: ResizeObserverEntry): Box {
  const told = devicePixelContentBoxSize?.[0];
  if (told === undefined) return { css, device: null };
  const { inlineSize, blockSize } = told;
  // In vertical writing modes the inline axis is vertical.
  const isTurned = contentBoxSize[0].inlineSize !== css.width;
  const device = isTurned
    ? { width: blockSize, height: inlineSize }
    : { width: inlineSize, height: blockSize };
  return { css, device };
}

/**
 * Returns the size in device pixels, as the browser reports it if plausible. That value is outdated
 * just after a change of the pixel ratio, and refers to the real screen under device emulation.
 */
function coveredPixels({ css, device }: Box): Edges {
  const width = css.width * devicePixelRatio;
  const height = css.height * devicePixelRatio;
  const isNear =
    device !== null && Math.abs(device.width - width) <= 1 && Math.abs(device.height - height) <= 1;
  return isNear ? device : { width, height };
}

function toEdge(pixels: number, maxEdge: number): number {
  return Math.min(Math.max(Math.round(pixels), MIN_EDGE), maxEdge);
}
