/**
 * Turns mouse, touch and keyboard input into an orbit: drag to turn; wheel or two fingers to zoom;
 * right button, Shift or two fingers to pan. Arrows, plus and minus do the same.
 */

import { writeForward } from "../../math/angles.ts";
import { clampPitch, type ViewerCamera, wrapYaw } from "../camera/camera.ts";
import { isWheelOurs, type KeyTarget, wheelNotches } from "./input-target.ts";

// Motion of the orbit camera around a target. No DOM, no allocation.

/** Limits of the distance, inches. */
export const MIN_ORBIT_DISTANCE = 8;
export const MAX_ORBIT_DISTANCE = 65_536;

/** Distance of the target if the camera looks at nothing, inches. */
const DEFAULT_ORBIT_DISTANCE = 512;

/** Distance in inches by which the camera must differ to count as moved by other code. */
const MOVED = 0.01;

export class OrbitMotion {
  #x = 0;
  #y = 0;
  #z = 0;
  #distance = 0;
  readonly #left = new Float64Array(5).fill(Number.NaN);
  readonly #forward = new Float32Array(3);

  /** Distance from the camera to the target in inches; 0 if there is no target. */
  get distance(): number {
    return this.#distance;
  }

  /** Whether a target is set, and the camera has not been moved by other code. */
  holds(camera: ViewerCamera): boolean {
    const left = this.#left;
    return (
      Math.abs(left[0] - camera.x) < MOVED &&
      Math.abs(left[1] - camera.y) < MOVED &&
      Math.abs(left[2] - camera.z) < MOVED &&
      Math.abs(left[3] - camera.pitch) < MOVED &&
      Math.abs(left[4] - camera.yaw) < MOVED
    );
  }

  /** Sets the target straight ahead. */
  aim(camera: ViewerCamera, distance: number): void {
    this.#distance = clampDistance(distance);
    const forward = this.#forward;
    writeForward(forward, camera.pitch, camera.yaw);
    this.#x = camera.x + forward[0] * this.#distance;
    this.#y = camera.y + forward[1] * this.#distance;
    this.#z = camera.z + forward[2] * this.#distance;
    this.#leave(camera);
  }

  /** Turns the camera around the target, in degrees. */
  turn(camera: ViewerCamera, yaw: number, pitch: number): void {
    camera.yaw = wrapYaw(camera.yaw + yaw);
    camera.pitch = clampPitch(camera.pitch + pitch);
    this.#place(camera);
  }

  /** Multiplies the distance to the target. */
  zoom(camera: ViewerCamera, factor: number): void {
    this.#distance = clampDistance(this.#distance * factor);
    this.#place(camera);
  }

  /** Moves camera and target in the view plane, left and up, as fractions of the distance. */
  pan(camera: ViewerCamera, left: number, up: number): void {
    const yaw = (camera.yaw * Math.PI) / 180;
    const pitch = (camera.pitch * Math.PI) / 180;
    const l = left * this.#distance;
    const u = up * this.#distance;
    this.#x += -Math.sin(yaw) * l + Math.sin(pitch) * Math.cos(yaw) * u;
    this.#y += Math.cos(yaw) * l + Math.sin(pitch) * Math.sin(yaw) * u;
    this.#z += Math.cos(pitch) * u;
    this.#place(camera);
  }

  #place(camera: ViewerCamera): void {
    const forward = this.#forward;
    writeForward(forward, camera.pitch, camera.yaw);
    camera.x = this.#x - forward[0] * this.#distance;
    camera.y = this.#y - forward[1] * this.#distance;
    camera.z = this.#z - forward[2] * this.#distance;
    this.#leave(camera);
  }

  #leave(camera: ViewerCamera): void {
    this.#left[0] = camera.x;
    this.#left[1] = camera.y;
    this.#left[2] = camera.z;
    this.#left[3] = camera.pitch;
    this.#left[4] = camera.yaw;
  }
}

function clampDistance(distance: number): number {
  return Math.min(MAX_ORBIT_DISTANCE, Math.max(MIN_ORBIT_DISTANCE, distance));
}

/** Degrees of a drag over the canvas's height. */
const DEGREES_A_HEIGHT = 180;

/** Factor of the distance per notch of the wheel. */
const WHEEL_FACTOR = 1.15;

const KEY_DEGREES = 5;

export interface OrbitControls {
  stop(): void;
  destroy(): void;
}

export interface OrbitControlsOptions {
  readonly keyTarget: KeyTarget;
  /** Camera that is moved immediately, so that the dragged point stays under the pointer. */
  readonly camera: ViewerCamera;
  /**
   * Returns the distance to the surface at the centre of the view in inches; `null` if there is
   * none.
   */
  readonly findDistance: () => number | null;
  /** Called before anything moves. */
  readonly onInput: () => void;
}

interface Pointer {
  x: number;
  y: number;
}

export function createOrbitControls(
  canvas: HTMLCanvasElement,
  { keyTarget, camera, findDistance, onInput }: OrbitControlsOptions,
): OrbitControls {
  const motion = new OrbitMotion();
  const pointers = new Map<number, Pointer>();
  const unbind = new AbortController();
  const { signal } = unbind;

  /** Starts an input. The target is kept unless other code moved the camera. */
  const begin = (): void => {
    onInput();
    if (!motion.holds(camera)) motion.aim(camera, findDistance() ?? DEFAULT_ORBIT_DISTANCE);
  };
  const degreesAPixel = (): number => DEGREES_A_HEIGHT / Math.max(1, canvas.clientHeight);
  /** Returns the size of a pixel at the target, as a fraction of the distance. */
  const distanceAPixel = (): number => {
    const tangent = Math.tan((camera.fov * Math.PI) / 360) * (3 / 4);
    return (2 * tangent) / Math.max(1, canvas.clientHeight);
  };

  const onDown = (event: PointerEvent): void => {
    canvas.focus({ preventScroll: true });
    if (event.pointerType === "mouse" && event.button !== 0 && event.button !== 2) return;
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    begin();
  };
  const onMove = (event: PointerEvent): void => {
    const pointer = pointers.get(event.pointerId);
    if (pointer === undefined) return;
    const dx = event.clientX - pointer.x;
    const dy = event.clientY - pointer.y;
    begin();
    if (pointers.size === 2) {
      movePinch(event.pointerId, pointer, event.clientX, event.clientY);
    } else if ((event.buttons & 2) !== 0 || event.shiftKey) {
      motion.pan(camera, dx * distanceAPixel(), dy * distanceAPixel());
    } else if (pointers.size === 1) {
      motion.turn(camera, -dx * degreesAPixel(), dy * degreesAPixel());
    }
    pointer.x = event.clientX;
    pointer.y = event.clientY;
  };
  /** Handles one of two fingers: their distance zooms, the point between them pans. */
  const movePinch = (id: number, from: Pointer, x: number, y: number): void => {
    for (const [otherId, other] of pointers) {
      if (otherId === id) continue;
      const before = Math.hypot(from.x - other.x, from.y - other.y);
      const after = Math.hypot(x - other.x, y - other.y);
      if (before > 0 && after > 0) motion.zoom(camera, before / after);
      const scale = distanceAPixel() / 2;
      motion.pan(camera, (x - from.x) * scale, (y - from.y) * scale);
    }
  };
  const onUp = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
  };
  const onWheel = (event: WheelEvent): void => {
    if (!isWheelOurs(canvas, keyTarget)) return;
    event.preventDefault();
    if (event.deltaY === 0) return;
    begin();
    motion.zoom(camera, WHEEL_FACTOR ** wheelNotches(event));
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return;
    const target = event.target;
    // A form control beside the canvas needs the arrow keys itself.
    if (
      target instanceof HTMLElement &&
      target !== canvas &&
      target.matches("input, select, textarea")
    )
      return;
    const step = KEY_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    begin();
    if (step.zoom !== 0) motion.zoom(camera, WHEEL_FACTOR ** step.zoom);
    else motion.turn(camera, step.yaw * KEY_DEGREES, step.pitch * KEY_DEGREES);
  };
  canvas.addEventListener("pointerdown", onDown, { signal });
  canvas.addEventListener("pointermove", onMove, { signal });
  canvas.addEventListener("pointerup", onUp, { signal });
  canvas.addEventListener("pointercancel", onUp, { signal });
  canvas.addEventListener("wheel", onWheel, { signal, passive: false });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  keyTarget.addEventListener("keydown", onKey as EventListener, { signal });

  return {
    stop: () => pointers.clear(),
    destroy: () => unbind.abort(),
  };
}

const KEY_STEPS: Readonly<Record<string, { yaw: number; pitch: number; zoom: number }>> = {
  ArrowLeft: { yaw: -1, pitch: 0, zoom: 0 },
  ArrowRight: { yaw: 1, pitch: 0, zoom: 0 },
  ArrowUp: { yaw: 0, pitch: 1, zoom: 0 },
  ArrowDown: { yaw: 0, pitch: -1, zoom: 0 },
  "+": { yaw: 0, pitch: 0, zoom: -1 },
  "=": { yaw: 0, pitch: 0, zoom: -1 },
  "-": { yaw: 0, pitch: 0, zoom: 1 },
};
