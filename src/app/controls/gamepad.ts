/**
 * Flies with a gamepad in the standard mapping: the left stick moves, the right one looks, triggers go
 * down and up, shoulders slow down and speed up, the cross's up and down set the speed.
 */

import { type Viewer, wrapYaw } from "../../viewer/index.ts";

/** Of a stick's way: around its middle nothing moves, since no stick is quite still there. */
export const DEAD_ZONE = 0.15;

/** Degrees a second, of a stick at its end. */
const TURN_SPEED = 160;
const MAX_PITCH = 89.9;
const FAST_FACTOR = 4;
/** Speed doubles in a second for who holds the cross. */
const SPEED_DOUBLINGS = 1;
const MIN_SPEED = 25;
const MAX_SPEED = 12_800;
/** After a pause the camera must not leap. */
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

/** What a gamepad wants: axes -1 to 1. */
export interface PadWish {
  forward: number;
  left: number;
  up: number;
  turnLeft: number;
  turnDown: number;
  /** 1, or the shoulders' factor. */
  pace: number;
  /** -1, 0 or 1. */
  speedChange: number;
}

/** What of a gamepad is read. */
export interface Pad {
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly value: number; readonly pressed: boolean }[];
}

export function createPadWish(): PadWish {
  const nothing = { forward: 0, left: 0, up: 0, turnLeft: 0, turnDown: 0 };
  return { ...nothing, pace: 1, speedChange: 0 };
}

/** Writes what the pad wants; returns whether it wants anything. Allocates nothing. */
export function readPad(pad: Pad, wish: PadWish): boolean {
  const { axes } = pad;
  const move = stickScale(axes[0] ?? 0, axes[1] ?? 0);
  // No stick says -0.
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

/** How far a trigger is pulled. */
function pullOf({ buttons }: Pad, button: number): number {
  const value = buttons[button]?.value ?? 0;
  return value < DEAD_ZONE ? 0 : (value - DEAD_ZONE) / (1 - DEAD_ZONE);
}

function isDown({ buttons }: Pad, button: number): boolean {
  return buttons[button]?.pressed ?? false;
}

/** Of both axes of a stick: nothing within the dead zone, then slowly more, 1 at the end. */
function stickScale(x: number, y: number): number {
  const push = Math.hypot(x, y);
  if (push <= DEAD_ZONE) return 0;
  const beyond = Math.min((push - DEAD_ZONE) / (1 - DEAD_ZONE), 1);
  return (beyond * beyond) / push;
}

/** Moves a camera as the pad wants. `speed`: inches a second. */
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
  /** Something is moved: a flight gives the camera away. */
  onInput(): void;
  onMenu(): void;
  onHelp(): void;
  onConnect(name: string): void;
}

/** Returns what is to be called before each frame. */
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
    // Asking makes a list; without a gamepad, frames make none.
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
