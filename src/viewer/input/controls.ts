/** Camera controls, which can be switched at any time. */

import type { ControlsMode, ViewerControls } from "../base-viewer.ts";
import type { ViewerCamera } from "../camera/camera.ts";
import type { FlyControls } from "./fly-controls.ts";
import type { KeyTarget } from "./input-target.ts";
import type { OrbitControls } from "./orbit-controls.ts";

/** Inches per second; a player runs at 250 to 320. */
const DEFAULT_SPEED = 400;

export interface CanvasControls extends ViewerControls {
  /** Moves the camera by the input since the last call. Allocates nothing. */
  update(camera: ViewerCamera, seconds: number): void;
  destroy(): void;
}

export interface ControlsOptions {
  readonly mode: ControlsMode;
  readonly keyTarget: KeyTarget;
  readonly camera: ViewerCamera;
  /**
   * Returns the distance to the surface at the centre of the view in inches; `null` if there is
   * none.
   */
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
  /** Number of mode changes; controls loaded for an earlier mode are not bound. */
  let turn = 0;

  const unbind = (): void => {
    if (fly) speed = fly.speed;
    fly?.destroy();
    orbit?.destroy();
    fly = orbit = null;
  };
  /** Loads the controls' code in parallel with the map, so that no picture waits for it. */
  const bind = async (): Promise<void> => {
    const own = ++turn;
    if (mode === "fly") {
      const { createFlyControls } = await import("./fly-controls.ts");
      if (own === turn) fly = createFlyControls(canvas, keyTarget, speed, onInput);
    } else if (mode === "orbit") {
      const { createOrbitControls } = await import("./orbit-controls.ts");
      if (own === turn) orbit = createOrbitControls(canvas, options);
    }
  };
  const setMode = (wanted: ControlsMode): void => {
    if (wanted === mode) return;
    unbind();
    mode = wanted;
    const isBound = mode !== "none";
    // Keys go to the focused element, and dragging with a finger must not scroll the page.
    if (isBound && !canvas.hasAttribute("tabindex")) canvas.tabIndex = 0;
    if (!isBound && !hadTabIndex) canvas.removeAttribute("tabindex");
    canvas.style.touchAction = isBound ? "none" : touchAction;
    void bind();
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
