import { CONTENTS_SOLID } from "../../../../formats/bsp/layouts/contents-flags.ts";
import type { Brushes } from "../../../../formats/bsp/read/read-brushes.ts";
import { nameOf } from "../../facts/entity-facts.ts";
import type { MapFacts } from "../../facts/map-facts.ts";
import type { Fault, Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

const SPAWN = /^info_player_(?!zombie_spawn)|^info_deathmatch$|^info_coop_spawn$/;
/** Half the width and the height of who stands, inches, less what the game forgives. */
const HALF = 15;
const HEIGHT = 71;
/** A game lifts who begins in the floor. */
const LIFT = 8;
/** `CONTENTS_PLAYERCLIP` stops players, too. */
const STOPS = CONTENTS_SOLID | 0x10000;

export const stuckPlayers: Rule = {
  name: "stuck-players",
  why: "Who begins in a wall cannot move, or is put to death.",
  check(facts) {
    const faults: Fault[] = [];
    for (const one of facts.entities) {
      if (!SPAWN.test(one.classname) || one.origin === null) continue;
      if (!isBlocked(facts, one.origin)) continue;
      const message = `${nameOf(one)} has no room for a player: a brush is in the way.`;
      faults.push({
        severity: "warning",
        message,
        origin: one.origin,
        radius: 36,
        entity: one.row,
      });
    }
    return faults;
  },
};

function isBlocked(facts: MapFacts, [x, y, z]: Vec3): boolean {
  const { brushes, bsp, space } = facts;
  const box = Float32Array.from([x - HALF, y - HALF, z + LIFT, x + HALF, y + HALF, z + HEIGHT]);
  for (const leaf of space.leafsOf(box)) {
    const first = bsp.leafs.firstLeafBrush[leaf];
    for (let k = 0; k < bsp.leafs.leafBrushCount[leaf]; k++) {
      const brush = brushes.leafBrushes[first + k];
      facts.ledger.take("rayTests", 1, "LUMP_LEAFBRUSHES");
      if ((brushes.contents[brush] & STOPS) !== 0 && meets(facts, brushes, brush, box)) return true;
    }
  }
  return false;
}

/** Whether a box reaches behind all sides of a brush: bevels make this exact. */
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
