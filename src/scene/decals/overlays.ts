/**
 * Overlays: quads of the map's compiler, each laid on the faces that it lists. What a record holds is in
 * Valve's public `bspfile.h` and `overlay.cpp` of vbsp; on a displacement an overlay is laid out where its
 * face would be flat, as `builddisp.cpp` does, and follows the vertices from there.
 */

import type { Overlays } from "../../formats/bsp/types.ts";
import { createFacet, type DecalSurfaces } from "./decal-surfaces.ts";
import type { AddPiece, DecalStyle, DecalWriter } from "./decal-writer.ts";
import { addGrid } from "./grid-pieces.ts";
import { createPolygon, POINT_NUMBERS, type Polygon } from "./polygon.ts";

/** Which of the texture's edges a corner of the quad lies at: s, t. */
const CORNER_EDGES = [0, 0, 0, 1, 1, 1, 1, 0];

/** Rows of the overlays in the order in which they are drawn: by render order, then as they stand. */
export function sortOverlays({ count, renderOrder }: Overlays): number[] {
  return Array.from({ length: count }, (_, row) => row).sort(
    (a, b) => renderOrder[a] - renderOrder[b] || a - b,
  );
}

/** Writes the quad of an overlay in its plane, and the plane's axes: 3 each of U, V and the normal. */
export function writeOverlayQuad(
  overlays: Overlays,
  row: number,
  out: Polygon,
  axes: Float64Array,
): void {
  const { uvPoints, origin, basisNormal, u, v } = overlays;
  const points = row * 12;
  const [ux, uy, uz] = [uvPoints[points + 2], uvPoints[points + 5], uvPoints[points + 8]];
  const [nx, ny, nz] = basisNormal.subarray(row * 3, row * 3 + 3);
  const side = uvPoints[points + 11] === 1 ? -1 : 1;
  axes.set([ux, uy, uz]);
  axes.set(
    [ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux].map((c) => c * side),
    3,
  );
  axes.set([nx, ny, nz], 6);
  out.count = 4;
  for (let corner = 0; corner < 4; corner++) {
    const x = uvPoints[points + corner * 3];
    const y = uvPoints[points + corner * 3 + 1];
    const at = corner * POINT_NUMBERS;
    for (let axis = 0; axis < 3; axis++) {
      out.values[at + axis] = origin[row * 3 + axis] + axes[axis] * x + axes[3 + axis] * y;
    }
    out.values[at + 3] = u[row * 2 + CORNER_EDGES[corner * 2]];
    out.values[at + 4] = v[row * 2 + CORNER_EDGES[corner * 2 + 1]];
  }
}

/**
 * Writes those overlays that have a material.
 * @param materialOf row of the decals' materials; -1: it is not drawn
 * @returns how many of them lie on no surface that is drawn. Throws FormatError (too-large)
 */
export function writeOverlays(
  overlays: Overlays,
  materialOf: (row: number) => number,
  surfaces: DecalSurfaces,
  writer: DecalWriter,
): number {
  const quad = createPolygon(4);
  const axes = new Float64Array(9);
  const plane = new Float64Array(4);
  const facet = createFacet();
  let unplaced = 0;
  for (const row of sortOverlays(overlays)) {
    const material = materialOf(row);
    if (material < 0) continue;
    writeOverlayQuad(overlays, row, quad, axes);
    const direction = axes.subarray(6);
    const length = Math.hypot(direction[0], direction[1], direction[2]) || 1;
    for (let axis = 0; axis < 3; axis++) direction[axis] /= length;
    const style: DecalStyle = {
      material,
      order: overlays.renderOrder[row],
      tangent: axes.subarray(0, 3),
      fadeOrigin: overlays.origin.subarray(row * 3, row * 3 + 3),
      fadeRange: [
        Math.max(0, overlays.fadeDistance[row * 2]),
        Math.max(0, overlays.fadeDistance[row * 2 + 1]),
      ],
    };
    const addPieces = (add: AddPiece) => {
      for (let i = 0; i < overlays.faceCount[row]; i++) {
        const face = overlays.faces[overlays.firstFace[row] + i];
        const placement = surfaces.placementOf(face);
        if (placement < 0) continue;
        surfaces.writePlane(placement, face, plane);
        const grid = surfaces.grids.get(face);
        if (grid) addGrid(add, surfaces, placement, face, grid, quad, direction, plane);
        else if (surfaces.readFace(placement, face, facet)) add(quad, facet, direction, plane);
      }
    };
    if (!writer.writeDecal(style, addPieces)) unplaced++;
  }
  return unplaced;
}
