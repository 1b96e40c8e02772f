/** Whether a point lies in a brush, detail or not: leafs know only the brushes that divide the tree. */

import { CONTENTS_PLAYERCLIP, CONTENTS_SOLID } from "../../compile/material-flags.ts";
import type { StandingMap } from "./standing-map.ts";
import type { Work } from "./work.ts";

/** Whether a brush that keeps players out holds a point; false where the work is over before that is known. */
export function isInBrush(
  { bsp, brushes }: Pick<StandingMap, "bsp" | "brushes">,
  leaf: number,
  x: number,
  y: number,
  z: number,
  work: Work,
): boolean {
  const { planes, leafs } = bsp;
  if (brushes.leafBrushes.length === 0) return false;
  const first = leafs.firstLeafBrush[leaf];
  for (let i = first; i < first + leafs.leafBrushCount[leaf] && !work.isOver; i++) {
    const brush = brushes.leafBrushes[i];
    work.add(1);
    if ((brushes.contents[brush] & (CONTENTS_SOLID | CONTENTS_PLAYERCLIP)) === 0) continue;
    let isInside = brushes.sideCount[brush] > 0;
    let k = 0;
    for (; isInside && k < brushes.sideCount[brush]; k++) {
      const p = brushes.sidePlane[brushes.firstSide[brush] + k];
      const { normal, dist } = planes;
      const height = normal[p * 3] * x + normal[p * 3 + 1] * y + normal[p * 3 + 2] * z - dist[p];
      isInside = height < 0;
    }
    work.add(k);
    if (isInside) return true;
  }
  return false;
}
