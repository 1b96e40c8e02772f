/**
 * Flies with a gamepad in the standard mapping: the left stick moves, the right one looks, triggers
 * go down and up, shoulders slow down and speed up, the D-pad's up and down change the speed.
 */

import { type Viewer, wrapYaw } from "../../viewer/index.ts";

/**
 * Share of a stick's or trigger's range around its rest position that is ignored; sticks never rest
 * at exactly 0.
 */
export const DEAD_ZONE = 0.15;

/** Degrees a second with the stick at its end. */
const TURN_SPEED = 160;
const MAX_PITCH = 89.9;
const FAST_FACTOR = 4;
/** Doublings of the speed a second while the D-pad is held. */
const SPEED_DOUBLINGS = 1;
const MIN_SPEED = 25;
const MAX_SPEED = 12_800;
/** Longest step in seconds, so that the camera does not leap after a pause. */
const MAX_STEP_SECONDS = 0.1;

const BUTTON = {
  slow: 4,
  fast: 5,
  down: 6,
  up: 7,
  help: 8,
  menu: 9,
  speedUp: 12,
  speedDown: 13,
} as const;

/** Motion requested by a gamepad; axes −1 to 1. */
export interface PadWish {
  forward: number;
  left: number;
  up: number;
  turnLeft: number;
  turnDown: number;
  /** Speed factor: 1, or the shoulder buttons' factor. */
  pace: number;
  /** -1, 0 or 1. */
  speedChange: number;
}

/** The part of a `Gamepad` that is read. */
export interface Pad {
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly value: number; readonly pressed: boolean }[];
}

export function createPadWish(): PadWish {
  const nothing = { forward: 0, left: 0, up: 0, turnLeft: 0, turnDown: 0 };
  return { ...nothing, pace: 1, speedChange: 0 };
}

/** Writes the requested motion; returns true if there is any. Allocates nothing. */
export function readPad(pad: Pad, wish: PadWish): boolean {
  const { axes } = pad;
  const move = stickScale(axes[0] ?? 0, axes[1] ?? 0);
  // Adding 0 turns −0 into 0.
  wish.left = -(axes[0] ?? 0) * move + 0;
  wish.forward = -(axes[1] ?? 0) * move + 0;
  const look = stickScale(axes[2] ?? 0, axes[3] ?? 0);
  wish.turnLeft = -(axes[2] ?? 0) * look + 0;
  wish.turnDown = (axes[3] ?? 0) * look + 0;
  wish.up = pullOf(pad, BUTTON.up) - pullOf(pad, BUTTON.down);
  wish.pace =
    (isDown(pad, BUTTON.fast) ? FAST_FACTOR : 1) / (isDown(pad, BUTTON.slow) ? FAST_FACTOR : 1);
  wish.speedChange = Number(isDown(pad, BUTTON.speedUp)) - Number(isDown(pad, BUTTON.speedDown));
  const isMoved = wish.forward !== 0 || wish.left !== 0 || wish.up !== 0;
  return isMoved || wish.turnLeft !== 0 || wish.turnDown !== 0 || wish.speedChange !== 0;
}

/** Returns how far a trigger is pulled, 0 to 1. */
function pullOf({ buttons }: Pad, button: number): number {
  const value = buttons[button]?.value ?? 0;
  return value < DEAD_ZONE ? 0 : (value - DEAD_ZONE) / (1 - DEAD_ZONE);
}

function isDown({ buttons }: Pad, button: number): boolean {
  return buttons[button]?.pressed ?? false;
}

/**
 * Returns the factor for both axes of a stick: 0 in the dead zone, then quadratic up to 1 at the
 * end.
 */
function stickScale(x: number, y: number): number {
  const push = Math.hypot(x, y);
  if (push <= DEAD_ZONE) return 0;
  const beyond = Math.min((push - DEAD_ZONE) / (1 - DEAD_ZONE), 1);
  return (beyond * beyond) / push;
}

/** Moves a camera as requested. `speed`: inches a second. */
export function movePad(
  camera: Viewer["camera"],
  wish: PadWish,
  speed: number,
  seconds: number,
): void {
  camera.yaw = wrapYaw(camera.yaw + wish.turnLeft * TURN_SPEED * seconds);
  const pitch = camera.pitch + wish.turnDown * TURN_SPEED * seconds;
  camera.pitch = Math.min(MAX_PITCH, Math.max(-MAX_PITCH, pitch));
  const yaw = (camera.yaw * Math.PI) / 180;
  const tilt = (camera.pitch * Math.PI) / 180;
  const way = speed * wish.pace * seconds;
  const level = Math.cos(tilt) * wish.forward;
  camera.x += (Math.cos(yaw) * level - Math.sin(yaw) * wish.left) * way;
  camera.y += (Math.sin(yaw) * level + Math.cos(yaw) * wish.left) * way;
  camera.z += (wish.up - Math.sin(tilt) * wish.forward) * way;
}

export interface GamepadEvents {
  /** Called while the gamepad moves the camera, so that a flight can end. */
  onInput(): void;
  onMenu(): void;
  onHelp(): void;
  onConnect(name: string): void;
}

/** Returns a function to call before each frame. */
export function createGamepad(viewer: Viewer, events: GamepadEvents): (nowMs: number) => void {
  const wish = createPadWish();
  let count = 0;
  let lastMs = 0;
  let wasMenu = false;
  let wasHelp = false;
  addEventListener("gamepadconnected", (event) => {
    count++;
    if (event.gamepad.mapping === "standard") events.onConnect(event.gamepad.id);
  });
  addEventListener("gamepaddisconnected", () => {
    count--;
  });

  const firstPad = (): Gamepad | null => {
    for (const pad of navigator.getGamepads()) if (pad?.mapping === "standard") return pad;
    return null;
  };
  return (nowMs) => {
    const seconds = Math.min((nowMs - lastMs) / 1000, MAX_STEP_SECONDS);
    lastMs = nowMs;
    // `getGamepads` allocates, so it is not called without a gamepad.
    const pad = count > 0 && !document.querySelector("dialog[open]") ? firstPad() : null;
    if (!pad) return;
    const isMenu = isDown(pad, BUTTON.menu);
    const isHelp = isDown(pad, BUTTON.help);
    const isOpening = (isMenu && !wasMenu) || (isHelp && !wasHelp);
    if (isMenu && !wasMenu) events.onMenu();
    else if (isHelp && !wasHelp) events.onHelp();
    wasMenu = isMenu;
    wasHelp = isHelp;
    if (isOpening || !readPad(pad, wish)) return;
    events.onInput();
    const { controls } = viewer;
    const speed = controls.speed * 2 ** (wish.speedChange * SPEED_DOUBLINGS * seconds);
    if (wish.speedChange !== 0) controls.speed = Math.min(MAX_SPEED, Math.max(MIN_SPEED, speed));
    movePad(viewer.camera, wish, controls.speed, seconds);
  };
}
