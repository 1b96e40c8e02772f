/** A hidden page asks for no frames. */
const LONGEST_MS = 50;

/** Resolves when the browser has had the time to show what was drawn: whoever computes for long then lets it be seen. */
export function timeToShow(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // Behind the frame, which is shown when this callback has ended.
      setTimeout(resolve);
    });
  });
}
