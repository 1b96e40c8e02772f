/**
 * What an entity does with its sequence when the map starts. Facts: `CDynamicProp` (`props.cpp`), `CBaseProp::Spawn`,
 * whose rate of 0 lets every other prop stand still, `CCycler` (`h_cycler.cpp`) and `CAI_BaseNPC::NPCInit`
 * (`ai_basenpc.cpp`) of Valve's `source-sdk-2013`; `HoldAnimation` is the Alien Swarm SDK's.
 */

import type { Entity } from "../../../formats/bsp/types.ts";
import { parseInteger } from "../../brushes/render-properties.ts";

export interface EntityPlay {
  /** By name, or the activity that it is of, in lower case; empty: the first. By number where the map says one. */
  readonly sequence: string | number;
  /** Whether time takes it on. */
  readonly moves: boolean;
  /** Seconds at which it begins. */
  readonly delay: number;
  /** Seconds after which it begins anew; 0: `again` says it. */
  readonly period: number;
  /** One that does not loop: "think" begins anew when its entity has seen that it ended, "end" at once, "hold" never. */
  readonly again: "think" | "end" | "hold";
}

const AT_REST: EntityPlay = {
  ...{ sequence: "", moves: false, delay: 0, period: 0 },
  again: "hold",
};
/** Activities are named as sequences are: `LookupSequence`. */
const IDLE: EntityPlay = { ...AT_REST, sequence: "act_idle", moves: true, again: "end" };

/** `CDynamicProp`; doors are none, but stand in a sequence of theirs. */
const DYNAMIC_CLASS = /^(prop_dynamic|dynamic_prop)/;
const DOOR_CLASS = /^prop_door_rotating/;
const LIVING_CLASS = /^(npc_|monster_|generic_actor$|hostage_entity$)/;
const CYCLER_CLASS = /^cycler/;
/** Team Fortress 2's (`tf_powerup.cpp`), which clients move: they turn. */
const TURNING_CLASS = /^item_(healthkit|ammopack)_/;

/** Seconds between two thoughts of an entity that plays. */
const THINK_SECONDS = 0.1;
/** Of a cycle, from which on `CDynamicProp` takes it for ended. */
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

/** One of its idle sequences after another, each at a random moment: here the likeliest, and the mean of the moments. */
function readRandom(entity: Entity): EntityPlay {
  const seconds = (key: string) => Math.max(0, Number.parseFloat(entity.get(key) ?? "") || 0);
  const mean = (seconds("minanimtime") + seconds("maxanimtime")) / 2;
  const period = Math.max(mean, THINK_SECONDS);
  return { ...IDLE, delay: mean + THINK_SECONDS, period, again: "hold" };
}

/**
 * Seconds after which an entity begins anew with a sequence; 0: never, or it loops.
 * @param duration of the sequence, seconds
 */
export function periodOf(play: EntityPlay, duration: number, isLooping: boolean): number {
  if (play.period > 0) return play.period;
  if (isLooping || play.again === "hold") return 0;
  // The thought after the one that moved it to its end.
  if (play.again === "think") {
    return (Math.ceil((duration * ENDED) / THINK_SECONDS) + 1) * THINK_SECONDS;
  }
  return Math.max(1, Math.ceil(duration / THINK_SECONDS)) * THINK_SECONDS;
}
