/** Sounds of func_door, func_door_rotating and func_water: doors.cpp of Source SDK 2013. */

import { type EntityWorld, key } from "../../entity-class.ts";
import { LOCK_SOUNDS, playField, SILENT, soundOr } from "../../sounds/entity-sounds.ts";
import { SOUND } from "../../sounds/voice-table.ts";

/** Key values of doors. A door without closing sounds closes with its opening sounds. */
export const DOOR_SOUNDS = {
  ...LOCK_SOUNDS,
  moveSound: key("noise1", "text"),
  arriveSound: key("noise2", "text"),
  closeMoveSound: key("startclosesound", "text"),
  closeArriveSound: key("closesound", "text"),
};
/** Places of `DOOR_SOUNDS` in a class' state. */
type Places = Readonly<Record<keyof typeof DOOR_SOUNDS, number>>;

/** Sets the sounds of a door that has none. `script` begins their names. */
export function spawnSounds(world: EntityWorld, self: number, at: Places, script: string): void {
  soundOr(world, self, at.moveSound, `${script}.DefaultMove`);
  soundOr(world, self, at.arriveSound, `${script}.DefaultArrive`);
  soundOr(world, self, at.lockedSound, `${script}.DefaultLocked`);
}

export function playMove(world: EntityWorld, self: number, at: Places, isClosing: boolean): void {
  if (world.hasFlag(self, SILENT)) return;
  const hasOwn = isClosing && world.get(self, at.closeMoveSound) !== 0;
  playField(world, self, SOUND.move, hasOwn ? at.closeMoveSound : at.moveSound);
}

/** Stops the sound of the move, and plays that of its end. */
export function playArrival(world: EntityWorld, self: number, at: Places, isClosed: boolean): void {
  if (world.hasFlag(self, SILENT)) return;
  world.stopSound(self, SOUND.move);
  const hasOwn = isClosed && world.get(self, at.closeArriveSound) !== 0;
  playField(world, self, SOUND.stop, hasOwn ? at.closeArriveSound : at.arriveSound);
}
