/** Splits faces whose lightmaps are too large. */

import { SURF_BUMPLIGHT, SURF_NOLIGHT } from "../../../formats/bsp/layouts/surface-flags.ts";
import { splitWinding } from "../../../math/winding.ts";
import { MAX_LUXELS, MAX_MAP_FACES } from "../limits.ts";
import type { BspFace } from "../tree/tree.ts";
import { vmfFault } from "../vmf-fault.ts";
import type { TexInfo, TexInfoTable } from "./texinfo-table.ts";

/** `MAX_BRUSH_LIGHTMAP_DIM_WITHOUT_BORDER`: most luxels along a lit face. */
const MAX_FACE_LUXELS = 32;

/**
 * Splits a face until no lightmap is larger than 32 luxels plus its border.
 * @throws FormatError (too-large) before splitting, if all faces together exceed the map's limit
 */
export function subdivideFace(face: BspFace, texInfos: TexInfoTable): BspFace[] {
  const { flags, lightmapVecs } = texInfos.rows[face.texInfo];
  if (flags & SURF_NOLIGHT) return [face];
  takeLuxels(face, texInfos.rows[face.texInfo], texInfos.lit);
  const done: BspFace[] = [];
  const open = [face];
  for (let next = open.pop(); next; next = open.pop()) {
    const parts = halve(next, lightmapVecs);
    if (parts) open.push(...parts);
    else done.push(next);
  }
  return done;
}

/** Adds the lower bound of a surface's faces and luxels to the totals. */
function takeLuxels({ winding, side }: BspFace, texInfo: TexInfo, lit: TexInfoTable["lit"]): void {
  const { flags, lightmapVecs } = texInfo;
  const at = (i: number, axis: 0 | 4) =>
    winding[i] * lightmapVecs[axis] +
    winding[i + 1] * lightmapVecs[axis + 1] +
    winding[i + 2] * lightmapVecs[axis + 2];
  let doubleArea = 0;
  const us: number[] = [];
  const vs: number[] = [];
  for (let i = 0; i < winding.length; i += 3) {
    const next = (i + 3) % winding.length;
    us.push(at(i, 0));
    vs.push(at(i, 4));
    doubleArea += at(i, 0) * at(next, 4) - at(next, 0) * at(i, 4);
  }
  const luxels = Math.abs(doubleArea) / 2;
  const extent = Math.max(...[us, vs].map((row) => Math.max(...row) - Math.min(...row)));
  lit.luxels += luxels * (flags & SURF_BUMPLIGHT ? 4 : 1);
  lit.faces += Math.ceil(Math.max(1, luxels / MAX_FACE_LUXELS ** 2, extent / MAX_FACE_LUXELS));
  const fault = (expected: string, found: number) => {
    const message = `${expected}: fewer brushes, or a larger lightmapscale`;
    return vmfFault("too-large", `side ${side.id}`, side.line, message, String(Math.ceil(found)));
  };
  if (!(lit.faces <= MAX_MAP_FACES)) {
    throw fault(`lightmaps that cut the map into at most ${MAX_MAP_FACES} faces`, lit.faces);
  }
  if (!(lit.luxels <= MAX_LUXELS)) {
    throw fault(`lightmaps of at most ${MAX_LUXELS} luxels in all`, lit.luxels);
  }
}

/** Splits a face that is too large in two; `null` if it is not. */
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
    if (max - min <= MAX_FACE_LUXELS) continue;
    const scale = Math.hypot(x, y, z);
    // One luxel less than the maximum, which leaves room for the border.
    const dist = (min + MAX_FACE_LUXELS - 1) / scale;
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
