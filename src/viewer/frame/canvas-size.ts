/** Follows a canvas's size on the page, in pixels of the device. */

/** Smallest and largest edge that is drawn. */
const MIN_EDGE = 1;

export interface CanvasSize {
  /** To be called when the limit has changed. */
  update(): void;
  /**
   * To be called once a frame. Chromium's developer tools play another pixel ratio without telling
   * of it before something else asks the page for its styles, and never when they go back to 1.
   */
  followPixelRatio(): void;
  destroy(): void;
}

interface Edges {
  readonly width: number;
  readonly height: number;
}

/** What the browser says of the canvas's box. */
interface Box {
  /** Pixels of the page, and parts of them. */
  readonly css: Edges;
  /** Whole pixels of the screen that it covers; null where the browser does not say. */
  readonly device: Edges | null;
}

/** `onResize` gets whole pixels, at once and after every change; `limitOf` says what is allowed. */
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
    // Told by the browser: at a fractional pixel ratio, size times ratio may be a pixel off, and the
    // picture would be stretched by it.
    observer.observe(canvas, { box: "device-pixel-content-box" });
  } catch {
    // Safari knows no such box.
    observer.observe(canvas);
  }
  // The pixel ratio changes without the box: zoom, or a window moved to another screen.
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

/** A query tells when the ratio that it names is left; then the next one is asked. */
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
  // Inline is down where the page writes downwards.
  const isTurned = contentBoxSize[0].inlineSize !== css.width;
  const device = isTurned
    ? { width: blockSize, height: inlineSize }
    : { width: inlineSize, height: blockSize };
  return { css, device };
}

/**
 * What the browser says it covers is taken where it can be: after a change of the pixel ratio it is
 * old, and where another screen is played (a browser's developer tools) it is of the real one.
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
