/** Names and rules of the sounds of entities that move: locks, buttons, defaults (Source SDK 2013). */

import { type EntityWorld, key, value } from "../entity-class.ts";
import { SOUND } from "./voice-table.ts";

/** Level of sounds that have no other: `SNDLVL_NORM`, decibels. */
export const NORMAL_LEVEL = 75;

/**
 * Returns the number of a sound's name, or of another name if the map has none
 * (`UTIL_ValidateSoundName`, util.cpp).
 */
export function soundOr(world: EntityWorld, self: number, field: number, other: string): void {
  const name = world.text(self, field);
  if (name === "" || name === "0") world.set(self, field, world.strings.intern(other));
}

/** Key values of doors and buttons that are locked (locksounds.h). */
export const LOCK_SOUNDS = {
  lockedSound: key("locked_sound", "text"),
  unlockedSound: key("unlocked_sound", "text"),
  /** Second until which its lock makes no sound again. */
  lockQuietUntil: value(-1),
};
/** Places of `LOCK_SOUNDS` in a class' state. */
export type LockPlaces = Readonly<Record<keyof typeof LOCK_SOUNDS, number>>;

/** Spawnflag of doors and buttons without sounds: `SF_DOOR_SILENT`. */
export const SILENT = 4096;

/** Seconds between two sounds of a lock. */
export const DOOR_LOCK_SECONDS = 1;
export const BUTTON_LOCK_SECONDS = 0.5;

/** Plays the sound of a lock that holds, or does not (`PlayLockSounds`, doors.cpp). */
export function playLock(
  world: EntityWorld,
  self: number,
  at: LockPlaces,
  isLocked: boolean,
  pause: number = DOOR_LOCK_SECONDS,
): void {
  const sound = world.get(self, isLocked ? at.lockedSound : at.unlockedSound);
  if (sound === 0 || world.hasFlag(self, SILENT)) return;
  if (world.time <= world.get(self, at.lockQuietUntil)) return;
  world.startSound(self, SOUND.lock, sound);
  world.set(self, at.lockQuietUntil, world.time + pause);
}

/** Returns the game sound of a button's number; 0 without one (`MakeButtonSound`, buttons.cpp). */
export function buttonSound(world: EntityWorld, number: number): number {
  return number === 0 ? 0 : world.strings.intern(`Buttons.snd${number}`);
}

/** Plays a sound unless its field has none. */
export function playField(world: EntityWorld, self: number, kind: number, field: number): void {
  const sound = world.get(self, field);
  if (sound !== 0) world.startSound(self, kind, sound);
}
