/**
 * Fog, exposure, colour correction, sun, shadows and the sky: fogcontroller.cpp,
 * env_tonemap_controller.cpp, colorcorrection.cpp and others of Source SDK 2013. Colours are texts.
 */

import {
  type EntityClass,
  type EntityWorld,
  type Input,
  input,
  key,
  layoutOf,
  notRun,
  sets,
  switches,
  textValue,
  value,
} from "../../entity-class.ts";
import { parseFloatOf } from "../../values.ts";

// env_fog_controller

const fog = layoutOf({
  isOn: key("fogenable", "boolean"),
  blends: key("fogblend", "boolean"),
  color: key("fogcolor", "text"),
  color2: key("fogcolor2", "text"),
  start: key("fogstart"),
  end: key("fogend"),
  maxDensity: key("fogmaxdensity", "float", 1),
  farZ: key("farz", "float", -1),
  isRadial: key("fogradial", "boolean"),
  /** Seconds of a transition, when it began (-1: none goes on), and where it goes. */
  duration: key("foglerptime"),
  transition: value(-1),
  changes: value(),
  colorTo: textValue(),
  color2To: textValue(),
  startTo: value(),
  endTo: value(),
});

/** Bits of `changes`: which values the next transition changes. */
const [COLOR, COLOR2, START, END] = [1, 2, 4, 8];

const lerpsTo = (field: number, bit: number, takes: "float" | "text"): Input =>
  input((world, self, e) => {
    world.set(self, field, e.value);
    world.set(self, fog.at.changes, world.get(self, fog.at.changes) | bit);
  }, takes);

const envFogController: EntityClass = {
  names: ["env_fog_controller"],
  state: fog,
  think(world, self) {
    const { at } = fog;
    const changes = world.get(self, at.changes);
    const take = (bit: number, from: number, to: number): void => {
      if ((changes & bit) !== 0) world.set(self, to, world.get(self, from));
    };
    take(COLOR, at.colorTo, at.color);
    take(COLOR2, at.color2To, at.color2);
    take(START, at.startTo, at.start);
    take(END, at.endTo, at.end);
    world.set(self, at.changes, 0);
    world.set(self, at.transition, -1);
  },
  inputs: {
    TurnOn: switches(fog.at.isOn, true),
    TurnOff: switches(fog.at.isOn, false),
    SetStartDist: sets(fog.at.start, "float"),
    SetEndDist: sets(fog.at.end, "float"),
    SetMaxDensity: sets(fog.at.maxDensity, "float"),
    SetColor: sets(fog.at.color, "text"),
    SetColorSecondary: sets(fog.at.color2, "text"),
    SetFarZ: sets(fog.at.farZ, "integer"),
    SetRadial: sets(fog.at.isRadial, "boolean"),
    SetAngles: notRun,
    SetColorLerpTo: lerpsTo(fog.at.colorTo, COLOR, "text"),
    SetColorSecondaryLerpTo: lerpsTo(fog.at.color2To, COLOR2, "text"),
    SetStartDistLerpTo: lerpsTo(fog.at.startTo, START, "float"),
    SetEndDistLerpTo: lerpsTo(fog.at.endTo, END, "float"),
    StartFogTransition: input((world, self) => {
      world.set(self, fog.at.transition, world.time);
      world.thinkIn(self, Math.max(world.get(self, fog.at.duration), 0));
    }),
  },
};

// env_tonemap_controller: -1 stands for the engine's own value.

const tonemap = layoutOf({
  exposureMin: value(-1),
  exposureMax: value(-1),
  bloomScale: value(-1),
  rate: value(-1),
  scale: value(-1),
  /** 1 after an input `UseDefault…`: the engine's exposure, or bloom, replaces the map's. */
  usesOwnExposure: value(),
  usesOwnBloom: value(),
  /** A blend of the scale: from, to, and its seconds. */
  from: value(),
  to: value(),
  begins: value(),
  ends: value(),
});

const unset = (flag: number, ...fields: number[]): Input =>
  input((world, self) => {
    world.set(self, flag, 1);
    for (const field of fields) world.set(self, field, -1);
  });

function blendScale(world: EntityWorld, self: number): void {
  const { at } = tonemap;
  const [begins, ends] = [world.get(self, at.begins), world.get(self, at.ends)];
  const share = ends > begins ? Math.min((world.time - begins) / (ends - begins), 1) : 1;
  const from = world.get(self, at.from);
  world.set(self, at.scale, from + share * (world.get(self, at.to) - from));
  if (share < 1) world.thinkIn(self, 0.1);
}

const envTonemapController: EntityClass = {
  names: ["env_tonemap_controller"],
  state: tonemap,
  think: blendScale,
  inputs: {
    SetAutoExposureMin: sets(tonemap.at.exposureMin, "float"),
    SetAutoExposureMax: sets(tonemap.at.exposureMax, "float"),
    SetBloomScale: sets(tonemap.at.bloomScale, "float"),
    SetTonemapRate: sets(tonemap.at.rate, "float"),
    SetTonemapScale: sets(tonemap.at.scale, "float"),
    UseDefaultAutoExposure: unset(
      tonemap.at.usesOwnExposure,
      tonemap.at.exposureMin,
      tonemap.at.exposureMax,
    ),
    UseDefaultBloomScale: unset(tonemap.at.usesOwnBloom, tonemap.at.bloomScale),
    BlendTonemapScale: input((world, self, e) => {
      const { at } = tonemap;
      const [to, seconds] = world.strings.text(e.value).trim().split(/\s+/);
      if (seconds === undefined) return;
      const scale = world.get(self, at.scale);
      world.set(self, at.from, scale < 0 ? 1 : scale);
      world.set(self, at.to, parseFloatOf(to));
      world.set(self, at.begins, world.time);
      world.set(self, at.ends, world.time + parseFloatOf(seconds));
      world.thinkIn(self, 0.1);
    }, "text"),
    // The engine reads its text wrongly, and does nothing.
    SetBloomScaleRange: notRun,
  },
};

// color_correction and color_correction_volume

const correction = layoutOf({
  file: key("filename", "text"),
  maxWeight: key("maxweight", "float", 1),
  /** Inches from the entity within which it has its whole weight, and beyond which it has none. */
  minFalloff: key("minfalloff"),
  maxFalloff: key("maxfalloff"),
  fadeIn: key("fadeInDuration"),
  fadeOut: key("fadeOutDuration"),
  isDisabled: key("StartDisabled", "boolean"),
  /** Weight now; while it fades, where it began and at what second. */
  weight: value(),
  from: value(),
  begins: value(),
});

function fadeWeight(world: EntityWorld, self: number): void {
  const { at } = correction;
  const isOn = world.get(self, at.isDisabled) === 0;
  const most = world.get(self, at.maxWeight);
  const goal = isOn ? most : 0;
  const from = world.get(self, at.from);
  // A fade that begins in the middle of another takes the rest of its time.
  const part = most > 0 ? Math.min(Math.max(from / most, 0.01), 0.99) : 1;
  const isPart = isOn ? from > 0 : from < most;
  const whole = world.get(self, isOn ? at.fadeIn : at.fadeOut);
  const seconds = isPart ? whole * (isOn ? 1 - part : part) : whole;
  const share = seconds > 0 ? Math.min((world.time - world.get(self, at.begins)) / seconds, 1) : 1;
  world.set(self, at.weight, from + share * (goal - from));
  if (share < 1) world.thinkIn(self, 0.05);
}

const setCorrection = (isOn: boolean): Input =>
  input((world, self) => {
    const { at } = correction;
    world.set(self, at.isDisabled, isOn ? 0 : 1);
    world.set(self, at.from, world.get(self, at.weight));
    world.set(self, at.begins, world.time);
    fadeWeight(world, self);
  });

const colorCorrection: EntityClass = {
  names: ["color_correction", "color_correction_volume"],
  state: correction,
  spawn(world, self) {
    const isOn = world.get(self, correction.at.isDisabled) === 0;
    world.set(self, correction.at.weight, isOn ? 1 : 0);
  },
  think: fadeWeight,
  inputs: {
    Enable: setCorrection(true),
    Disable: setCorrection(false),
    SetFadeInDuration: sets(correction.at.fadeIn, "float"),
    SetFadeOutDuration: sets(correction.at.fadeOut, "float"),
  },
};

// sky_camera, skybox_swapper, env_sun, shadow_control, water_lod_control

const sky = layoutOf({ scale: key("scale", "integer"), fogIsOn: key("fogenable", "boolean") });
const skyCamera: EntityClass = { names: ["sky_camera"], state: sky };

const swapper = layoutOf({ sky: key("SkyboxName", "text"), start: value(-1) });
const skyboxSwapper: EntityClass = {
  names: ["skybox_swapper"],
  state: swapper,
  inputs: {
    Trigger: input((world, self) => world.set(self, swapper.at.start, world.time)),
  },
};

const sun = layoutOf({ isOn: value(1), color: key("rendercolor", "text") });
const envSun: EntityClass = {
  names: ["env_sun"],
  state: sun,
  inputs: {
    TurnOn: switches(sun.at.isOn, true),
    TurnOff: switches(sun.at.isOn, false),
    SetColor: sets(sun.at.color, "text"),
  },
};

const shadows = layoutOf({
  color: key("color", "text"),
  distance: key("distance"),
  isDisabled: key("disableallshadows", "boolean"),
});
const shadowControl: EntityClass = {
  names: ["shadow_control"],
  state: shadows,
  inputs: {
    Color: sets(shadows.at.color, "text"),
    SetDistance: sets(shadows.at.distance, "float"),
    SetShadowsDisabled: sets(shadows.at.isDisabled, "boolean"),
    SetAngles: notRun,
    Direction: notRun,
  },
};

const waterLod = layoutOf({
  start: key("cheapwaterstartdistance"),
  end: key("cheapwaterenddistance"),
});
const waterLodControl: EntityClass = {
  names: ["water_lod_control"],
  state: waterLod,
  inputs: {
    SetCheapWaterStartDistance: sets(waterLod.at.start, "float"),
    SetCheapWaterEndDistance: sets(waterLod.at.end, "float"),
  },
};

export const AIR_AND_LIGHT: readonly EntityClass[] = [
  ...[envFogController, envTonemapController, colorCorrection, skyCamera, skyboxSwapper],
  ...[envSun, shadowControl, waterLodControl],
];
