/** How a map's lightmaps are spent. */

import { SURF_BUMPLIGHT } from "../../../formats/bsp/layouts/surface-flags.ts";
import { countStyles, LUXEL_BYTES } from "../../../formats/bsp/read/read-lighting.ts";
import type { Bsp } from "../../../formats/bsp/types.ts";

/** Of one material, all its faces together. */
export interface MaterialLuxels {
  readonly material: string;
  faces: number;
  bytes: number;
  /** Square inches that are lit. */
  area: number;
  /** The least inches of a luxel's edge, and a face that has it. */
  finest: number;
  finestFace: number;
  coarsest: number;
  coarsestFace: number;
}

/** Bytes of a face's luxels of all styles and directions; 0: it is unlit. */
export function luxelBytesOf(
  { faces, texInfos }: Pick<Bsp, "faces" | "texInfos">,
  face: number,
): number {
  if (faces.lightOffset[face] < 0) return 0;
  const bumped = (texInfos.flags[faces.texinfo[face]] & SURF_BUMPLIGHT) !== 0;
  const [width, height] = faces.lightmapSize.subarray(face * 2, face * 2 + 2);
  return countStyles(faces, face) * (bumped ? 4 : 1) * (width + 1) * (height + 1) * LUXEL_BYTES;
}

/** Inches of a luxel's edge on a face; of displacements those of the face below. */
export function luxelSizeOf({ faces, texInfos }: Bsp, face: number): number {
  const at = faces.texinfo[face] * 8;
  const vecs = texInfos.lightmapVecs;
  const perInch = Math.max(
    Math.hypot(vecs[at], vecs[at + 1], vecs[at + 2]),
    Math.hypot(vecs[at + 4], vecs[at + 5], vecs[at + 6]),
  );
  return perInch > 0 ? 1 / perInch : 0;
}

/** What a sentence calls a texdata's material: in a damaged map it has no name. */
export const nameOf = ({ texDatas }: Bsp, texData: number): string =>
  texDatas.name[texData] || "a material without a name";

/** The most bytes first. */
export function listMaterialLuxels(bsp: Bsp): MaterialLuxels[] {
  const { faces, texInfos } = bsp;
  const rows = new Map<string, MaterialLuxels>();
  for (let face = 0; face < faces.count; face++) {
    const bytes = luxelBytesOf(bsp, face);
    const texData = texInfos.texdata[faces.texinfo[face]] ?? -1;
    if (bytes === 0 || texData < 0) continue;
    const material = nameOf(bsp, texData);
    let row = rows.get(material);
    if (row === undefined) {
      const none = { faces: 0, bytes: 0, area: 0, finestFace: -1, coarsestFace: -1 };
      row = { ...none, material, finest: Number.POSITIVE_INFINITY, coarsest: 0 };
      rows.set(material, row);
    }
    row.faces++;
    row.bytes += bytes;
    row.area += faces.area[face];
    const size = luxelSizeOf(bsp, face);
    if (size > 0 && size < row.finest) {
      row.finest = size;
      row.finestFace = face;
    }
    if (size > row.coarsest) {
      row.coarsest = size;
      row.coarsestFace = face;
    }
  }
  return [...rows.values()].sort((a, b) => b.bytes - a.bytes);
}
