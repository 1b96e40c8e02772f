/** func_button and func_rot_button: buttons.cpp of Source SDK 2013. */

import {
  type EntityClass,
  type EntityWorld,
  type Input,
  input,
  key,
  layoutOf,
  textValue,
  value,
} from "../entity-class.ts";
import {
  BUTTON_LOCK_SECONDS,
  buttonSound,
  LOCK_SOUNDS,
  playField,
  playLock,
} from "../sounds/entity-sounds.ts";
import { SOUND } from "../sounds/voice-table.ts";
import { TOUCH } from "../touch/touches.ts";
import { parseIntegerOf } from "../values.ts";
import { isMasterTriggered } from "./masters.ts";
import { forwardOf, moveDistanceOf, TOGGLE_KEYS, turnAbout } from "./toggles.ts";

const DOES_NOT_MOVE = 1;
const TOGGLES = 32;
const TOUCH_ACTIVATES = 256;
const USE_ACTIVATES = 1024;
const LOCKED = 2048;

/** `TOGGLE_STATE` of the SDK: in is pressed. */
const [IN, OUT, GOING_IN, GOING_OUT] = [0, 1, 2, 3];

const button = layoutOf({
  ...TOGGLE_KEYS,
  ...LOCK_SOUNDS,
  sounds: key("sounds", "integer"),
  sound: textValue(),
  state: value(OUT),
  isLocked: value(),
  activator: value(-1),
  /** Tick before which a locked button says nothing again. */
  quietUntil: value(),
  /** Places or angles. */
  out: value(0, 3),
  in: value(0, 3),
});
const { at } = button;

const isRotating = (world: EntityWorld, self: number): boolean => world.classOf(self) === rotButton;
const isLocked = (world: EntityWorld, self: number): boolean => world.get(self, at.isLocked) !== 0;
const stays = (world: EntityWorld, self: number): boolean => world.get(self, at.wait) === -1;

function goTo(world: EntityWorld, self: number, goal: number): void {
  const [a, b, c] = [0, 1, 2].map((axis) => world.get(self, goal + axis));
  const speed = world.get(self, at.speed);
  if (isRotating(world, self)) world.turnTo(self, a, b, c, speed);
  else world.moveTo(self, a, b, c, speed);
}

/** Whether it is locked, or its master does not let it work. */
const isHeld = (world: EntityWorld, self: number): boolean =>
  isLocked(world, self) || !isMasterTriggered(world, self, at.master);

const playPress = (world: EntityWorld, self: number): void =>
  playField(world, self, SOUND.press, at.sound);
const playButtonLock = (world: EntityWorld, self: number, isLocked: boolean): void =>
  playLock(world, self, at, isLocked, BUTTON_LOCK_SECONDS);

function goIn(world: EntityWorld, self: number): void {
  playPress(world, self);
  const isStopped = isHeld(world, self);
  playButtonLock(world, self, isStopped);
  if (isStopped) return;
  world.set(self, at.state, GOING_IN);
  goTo(world, self, at.in);
}

function goOut(world: EntityWorld, self: number): void {
  world.set(self, at.state, GOING_OUT);
  goTo(world, self, at.out);
}

function arrive(world: EntityWorld, self: number): void {
  const activator = world.get(self, at.activator);
  if (world.get(self, at.state) === GOING_IN) {
    if (isHeld(world, self)) return;
    world.set(self, at.state, IN);
    if (!stays(world, self) && !world.hasFlag(self, TOGGLES)) {
      world.thinkIn(self, world.get(self, at.wait));
    }
    world.fire(self, "OnIn", activator);
  } else if (world.get(self, at.state) === GOING_OUT) {
    world.set(self, at.state, OUT);
    world.fire(self, "OnOut", activator);
  }
}

/** States in which each input does nothing, and in which it lets the button out. */
const PRESS = { ignored: [GOING_IN, GOING_OUT], returns: [IN] };
const PRESS_IN = { ignored: [GOING_IN, IN], returns: [] };
const PRESS_OUT = { ignored: [GOING_OUT, OUT], returns: [IN, GOING_IN] };

const press = ({ ignored, returns }: { ignored: number[]; returns: number[] }): Input =>
  input((world, self, { activator }) => {
    const state = world.get(self, at.state);
    if (ignored.includes(state)) return;
    if (isLocked(world, self)) {
      playButtonLock(world, self, true);
      return;
    }
    const isReturning = returns.includes(state);
    if (isReturning) playPress(world, self);
    world.fire(self, "OnPressed", activator);
    if (isReturning) goOut(world, self);
    else goIn(world, self);
  });

function use(world: EntityWorld, self: number, activator: number): void {
  const state = world.get(self, at.state);
  if (state === GOING_IN || state === GOING_OUT) return;
  if (!isRotating(world, self) && !world.hasFlag(self, USE_ACTIVATES)) return;
  if (isLocked(world, self)) {
    playButtonLock(world, self, true);
    if (world.time <= world.get(self, at.quietUntil)) return;
    world.fire(self, "OnUseLocked", activator);
    world.set(self, at.quietUntil, world.time + 0.5);
    return;
  }
  world.set(self, at.activator, activator);
  if (state === IN && !world.hasFlag(self, TOGGLES)) return;
  if (state === IN) playPress(world, self);
  world.fire(self, "OnPressed", activator);
  if (state === IN) goOut(world, self);
  else goIn(world, self);
}

function touch(world: EntityWorld, self: number, other: number): void {
  if (!world.hasFlag(self, TOUCH_ACTIVATES)) return;
  const state = world.get(self, at.state);
  const returns = state === IN && world.hasFlag(self, TOGGLES) && !stays(world, self);
  world.set(self, at.activator, other);
  if (state !== OUT && !returns) return;
  if (isHeld(world, self)) {
    playButtonLock(world, self, true);
    return;
  }
  if (returns) playPress(world, self);
  world.fire(self, "OnPressed", other);
  if (returns) goOut(world, self);
  else goIn(world, self);
}

function spawnAny(world: EntityWorld, self: number): void {
  if (world.get(self, at.speed) === 0) world.set(self, at.speed, 40);
  if (world.get(self, at.wait) === 0) world.set(self, at.wait, 1);
  if (world.hasFlag(self, LOCKED)) world.set(self, at.isLocked, 1);
  world.set(self, at.sound, buttonSound(world, world.get(self, at.sounds)));
  // The keys of locks are numbers of buttons' sounds.
  for (const field of [at.lockedSound, at.unlockedSound]) {
    world.set(self, field, buttonSound(world, parseIntegerOf(world.text(self, field))));
  }
  if (world.hasFlag(self, TOUCH_ACTIVATES)) world.setTouchKind(self, TOUCH.solid);
}

const common = {
  state: button,
  outputs: ["OnDamaged", "OnPressed", "OnUseLocked", "OnIn", "OnOut"],
  inputs: {
    Lock: input((world, self) => world.set(self, at.isLocked, 1)),
    Unlock: input((world, self) => world.set(self, at.isLocked, 0)),
    Press: press(PRESS),
    PressIn: press(PRESS_IN),
    PressOut: press(PRESS_OUT),
  },
  think: goOut,
  moveDone: arrive,
  touch,
  use,
} as const;

const funcButton: EntityClass = {
  ...common,
  names: ["func_button"],
  spawn(world, self) {
    spawnAny(world, self);
    const lip = world.get(self, at.lip) || 4;
    const forward = forwardOf(world, self, at.direction);
    const distance = moveDistanceOf(world, self, forward, lip);
    const isStill = world.hasFlag(self, DOES_NOT_MOVE) || Math.abs(distance) < 1;
    for (let axis = 0; axis < 3; axis++) {
      const start = world.entities.origin[self * 3 + axis];
      world.set(self, at.out + axis, start);
      world.set(self, at.in + axis, isStill ? start : start + forward[axis] * distance);
    }
  },
};

const rotButton: EntityClass = {
  ...common,
  names: ["func_rot_button"],
  spawn(world, self) {
    spawnAny(world, self);
    for (let i = 0; i < 3; i++) {
      const start = world.entities.angles[self * 3 + i];
      world.set(self, at.out + i, start);
      world.set(self, at.in + i, start + turnAbout(world, self, i, world.get(self, at.distance)));
    }
  },
};

export const BUTTONS: readonly EntityClass[] = [funcButton, rotButton];
