/** Which input of a page is a canvas' own. */

export type KeyTarget = HTMLElement | Window;

/**
 * Whether the wheel is to move the camera. In a page that scrolls, only once the canvas was clicked:
 * who scrolls past it must not get stuck.
 */
export function isWheelOurs(canvas: HTMLCanvasElement, keyTarget: KeyTarget): boolean {
  if (keyTarget !== canvas) return true;
  const root = canvas.getRootNode();
  const isRoot = root instanceof Document || root instanceof ShadowRoot;
  return isRoot && root.activeElement === canvas;
}

/** A notch is some 100 pixels or 3 lines; a touchpad sends many small steps. */
export function wheelNotches(event: WheelEvent): number {
  const notches = event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
  return Math.min(Math.max(notches, -3), 3);
}
