/** Tells whether any of a canvas is within the window, or nearly. */

/** What is about to be scrolled into view is drawn already. */
const MARGIN = "64px";

/** `onChange` is called when it comes into view and when it leaves. Returns what ends it. */
export function observeCanvasSeen(
  canvas: HTMLCanvasElement,
  onChange: (isSeen: boolean) => void,
): () => void {
  const observer = new IntersectionObserver(
    (entries) => onChange(entries[entries.length - 1].isIntersecting),
    { rootMargin: MARGIN },
  );
  observer.observe(canvas);
  return () => observer.disconnect();
}
