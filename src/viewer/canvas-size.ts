/** Follows a canvas's size on the page, in pixels of the device. */

/** Smallest and largest edge that is drawn. */
const MIN_EDGE = 1;

export interface CanvasSize {
  /** To be called when the limit has changed. */
  update(): void;
  destroy(): void;
}

/** `onResize` gets whole pixels, at once and after every change; `limitOf` says what is allowed. */
export function observeCanvasSize(
  canvas: HTMLCanvasElement,
  limitOf: () => { readonly maxEdge: number; readonly pixelRatio: number },
  onResize: (width: number, height: number) => void,
): CanvasSize {
  let width = 0;
  let height = 0;
  const update = (): void => {
    const { maxEdge, pixelRatio } = limitOf();
    const ratio = Math.min(devicePixelRatio, pixelRatio);
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
  return {
    update,
    destroy() {
      observer.disconnect();
      window.removeEventListener("resize", update);
    },
  };
}

function toEdge(pixels: number, maxEdge: number): number {
  return Math.min(Math.max(Math.round(pixels), MIN_EDGE), maxEdge);
}
