/** Which brush side is seen at a portal between two leafs of different contents. */

import { SURF_HINT } from "../../../formats/bsp/layouts/surface-flags.ts";
import { visibleContents } from "../brushes/contents.ts";
import type { MapBrush, MapSide } from "../brushes/map-brush.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import { leafsOf, type Portal, type TreeNode } from "../tree/tree.ts";

/**
 * Sets `side` of all portals, and `visible` of the sides that they show, of hints, and of no others. A hint is never
 * seen, but divides the tree before sides that are not.
 */
export function markVisibleSides(
  root: TreeNode,
  brushes: readonly MapBrush[],
  planes: PlaneTable,
): void {
  for (const { sides } of brushes) {
    for (const side of sides) side.visible = (side.surf & SURF_HINT) !== 0;
  }
  for (const leaf of leafsOf(root)) {
    for (const portal of leaf.portals) {
      if (portal.front !== leaf || !portal.onNode) continue;
      portal.side = findSide(portal, planes);
      if (portal.side) portal.side.visible = true;
    }
  }
}

/** The side on the portal's plane of a brush whose contents make the change, else the nearest. */
function findSide(portal: Portal, planes: PlaneTable): MapSide | null {
  const contents = visibleContents(portal.front.contents ^ portal.back.contents);
  if (contents === 0) return null;
  const plane = portal.onNode!.plane;
  let best: MapSide | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const leaf of [portal.front, portal.back]) {
    for (const { source } of leaf.brushes) {
      if ((source.contents & contents) === 0) continue;
      for (const side of source.sides) {
        if (side.bevel || side.isHidden) continue;
        if (side.plane >> 1 === plane >> 1) return side;
        const distance = distanceTo(side.plane, portal, planes);
        if (distance >= bestDistance) continue;
        best = side;
        bestDistance = distance;
      }
    }
  }
  return best;
}

/** How far a portal's points are from a plane, added up. */
function distanceTo(plane: number, { winding }: Portal, { normal, dist }: PlaneTable): number {
  const at = plane * 3;
  let sum = 0;
  for (let i = 0; i < winding.length; i += 3) {
    sum += Math.abs(
      winding[i] * normal[at] +
        winding[i + 1] * normal[at + 1] +
        winding[i + 2] * normal[at + 2] -
        dist[plane],
    );
  }
  return sum;
}
