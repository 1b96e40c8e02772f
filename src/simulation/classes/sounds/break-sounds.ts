/** Sounds of what breaks, by its material: func_break.cpp of Source SDK 2013. */

import type { EntityWorld } from "../../entity-class.ts";
import { SOUND } from "../../sounds/voice-table.ts";

/** Game sounds by the key `material`. Glass that never breaks (7) has none. */
const SOUNDS: readonly (string | null)[] = [
  ...["Glass", "Crate", "Metal", "Flesh", "Concrete", "Ceiling", "Computer"],
  ...[null, "Concrete", "Flesh"],
];

/** Lowest pitch in percent, the number of pitches, and those that count as normal. */
const LEAST_PITCH = 95;
const PITCHES = 30;
const NEARLY_NORMAL = 2;
const LEAST_VOLUME = 0.85;

/** Plays the sound of a broken entity. Louder and higher by chance, but the same in each run. */
export function playBreak(
  world: EntityWorld,
  self: number,
  material: number,
  health: number,
): void {
  const name = SOUNDS[material];
  if (name === undefined || name === null) return;
  world.startSound(self, SOUND.break, world.strings.intern(`Breakable.${name}`));
  // The random numbers of the map are left to its logic, whose log must not change.
  const chance = Math.imul((self + 1) ^ (world.tick << 8), 0x9e3779b1) >>> 0;
  const volume = LEAST_VOLUME + (chance / 2 ** 32) * (1 - LEAST_VOLUME) + Math.abs(health) / 100;
  const pitch = LEAST_PITCH + (chance % PITCHES);
  world.setSoundVolume(self, SOUND.break, Math.min(volume, 1));
  world.setSoundPitch(self, SOUND.break, Math.abs(pitch - 100) <= NEARLY_NORMAL ? 100 : pitch);
}
