/** Calls a function every animation frame; not while the page is hidden. */

export interface FrameLoop {
  start(): void;
  stop(): void;
}

/** `onFrame` gets the time and the seconds since the frame before: 0 for the first after a pause. */
export function createFrameLoop(onFrame: (nowMs: number, seconds: number) => void): FrameLoop {
  let running = false;
  let request = 0;
  let lastMs = 0;

  const tick = (nowMs: number): void => {
    request = requestAnimationFrame(tick);
    const seconds = lastMs === 0 ? 0 : (nowMs - lastMs) / 1000;
    lastMs = nowMs;
    onFrame(nowMs, seconds);
  };

  const update = (): void => {
    cancelAnimationFrame(request);
    lastMs = 0;
    if (running && !document.hidden) request = requestAnimationFrame(tick);
  };

  return {
    start() {
      if (running) return;
      running = true;
      document.addEventListener("visibilitychange", update);
      update();
    },
    stop() {
      running = false;
      document.removeEventListener("visibilitychange", update);
      update();
    },
  };
}
