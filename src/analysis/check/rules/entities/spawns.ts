/** Rules about player spawns. */

import { MASK_PLAYERSOLID } from "../../../../formats/bsp/layouts/contents-flags.ts";
import type { Brushes } from "../../../../formats/bsp/read/read-brushes.ts";
import { type EntityFacts, nameOf } from "../../facts/entity-facts.ts";
import type { MapFacts } from "../../facts/map-facts.ts";
import { type Fault, UntoldError, type Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Spawn classes of all known games. Each game has its own names. */
const ANY_SPAWN =
  /^info_player|(?<!^world)spawn|^info_deathmatch|^info_combine|^info_survivor|^gmod_player_start|^dys_/;

/**
 * The map has no spawn entity of any known game. (warning)
 * Mend: Add an `info_player_start`, or the game's own class. A background map needs none.
 */
export const noSpawn: Rule = {
  name: "no-spawn",
  why: "A game has nowhere to put a player.",
  check(facts) {
    if (facts.entities.length === 0)
      throw new UntoldError("the map has no entities that can be read");
    if (facts.entities.some(({ classname }) => ANY_SPAWN.test(classname))) return [];
    const message = "The map has no spawn entity.";
    return [{ severity: "warning", message }];
  },
};

// Room for players at spawns. Facts from Valve's `source-sdk-2013`:
// `CGameRules::GetPlayerSpawnSpot` puts a player one inch above the spawn,
// `CGameMovement::CheckStuck` moves a stuck one by the offsets of `CreateStuckTable`, and
// `MASK_PLAYERSOLID` stops players. Hulls are those of gamerules.cpp, tf_gamerules.cpp and the
// games' mapping references.

const PLAYER_SPAWN =
  /^info_player_(?!zombie_spawn|ping_detector|view_)|^info_deathmatch$|^info_coop_spawn$/;

/** Half width and the heights when standing and ducked, in inches. */
interface Hull {
  readonly half: number;
  readonly height: number;
  readonly ducked: number;
}

const HULL: Hull = { half: 16, height: 72, ducked: 36 };
const TEAM_FORTRESS: Hull = { half: 24, height: 82, ducked: 62 };
const COUNTER_STRIKE: Hull = { half: 16, height: 62, ducked: 45 };
const GLOBAL_OFFENSIVE: Hull = { half: 16, height: 72, ducked: 54 };
/** First map version of Counter-Strike: Global Offensive. */
const GLOBAL_OFFENSIVE_VERSION = 21;

/** Inches above the spawn at which a player is placed. */
const LIFT = 1;
/**
 * Offsets in inches that free a stuck player: each combination of two from the first list (x, y)
 * and one from the second (z).
 */
const FREED_ASIDE = [0, -0.125, 0.125, -2, 2];
const FREED_UP = [0, -0.125, 0.125, 1, 6];

/**
 * A brush that stops players overlaps the player hull at a spawn, one inch up as games place it, in
 * every position that the engine tries for a stuck player: up to 2 inches aside and 6 up. The hull
 * is 32 by 32 by 72 inches, 36 ducked; 62 and 45 high at spawns of Counter-Strike: Source, 72 and
 * 54 in Global Offensive; 48 by 48 by 82, 62 ducked, in Team Fortress 2. Displacements, props and
 * brush entities are not checked. (warning, or note if a ducked player fits)
 * Mend: Move the spawn.
 */
export const stuckPlayers: Rule = {
  name: "stuck-players",
  why: "A player who spawns in a wall cannot move; games that look for a free spawn never use this one.",
  check(facts) {
    const faults: Fault[] = [];
    for (const one of facts.entities) {
      if (!PLAYER_SPAWN.test(one.classname) || one.origin === null) continue;
      const hull = hullOf(one, facts.bsp.version);
      if (hasRoom(facts, one.origin, hull.half, hull.height)) continue;
      const place = { origin: one.origin, radius: 36, entity: one.row };
      if (hasRoom(facts, one.origin, hull.half, hull.ducked)) {
        const message = `${nameOf(one)} has room only for a ducked player: a brush is less than ${hull.height} inches above.`;
        faults.push({ severity: "note", message, ...place });
        continue;
      }
      const message = `${nameOf(one)} has no room for a player: a brush is in the way.`;
      faults.push({ severity: "warning", message, ...place });
    }
    return faults;
  },
};

function hullOf({ classname }: EntityFacts, version: number): Hull {
  if (classname === "info_player_teamspawn") return TEAM_FORTRESS;
  if (!/^info_player_(counter)?terrorist$/.test(classname)) return HULL;
  return version < GLOBAL_OFFENSIVE_VERSION ? COUNTER_STRIKE : GLOBAL_OFFENSIVE;
}

/** Whether a hull is free at a spawn, or at one of the offsets that free a stuck player. */
function hasRoom(facts: MapFacts, [x, y, z]: Vec3, half: number, height: number): boolean {
  const box = new Float32Array(6);
  const reach = 2;
  // Box that contains the hull at all offsets.
  box.set([x - half - reach, y - half - reach, z + LIFT - 0.125]);
  box.set([x + half + reach, y + half + reach, z + LIFT + 6 + height], 3);
  const near = listStops(facts, box);
  for (const up of FREED_UP) {
    for (const dx of FREED_ASIDE) {
      for (const dy of FREED_ASIDE) {
        const feet = z + LIFT + up;
        box.set([x + dx - half, y + dy - half, feet]);
        box.set([x + dx + half, y + dy + half, feet + height], 3);
        if (!near.some((brush) => meets(facts, facts.brushes, brush, box))) return true;
      }
    }
  }
  return false;
}

/** Lists the brushes that stop players in the leafs that a box touches, each once. */
function listStops(facts: MapFacts, box: Float32Array): number[] {
  const { brushes, bsp, space } = facts;
  const found = new Set<number>();
  for (const leaf of space.leafsOf(box)) {
    const first = bsp.leafs.firstLeafBrush[leaf];
    for (let k = 0; k < bsp.leafs.leafBrushCount[leaf]; k++) {
      facts.ledger.take("rayTests", 1, "LUMP_LEAFBRUSHES");
      const brush = brushes.leafBrushes[first + k];
      if ((brushes.contents[brush] & MASK_PLAYERSOLID) !== 0) found.add(brush);
    }
  }
  return [...found].filter((brush) => meets(facts, brushes, brush, box));
}

/** Whether a box overlaps a brush: it reaches behind all sides. Bevel planes make this exact. */
function meets({ bsp }: MapFacts, brushes: Brushes, brush: number, box: Float32Array): boolean {
  const { planes } = bsp;
  const end = brushes.firstSide[brush] + brushes.sideCount[brush];
  for (let side = brushes.firstSide[brush]; side < end; side++) {
    const plane = brushes.sidePlane[side];
    let nearest = -planes.dist[plane];
    for (let axis = 0; axis < 3; axis++) {
      const normal = planes.normal[plane * 3 + axis];
      nearest += normal * (normal > 0 ? box[axis] : box[axis + 3]);
    }
    if (nearest >= 0) return false;
  }
  return brushes.sideCount[brush] > 0;
}
