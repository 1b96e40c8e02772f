/** Faces that lie alike, and are painted or lit by another grid: textures that were shifted, luxels of another size. */

import type { Bsp } from "../../../formats/bsp/types.ts";
import type { SurfaceChange } from "../types.ts";
import type { FacePair, FaceRow } from "./face-table.ts";
import { boxAround, placeCorners } from "./windings.ts";

/** Texels: nearer than that a texture lies where it lay. */
const SAME_TEXEL = 1 / 4;
/** Luxels an inch: less is what other precision makes of the same. */
const SAME_GRID = 1e-4;

export function listRealigned(
  a: Bsp,
  b: Bsp,
  pairs: readonly FacePair[],
  materials: readonly string[],
): SurfaceChange[] {
  return pairs.flatMap((pair): SurfaceChange[] => {
    const texA = a.faces.texinfo[pair.a.face];
    const texB = b.faces.texinfo[pair.b.face];
    const isMoved = isTextureMoved(a, texA, b, texB, pair);
    if (!isMoved && !isGridOther(a, texA, b, texB)) return [];
    const { model } = pair;
    return [
      {
        change: isMoved ? "realigned" : "regridded",
        material: materials[pair.b.material],
        was: null,
        owner: model.owner,
        area: pair.b.area,
        box: boxAround(pair.b.corners, model.origin),
        corners: placeCorners(pair.b.corners, model.origin),
      },
    ];
  });
}

/** Whether any of three corners shows another texel; one that is a whole texture away is the same. */
function isTextureMoved(a: Bsp, texA: number, b: Bsp, texB: number, pair: FacePair): boolean {
  const { shift } = pair.model;
  for (let corner = 0; corner < 3; corner++) {
    for (let t = 0; t < 2; t++) {
      const size = (t === 0 ? b.texDatas.width : b.texDatas.height)[b.texInfos.texdata[texB]];
      const was = texelOf(a, texA, t, pair.b, corner, shift);
      const is = texelOf(b, texB, t, pair.b, corner, [0, 0, 0]);
      const apart = Math.abs(was - is);
      const rest = size > 0 ? apart % size : apart;
      if (Math.min(rest, size > 0 ? size - rest : rest) > SAME_TEXEL) return true;
    }
  }
  return false;
}

function texelOf(
  { texInfos }: Bsp,
  texInfo: number,
  t: number,
  { corners }: FaceRow,
  corner: number,
  shift: readonly number[],
): number {
  const at = texInfo * 8 + t * 4;
  let texel = texInfos.textureVecs[at + 3];
  for (let axis = 0; axis < 3; axis++) {
    texel += texInfos.textureVecs[at + axis] * (corners[corner * 3 + axis] - shift[axis]);
  }
  return texel;
}

/** Whether luxels have another size or lie along other axes. */
function isGridOther(a: Bsp, texA: number, b: Bsp, texB: number): boolean {
  for (let i = 0; i < 8; i++) {
    if (i === 3 || i === 7) continue;
    const [was, is] = [
      a.texInfos.lightmapVecs[texA * 8 + i],
      b.texInfos.lightmapVecs[texB * 8 + i],
    ];
    if (Math.abs(was - is) > SAME_GRID) return true;
  }
  return false;
}
