/** ambient_generic and soundscapes: sound.cpp and soundscape.cpp of Source SDK 2013. State for a player of sounds. */

import type { AmbientState } from "../../../map/motion/ambient-state.ts";
import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  layoutOf,
  switches,
  value,
} from "../../entity-class.ts";
import { makeTrigger, passesTrigger, startTouch, triggerLayout } from "../triggers/trigger.ts";

const STARTS_SILENT = 16;
const PLAYS_ONCE = 32;

/** Changes of a fade per second, and seconds between two. */
const FADE_RATE = 5;
const FADE_STEP = 1 / FADE_RATE;

const ambient = layoutOf({
  message: key("message", "text"),
  /** Inches within which it is heard well. */
  radius: key("radius"),
  sourceName: key("SourceEntityName", "text"),
  /** 0 to 10. */
  loudness: key("health", "integer"),
  startLoudness: key("volstart", "integer"),
  normalPitch: key("pitch", "integer", 100),
  startPitch: key("pitchstart", "integer"),
  fadeInSeconds: key("fadeinsecs"),
  fadeOutSeconds: key("fadeoutsecs"),
  /** Entity that it sounds from. */
  source: value(-1),
  /** Whether it loops and is on, and whether it is heard. */
  isActive: value(),
  isPlaying: value(),
  /** Second at which it began. */
  start: value(-1),
  /** 0 to 100, and its change per step of a fade. */
  volume: value(),
  fade: value(),
  /** Percent of the sound's own. */
  pitch: value(100),
});
const { at } = ambient;

const clampVolume = (volume: number): number => Math.max(0, Math.min(volume, 100));
const fullVolume = (world: EntityWorld, self: number): number =>
  clampVolume(world.get(self, at.loudness) * 10);
const fadePerStep = (seconds: number): number =>
  seconds > 0 ? 100 / (Math.min(seconds, 100) * FADE_RATE) : 0;

function begin(world: EntityWorld, self: number): void {
  const fade = fadePerStep(world.get(self, at.fadeInSeconds));
  const first = fade > 0 ? clampVolume(world.get(self, at.startLoudness) * 10) : undefined;
  world.set(self, at.fade, fade);
  world.set(self, at.volume, first ?? fullVolume(world, self));
  world.set(self, at.pitch, world.get(self, at.normalPitch) || 100);
  world.set(self, at.isPlaying, 1);
  world.set(self, at.start, world.time);
  if (fade > 0) world.thinkIn(self, 0.1);
}

function toggle(world: EntityWorld, self: number): void {
  if (world.get(self, at.isActive) === 0) {
    if (!world.hasFlag(self, PLAYS_ONCE)) world.set(self, at.isActive, 1);
    begin(world, self);
    return;
  }
  world.set(self, at.isActive, 0);
  const fade = fadePerStep(world.get(self, at.fadeOutSeconds));
  world.set(self, at.fade, -fade);
  if (fade > 0) world.thinkIn(self, 0.1);
  else world.set(self, at.isPlaying, 0);
}

const startFade = (sign: number) =>
  input((world, self, e) => {
    world.set(self, at.fade, sign * fadePerStep(e.value));
    world.thinkIn(self, 0.1);
  }, "float");

const ambientGeneric: EntityClass = {
  names: ["ambient_generic"],
  state: ambient,
  spawn(world, self) {
    if (world.get(self, at.message) === 0) return world.remove(self);
    world.set(self, at.volume, fullVolume(world, self));
    world.set(self, at.pitch, world.get(self, at.normalPitch) || 100);
  },
  activate(world, self) {
    const name = world.text(self, at.sourceName);
    const source = name === "" ? -1 : world.find(name, -1, self, -1, -1);
    world.set(self, at.source, source < 0 ? self : source);
    if (world.hasFlag(self, STARTS_SILENT) || world.hasFlag(self, PLAYS_ONCE)) return;
    world.set(self, at.isActive, 1);
    begin(world, self);
  },
  think(world, self) {
    const fade = world.get(self, at.fade);
    if (fade === 0) return;
    const volume = world.get(self, at.volume) + fade;
    const most = fullVolume(world, self);
    const least = clampVolume(world.get(self, at.startLoudness) * 10);
    const isOver = fade > 0 ? volume >= most : volume <= least;
    world.set(self, at.volume, isOver ? (fade > 0 ? most : least) : clampVolume(volume));
    if (!isOver) return world.thinkIn(self, FADE_STEP);
    world.set(self, at.fade, 0);
    if (fade < 0) world.set(self, at.isPlaying, 0);
  },
  use: toggle,
  removed: (world, self) => world.set(self, at.isPlaying, 0),
  inputs: {
    PlaySound: input((world, self) => {
      if (world.get(self, at.isActive) === 0) toggle(world, self);
    }),
    StopSound: input((world, self) => {
      if (world.get(self, at.isActive) !== 0) toggle(world, self);
    }),
    ToggleSound: input(toggle),
    Volume: input(
      (world, self, e) => world.set(self, at.volume, clampVolume(Math.round(e.value * 10))),
      "float",
    ),
    Pitch: input(
      (world, self, e) =>
        world.set(self, at.pitch, Math.max(0, Math.min(Math.trunc(e.value), 255))),
      "float",
    ),
    FadeIn: startFade(1),
    FadeOut: startFade(-1),
  },
};

/** Returns the state of an `ambient_generic`; `null` for other entities. */
export function ambientState(world: EntityWorld, row: number): AmbientState | null {
  if (world.classOf(row) !== ambientGeneric) return null;
  return {
    isPlaying: world.isAlive(row) && world.get(row, at.isPlaying) !== 0,
    volume: world.get(row, at.volume) / 100,
    pitch: world.get(row, at.pitch),
    start: world.get(row, at.start),
  };
}

// Soundscapes. Which one is heard depends on where the listener is, so a player of sounds finds it.

const soundscape = layoutOf({
  soundscape: key("soundscape", "text"),
  radius: key("radius"),
  isDisabled: key("StartDisabled", "boolean"),
});

const envSoundscape: EntityClass = {
  names: ["env_soundscape", "env_soundscape_proxy", "env_soundscape_triggerable"],
  state: soundscape,
  outputs: ["OnPlay"],
  inputs: {
    Enable: switches(soundscape.at.isDisabled, false),
    Disable: switches(soundscape.at.isDisabled, true),
    ToggleEnabled: input((world, self) =>
      world.set(self, soundscape.at.isDisabled, 1 - world.get(self, soundscape.at.isDisabled)),
    ),
  },
};

/** Returns whether an `env_soundscape` is on; `null` for other entities. */
export function isSoundscapeEnabled(world: EntityWorld, row: number): boolean | null {
  if (world.classOf(row) !== envSoundscape) return null;
  return world.isAlive(row) && world.get(row, soundscape.at.isDisabled) === 0;
}

const scapeTrigger = triggerLayout({ soundscape: key("soundscape", "text") });

const triggerSoundscape = makeTrigger({
  names: ["trigger_soundscape"],
  state: scapeTrigger,
  startTouch(world, self, other) {
    startTouch(world, self, other);
    if (!passesTrigger(world, self, other)) return;
    world.report(self, other, "SetSoundscape", world.text(self, scapeTrigger.at.soundscape));
  },
});

export const SOUNDS: readonly EntityClass[] = [ambientGeneric, envSoundscape, triggerSoundscape];
