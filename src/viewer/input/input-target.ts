/** Decides which page input belongs to a canvas. */

export type KeyTarget = HTMLElement | Window;

/**
 * Whether the wheel moves the camera. In a scrolling page it does so only after the canvas was
 * clicked, so that scrolling past it does not get stuck.
 */
export function isWheelOurs(canvas: HTMLCanvasElement, keyTarget: KeyTarget): boolean {
  if (keyTarget !== canvas) return true;
  const root = canvas.getRootNode();
  const isRoot = root instanceof Document || root instanceof ShadowRoot;
  return isRoot && root.activeElement === canvas;
}

/** Returns wheel notches: one is about 100 pixels or 3 lines; a touchpad sends many small steps. */
export function wheelNotches(event: WheelEvent): number {
  const notches = event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
  return Math.min(Math.max(notches, -3), 3);
}
