/** Longest wait, because a hidden page gets no animation frames. */
const LONGEST_MS = 50;

/**
 * Resolves when the browser has had time to show the last frame. Await it before long computations.
 */
export function timeToShow(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // Runs after the frame, which is shown when this callback has ended.
      setTimeout(resolve);
    });
  });
}
