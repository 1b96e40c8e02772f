/** Dynamic lights, sprites that are drawn by themselves, and textures that change: state for a renderer. */

import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  layoutOf,
  notRun,
  sets,
  switches,
  textValue,
  value,
} from "../../entity-class.ts";
import { worldPoint } from "../../hierarchy.ts";
import { anglesOf } from "../trains/angles.ts";
import { PROJECTED_TEXTURES } from "./projected-textures.ts";

// light_dynamic

const dynamic = layoutOf({
  target: key("target", "text"),
  distance: key("distance"),
  brightness: key("brightness", "integer"),
  color: key("_light", "text"),
  innerCone: key("_inner_cone"),
  cone: key("_cone"),
  spotRadius: key("spotlight_radius"),
  style: key("style", "integer"),
  isOn: value(1),
});
const from = new Float32Array(3);
const to = new Float32Array(3);
const angles = new Float64Array(3);

function lookAtTarget(world: EntityWorld, self: number): void {
  const target = world.find(world.text(self, dynamic.at.target), -1, -1, -1, -1);
  if (target >= 0) {
    worldPoint(world.entities, self, from);
    worldPoint(world.entities, target, to);
    anglesOf(angles, to[0] - from[0], to[1] - from[1], to[2] - from[2]);
    world.entities.angles.set(angles, self * 3);
  }
  world.thinkIn(self, 0.1);
}

const lightDynamic: EntityClass = {
  names: ["light_dynamic"],
  state: dynamic,
  spawn(world, self) {
    if (world.get(self, dynamic.at.target) !== 0) world.thinkIn(self, 0.1);
  },
  think: lookAtTarget,
  inputs: {
    TurnOn: switches(dynamic.at.isOn, true),
    TurnOff: switches(dynamic.at.isOn, false),
    Toggle: input((world, self) =>
      world.set(self, dynamic.at.isOn, 1 - world.get(self, dynamic.at.isOn)),
    ),
    distance: sets(dynamic.at.distance, "float"),
    brightness: sets(dynamic.at.brightness, "integer"),
    _inner_cone: sets(dynamic.at.innerCone, "float"),
    _cone: sets(dynamic.at.cone, "float"),
    spotlight_radius: sets(dynamic.at.spotRadius, "float"),
    style: sets(dynamic.at.style, "integer"),
  },
};

// point_spotlight

const SPOTLIGHT_STARTS_ON = 1;
const spotlight = layoutOf({ isOn: value() });

const setSpotlight = (isOn: boolean) =>
  input((world, self) => {
    if ((world.get(self, spotlight.at.isOn) !== 0) === isOn) return;
    world.set(self, spotlight.at.isOn, isOn ? 1 : 0);
    world.fire(self, isOn ? "OnLightOn" : "OnLightOff", self);
  });

const pointSpotlight: EntityClass = {
  names: ["point_spotlight"],
  state: spotlight,
  outputs: ["OnLightOn", "OnLightOff"],
  spawn(world, self) {
    world.set(self, spotlight.at.isOn, world.hasFlag(self, SPOTLIGHT_STARTS_ON) ? 1 : 0);
  },
  inputs: { LightOn: setSpotlight(true), LightOff: setSpotlight(false) },
};

// env_sprite

const SPRITE_STARTS_ON = 1;
const sprite = layoutOf({ scale: key("scale", "float", 1), color: key("rendercolor", "text") });
const setShown = (world: EntityWorld, self: number, isShown: boolean): void => {
  world.entities.isHidden[self] = isShown ? 0 : 1;
};
const toggleSprite = (world: EntityWorld, self: number): void =>
  setShown(world, self, world.entities.isHidden[self] !== 0);

const envSprite: EntityClass = {
  names: ["env_sprite", "env_sprite_oriented", "env_glow"],
  state: sprite,
  spawn(world, self) {
    const isOn = world.entities.name[self] === 0 || world.hasFlag(self, SPRITE_STARTS_ON);
    setShown(world, self, isOn);
  },
  use: toggleSprite,
  inputs: {
    ShowSprite: input((world, self) => setShown(world, self, true)),
    HideSprite: input((world, self) => setShown(world, self, false)),
    ToggleSprite: input(toggleSprite),
    SetScale: sets(sprite.at.scale, "float"),
    Color: sets(sprite.at.color, "text"),
    ColorRedValue: notRun,
    ColorGreenValue: notRun,
    ColorBlueValue: notRun,
  },
};

// env_texturetoggle, material_modify_control, info_overlay_accessor

const toggle = layoutOf({ target: key("target", "text") });

function setFrames(world: EntityWorld, self: number, frameOf: (before: number) => number): void {
  const { textureFrame } = world.entities;
  const name = world.text(self, toggle.at.target);
  for (let row = name === "" ? -1 : world.find(name, -1, -1, -1, -1); row >= 0; ) {
    textureFrame[row] = frameOf(textureFrame[row]) & 255;
    row = world.find(name, row, -1, -1, -1);
  }
}

const envTexturetoggle: EntityClass = {
  names: ["env_texturetoggle"],
  state: toggle,
  inputs: {
    IncrementTextureIndex: input((world, self) => setFrames(world, self, (frame) => frame + 1)),
    SetTextureIndex: input((world, self, e) => setFrames(world, self, () => e.value), "integer"),
  },
};

const modify = layoutOf({
  material: key("materialName", "text"),
  variable: key("materialVar", "text"),
  /** Value that an input set, and the second at which it did; -1 before. */
  set: textValue(),
  setAt: value(-1),
  /** Text of an animation or a blend that an input began, and when. */
  animation: textValue(),
  blend: textValue(),
  begins: value(-1),
});

const begins = (field: number) =>
  input((world, self, e) => {
    world.set(self, field, e.value);
    world.set(self, modify.at.begins, world.time);
  }, "text");

const materialModifyControl: EntityClass = {
  names: ["material_modify_control"],
  state: modify,
  inputs: {
    SetMaterialVar: input((world, self, e) => {
      world.set(self, modify.at.set, e.value);
      world.set(self, modify.at.setAt, world.time);
    }, "text"),
    SetMaterialVarToCurrentTime: input((world, self) => {
      world.set(self, modify.at.set, world.strings.intern(String(world.time)));
      world.set(self, modify.at.setAt, world.time);
    }),
    StartAnimSequence: begins(modify.at.animation),
    StartFloatLerp: begins(modify.at.blend),
  },
};

const infoOverlayAccessor: EntityClass = {
  names: ["info_overlay_accessor"],
  state: layoutOf({ overlay: key("OverlayID", "integer") }),
};

export const LAMPS: readonly EntityClass[] = [
  ...[...PROJECTED_TEXTURES, lightDynamic, pointSpotlight, envSprite],
  ...[envTexturetoggle, materialModifyControl, infoOverlayAccessor],
];
