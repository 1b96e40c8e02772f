/** prop_dynamic and prop_physics: props.cpp of Source SDK 2013. A renderer reads their state. */

import {
  type EntityClass,
  type EntityWorld,
  type Input,
  input,
  key,
  layoutOf,
  notRun,
  textValue,
  value,
} from "../../entity-class.ts";
import { BREAK_INPUTS, BREAK_OUTPUTS, HEALTH_FIELDS, spawnHealth } from "./breaking.ts";

const prop = layoutOf({
  ...HEALTH_FIELDS,
  skin: key("skin", "integer"),
  body: key("body", "integer"),
  /** Share of the animation's own speed. */
  playbackRate: key("playbackrate", "float", 1),
  /** Sequence that plays, and the second at which it began. */
  animation: textValue(),
  animationStart: value(),
  defaultAnimation: key("DefaultAnim", "text"),
  isDisabled: key("StartDisabled", "boolean"),
  isSolid: value(1),
});
const { at } = prop;

const NO_COLLISION = 256;

function play(world: EntityWorld, self: number, animation: number): void {
  world.set(self, at.animation, animation);
  world.set(self, at.animationStart, world.time);
  world.set(self, at.playbackRate, 1);
  // The engine sends it without an activator.
  world.fire(self, "OnAnimationBegun", -1);
}

/** Inputs of everything that has a model. */
const MODEL_INPUTS: Readonly<Record<string, Input>> = {
  Skin: input((world, self, e) => world.set(self, at.skin, e.value), "integer"),
  SetBodyGroup: input((world, self, e) => world.set(self, at.body, e.value), "integer"),
  SetPlaybackRate: input((world, self, e) => world.set(self, at.playbackRate, e.value), "float"),
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
  think: (world, self) => world.remove(self),
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
