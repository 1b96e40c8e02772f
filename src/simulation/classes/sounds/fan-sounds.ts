/** Sound of func_rotating, by its speed: bmodels.cpp of Source SDK 2013. */

import { clamp } from "../../../math/vec3.ts";
import { type EntityWorld, key } from "../../entity-class.ts";
import { NORMAL_LEVEL } from "../../sounds/entity-sounds.ts";
import { SOUND } from "../../sounds/voice-table.ts";

export const FAN_SOUNDS = {
  runSound: key("message", "text"),
  /** 0 to 10; 0 is full. */
  loudness: key("volume"),
};
type Places = Readonly<Record<keyof typeof FAN_SOUNDS, number>>;

/** Spawnflags, and levels of `ATTN_IDLE` and `ATTN_STATIC`. */
const SMALL_RADIUS = 128;
const MEDIUM_RADIUS = 256;
const [SMALL_LEVEL, MEDIUM_LEVEL] = [60, 66];

/** Percent at rest and at full speed. */
const [LEAST_PITCH, MOST_PITCH] = [30, 100];
const FIRST_VOLUME = 0.01;

/** Starts, stops or changes the sound by the share of the full speed, before and now. */
export function followSpeed(
  world: EntityWorld,
  self: number,
  at: Places,
  before: number,
  now: number,
): void {
  const sound = world.get(self, at.runSound);
  if (sound === 0) return;
  if (before === 0 && now !== 0) {
    const level = world.hasFlag(self, SMALL_RADIUS)
      ? SMALL_LEVEL
      : world.hasFlag(self, MEDIUM_RADIUS)
        ? MEDIUM_LEVEL
        : NORMAL_LEVEL;
    world.startSound(self, SOUND.move, sound, FIRST_VOLUME, level);
  } else if (before !== 0 && now === 0) {
    world.stopSound(self, SOUND.move);
    return;
  }
  const share = Math.abs(now);
  const loudness = clamp(world.get(self, at.loudness) / 10, 0, 1) || 1;
  world.setSoundVolume(self, SOUND.move, clamp(loudness * share, 0, 1));
  world.setSoundPitch(
    self,
    SOUND.move,
    Math.trunc(LEAST_PITCH + (MOST_PITCH - LEAST_PITCH) * share),
  );
}
