/** prop_dynamic and prop_physics: props.cpp of Source SDK 2013. A renderer reads their state. */

import {
  type EntityClass,
  type EntityWorld,
  type Input,
  input,
  key,
  layoutOf,
  notRun,
  value,
} from "../../entity-class.ts";
import { parseVectorOf } from "../../values.ts";
import { BREAK_INPUTS, BREAK_OUTPUTS, HEALTH_FIELDS, isBroken, spawnHealth } from "./breaking.ts";
import { ANIMATED_FIELDS } from "./model-fields.ts";

const prop = layoutOf({
  ...HEALTH_FIELDS,
  ...ANIMATED_FIELDS,
  /** Second of the sequence that the last think saw. */
  advanced: value(),
  defaultAnimation: key("DefaultAnim", "text"),
  isDisabled: key("StartDisabled", "boolean"),
  isSolid: value(1),
});
const { at } = prop;

const NO_COLLISION = 256;

/** Seconds between two looks at whether a sequence has ended. */
const THINK_SECONDS = 0.1;
/** Share of a sequence at which it has ended. */
const ENDED = 0.999;

/** Second of its sequence that an entity shows. */
const playedSeconds = (world: EntityWorld, self: number): number =>
  world.get(self, at.playedSeconds) +
  (world.time - world.get(self, at.playedSince)) * world.get(self, at.playbackRate);

/** Continues the sequence from a second at a rate. */
function playFrom(world: EntityWorld, self: number, seconds: number, rate: number): void {
  world.set(self, at.playedSeconds, seconds);
  world.set(self, at.playedSince, world.time);
  world.set(self, at.playbackRate, rate);
}

function play(world: EntityWorld, self: number, animation: number): void {
  world.set(self, at.animation, animation);
  world.set(self, at.animationStart, world.time);
  world.set(self, at.advanced, 0);
  playFrom(world, self, 0, 1);
  if (endOf(world, self) > 0) world.thinkIn(self, THINK_SECONDS);
  // The engine sends it without an activator.
  world.fire(self, "OnAnimationBegun", -1);
}

/** Seconds after which the sequence has ended; 0 if it never does, or its length is not known. */
const endOf = (world: EntityWorld, self: number): number =>
  world.sequenceSeconds(self, world.text(self, at.animation)) * ENDED;

/** `CDynamicProp::AnimThink`: sees how far the sequence was at the think before. */
function watch(world: EntityWorld, self: number): void {
  const end = endOf(world, self);
  if (end === 0) return;
  if (world.get(self, at.advanced) < end) {
    world.set(self, at.advanced, playedSeconds(world, self));
    world.thinkIn(self, THINK_SECONDS);
    return;
  }
  world.fire(self, "OnAnimationDone", -1);
  const next = world.get(self, at.defaultAnimation);
  if (next !== 0) play(world, self, next);
}

/** Inputs of everything that has a model. */
const MODEL_INPUTS: Readonly<Record<string, Input>> = {
  Skin: input((world, self, e) => world.set(self, at.skin, e.value), "integer"),
  SetBodyGroup: input((world, self, e) => world.set(self, at.body, e.value), "integer"),
  SetPlaybackRate: input(
    (world, self, e) => playFrom(world, self, playedSeconds(world, self), e.value),
    "float",
  ),
  Color: input((world, self, e) => {
    parseVectorOf(world.strings.text(e.value)).forEach((part, i) => {
      world.set(self, at.color + i, part & 255);
    });
  }, "text"),
  ...Object.fromEntries(
    [
      ...["SetCycle", "SetModel", "SetModelScale", "BecomeRagdoll", "fademindist", "fademaxdist"],
      ...["Ignite", "IgniteLifetime", "IgniteNumHitboxFires", "IgniteHitboxFireScale"],
      ...["SetLightingOrigin", "SetLightingOriginHack"],
      ...["EnablePhyscannonPickup", "DisablePhyscannonPickup", "physdamagescale"],
      ...["EnablePuntSound", "DisablePuntSound"],
    ].map((name) => [name, notRun]),
  ),
};

function show(world: EntityWorld, self: number, isShown: boolean): void {
  world.entities.isHidden[self] = isShown ? 0 : 1;
}
const turnOn = input((world, self) => show(world, self, true));
const turnOff = input((world, self) => show(world, self, false));

const OUTPUTS = [...BREAK_OUTPUTS, "OnIgnite"];

const propDynamic: EntityClass = {
  names: ["prop_dynamic", "prop_dynamic_override", "dynamic_prop", "prop_dynamic_ornament"],
  state: prop,
  outputs: [...OUTPUTS, "OnAnimationBegun", "OnAnimationDone"],
  spawn(world, self) {
    spawnHealth(world, self);
    const animation = world.get(self, at.defaultAnimation);
    if (animation !== 0) play(world, self, animation);
    if (world.get(self, at.isDisabled) !== 0) show(world, self, false);
    if (world.hasFlag(self, NO_COLLISION)) world.set(self, at.isSolid, 0);
  },
  think(world, self) {
    if (isBroken(world, self)) world.remove(self);
    else watch(world, self);
  },
  inputs: {
    ...BREAK_INPUTS,
    ...MODEL_INPUTS,
    SetAnimation: input((world, self, e) => play(world, self, e.value), "text"),
    SetDefaultAnimation: input(
      (world, self, e) => world.set(self, at.defaultAnimation, e.value),
      "text",
    ),
    TurnOn: turnOn,
    TurnOff: turnOff,
    Enable: turnOn,
    Disable: turnOff,
    EnableCollision: input((world, self) => world.set(self, at.isSolid, 1)),
    DisableCollision: input((world, self) => world.set(self, at.isSolid, 0)),
    SetAttached: notRun,
    Detach: notRun,
  },
};

const USE_OUTPUT = 0x100;

const propPhysics: EntityClass = {
  names: [
    ...["prop_physics", "prop_physics_override", "physics_prop"],
    ...["prop_physics_multiplayer", "prop_physics_respawnable"],
  ],
  state: prop,
  outputs: [
    ...OUTPUTS,
    ...["OnAwakened", "OnMotionEnabled", "OnPlayerUse", "OnPlayerPickup", "OnOutOfWorld"],
    ...["OnPhysGunPickup", "OnPhysGunOnlyPickup", "OnPhysGunPunt", "OnPhysGunDrop"],
    ...["OnPhysCannonDetach", "OnPhysCannonAnimatePreStarted", "OnPhysCannonAnimatePullStarted"],
    ...["OnPhysCannonAnimatePostStarted", "OnPhysCannonPullAnimFinished"],
  ],
  spawn: spawnHealth,
  use(world, self, activator) {
    const isPlayer = activator >= 0 && activator === world.player.row;
    if (isPlayer && world.hasFlag(self, USE_OUTPUT)) world.fire(self, "OnPlayerUse", self);
  },
  think: (world, self) => world.remove(self),
  inputs: {
    ...BREAK_INPUTS,
    ...MODEL_INPUTS,
    EnableMotion: input((world, self) => world.fire(self, "OnMotionEnabled", self)),
    DisableMotion: notRun,
    Wake: notRun,
    Sleep: notRun,
    DisableFloating: notRun,
  },
};

export const PROPS: readonly EntityClass[] = [propDynamic, propPhysics];
