/** What faces up and is too steep to stand on, tinted. */

import type { MeasuredSurfaces } from "../../map/solid/measured-surfaces.ts";
import { isSteep } from "../../map/solid/steepness.ts";
import { createMarkLayers, type MarkLayers } from "../../render/marks/mark-layers.ts";
import type { SolidRows } from "../../render/marks/solid-rows.ts";
import { rowColor } from "../marks/fill-marks.ts";

const TINT = rowColor(0xe0523a, 110);

/** @param surfacesOf null: they are not there yet */
export function createSteepTint(surfacesOf: () => MeasuredSurfaces | null): MarkLayers {
  return createMarkLayers((_view, { solids }) => {
    const surfaces = surfacesOf();
    if (surfaces !== null) writeSteep(surfaces, solids);
  });
}

/** Adds triangles of pieces that are steep. */
export function writeSteep(
  { count, normal, firstCorner, corners }: MeasuredSurfaces,
  rows: SolidRows,
): void {
  const add = (corner: number): void =>
    rows.add(corners[corner * 3], corners[corner * 3 + 1], corners[corner * 3 + 2], TINT);
  for (let piece = 0; piece < count; piece++) {
    if (!isSteep(normal[piece * 3 + 2])) continue;
    const first = firstCorner[piece];
    for (let i = first + 1; i + 1 < firstCorner[piece + 1]; i++) {
      add(first);
      add(i);
      add(i + 1);
    }
  }
}
