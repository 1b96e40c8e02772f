/** Brushes as the map has them, before anything is cut. */

import type { VmfDispInfo } from "../../../formats/vmf/types.ts";
import { emptyMaxs, emptyMins, type Winding } from "./winding.ts";

export interface MapSide {
  /** `id` of the VMF's side. */
  readonly id: number;
  readonly line: number;
  /** Row of the plane table; looks out of the brush. */
  readonly plane: number;
  /** Row of the texinfo table. */
  readonly texInfo: number;
  /** Of a brush that is never seen, so that it makes no faces and divides nothing: clip brushes. */
  readonly isHidden: boolean;
  readonly contents: number;
  /** `SURF_*` bits. */
  readonly surf: number;
  readonly smoothingGroups: number;
  /** Made by the compiler so that boxes collide with the brush's edges rightly; not a surface. */
  readonly bevel: boolean;
  /** null on a bevel. */
  readonly winding: Winding | null;
  readonly dispInfo: VmfDispInfo | null;
  /** Whether any face came of it; the second tree splits by such sides first. */
  visible: boolean;
}

export interface MapBrush {
  readonly id: number;
  readonly line: number;
  /** Row in LUMP_BRUSHES. */
  readonly row: number;
  /** Entity the brush was drawn in: 0 is the world. Not always whose model it becomes a part of. */
  readonly entity: number;
  /** The six axial sides first: -x +x -y +y -z +z. */
  readonly sides: MapSide[];
  contents: number;
  readonly mins: Float64Array;
  readonly maxs: Float64Array;
}

/** The common box of brushes; a small one around the middle if there are none. */
export function boundBrushes(brushes: readonly MapBrush[]): [Float64Array, Float64Array] {
  const mins = emptyMins();
  const maxs = emptyMaxs();
  for (const brush of brushes) {
    for (let axis = 0; axis < 3; axis++) {
      mins[axis] = Math.min(mins[axis], brush.mins[axis]);
      maxs[axis] = Math.max(maxs[axis], brush.maxs[axis]);
    }
  }
  return brushes.length > 0 ? [mins, maxs] : [mins.fill(-1), maxs.fill(1)];
}
