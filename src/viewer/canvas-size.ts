/** Follows a canvas's size on the page, in pixels of the device. */

/** More pixels than this a CSS pixel cost time that no eye sees. */
const MAX_PIXEL_RATIO = 2;

/** Smallest and largest edge that is drawn. */
const MIN_EDGE = 1;

/** `onResize` gets whole pixels, at once and after every change. Returns what ends it. */
export function observeCanvasSize(
  canvas: HTMLCanvasElement,
  maxEdge: number,
  onResize: (width: number, height: number) => void,
): () => void {
  let width = 0;
  let height = 0;
  const update = (): void => {
    const ratio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
    const nextWidth = toEdge(canvas.clientWidth * ratio, maxEdge);
    const nextHeight = toEdge(canvas.clientHeight * ratio, maxEdge);
    if (nextWidth === width && nextHeight === height) return;
    width = nextWidth;
    height = nextHeight;
    onResize(width, height);
  };
  const observer = new ResizeObserver(update);
  observer.observe(canvas);
  // The pixel ratio changes without the box: zoom, or a window moved to another screen.
  window.addEventListener("resize", update);
  update();
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", update);
  };
}

function toEdge(pixels: number, maxEdge: number): number {
  return Math.min(Math.max(Math.round(pixels), MIN_EDGE), maxEdge);
}
