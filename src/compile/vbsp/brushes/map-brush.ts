/** Brushes as in the map, before any cutting. */

import type { VmfDispInfo } from "../../../formats/vmf/types.ts";
import { emptyMaxs, emptyMins, type Winding } from "../../../math/winding.ts";

export interface MapSide {
  /** `id` of the VMF's side. */
  readonly id: number;
  readonly line: number;
  /** Row of the plane table, facing outwards. */
  readonly plane: number;
  /** Row of the texinfo table. */
  readonly texInfo: number;
  /** True for sides of invisible brushes such as clips, which make no faces and divide nothing. */
  readonly isHidden: boolean;
  readonly contents: number;
  /** `SURF_*` bits. */
  readonly surf: number;
  readonly smoothingGroups: number;
  /** True for a bevel, which the compiler adds for correct box collision. It is not a surface. */
  readonly bevel: boolean;
  /** `null` for a bevel. */
  readonly winding: Winding | null;
  readonly dispInfo: VmfDispInfo | null;
  /** True if the side made a face. The second tree divides by such sides first. */
  visible: boolean;
}

export interface MapBrush {
  readonly id: number;
  readonly line: number;
  /** Row in LUMP_BRUSHES. */
  readonly row: number;
  /**
   * Entity that contains the brush in the VMF; 0 is the world. The brush may become part of another
   * model.
   */
  readonly entity: number;
  /** The six axial sides come first: -x +x -y +y -z +z. */
  readonly sides: MapSide[];
  contents: number;
  readonly mins: Float64Array;
  readonly maxs: Float64Array;
}

/** Returns the common box of brushes, or a small box around the origin if none. */
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
