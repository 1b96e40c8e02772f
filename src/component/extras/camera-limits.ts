/**
 * Keeps the camera in a box, for the attribute `camera-bounds`, and lets visitors zoom by the field
 * of view down to `min-fov`: with Ctrl and the wheel, a pinch on a touchpad, or the keys Z and X.
 */

import { clampFov, MAX_FOV, MIN_FOV } from "../../viewer/camera/camera.ts";
import type { ExtrasHost, Feature } from "./extras-host.ts";

/** Factor of the field of view per notch of the wheel, and per press of a key. */
const ZOOM = 1.1;
const KEYS: Readonly<Record<string, number>> = { KeyZ: -1, KeyX: 1 };
const EVERYWHERE: readonly number[] = [-1, -1, -1, 1, 1, 1].map((side) => side * Number.MAX_VALUE);

export function createCameraLimits(host: ExtrasHost): Feature {
  const { element, viewer } = host;
  const { canvas } = viewer;
  let box: readonly number[] = EVERYWHERE;
  let minFov = 0;
  /** Field of view that zooming out ends at: the one that the page chose. */
  let wideFov = 0;
  let turn = 0;

  const clamp = (): void => {
    const { camera } = viewer;
    camera.x = Math.min(Math.max(camera.x, box[0]), box[3]);
    camera.y = Math.min(Math.max(camera.y, box[1]), box[4]);
    camera.z = Math.min(Math.max(camera.z, box[2]), box[5]);
    if (minFov > 0 && camera.fov < minFov) camera.fov = minFov;
  };
  const zoom = (notches: number): void => {
    const { camera } = viewer;
    wideFov = Math.max(wideFov, camera.fov);
    camera.fov = Math.min(Math.max(camera.fov * ZOOM ** notches, minFov), wideFov);
  };
  const onWheel = (event: WheelEvent): void => {
    if (minFov === 0 || !event.ctrlKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    zoom(Math.min(Math.max(event.deltaMode === 0 ? event.deltaY / 20 : event.deltaY, -3), 3));
  };
  const onKey = (event: KeyboardEvent): void => {
    const notches = KEYS[event.code];
    if (minFov === 0 || notches === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    zoom(notches);
  };
  const read = async (): Promise<void> => {
    const own = ++turn;
    const fov = element.getAttribute("min-fov");
    minFov = fov === null ? 0 : readFov(fov, host);
    wideFov = 0;
    const bounds = element.getAttribute("camera-bounds");
    const wanted = bounds === null ? EVERYWHERE : await readBox(bounds, host);
    if (own === turn) box = wanted;
  };
  const unbind = new AbortController();
  const { signal } = unbind;
  // Before the controls, which would fly or orbit by the same wheel.
  element.addEventListener("wheel", onWheel, { signal, passive: false, capture: true });
  canvas.addEventListener("keydown", onKey, { signal });
  const stops = [viewer.on("frame", clamp), viewer.on("scene", () => void read())];
  void read();
  return {
    update: () => void read(),
    destroy() {
      turn++;
      unbind.abort();
      for (const stop of stops) stop();
    },
  };
}

function readFov(text: string, host: ExtrasHost): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= MIN_FOV && value <= MAX_FOV) return clampFov(value);
  host.warn(`The attribute min-fov must be ${MIN_FOV} to ${MAX_FOV} degrees, but is "${text}".`);
  return 0;
}

/** Reads six numbers in any order of corners, or "map" for the box of the playable area. */
async function readBox(text: string, host: ExtrasHost): Promise<readonly number[]> {
  if (text.trim().toLowerCase() === "map") {
    if (host.viewer.map === null) return EVERYWHERE;
    const area = await host.viewer.findPlayArea();
    return area === null ? EVERYWHERE : [...area.mins, ...area.maxs];
  }
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  const numbers = words.map(Number);
  if (numbers.length !== 6 || !numbers.every(Number.isFinite)) {
    const rule = 'must be "map" or six numbers, x y z of two corners';
    host.warn(`The attribute camera-bounds ${rule}, but is "${text.slice(0, 60)}".`);
    return EVERYWHERE;
  }
  const [a, b] = [numbers.slice(0, 3), numbers.slice(3)];
  return [
    ...a.map((value, axis) => Math.min(value, b[axis])),
    ...a.map((value, axis) => Math.max(value, b[axis])),
  ];
}
