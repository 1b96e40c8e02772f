import { SURF_NOLIGHT } from "../../../formats/bsp/layouts/surface-flags.ts";
import { splitWinding } from "../brushes/winding.ts";
import type { BspFace } from "../tree/tree.ts";
import type { TexInfoTable } from "./texinfo-table.ts";

/** `MAX_BRUSH_LIGHTMAP_DIM_WITHOUT_BORDER`: luxels along a lit face. */
const MAX_LUXELS = 32;

/** Cuts a face until no lightmap is larger than 32 luxels and its border. */
export function subdivideFace(face: BspFace, texInfos: TexInfoTable): BspFace[] {
  const { flags, lightmapVecs } = texInfos.rows[face.texInfo];
  if (flags & SURF_NOLIGHT) return [face];
  const done: BspFace[] = [];
  const open = [face];
  for (let next = open.pop(); next; next = open.pop()) {
    const parts = halve(next, lightmapVecs);
    if (parts) open.push(...parts);
    else done.push(next);
  }
  return done;
}

/** The two parts of a face that is too large, null if it is not. */
function halve(face: BspFace, lightmapVecs: readonly number[]): [BspFace, BspFace] | null {
  const { winding } = face;
  for (const at of [0, 4]) {
    const [x, y, z] = lightmapVecs.slice(at, at + 3);
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < winding.length; i += 3) {
      const value = winding[i] * x + winding[i + 1] * y + winding[i + 2] * z;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    if (max - min <= MAX_LUXELS) continue;
    const scale = Math.hypot(x, y, z);
    // One luxel short of the most, which leaves room for the border.
    const dist = (min + MAX_LUXELS - 1) / scale;
    const { front, back } = splitWinding(winding, x / scale, y / scale, z / scale, dist);
    if (front && back) {
      return [
        { ...face, winding: front },
        { ...face, winding: back },
      ];
    }
  }
  return null;
}
