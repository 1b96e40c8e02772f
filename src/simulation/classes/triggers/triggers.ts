/** Triggers that fire outputs: triggers.cpp of Source SDK 2013. */

import { writeForward } from "../../../math/angles.ts";
import { type EntityClass, type EntityWorld, input, key, value } from "../../entity-class.ts";
import { worldPoint } from "../../hierarchy.ts";
import { FLOAT } from "../../values.ts";
import { endTouch, makeTrigger, passesTrigger, startTouch, triggerLayout } from "./trigger.ts";

// trigger_multiple, trigger_once

const multiple = triggerLayout({ wait: key("wait"), isSpent: value() });
/** Seconds after which a spent trigger goes. */
const REMOVED_AFTER = 0.1;

const isWaiting = (world: EntityWorld, self: number): boolean =>
  world.entities.thinkTick[self] > world.tick;

const triggerMultiple = makeTrigger({
  names: ["trigger_multiple"],
  state: multiple,
  outputs: ["OnTrigger"],
  spawn(world, self) {
    if (world.get(self, multiple.at.wait) === 0) world.set(self, multiple.at.wait, 0.2);
  },
  touch(world, self, other) {
    const { at } = multiple;
    if (world.get(self, at.isSpent) !== 0 || isWaiting(world, self)) return;
    if (!passesTrigger(world, self, other)) return;
    world.fire(self, "OnTrigger", other);
    const wait = world.get(self, at.wait);
    if (wait <= 0) world.set(self, at.isSpent, 1);
    world.thinkIn(self, wait > 0 ? wait : REMOVED_AFTER);
  },
  think(world, self) {
    if (world.get(self, multiple.at.isSpent) !== 0) world.remove(self);
  },
});

const triggerOnce: EntityClass = {
  ...triggerMultiple,
  names: ["trigger_once"],
  spawn(world, self) {
    triggerMultiple.spawn?.(world, self);
    world.set(self, multiple.at.wait, -1);
  },
};

// trigger_look: fires while the player in it looks at its target.

const look = triggerLayout({
  target: key("target", "text"),
  /** Cosine of half the angle in which the target counts as looked at. */
  fieldOfView: key("FieldOfView"),
  /** Seconds to look. */
  lookTime: key("LookTime"),
  /** Seconds after the touch when `OnTimeout` fires instead; 0 for never. */
  timeout: key("timeout"),
  /** Seconds looked so far; -1 while the player looks elsewhere. */
  looked: value(-1),
  lookedLast: value(),
  hasTimedOut: value(),
  isSpent: value(),
  activator: value(-1),
});
const LOOK_FIRES_ONCE = 128;
const eye = new Float32Array(3);
const goal = new Float32Array(3);

function looksAtTarget(world: EntityWorld, self: number): boolean {
  const target = world.find(world.text(self, look.at.target), -1, self, -1, -1);
  if (target < 0) return false;
  const { player, entities } = world;
  const first = player.row * 3;
  worldPoint(entities, target, goal);
  writeForward(eye, entities.angles[first], entities.angles[first + 1]);
  goal[0] -= entities.origin[first];
  goal[1] -= entities.origin[first + 1];
  goal[2] -= entities.origin[first + 2] + player.eyeHeight;
  const length = Math.hypot(goal[0], goal[1], goal[2]) || 1;
  const cosine = (eye[0] * goal[0] + eye[1] * goal[1] + eye[2] * goal[2]) / length;
  return cosine > world.get(self, look.at.fieldOfView);
}

function fireLook(world: EntityWorld, self: number, output: string, activator: number): void {
  world.fire(self, output, activator);
  world.thinkIn(self, -1);
  if (!world.hasFlag(self, LOOK_FIRES_ONCE)) return;
  world.set(self, look.at.isSpent, 1);
  world.thinkIn(self, 0);
}

const triggerLook = makeTrigger({
  names: ["trigger_look"],
  state: look,
  outputs: ["OnTrigger", "OnTimeout"],
  startTouch(world, self, other) {
    const { at } = look;
    startTouch(world, self, other);
    if (other !== world.player.row || world.get(self, at.timeout) === 0) return;
    world.set(self, at.hasTimedOut, 0);
    world.set(self, at.activator, other);
    world.thinkIn(self, world.get(self, at.timeout));
  },
  endTouch(world, self, other) {
    endTouch(world, self, other);
    world.thinkIn(self, -1);
    world.set(self, look.at.looked, -1);
  },
  touch(world, self, other) {
    const { at } = look;
    if (world.get(self, at.hasTimedOut) !== 0 || world.get(self, at.isSpent) !== 0) return;
    if (!looksAtTarget(world, self)) {
      world.set(self, at.looked, -1);
      return;
    }
    const looked = world.get(self, at.looked);
    const seconds = looked < 0 ? 0 : looked + world.time - world.get(self, at.lookedLast);
    world.set(self, at.looked, seconds);
    world.set(self, at.lookedLast, world.time);
    if (seconds < world.get(self, at.lookTime)) return;
    world.set(self, at.looked, -1);
    fireLook(world, self, "OnTrigger", other);
  },
  think(world, self) {
    const { at } = look;
    if (world.get(self, at.isSpent) !== 0) return world.remove(self);
    world.set(self, at.hasTimedOut, 1);
    fireLook(world, self, "OnTimeout", world.get(self, at.activator));
  },
  inputs: {
    FieldOfView: input((world, self, e) => world.set(self, look.at.fieldOfView, e.value), "float"),
    LookTime: input((world, self, e) => world.set(self, look.at.lookTime, e.value), "float"),
  },
});

// trigger_proximity: sends the distance of the nearest toucher from a target.

const proximity = triggerLayout({
  target: key("measuretarget", "text"),
  radius: key("radius"),
  /** Share of the radius that was sent last. */
  sent: value(),
});

const triggerProximity = makeTrigger({
  names: ["trigger_proximity"],
  state: proximity,
  outputs: ["NearestEntityDistance"],
  spawn(world, self) {
    if (world.get(self, proximity.at.radius) === 0) world.set(self, proximity.at.radius, 32);
  },
  startTouch(world, self, other) {
    startTouch(world, self, other);
    if (passesTrigger(world, self, other)) world.thinkIn(self, 0);
  },
  endTouch(world, self, other) {
    endTouch(world, self, other);
    world.thinkIn(self, -1);
  },
  think(world, self) {
    const { at } = proximity;
    const player = world.player.row;
    const target = world.find(world.text(self, at.target), -1, self, -1, -1);
    if (target < 0 || !passesTrigger(world, self, player)) return;
    const { origin } = world.entities;
    const dx = origin[player * 3] - origin[target * 3];
    const dy = origin[player * 3 + 1] - origin[target * 3 + 1];
    const dz = origin[player * 3 + 2] - origin[target * 3 + 2];
    const share = Math.hypot(dx, dy, dz) / world.get(self, at.radius);
    if (share <= 1 && share !== world.get(self, at.sent)) {
      world.set(self, at.sent, share);
      world.fire(self, "NearestEntityDistance", player, FLOAT, share);
    }
    world.thinkIn(self, 0);
  },
});

// trigger_hurt: says whom it hurts; nobody loses health.

const hurt = triggerLayout({
  damage: key("damage"),
  damageType: key("damagetype", "integer"),
  /** Whether the player was hurt since the damage was last dealt. */
  hasHurt: value(),
  dealtAt: value(),
});
const RADIATION = 1 << 18;

/** Hurts the player if it touches; returns whether it does. */
function dealDamage(world: EntityWorld, self: number): boolean {
  const player = world.player.row;
  const isTouching = player >= 0 && world.entities.touchTick[self] >= 0;
  world.set(self, hurt.at.dealtAt, world.time);
  world.set(self, hurt.at.hasHurt, 0);
  return isTouching && hurtPlayer(world, self, player);
}

function hurtPlayer(world: EntityWorld, self: number, player: number): boolean {
  if (!passesTrigger(world, self, player)) return false;
  world.set(self, hurt.at.hasHurt, 1);
  world.fire(self, "OnHurtPlayer", player);
  return true;
}

const isRadiating = (world: EntityWorld, self: number): boolean =>
  (world.get(self, hurt.at.damageType) & RADIATION) !== 0;

const triggerHurt = makeTrigger({
  names: ["trigger_hurt"],
  state: hurt,
  outputs: ["OnHurt", "OnHurtPlayer"],
  spawn(world, self) {
    if (isRadiating(world, self)) world.thinkIn(self, world.randomFloat(0, 0.5));
  },
  touch(world, self) {
    if (world.entities.thinkTick[self] < 0) world.thinkIn(self, 0);
  },
  think(world, self) {
    if (isRadiating(world, self)) {
      if (world.time - world.get(self, hurt.at.dealtAt) >= 0.5) dealDamage(world, self);
      world.thinkIn(self, 0.25);
    } else if (dealDamage(world, self)) world.thinkIn(self, 0.5);
  },
  endTouch(world, self, other) {
    if (world.get(self, hurt.at.hasHurt) === 0) hurtPlayer(world, self, other);
    endTouch(world, self, other);
  },
  inputs: {
    SetDamage: input((world, self, e) => world.set(self, hurt.at.damage, e.value), "float"),
  },
});

/** Triggers of which only the outputs of every trigger run. */
const plain = makeTrigger({
  names: [
    ...["trigger", "trigger_playermovement", "trigger_serverragdoll", "trigger_wind"],
    "func_friction",
  ],
});

export const OUTPUT_TRIGGERS: readonly EntityClass[] = [
  ...[triggerMultiple, triggerOnce, triggerLook, triggerProximity, triggerHurt, plain],
];
