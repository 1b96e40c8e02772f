/** Brushes that turn, slide, or come and go: bmodels.cpp, func_movelinear.cpp, modelentities.cpp of Source SDK 2013. */

import { clamp } from "../../math/vec3.ts";
import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  layoutOf,
  notRun,
  value,
} from "../entity-class.ts";
import { playField } from "../sounds/entity-sounds.ts";
import { SOUND } from "../sounds/voice-table.ts";
import { TICK_SECONDS } from "../tick.ts";
import { reportDamage } from "./damage.ts";
import { FAN_SOUNDS, followSpeed } from "./sounds/fan-sounds.ts";
import { forwardOf, moveDistanceOf } from "./toggles.ts";

// func_rotating

const STARTS_ON = 1;
const BACKWARDS = 2;
const ROLLS = 4;
const PITCHES = 8;
const ACCELERATES = 16;

/** Phases of a rotation; `moveDone` continues the current one after each interval. */
const [ROTATING, SPINNING_UP, SPINNING_DOWN, REVERSING] = [0, 1, 2, 3];

const rotating = layoutOf({
  ...FAN_SOUNDS,
  maxSpeed: key("maxspeed"),
  /** Percent. */
  friction: key("fanfriction"),
  damage: key("dmg"),
  speed: value(),
  target: value(),
  isReversed: value(),
  stopsAtStart: value(),
  mode: value(ROTATING),
  start: value(0, 3),
});

const rotationAxis = (world: EntityWorld, self: number): number =>
  world.hasFlag(self, ROLLS) ? 2 : world.hasFlag(self, PITCHES) ? 0 : 1;

/** Degrees from the start, -180 to 180. */
function degreesFromStart(world: EntityWorld, self: number): number {
  const axis = rotationAxis(world, self);
  const turned = world.entities.angles[self * 3 + axis] - world.get(self, rotating.at.start + axis);
  const degrees = ((turned % 360) + 360) % 360;
  return degrees > 180 ? degrees - 360 : degrees;
}

function goToStart(world: EntityWorld, self: number): void {
  for (let i = 0; i < 3; i++) {
    world.entities.angles[self * 3 + i] = world.get(self, rotating.at.start + i);
  }
}

const nextInterval = (world: EntityWorld, self: number): number =>
  world.get(self, rotating.at.stopsAtStart) === 0 ? 0.1 : TICK_SECONDS;

function updateSpeed(world: EntityWorld, self: number, wanted: number): void {
  const { at } = rotating;
  const before = world.get(self, at.speed);
  const most = world.get(self, at.maxSpeed);
  let speed = clamp(wanted, -most, most);
  if (world.get(self, at.stopsAtStart) !== 0 && wanted < 100) {
    const away = Math.abs(degreesFromStart(world, self));
    if (wanted <= 25 && away < 1) {
      world.set(self, at.target, 0);
      world.set(self, at.stopsAtStart, 0);
      speed = 0;
      goToStart(world, self);
    } else if (away > 90) speed = before;
    else speed = Math.sign(before || -1) * Math.max(away, 20);
  }
  world.set(self, at.speed, speed);
  followSpeed(world, self, at, before / most, speed / most);
  const axis = rotationAxis(world, self);
  const turn = world.hasFlag(self, BACKWARDS) ? -speed : speed;
  world.spin(self, axis === 0 ? turn : 0, axis === 1 ? turn : 0, axis === 2 ? turn : 0);
}

function rotate(world: EntityWorld, self: number): void {
  const { at } = rotating;
  world.set(self, at.mode, ROTATING);
  world.waitForMove(self, 10);
  if (world.get(self, at.stopsAtStart) === 0) return;
  world.waitForMove(self, nextInterval(world, self));
  const perTick =
    world.entities.angularVelocity[self * 3 + rotationAxis(world, self)] * TICK_SECONDS;
  if (Math.abs(degreesFromStart(world, self)) >= Math.abs(perTick)) return;
  setTarget(world, self, 0);
  goToStart(world, self);
  world.set(self, at.stopsAtStart, 0);
}

function setTarget(world: EntityWorld, self: number, wanted: number): void {
  const { at } = rotating;
  const target = world.get(self, at.isReversed) === 0 ? Math.abs(wanted) : -Math.abs(wanted);
  world.set(self, at.target, target);
  const speed = world.get(self, at.speed);
  let mode = ROTATING;
  if (!world.hasFlag(self, ACCELERATES)) updateSpeed(world, self, target);
  else if (speed * target < 0) mode = REVERSING;
  else if (Math.abs(speed) < Math.abs(target)) mode = SPINNING_UP;
  else if (Math.abs(speed) > Math.abs(target)) mode = SPINNING_DOWN;
  world.set(self, at.mode, mode);
  world.waitForMove(self, nextInterval(world, self));
}

/** Slows down by friction, and returns whether the target is reached. */
function spinDown(world: EntityWorld, self: number, target: number): boolean {
  const { at } = rotating;
  const before = world.get(self, at.speed);
  const lost = 0.1 * world.get(self, at.maxSpeed) * world.get(self, at.friction);
  const speed = Math.max(Math.abs(before) - lost, 0);
  const isDone = speed <= Math.abs(target);
  updateSpeed(world, self, isDone ? target : before < 0 ? -speed : speed);
  return isDone && world.get(self, at.stopsAtStart) === 0;
}

function spinUp(world: EntityWorld, self: number): void {
  const { at } = rotating;
  const target = world.get(self, at.target);
  const gained = 0.2 * world.get(self, at.maxSpeed) * world.get(self, at.friction);
  const speed = Math.abs(world.get(self, at.speed)) + gained;
  const isDone = speed >= Math.abs(target);
  updateSpeed(world, self, isDone ? target : target < 0 ? -speed : speed);
  if (isDone && world.get(self, at.stopsAtStart) === 0) rotate(world, self);
  world.waitForMove(self, nextInterval(world, self));
}

const start = (world: EntityWorld, self: number): void =>
  setTarget(world, self, world.get(self, rotating.at.maxSpeed));
const stopsAnywhere = (world: EntityWorld, self: number): void =>
  world.set(self, rotating.at.stopsAtStart, 0);

function useRotating(world: EntityWorld, self: number): void {
  if (world.get(self, rotating.at.speed) !== 0) setTarget(world, self, 0);
  else start(world, self);
}

const funcRotating: EntityClass = {
  names: ["func_rotating"],
  state: rotating,
  spawn(world, self) {
    const { at } = rotating;
    world.set(self, at.friction, world.get(self, at.friction) / 100 || 1);
    world.set(self, at.maxSpeed, Math.abs(world.get(self, at.maxSpeed)) || 100);
    for (let i = 0; i < 3; i++) world.set(self, at.start + i, world.entities.angles[self * 3 + i]);
    if (world.hasFlag(self, STARTS_ON)) world.thinkIn(self, 0.2);
  },
  think: useRotating,
  use: useRotating,
  startBlocked: (world, self, other) =>
    reportDamage(world, self, other, world.get(self, rotating.at.damage)),
  moveDone(world, self) {
    const { at } = rotating;
    switch (world.get(self, at.mode)) {
      case SPINNING_UP:
        spinUp(world, self);
        break;
      case SPINNING_DOWN:
        if (spinDown(world, self, world.get(self, at.target))) rotate(world, self);
        else world.waitForMove(self, nextInterval(world, self));
        break;
      case REVERSING:
        if (spinDown(world, self, 0)) setTarget(world, self, world.get(self, at.target));
        else world.waitForMove(self, nextInterval(world, self));
        break;
      default:
        rotate(world, self);
    }
  },
  inputs: {
    Start: input((world, self) => {
      stopsAnywhere(world, self);
      start(world, self);
    }),
    Stop: input((world, self) => {
      stopsAnywhere(world, self);
      setTarget(world, self, 0);
    }),
    StopAtStartPos: input((world, self) => {
      world.set(self, rotating.at.stopsAtStart, 1);
      setTarget(world, self, 0);
      world.waitForMove(self, nextInterval(world, self));
    }),
    Toggle: input((world, self) =>
      world.get(self, rotating.at.speed) > 0 ? setTarget(world, self, 0) : start(world, self),
    ),
    Reverse: input((world, self) => {
      stopsAnywhere(world, self);
      world.set(self, rotating.at.isReversed, 1 - world.get(self, rotating.at.isReversed));
      setTarget(world, self, world.get(self, rotating.at.speed));
    }),
    StartForward: input((world, self) => {
      world.set(self, rotating.at.isReversed, 0);
      start(world, self);
    }),
    StartBackward: input((world, self) => {
      stopsAnywhere(world, self);
      world.set(self, rotating.at.isReversed, 1);
      start(world, self);
    }),
    SetSpeed: input((world, self, e) => {
      stopsAnywhere(world, self);
      world.set(self, rotating.at.isReversed, e.value < 0 ? 1 : 0);
      setTarget(
        world,
        self,
        clamp(Math.abs(e.value), 0, 1) * world.get(self, rotating.at.maxSpeed),
      );
    }, "float"),
  },
};

// func_movelinear, func_water_analog

/** Sound that a mover plays, or played last. */
const [NO_SOUND, START_SOUND, STOP_SOUND] = [0, 1, 2];

const linear = layoutOf({
  startSound: key("StartSound", "text"),
  stopSound: key("StopSound", "text"),
  sound: value(NO_SOUND),
  speed: key("speed"),
  lip: key("lip"),
  distance: key("MoveDistance"),
  /** 0 closed to 1 open. */
  startPosition: key("StartPosition"),
  direction: key("movedir", "vector"),
  damage: key("BlockDamage"),
  closed: value(0, 3),
  open: value(0, 3),
});

/** Goes to a share of the way, 0 closed to 1 open. */
function slideTo(world: EntityWorld, self: number, share: number, speed: number): void {
  const { at } = linear;
  const goal = [0, 1, 2].map((axis) => {
    const closed = world.get(self, at.closed + axis);
    return closed + share * (world.get(self, at.open + axis) - closed);
  });
  const { origin } = world.entities;
  const away = Math.hypot(...goal.map((one, axis) => one - origin[self * 3 + axis]));
  if (away <= 0.001 || speed === 0) return;
  world.thinkIn(self, -1);
  if (world.get(self, at.startSound) !== 0 && world.get(self, at.sound) !== START_SOUND) {
    world.set(self, at.sound, START_SOUND);
    playField(world, self, SOUND.move, at.startSound);
  }
  world.moveTo(self, goal[0], goal[1], goal[2], speed);
}

/** Stops the sound of a move, unless another move has followed it at once. */
function stopMoveSound(world: EntityWorld, self: number): void {
  const { at } = linear;
  if (world.get(self, at.sound) === START_SOUND) world.stopSound(self, SOUND.move);
  if (world.get(self, at.stopSound) === 0 || world.get(self, at.sound) === STOP_SOUND) return;
  world.set(self, at.sound, STOP_SOUND);
  playField(world, self, SOUND.move, at.stopSound);
}

const isAt = (world: EntityWorld, self: number, field: number): boolean =>
  [0, 1, 2].every(
    (axis) => world.entities.origin[self * 3 + axis] === world.get(self, field + axis),
  );

const funcMovelinear: EntityClass = {
  names: ["func_movelinear", "func_water_analog", "momentary_door"],
  state: linear,
  outputs: ["OnFullyOpen", "OnFullyClosed"],
  spawn(world, self) {
    const { at } = linear;
    const { origin } = world.entities;
    if (world.get(self, at.speed) <= 0) world.set(self, at.speed, 100);
    const forward = forwardOf(world, self, at.direction);
    if (world.get(self, at.distance) <= 0) {
      const distance = moveDistanceOf(world, self, forward, world.get(self, at.lip));
      world.set(self, at.distance, distance);
    }
    const distance = world.get(self, at.distance);
    for (let axis = 0; axis < 3; axis++) {
      const closed =
        origin[self * 3 + axis] - forward[axis] * distance * world.get(self, at.startPosition);
      world.set(self, at.closed + axis, closed);
      world.set(self, at.open + axis, closed + forward[axis] * distance);
    }
  },
  think: stopMoveSound,
  startBlocked: (world, self, other) =>
    reportDamage(world, self, other, world.get(self, linear.at.damage)),
  moveDone(world, self) {
    const { startSound, stopSound } = linear.at;
    if (world.get(self, startSound) + world.get(self, stopSound) > 0) world.thinkIn(self, 0.1);
    if (isAt(world, self, linear.at.open)) world.fire(self, "OnFullyOpen", self);
    else if (isAt(world, self, linear.at.closed)) world.fire(self, "OnFullyClosed", self);
  },
  inputs: {
    Open: input((world, self) => slideTo(world, self, 1, world.get(self, linear.at.speed))),
    Close: input((world, self) => slideTo(world, self, 0, world.get(self, linear.at.speed))),
    SetPosition: input(
      (world, self, e) => slideTo(world, self, e.value, world.get(self, linear.at.speed)),
      "float",
    ),
    SetSpeed: input((world, self, e) => {
      world.set(self, linear.at.speed, e.value);
      const { goal, moveTime } = world.entities;
      if (moveTime[self] < 0) return;
      world.moveTo(self, goal[self * 3], goal[self * 3 + 1], goal[self * 3 + 2], e.value);
    }, "float"),
  },
};

// Brushes that come and go.

function setShown(world: EntityWorld, self: number, isShown: boolean): void {
  world.entities.isHidden[self] = isShown ? 0 : 1;
}

const isHidden = (world: EntityWorld, self: number): boolean => world.entities.isHidden[self] !== 0;

const brush = layoutOf({ isDisabled: key("StartDisabled", "integer") });
const toggleShown = input((world, self) => setShown(world, self, isHidden(world, self)));

const funcBrush: EntityClass = {
  names: ["func_brush"],
  state: brush,
  spawn: (world, self) => setShown(world, self, world.get(self, brush.at.isDisabled) === 0),
  inputs: {
    Enable: input((world, self) => setShown(world, self, true)),
    Disable: input((world, self) => setShown(world, self, false)),
    Toggle: toggleShown,
    SetExcluded: notRun,
    SetInvert: notRun,
  },
};

const STARTS_INVISIBLE = 1;

const funcWallToggle: EntityClass = {
  names: ["func_wall_toggle"],
  spawn: (world, self) => setShown(world, self, !world.hasFlag(self, STARTS_INVISIBLE)),
  use: (world, self) => setShown(world, self, isHidden(world, self)),
  inputs: { Toggle: toggleShown },
};

// func_conveyor: carries players, and scrolls the texture of materials that ask for its speed.

const conveyor = layoutOf({
  /** Inches a second; negative backwards. */
  speed: key("speed"),
  /** Angles of the direction. */
  direction: key("movedir", "vector"),
});
const ONLY_SCROLLS = 1;
const turnConveyor = (world: EntityWorld, self: number): void =>
  world.set(self, conveyor.at.speed, -world.get(self, conveyor.at.speed));

const funcConveyor: EntityClass = {
  names: ["func_conveyor"],
  state: conveyor,
  spawn(world, self) {
    if (world.get(self, conveyor.at.speed) === 0) world.set(self, conveyor.at.speed, 100);
  },
  use: turnConveyor,
  conveys(world, self, out) {
    if (world.hasFlag(self, ONLY_SCROLLS)) return false;
    const forward = forwardOf(world, self, conveyor.at.direction);
    const speed = world.get(self, conveyor.at.speed);
    for (let axis = 0; axis < 3; axis++) out[axis] = forward[axis] * speed;
    return true;
  },
  inputs: {
    ToggleDirection: input(turnConveyor),
    // The engine declares this input without a value, so it only stops the conveyor.
    SetSpeed: input((world, self) => world.set(self, conveyor.at.speed, 0)),
  },
};

/** Brushes and points that only stand there. */
const standing: EntityClass = {
  names: [
    ...[
      "func_illusionary",
      "func_wall",
      "info_target",
      "info_teleport_destination",
      "info_landmark",
    ],
    "trigger_transition",
  ],
};

export const BRUSHES: readonly EntityClass[] = [
  ...[funcRotating, funcMovelinear, funcBrush, funcWallToggle, funcConveyor, standing],
];
