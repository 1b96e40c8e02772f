/** Sounds of trains and plats: trains.cpp of Source SDK 2013. */

import { clamp } from "../../../math/vec3.ts";
import { type EntityWorld, key, value } from "../../entity-class.ts";
import { playField, soundOr } from "../../sounds/entity-sounds.ts";
import { SOUND } from "../../sounds/voice-table.ts";
import { parseIntegerOf } from "../../values.ts";

// func_plat, func_platrot, func_train

export const PLAT_SOUNDS = {
  moveSound: key("noise1", "text"),
  arriveSound: key("noise2", "text"),
  /** Volume of sounds that are files, 0 to 1. */
  volume: key("volume"),
};
type PlatPlaces = Readonly<Record<keyof typeof PLAT_SOUNDS, number>>;

/** Sounds by the numbers of the keys `movesnd` and `stopsnd`, which Half-Life: Source has. */
const MOVE_SOUNDS = [
  ...["DefaultMoving", "BigElev1", "BigElev2", "TechElev1", "TechElev2", "TechElev3"],
  ...["FreightElev1", "FreightElev2", "HeavyElev", "RackElev", "RailElev", "SqueakElev"],
  ...["OddElev1", "OddElev2"],
];
const STOP_SOUNDS = [
  ...["DefaultArrive", "BigElevStop1", "BigElevStop2", "FreightElevStop", "HeavyElevStop"],
  ...["RackStop", "RailStop", "SqueakStop", "QuickStop"],
];
const DEFAULT_VOLUME = 0.85;

export function spawnPlatSounds(world: EntityWorld, self: number, at: PlatPlaces): void {
  const numbered = (names: readonly string[], name: string): string =>
    `Plat.${names[parseIntegerOf(world.mapKey(self, name))] ?? names[0]}`;
  soundOr(world, self, at.moveSound, numbered(MOVE_SOUNDS, "movesnd"));
  soundOr(world, self, at.arriveSound, numbered(STOP_SOUNDS, "stopsnd"));
  if (world.get(self, at.volume) === 0) world.set(self, at.volume, DEFAULT_VOLUME);
}

export function playPlatMove(world: EntityWorld, self: number, at: PlatPlaces): void {
  const volume = world.get(self, at.volume);
  world.startSound(self, SOUND.move, world.get(self, at.moveSound), volume);
}

export function playPlatArrival(world: EntityWorld, self: number, at: PlatPlaces): void {
  world.stopSound(self, SOUND.move);
  world.startSound(self, SOUND.stop, world.get(self, at.arriveSound), world.get(self, at.volume));
}

// func_tracktrain, func_tanktrain

export const TRACK_SOUNDS = {
  moveSound: key("MoveSound", "text"),
  pingSound: key("MovePingSound", "text"),
  startSound: key("StartSound", "text"),
  stopSound: key("StopSound", "text"),
  /** 0 to 10; 0 is full. */
  loudness: key("volume", "integer"),
  leastPitch: key("MoveSoundMinPitch", "integer"),
  mostPitch: key("MoveSoundMaxPitch", "integer"),
  /** Seconds between two pings at full speed, and at rest. */
  leastPause: key("MoveSoundMinTime"),
  mostPause: key("MoveSoundMaxTime"),
  isSounding: value(),
  /** Second after which it pings. */
  nextPing: value(),
};
type TrackPlaces = Readonly<Record<keyof typeof TRACK_SOUNDS, number>>;

/** Spawnflag: the pitch is highest at the train's own highest speed. */
const PITCHES_BY_OWN_SPEED = 256;
/** Inches a second of the highest pitch: `TRAIN_MAXSPEED`. */
const FAST = 1000;
const [DEFAULT_LEAST, DEFAULT_MOST] = [60, 200];

export function spawnTrackSounds(world: EntityWorld, self: number, at: TrackPlaces): void {
  if (world.get(self, at.leastPitch) === 0) world.set(self, at.leastPitch, DEFAULT_LEAST);
  if (world.get(self, at.mostPitch) === 0) world.set(self, at.mostPitch, DEFAULT_MOST);
}

const volumeOf = (world: EntityWorld, self: number, at: TrackPlaces): number =>
  clamp(world.get(self, at.loudness) / 10, 0, 1) || 1;

/** Starts the sounds of a train that moves, or changes them by its speed (`SoundUpdate`). */
export function soundTrain(
  world: EntityWorld,
  self: number,
  at: TrackPlaces,
  speed: number,
  mostSpeed: number,
): void {
  const move = world.get(self, at.moveSound);
  const start = world.get(self, at.startSound);
  const ping = world.get(self, at.pingSound);
  if (move === 0 && start === 0 && ping === 0) return;
  const fast = world.hasFlag(self, PITCHES_BY_OWN_SPEED) ? mostSpeed : FAST;
  const share = clamp(Math.abs(speed) / fast, 0, 1);
  const between = (low: number, high: number): number => low + (high - low) * share;
  const pitch = between(world.get(self, at.leastPitch), world.get(self, at.mostPitch));
  const isFirst = world.get(self, at.isSounding) === 0;
  const volume = volumeOf(world, self, at);
  if (isFirst) {
    world.startSound(self, SOUND.stop, start, volume);
    world.startSound(self, SOUND.move, move, volume);
    world.set(self, at.isSounding, 1);
  }
  if (move !== 0) world.setSoundPitch(self, SOUND.move, Math.trunc(pitch));
  const isDue = !isFirst && ping !== 0 && world.time > world.get(self, at.nextPing);
  if (isDue) playField(world, self, SOUND.press, at.pingSound);
  if (!isFirst && !isDue) return;
  const pause = between(world.get(self, at.mostPause), world.get(self, at.leastPause));
  world.set(self, at.nextPing, world.time + pause);
}

/** Stops the sounds of a train, and plays that of its end (`SoundStop`). */
export function quietTrain(world: EntityWorld, self: number, at: TrackPlaces): void {
  if (world.get(self, at.isSounding) === 0) return;
  world.stopSound(self, SOUND.move);
  world.startSound(self, SOUND.stop, world.get(self, at.stopSound), volumeOf(world, self, at));
  world.set(self, at.isSounding, 0);
}
