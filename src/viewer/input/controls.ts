/** The camera's controls: whichever are wanted, changed at any time. */

import type { ViewerCamera } from "../camera/camera.ts";
import type { ControlsMode, ViewerControls } from "../viewer-types.ts";
import { createFlyControls, DEFAULT_SPEED, type FlyControls } from "./fly-controls.ts";
import type { KeyTarget } from "./input-target.ts";
import { createOrbitControls, type OrbitControls } from "./orbit-controls.ts";

export interface CanvasControls extends ViewerControls {
  /** Moves the camera by what was done since the last call. Allocates nothing. */
  update(camera: ViewerCamera, seconds: number): void;
  destroy(): void;
}

export interface ControlsOptions {
  readonly mode: ControlsMode;
  readonly keyTarget: KeyTarget;
  readonly camera: ViewerCamera;
  /** Inches to what lies at the middle of the picture; null: nothing does. */
  readonly findDistance: () => number | null;
  /** Called when the user moves the camera. */
  readonly onInput: () => void;
}

export function createControls(
  canvas: HTMLCanvasElement,
  options: ControlsOptions,
): CanvasControls {
  const { keyTarget, onInput } = options;
  const hadTabIndex = canvas.hasAttribute("tabindex");
  const touchAction = canvas.style.touchAction;
  let mode: ControlsMode = "none";
  let fly: FlyControls | null = null;
  let orbit: OrbitControls | null = null;
  let speed = DEFAULT_SPEED;

  const unbind = (): void => {
    if (fly) speed = fly.speed;
    fly?.destroy();
    orbit?.destroy();
    fly = orbit = null;
  };
  const setMode = (wanted: ControlsMode): void => {
    if (wanted === mode) return;
    unbind();
    mode = wanted;
    const isBound = mode !== "none";
    // The keyboard reaches what has the focus, and a finger that drags must not scroll the page.
    if (isBound && !canvas.hasAttribute("tabindex")) canvas.tabIndex = 0;
    if (!isBound && !hadTabIndex) canvas.removeAttribute("tabindex");
    canvas.style.touchAction = isBound ? "none" : touchAction;
    if (mode === "fly") {
      fly = createFlyControls(canvas, keyTarget, onInput);
      fly.speed = speed;
    } else if (mode === "orbit") {
      orbit = createOrbitControls(canvas, options);
    }
  };
  setMode(options.mode);

  return {
    get mode() {
      return mode;
    },
    set mode(wanted) {
      setMode(wanted);
    },
    get speed() {
      return fly?.speed ?? speed;
    },
    set speed(wanted) {
      speed = wanted;
      if (fly) fly.speed = wanted;
    },
    get slow() {
      return fly?.slow ?? false;
    },
    update: (camera, seconds) => fly?.update(camera, seconds),
    stop() {
      fly?.stop();
      orbit?.stop();
    },
    destroy: () => setMode("none"),
  };
}
