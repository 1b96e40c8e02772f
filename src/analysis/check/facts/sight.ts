/** What a player sees where a map begins: rays from the eyes of who stands at its spawns. */

import type { Brushes } from "../../../formats/bsp/read/read-brushes.ts";
import type { Bsp } from "../../../formats/bsp/types.ts";
import { buildCollision } from "../../../scene/collision/collision.ts";
import { createTrace, type Trace } from "../../../visibility/trace.ts";
import { UntoldError, type Vec3 } from "../findings.ts";
import type { MapEntity } from "./entity-facts.ts";
import type { Space } from "./space.ts";

const EYE_HEIGHT = 64;
const SPAWN = /^info_player_|^info_deathmatch$/;
/** Spawns stand side by side: so many of different clusters are enough. */
const MOST_EYES = 24;
/** What rays may meet, all together. */
const MOST_TESTS = 2 ** 25;

export interface Sight {
  readonly eyes: readonly Vec3[];
  /** Whether nothing that is drawn lies between. Throws UntoldError after too many. */
  isClear(eye: Vec3, at: Vec3): boolean;
}

export function createSight(
  bsp: Bsp,
  brushes: Brushes,
  space: Space,
  entities: readonly MapEntity[],
): Sight {
  const eyes: Vec3[] = [];
  const clusters = new Set<number>();
  for (const { classname, origin } of entities) {
    if (eyes.length >= MOST_EYES || origin === null || !SPAWN.test(classname)) continue;
    const eye: Vec3 = [origin[0], origin[1], origin[2] + EYE_HEIGHT];
    const cluster = space.clusterOf(...eye);
    if (cluster < 0 || clusters.has(cluster)) continue;
    clusters.add(cluster);
    eyes.push(eye);
  }
  let trace: Trace | null = null;
  return {
    eyes,
    isClear(eye, at) {
      trace ??= createTrace(space.tree, buildCollision(bsp, brushes));
      if (trace.tests > MOST_TESTS) throw new UntoldError("rays meet too much in this map");
      const way = at.map((value, axis) => value - eye[axis]);
      const distance = Math.hypot(...way);
      if (distance < 1) return true;
      const [x, y, z] = way.map((value) => value / distance);
      return !trace.cast(...eye, x, y, z, distance);
    },
  };
}
