/**
 * Reads an entity's animation at the map's start. Source: `CDynamicProp` (`props.cpp`),
 * `CBaseProp::Spawn`, whose rate of 0 keeps all other props still, `CCycler` (`h_cycler.cpp`) and
 * `CAI_BaseNPC::NPCInit` (`ai_basenpc.cpp`) of Valve's `source-sdk-2013`; `HoldAnimation` is from
 * the Alien Swarm SDK.
 */

import type { Entity } from "../../../formats/bsp/types.ts";
import { parseInteger } from "../../brushes/render-properties.ts";

export interface EntityPlay {
  /**
   * Lower-case name of the sequence or its activity; empty for the first sequence; a number if the
   * map gives one.
   */
  readonly sequence: string | number;
  /** Whether the sequence advances with time. */
  readonly moves: boolean;
  /** Time in seconds at which the animation starts. */
  readonly delay: number;
  /** Seconds after which it restarts; if 0, `again` decides. */
  readonly period: number;
  /**
   * Restart of a sequence that does not loop: "think" restarts once the entity's next think finds
   * that it ended, "end" restarts at once, "hold" never.
   */
  readonly again: "think" | "end" | "hold";
}

const AT_REST: EntityPlay = {
  ...{ sequence: "", moves: false, delay: 0, period: 0 },
  again: "hold",
};
/** Activities can be named like sequences: `LookupSequence`. */
const IDLE: EntityPlay = { ...AT_REST, sequence: "act_idle", moves: true, again: "end" };

/** `CDynamicProp`. Doors are not, but hold a sequence of theirs. */
const DYNAMIC_CLASS = /^(prop_dynamic|dynamic_prop)/;
const DOOR_CLASS = /^prop_door_rotating/;
const LIVING_CLASS = /^(npc_|monster_|generic_actor$|hostage_entity$)/;
const CYCLER_CLASS = /^cycler/;
/** Team Fortress 2's pickups (`tf_powerup.cpp`), which clients rotate. */
const TURNING_CLASS = /^item_(healthkit|ammopack)_/;

/** Seconds between two thinks of an animated entity. */
const THINK_SECONDS = 0.1;
/** Cycle from which `CDynamicProp` considers a sequence ended. */
const ENDED = 0.999;

export function readPlay(entity: Entity): EntityPlay {
  const className = (entity.get("classname") ?? "").toLowerCase();
  if (LIVING_CLASS.test(className)) return IDLE;
  if (TURNING_CLASS.test(className)) return { ...AT_REST, sequence: "idle", moves: true };
  const number = Math.max(0, parseInteger(entity.get("sequence")));
  const stands = number > 0 ? { ...AT_REST, sequence: number } : AT_REST;
  if (CYCLER_CLASS.test(className)) {
    return number > 0 ? stands : { ...stands, moves: true, again: "end" };
  }
  const named = (entity.get("defaultanim") ?? "").trim().toLowerCase();
  if (DOOR_CLASS.test(className)) return named === "" ? stands : { ...stands, sequence: named };
  if (!DYNAMIC_CLASS.test(className)) return stands;
  if (parseInteger(entity.get("randomanimation")) !== 0) return readRandom(entity);
  if (named === "") return stands;
  const holds = parseInteger(entity.get("holdanimation")) !== 0;
  return { ...AT_REST, sequence: named, moves: true, again: holds ? "hold" : "think" };
}

/**
 * Reads random animation. The engine plays idle sequences at random moments; here the likeliest
 * repeats at the mean interval.
 */
function readRandom(entity: Entity): EntityPlay {
  const seconds = (key: string) => Math.max(0, Number.parseFloat(entity.get(key) ?? "") || 0);
  const mean = (seconds("minanimtime") + seconds("maxanimtime")) / 2;
  const period = Math.max(mean, THINK_SECONDS);
  return { ...IDLE, delay: mean + THINK_SECONDS, period, again: "hold" };
}

/**
 * Returns seconds after which a sequence restarts; 0 if never, or if it loops by itself.
 * @param duration duration of the sequence in seconds
 */
export function periodOf(play: EntityPlay, duration: number, isLooping: boolean): number {
  if (play.period > 0) return play.period;
  if (isLooping || play.again === "hold") return 0;
  // It restarts at the think after the one that reached its end.
  if (play.again === "think") {
    return (Math.ceil((duration * ENDED) / THINK_SECONDS) + 1) * THINK_SECONDS;
  }
  return Math.max(1, Math.ceil(duration / THINK_SECONDS)) * THINK_SECONDS;
}
