/**
 * ambient_generic: sound.cpp of Source SDK 2013. Volume and pitch change five times a second by
 * ramps and a slow oscillator, in the engine's whole numbers.
 */

import type { AmbientState } from "../../../map/motion/ambient-state.ts";
import { clamp } from "../../../math/vec3.ts";
import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  layoutOf,
  value,
} from "../../entity-class.ts";
import { AMBIENT_PRESETS } from "./ambient-presets.ts";

const STARTS_SILENT = 16;
const PLAYS_ONCE = 32;

/** Seconds between two steps of a ramp: `AMBIENT_GENERIC_UPDATE_RATE` is 5. */
const STEP_SECONDS = 0.2;
/** Seconds until the first step. */
const FIRST_STEP = 0.1;
const STEPS_PER_SECOND = 5;
/** Fractions of volume, pitch and oscillator are 256ths. */
const ONE = 256;

/** Values of the key `lfotype`; others are triangles. */
const [NO_LFO, SQUARE, RANDOM] = [0, 1, 3];

const ambient = layoutOf({
  message: key("message", "text"),
  /** Inches within which it is heard well. */
  radius: key("radius"),
  sourceName: key("SourceEntityName", "text"),
  preset: key("preset", "integer"),
  // Key values in the units of the entity lump. A preset replaces all of them.
  /** 0 to 10. */
  loudness: key("health", "integer"),
  startLoudness: key("volstart", "integer"),
  normalPitch: key("pitch", "integer"),
  startPitch: key("pitchstart", "integer"),
  /** 0 none, 1 slow to 100 fast. */
  spinUp: key("spinup", "integer"),
  spinDown: key("spindown", "integer"),
  fadeIn: key("fadein", "integer"),
  fadeOut: key("fadeout", "integer"),
  fadeInSeconds: key("fadeinsecs", "integer"),
  fadeOutSeconds: key("fadeoutsecs", "integer"),
  lfoType: key("lfotype", "integer"),
  lfoRate: key("lforate", "integer"),
  lfoPitch: key("lfomodpitch", "integer"),
  lfoVolume: key("lfomodvol", "integer"),
  /** Uses until it turns at its highest pitch; it is never turned off then. */
  spinUps: key("cspinup", "integer"),
  // Derived values: volumes from 0 to 100, pitches in percent, ramps in 256ths per step.
  runVolume: value(),
  beginVolume: value(),
  runPitch: value(),
  beginPitch: value(),
  ownSpinUp: value(),
  ownSpinDown: value(),
  ownFadeIn: value(),
  ownFadeOut: value(),
  lfoStep: value(),
  // Changing with time.
  spinningUp: value(),
  spinningDown: value(),
  fadingIn: value(),
  fadingOut: value(),
  pitchFraction: value(),
  volumeFraction: value(),
  lfoFraction: value(),
  /** 0 to 255. */
  lfoLevel: value(),
  spunUps: value(),
  /** Entity that it sounds from. */
  source: value(-1),
  /** Whether it loops and is on, and whether it is heard. */
  isActive: value(),
  isPlaying: value(),
  /** Second at which it began. */
  start: value(-1),
  /** 0 to 100, and percent of the sound's own speed, without the oscillator. */
  volume: value(),
  pitch: value(100),
  /** With it. */
  heardVolume: value(),
  heardPitch: value(100),
});
const { at } = ambient;
type Name = keyof typeof at;

/** Steps of the keys `spinup`, `spindown`, `fadein` and `fadeout`. */
const stepOf = (speed: number): number => {
  const clamped = clamp(speed, 0, 100);
  return clamped > 0 ? (101 - clamped) * 64 : 0;
};
/** Step of a fade between silence and full volume in some seconds. */
const stepOfSeconds = (seconds: number): number => {
  const clamped = clamp(seconds, 0, 100);
  return clamped > 0 ? Math.trunc((100 * ONE) / (clamped * STEPS_PER_SECOND)) : 0;
};

/** Fields that the numbers of a preset replace, in their order. */
const PRESET_FIELDS: readonly Name[] = [
  ...(["normalPitch", "startPitch", "spinUp", "spinDown", "loudness", "startLoudness"] as const),
  ...(["fadeIn", "fadeOut", "lfoType", "lfoRate", "lfoPitch", "lfoVolume", "spinUps"] as const),
];

function spawn(world: EntityWorld, self: number): void {
  if (world.get(self, at.message) === 0) {
    world.remove(self);
    return;
  }
  const of = (field: Name): number => world.get(self, at[field]);
  const preset = AMBIENT_PRESETS[of("preset") - 1];
  for (const [i, number] of preset?.entries() ?? []) world.set(self, at[PRESET_FIELDS[i]], number);
  for (const field of ["lfoPitch", "lfoVolume", "spinUps"] as const) {
    world.set(self, at[field], clamp(of(field), 0, 100));
  }
  const hasSeconds = (name: string): boolean =>
    preset === undefined && world.mapKey(self, name) !== "";
  const own: readonly (readonly [Name, number])[] = [
    ["runVolume", clamp(of("loudness") * 10, 0, 100)],
    ["beginVolume", clamp(of("startLoudness"), 0, 10) * 10],
    ["runPitch", clamp(of("normalPitch"), 0, 255)],
    ["beginPitch", clamp(of("startPitch"), 0, 255)],
    ["ownSpinUp", stepOf(of("spinUp"))],
    ["ownSpinDown", stepOf(of("spinDown"))],
    [
      "ownFadeIn",
      hasSeconds("fadeinsecs") ? stepOfSeconds(of("fadeInSeconds")) : stepOf(of("fadeIn")),
    ],
    [
      "ownFadeOut",
      hasSeconds("fadeoutsecs") ? stepOfSeconds(of("fadeOutSeconds")) : stepOf(of("fadeOut")),
    ],
    ["lfoStep", clamp(of("lfoRate"), 0, 1000) * ONE],
  ];
  for (const [field, number] of own) world.set(self, at[field], number);
  initRamps(world, self);
}

/** Resets ramps and the oscillator when the sound begins (`InitModulationParms`). */
function initRamps(world: EntityWorld, self: number): void {
  const of = (field: Name): number => world.get(self, at[field]);
  const set = (field: Name, number: number): void => world.set(self, at[field], number);
  set("fadingIn", of("ownFadeIn"));
  set("fadingOut", 0);
  set("volume", of(of("ownFadeIn") > 0 ? "beginVolume" : "runVolume"));
  set("spinningUp", of("ownSpinUp"));
  set("spinningDown", 0);
  const pitch = of(of("ownSpinUp") > 0 ? "beginPitch" : "runPitch") || 100;
  set("pitchFraction", pitch * ONE);
  set("volumeFraction", of("volume") * ONE);
  set("lfoFraction", 0);
  set("lfoStep", Math.abs(of("lfoStep")));
  set("spunUps", 1);
  if (of("spinUps") > 0) set("runPitch", spunPitch(world, self, 1));
  set("pitch", pitch);
  set("heardVolume", of("volume"));
  set("heardPitch", of("pitch"));
}

/** Pitch after a number of uses. */
function spunPitch(world: EntityWorld, self: number, uses: number): number {
  const first = world.get(self, at.beginPitch);
  return Math.min(first + Math.trunc((255 - first) / world.get(self, at.spinUps)) * uses, 255);
}

const stop = (world: EntityWorld, self: number): void => world.set(self, at.isPlaying, 0);

function toggle(world: EntityWorld, self: number): void {
  if (world.get(self, at.isActive) === 0) {
    if (!world.hasFlag(self, PLAYS_ONCE)) world.set(self, at.isActive, 1);
    initRamps(world, self);
    begin(world, self);
    return;
  }
  const spinUps = world.get(self, at.spinUps);
  if (spinUps > 0) {
    const uses = world.get(self, at.spunUps);
    if (uses > spinUps) return;
    world.set(self, at.spunUps, uses + 1);
    world.set(self, at.spinningUp, world.get(self, at.ownSpinUp));
    world.set(self, at.spinningDown, 0);
    world.set(self, at.runPitch, spunPitch(world, self, uses + 1));
    world.thinkIn(self, FIRST_STEP);
    return;
  }
  world.set(self, at.isActive, 0);
  if (world.get(self, at.ownSpinDown) === 0 && world.get(self, at.ownFadeOut) === 0) {
    stop(world, self);
    return;
  }
  world.set(self, at.spinningDown, world.get(self, at.ownSpinDown));
  world.set(self, at.spinningUp, 0);
  world.set(self, at.fadingOut, world.get(self, at.ownFadeOut));
  world.set(self, at.fadingIn, 0);
  world.thinkIn(self, FIRST_STEP);
}

function begin(world: EntityWorld, self: number): void {
  world.set(self, at.isPlaying, 1);
  world.set(self, at.start, world.time);
  if (changes(world, self)) world.thinkIn(self, FIRST_STEP);
}

/** Whether a ramp or the oscillator changes it. */
function changes(world: EntityWorld, self: number): boolean {
  return RAMPS.some((field) => world.get(self, field) !== 0);
}
const RAMPS = [at.spinningUp, at.spinningDown, at.fadingIn, at.fadingOut, at.lfoType];

/** Steps the pitch; returns false if the sound has spun down. */
function stepPitch(world: EntityWorld, self: number): boolean {
  const up = world.get(self, at.spinningUp);
  const down = world.get(self, at.spinningDown);
  if (up === 0 && down === 0) return true;
  const fraction = world.get(self, at.pitchFraction) + (up > 0 ? up : -down);
  world.set(self, at.pitchFraction, fraction);
  let pitch = fraction >> 8;
  if (pitch > world.get(self, at.runPitch)) {
    pitch = world.get(self, at.runPitch);
    world.set(self, at.spinningUp, 0);
  }
  if (pitch < world.get(self, at.beginPitch)) {
    world.set(self, at.spinningDown, 0);
    return false;
  }
  world.set(self, at.pitch, clamp(pitch, 1, 255));
  return true;
}

/** Steps the volume; returns false if the sound has faded out. */
function stepVolume(world: EntityWorld, self: number): boolean {
  const up = world.get(self, at.fadingIn);
  const down = world.get(self, at.fadingOut);
  if (up === 0 && down === 0) return true;
  const fraction = world.get(self, at.volumeFraction) + (up > 0 ? up : -down);
  let volume = fraction >> 8;
  const most = world.get(self, at.runVolume);
  const least = world.get(self, at.beginVolume);
  const isOver = volume > most;
  if (isOver) world.set(self, at.fadingIn, 0);
  if (isOver) volume = most;
  const isSilent = volume < least;
  if (isSilent) world.set(self, at.fadingOut, 0);
  const heard = isSilent ? least : clamp(volume, 1, 100);
  world.set(self, at.volume, heard);
  world.set(self, at.volumeFraction, heard === volume && !isOver ? fraction : heard * ONE);
  return !isSilent;
}

/** Steps the oscillator, which rises and falls between 0 and 255. */
function stepLfo(world: EntityWorld, self: number): void {
  const type = world.get(self, at.lfoType);
  if (type === NO_LFO) return;
  const step = world.get(self, at.lfoStep);
  let fraction = world.get(self, at.lfoFraction) + step;
  if (fraction < 0) {
    fraction = 0;
    world.set(self, at.lfoStep, Math.abs(step));
  } else if (fraction >> 8 > 255) {
    fraction = 255 * ONE;
    world.set(self, at.lfoStep, -Math.abs(step));
  }
  world.set(self, at.lfoFraction, fraction);
  const position = fraction >> 8;
  if (type === SQUARE) world.set(self, at.lfoLevel, position < 128 ? 255 : 0);
  else if (type !== RANDOM) world.set(self, at.lfoLevel, position);
  else if (position === 255) world.set(self, at.lfoLevel, world.randomInteger(0, 255));
}

/** Lets ramps and the oscillator go on (`RampThink`). */
function think(world: EntityWorld, self: number): void {
  const of = (field: Name): number => world.get(self, at[field]);
  if (!changes(world, self)) return;
  if (!stepPitch(world, self) || !stepVolume(world, self)) {
    world.set(self, at.heardVolume, of("volume"));
    stop(world, self);
    return;
  }
  stepLfo(world, self);
  const swing = (share: number): number => Math.trunc(((of("lfoLevel") - 128) * share) / 100);
  const hasLfo = of("lfoType") !== NO_LFO;
  const pitch = of("pitch");
  const swings = hasLfo && of("lfoPitch") > 0;
  world.set(self, at.heardPitch, swings ? clamp(pitch + swing(of("lfoPitch")), 1, 255) : pitch);
  const volume = of("volume");
  const swells = hasLfo && of("lfoVolume") > 0;
  world.set(self, at.heardVolume, swells ? clamp(volume + swing(of("lfoVolume")), 0, 100) : volume);
  world.thinkIn(self, STEP_SECONDS);
}

/** An input that fades in or out in some seconds, instead of what fades now. */
const startFade = (sets: Name, clears: Name) =>
  input((world, self, e) => {
    world.set(self, at[clears], 0);
    // The engine keeps whole seconds.
    world.set(self, at[sets], stepOfSeconds(Math.trunc(e.value)));
    world.thinkIn(self, FIRST_STEP);
  }, "float");

const ambientGeneric: EntityClass = {
  names: ["ambient_generic"],
  state: ambient,
  spawn,
  activate(world, self) {
    const name = world.text(self, at.sourceName);
    const source = name === "" ? -1 : world.find(name, -1, self, -1, -1);
    world.set(self, at.source, source < 0 ? self : source);
    if (world.hasFlag(self, STARTS_SILENT) || world.hasFlag(self, PLAYS_ONCE)) return;
    world.set(self, at.isActive, 1);
    begin(world, self);
  },
  think,
  use: toggle,
  removed: stop,
  inputs: {
    PlaySound: input((world, self) => {
      if (world.get(self, at.isActive) === 0) toggle(world, self);
    }),
    StopSound: input((world, self) => {
      if (world.get(self, at.isActive) !== 0) toggle(world, self);
    }),
    ToggleSound: input(toggle),
    Volume: input((world, self, e) => {
      const volume = clamp(Math.round(e.value * 10), 0, 100);
      world.set(self, at.volume, volume);
      world.set(self, at.volumeFraction, volume * ONE);
      world.set(self, at.heardVolume, volume);
    }, "float"),
    Pitch: input((world, self, e) => {
      const pitch = clamp(Math.trunc(e.value), 0, 255);
      world.set(self, at.pitch, pitch);
      world.set(self, at.heardPitch, pitch);
    }, "float"),
    FadeIn: startFade("fadingIn", "fadingOut"),
    FadeOut: startFade("fadingOut", "fadingIn"),
  },
};

/** Returns the state of an `ambient_generic`; `null` for other entities. */
export function ambientState(world: EntityWorld, row: number): AmbientState | null {
  if (world.classOf(row) !== ambientGeneric) return null;
  return {
    isPlaying: world.isAlive(row) && world.get(row, at.isPlaying) !== 0,
    volume: world.get(row, at.heardVolume) / 100,
    pitch: world.get(row, at.heardPitch),
    start: world.get(row, at.start),
  };
}

export const AMBIENT: readonly EntityClass[] = [ambientGeneric];
