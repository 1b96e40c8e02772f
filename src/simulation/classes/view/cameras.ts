/** point_viewcontrol, point_camera and what shows a camera: triggers.cpp, point_camera.cpp of Source SDK 2013. */

import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  layoutOf,
  sets,
  switches,
  value,
} from "../../entity-class.ts";
import { worldPoint } from "../../hierarchy.ts";
import { TICK_SECONDS } from "../../tick.ts";
import { parseFloatOf } from "../../values.ts";
import { angleBetween, anglesOf } from "../trains/angles.ts";

// point_viewcontrol: shows the view through itself, looks at a target, and may move along a path.

const STARTS_AT_PLAYER = 1;
const LOOKS_AT_PLAYER = 2;
const TAKES_CONTROL = 4;
const WAITS_FOREVER = 8;
const SNAPS = 16;

const control = layoutOf({
  target: key("target", "text"),
  path: key("moveto", "text"),
  speed: key("speed"),
  /** Inches a second squared. */
  acceleration: key("acceleration"),
  deceleration: key("deceleration"),
  /** Seconds until the player sees through its own eyes again. */
  wait: key("wait"),
  isOn: value(),
  looksAt: value(-1),
  snaps: value(),
  returnsAt: value(),
  stopsUntil: value(),
  currentSpeed: value(),
  targetSpeed: value(),
  corner: value(-1),
  direction: value(0, 3),
  distance: value(),
});
const { at } = control;
const from = new Float32Array(3);
const to = new Float32Array(3);
const wanted = new Float64Array(3);

function enable(world: EntityWorld, self: number): void {
  if (world.viewEntity === self) return;
  if (world.isAlive(world.viewEntity)) disable(world, world.viewEntity);
  const speed = world.get(self, at.speed);
  world.viewEntity = self;
  world.set(self, at.isOn, 1);
  world.set(self, at.returnsAt, world.time + world.get(self, at.wait));
  world.set(self, at.currentSpeed, speed);
  world.set(self, at.targetSpeed, speed);
  world.set(self, at.snaps, world.hasFlag(self, SNAPS) ? 1 : 0);
  const byName = (field: number): number => {
    const name = world.text(self, field);
    return name === "" ? -1 : world.find(name, -1, self, world.player.row, -1);
  };
  const { player } = world;
  const looksAt = world.hasFlag(self, LOOKS_AT_PLAYER) ? player.row : byName(at.target);
  world.set(self, at.looksAt, looksAt);
  const corner = byName(at.path);
  world.set(self, at.corner, corner);
  world.set(self, at.stopsUntil, world.time);
  if (corner >= 0) startCorner(world, self, corner);
  world.entities.velocity.fill(0, self * 3, self * 3 + 3);
  if (world.hasFlag(self, STARTS_AT_PLAYER) && player.row >= 0) goToEyes(world, self);
  world.set(self, at.distance, 0);
  if (looksAt >= 0) world.thinkIn(self, 0);
  move(world, self);
}

function goToEyes(world: EntityWorld, self: number): void {
  const { origin, angles } = world.entities;
  const first = world.player.row * 3;
  for (let i = 0; i < 3; i++) origin[self * 3 + i] = origin[first + i];
  origin[self * 3 + 2] += world.player.eyeHeight;
  for (let i = 0; i < 3; i++) angles[self * 3 + i] = i === 2 ? 0 : angles[first + i];
}

function disable(world: EntityWorld, self: number): void {
  if (world.viewEntity === self) world.viewEntity = -1;
  world.set(self, at.isOn, 0);
  world.thinkIn(self, -1);
  world.waitForMove(self, -1);
  world.fire(self, "OnEndFollow", self);
}

/** Takes the speed and the wait of a corner. */
function startCorner(world: EntityWorld, self: number, corner: number): void {
  const speed = parseFloatOf(world.mapKey(corner, "speed"));
  if (speed !== 0) world.set(self, at.targetSpeed, speed);
  world.set(self, at.stopsUntil, world.time + parseFloatOf(world.mapKey(corner, "wait")));
}

/** Changes the velocity towards the next corner, a little in each tick. */
function move(world: EntityWorld, self: number): void {
  const corner = world.get(self, at.corner);
  if (!world.isAlive(corner)) return;
  const { origin, velocity } = world.entities;
  const distance = world.get(self, at.distance) - world.get(self, at.currentSpeed) * TICK_SECONDS;
  world.set(self, at.distance, distance);
  if (distance <= 0) {
    world.fire(corner, "OnPass", self);
    const name = world.mapKey(corner, "target");
    const next = name === "" ? -1 : world.find(name, -1, -1, -1, -1);
    world.set(self, at.corner, next);
    if (next < 0) {
      velocity.fill(0, self * 3, self * 3 + 3);
      return;
    }
    startCorner(world, self, next);
    const [x, y, z] = [0, 1, 2].map((i) => origin[next * 3 + i] - origin[self * 3 + i]);
    const length = Math.hypot(x, y, z);
    world.set(self, at.distance, length);
    world.set(self, at.direction, x / (length || 1));
    world.set(self, at.direction + 1, y / (length || 1));
    world.set(self, at.direction + 2, z / (length || 1));
  }
  const stops = world.get(self, at.stopsUntil) > world.time;
  const speed = world.get(self, at.currentSpeed);
  const goal = stops ? 0 : world.get(self, at.targetSpeed);
  const step = world.get(self, stops ? at.deceleration : at.acceleration) * TICK_SECONDS;
  const next = speed + Math.max(-step, Math.min(goal - speed, step));
  world.set(self, at.currentSpeed, next);
  const share = 2 * TICK_SECONDS;
  for (let i = 0; i < 3; i++) {
    const aimed = world.get(self, at.direction + i) * next;
    velocity[self * 3 + i] = aimed * share + velocity[self * 3 + i] * (1 - share);
  }
}

function follow(world: EntityWorld, self: number): void {
  const target = world.get(self, at.looksAt);
  const isOver = !world.hasFlag(self, WAITS_FOREVER) && world.get(self, at.returnsAt) < world.time;
  if (!world.isAlive(target) || isOver) {
    disable(world, self);
    return;
  }
  const { angles, angularVelocity } = world.entities;
  worldPoint(world.entities, target, to);
  worldPoint(world.entities, self, from);
  anglesOf(wanted, to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const first = self * 3;
  if (world.get(self, at.snaps) !== 0) {
    world.set(self, at.snaps, 0);
    for (let i = 0; i < 3; i++) angles[first + i] = wanted[i];
  } else {
    const share = 40 * TICK_SECONDS;
    angularVelocity[first] = angleBetween(angles[first], wanted[0]) * share;
    angularVelocity[first + 1] = angleBetween(angles[first + 1], wanted[1]) * share;
  }
  if (!world.hasFlag(self, TAKES_CONTROL)) slow(world, self);
  world.thinkIn(self, 0);
  world.waitForMove(self, 0.5);
  move(world, self);
}

/** Slows a camera that leaves the player its controls, until it stands. */
function slow(world: EntityWorld, self: number): void {
  const { velocity } = world.entities;
  const first = self * 3;
  for (let i = first; i < first + 3; i++) velocity[i] *= 0.8;
  const speed = Math.hypot(velocity[first], velocity[first + 1], velocity[first + 2]);
  if (speed < 10) velocity.fill(0, first, first + 3);
}

const pointViewcontrol: EntityClass = {
  names: ["point_viewcontrol"],
  state: control,
  outputs: ["OnEndFollow"],
  spawn(world, self) {
    if (world.get(self, at.acceleration) === 0) world.set(self, at.acceleration, 500);
    if (world.get(self, at.deceleration) === 0) world.set(self, at.deceleration, 500);
  },
  think: follow,
  use: (world, self) => (world.get(self, at.isOn) === 0 ? enable : disable)(world, self),
  removed(world, self) {
    if (world.viewEntity === self) world.viewEntity = -1;
  },
  inputs: { Enable: input(enable), Disable: input(disable) },
};

// point_camera

const STARTS_OFF = 1;
const camera = layoutOf({
  fov: key("FOV", "float", 75),
  isOn: value(),
  goal: value(),
  /** Degrees a second. */
  rate: value(),
});
/** Seconds between two steps of a field of view (`CAM_THINK_INTERVAL`). */
const FOV_STEP = 0.05;

const pointCamera: EntityClass = {
  names: ["point_camera"],
  state: camera,
  spawn: (world, self) => world.set(self, camera.at.isOn, world.hasFlag(self, STARTS_OFF) ? 0 : 1),
  think(world, self) {
    const rate = world.get(self, camera.at.rate);
    const goal = world.get(self, camera.at.goal);
    const fov = world.get(self, camera.at.fov) + rate * FOV_STEP;
    const isThere = rate < 0 ? fov <= goal : fov >= goal;
    world.set(self, camera.at.fov, isThere ? goal : fov);
    if (!isThere) world.thinkIn(self, FOV_STEP);
  },
  inputs: {
    SetOn: switches(camera.at.isOn, true),
    SetOff: switches(camera.at.isOn, false),
    SetOnAndTurnOthersOff: input((world, self) => {
      for (let row = world.findClass("point_camera", -1); row >= 0; ) {
        world.set(row, camera.at.isOn, row === self ? 1 : 0);
        row = world.findClass("point_camera", row);
      }
    }),
    ChangeFOV: input((world, self, e) => {
      const [goal, seconds] = world.strings.text(e.value).trim().split(/\s+/);
      const fov = world.get(self, camera.at.fov);
      const wish = goal === "" ? fov : parseFloatOf(goal);
      world.set(self, camera.at.goal, wish);
      world.set(self, camera.at.rate, (wish - fov) / (parseFloatOf(seconds ?? "1") || FOV_STEP));
      world.thinkIn(self, 0);
    }, "text"),
  },
};

// Screens that show a camera's picture.

const link = layoutOf({ target: key("target", "text"), camera: key("PointCamera", "text") });
const infoCameraLink: EntityClass = {
  names: ["info_camera_link"],
  state: link,
  inputs: { SetCamera: sets(link.at.camera, "text") },
};

const monitor = layoutOf({
  camera: key("target", "text"),
  isDisabled: key("StartDisabled", "boolean"),
});
const setShown = (world: EntityWorld, self: number, isShown: boolean): void => {
  world.entities.isHidden[self] = isShown ? 0 : 1;
};

const funcMonitor: EntityClass = {
  names: ["func_monitor"],
  state: monitor,
  spawn: (world, self) => setShown(world, self, world.get(self, monitor.at.isDisabled) === 0),
  inputs: {
    SetCamera: sets(monitor.at.camera, "text"),
    Enable: input((world, self) => setShown(world, self, true)),
    Disable: input((world, self) => setShown(world, self, false)),
    Toggle: input((world, self) => setShown(world, self, world.entities.isHidden[self] !== 0)),
  },
};

export const CAMERAS: readonly EntityClass[] = [
  ...[pointViewcontrol, pointCamera, infoCameraLink, funcMonitor],
];
