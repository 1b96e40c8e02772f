/**
 * Constants of Source's player movement. Source: Valve's `source-sdk-2013`:
 * game/shared/gamerules.cpp and shareddefs.h (hulls, ducking), movevars_shared.cpp (variables),
 * gamemovement.cpp and .h.
 */

/** Inches: half of the hull's width, its heights, and the height of ducked eyes above the feet. */
export const HALF_WIDTH = 16;
export const HULL_HEIGHT = 72;
export const DUCKED_HEIGHT = 36;
export const DUCKED_EYE_HEIGHT = 28;

/** Seconds. */
export const TIME_TO_DUCK = 0.4;
export const TIME_TO_UNDUCK = 0.2;
/** Factor of the speed while ducked on the ground. */
export const DUCKED_SPEED_PART = 1 / 3;

/** sv_stepsize, inches. */
export const STEP_SIZE = 18;
export { STANDABLE_Z } from "../../map/solid/steepness.ts";

/** Upward speed above which the player leaves the ground. */
export const LEAVING_SPEED = 140;
/** MAX_CLIMB_SPEED. */
export const CLIMB_SPEED = 200;
/** Speed of a jump off a ladder. */
export const LADDER_JUMP_SPEED = 270;
/** sv_friction, sv_stopspeed, sv_accelerate, sv_airaccelerate, sv_maxvelocity. */
export const FRICTION = 4;
export const STOP_SPEED = 100;
export const ACCELERATE = 10;
export const AIR_ACCELERATE = 10;
export const MAX_VELOCITY = 3500;
/** GetAirSpeedCap. */
export const AIR_SPEED_CAP = 30;

/** Server tick in seconds: 66 per second. */
export const TICK_SECONDS = 0.015;

/** Values that differ between games. */
export interface WalkRules {
  /** sv_gravity, inches/s². */
  gravity: number;
  /** Upward inches/s. */
  jumpSpeed: number;
  /** Inches/s; `fastSpeed` applies while Shift is held. */
  speed: number;
  fastSpeed: number;
}

export type WalkRulesName = "hl2" | "multiplayer";

export const WALK_RULES: Readonly<Record<WalkRulesName, Readonly<WalkRules>>> = {
  /** Half-Life 2 and its episodes: jumps are 21 inches high (160² / 2 / 600). */
  hl2: { gravity: 600, jumpSpeed: 160, speed: 190, fastSpeed: 320 },
  /** Counter-Strike, Team Fortress 2, Half-Life 2: Deathmatch: 45 inches, sqrt(2 * 800 * 45). */
  multiplayer: { gravity: 800, jumpSpeed: 268.3281572999747, speed: 250, fastSpeed: 320 },
};

/** Spawns of games with teams. */
const MULTIPLAYER_SPAWN =
  /^info_player_(terrorist|counterterrorist|teamspawn|deathmatch|rebel|combine|allies|axis)$/;

/** Chooses the rules by the classes of a map's entities. */
export function findWalkRules(classNames: Iterable<string>): WalkRulesName {
  for (const name of classNames) {
    if (MULTIPLAYER_SPAWN.test(name.toLowerCase())) return "multiplayer";
  }
  return "hl2";
}
