/** Plants and rocks on the hills, scattered by a seed. */

import type { Vec3 } from "../../src/compile/generate/brush.ts";
import { createRandom } from "../../src/compile/generate/random.ts";
import type { VmfBuilder } from "../../src/compile/generate/rooms.ts";
import { addProp } from "./demo-parts.ts";
import { groundHeight, isOpenGround } from "./terrain.ts";

/**
 * For each kind: its number, least distance in inches, depth in the ground in inches, and number of
 * skins.
 */
const KINDS = [
  { name: "tree", count: 44, apart: 150, sink: 6, skins: 2 },
  { name: "rock", count: 46, apart: 90, sink: 10, skins: 1 },
  { name: "bush", count: 110, apart: 60, sink: 2, skins: 2 },
];

export function plantHills(map: VmfBuilder): void {
  const random = createRandom(20);
  const taken: (readonly [number, number])[] = [];
  for (const { name, count, apart, sink, skins } of KINDS) {
    for (let placed = 0, tries = 0; placed < count && tries < count * 40; tries++) {
      const x = Math.round(random.between(-1960, 1960));
      const y = Math.round(random.between(-440, 1960));
      const spot: Vec3 = [x, y, Math.round(groundHeight(x, y)) - sink];
      const isFree = taken.every(([tx, ty]) => Math.hypot(tx - x, ty - y) > apart);
      if (!isFree || !isOpenGround(spot)) continue;
      taken.push([x, y]);
      placed += 1;
      addProp(map, name, spot, {
        yaw: random.index(360),
        skin: random.index(skins),
        isPlant: name !== "rock",
        fade: name === "tree" ? undefined : 2600,
      });
    }
  }
}
