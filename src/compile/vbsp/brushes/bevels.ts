/**
 * Planes that a brush does not need to be itself, but that its collision needs: a box swept against
 * a brush is a point swept against the brush grown by the box, and only with planes across all of
 * its axes and edges does that grow no corners.
 */

import type { MapBrush, MapSide } from "./map-brush.ts";
import { type PlaneTable, snapNormal } from "./plane-table.ts";
import { cross3, dot3, normalize3 } from "./winding.ts";

/** How far a corner may stand out from a bevel. */
const BEVEL_EPSILON = 0.1;
/** Inches: shorter edges get no bevels. */
const MIN_EDGE = 0.5;
/** Sine of the least angle between an edge and the axis that its bevel is square to. */
const MIN_ANGLE = 0.5;

/** Puts the six axial sides first (-x +x -y +y -z +z), made where missing, and adds edge bevels. */
export function addBevels(brush: MapBrush, planes: PlaneTable): void {
  const { sides } = brush;
  for (let order = 0; order < 6; order++) {
    const axis = order >> 1;
    const direction = order & 1 ? 1 : -1;
    let at = sides.findIndex(({ plane }) => planes.normal[plane * 3 + axis] === direction);
    if (at < 0) {
      const normal = [0, 0, 0];
      normal[axis] = direction;
      const dist = direction > 0 ? brush.maxs[axis] : -brush.mins[axis];
      const plane = planes.find(normal[0], normal[1], normal[2], dist);
      at = sides.push(bevelOf(sides[0], plane)) - 1;
    }
    [sides[order], sides[at]] = [sides[at], sides[order]];
  }
  if (sides.length > 6) addEdgeBevels(brush, planes);
}

function bevelOf(side: MapSide, plane: number): MapSide {
  const none = { winding: null, dispInfo: null, smoothingGroups: 0 };
  return { ...side, ...none, id: 0, plane, bevel: true, visible: false };
}

/** Bevels along the edges of slanted sides, square to one axis each. */
function addEdgeBevels(brush: MapBrush, planes: PlaneTable): void {
  const { sides } = brush;
  const count = sides.length;
  for (let i = 6; i < count; i++) {
    const { winding } = sides[i];
    if (!winding) continue;
    for (let from = 0; from < winding.length; from += 3) {
      const to = (from + 3) % winding.length;
      const delta = (axis: number) => Math.fround(winding[from + axis] - winding[to + axis]);
      const [ex, ey, ez, length] = normalize3(delta(0), delta(1), delta(2));
      if (length < MIN_EDGE) continue;
      // The six axial sides are all that an edge along an axis needs.
      if (snapNormal(ex, ey, ez).some((value) => Math.abs(value) === 1)) continue;
      for (let order = 0; order < 6; order++) {
        const axis = order >> 1;
        const direction = order & 1 ? 1 : -1;
        const across = [0, 0, 0];
        across[axis] = direction;
        const normal = cross3(ex, ey, ez, across[0], across[1], across[2]);
        const [x, y, z, size] = normalize3(...normal);
        if (size < MIN_ANGLE) continue;
        const dist = dot3(winding[from], winding[from + 1], winding[from + 2], x, y, z);
        if (isBevelOf(brush, x, y, z, dist, planes)) {
          sides.push(bevelOf(sides[0], planes.find(x, y, z, dist)));
        }
      }
    }
  }
}

/** Whether all of the brush is behind a plane that is not yet one of its own. */
function isBevelOf(
  { sides }: MapBrush,
  x: number,
  y: number,
  z: number,
  dist: number,
  planes: PlaneTable,
): boolean {
  for (const { plane, winding } of sides) {
    const at = plane * 3;
    const near = (a: number, b: number, epsilon: number) => Math.abs(a - b) < epsilon;
    if (
      near(planes.normal[at], x, 0.01) &&
      near(planes.normal[at + 1], y, 0.01) &&
      near(planes.normal[at + 2], z, 0.01) &&
      near(planes.dist[plane], dist, 0.01)
    ) {
      return false;
    }
    if (!winding) continue;
    for (let i = 0; i < winding.length; i += 3) {
      const d = dot3(winding[i], winding[i + 1], winding[i + 2], x, y, z) - dist;
      if (d > BEVEL_EPSILON) return false;
    }
  }
  return true;
}
