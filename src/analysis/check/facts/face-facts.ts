/** Places, luxels and materials of faces. */

import { SURF_BUMPLIGHT } from "../../../formats/bsp/layouts/surface-flags.ts";
import { countStyles, LUXEL_BYTES } from "../../../formats/bsp/read/read-lighting.ts";
import type { Bsp } from "../../../formats/bsp/types.ts";
import type { Vec3 } from "../findings.ts";

/** Returns where a finding places a face: its middle, its normal and its radius. */
export function placeOfFace(
  { faces, surfEdges, edges, vertexes, planes }: Bsp,
  face: number,
): {
  readonly origin: Vec3;
  readonly normal: Vec3;
  readonly radius: number;
  readonly face: number;
} {
  const count = faces.edgeCount[face];
  const sum: [number, number, number] = [0, 0, 0];
  const corners: number[][] = [];
  for (let i = 0; i < count; i++) {
    const surfEdge = surfEdges[faces.firstEdge[face] + i];
    const vertex = surfEdge >= 0 ? edges[surfEdge * 2] : edges[-surfEdge * 2 + 1];
    const corner = [...vertexes.position.subarray(vertex * 3, vertex * 3 + 3)];
    corners.push(corner);
    for (let axis = 0; axis < 3; axis++) sum[axis] += corner[axis] / count;
  }
  const reach = corners.map((corner) => Math.hypot(...corner.map((value, i) => value - sum[i])));
  const at = faces.plane[face] * 3;
  return {
    origin: sum,
    normal: [planes.normal[at], planes.normal[at + 1], planes.normal[at + 2]],
    radius: Math.min(256, Math.max(0, ...reach)),
    face,
  };
}

/** Lightmap use of one material, summed over its faces. */
interface MaterialLuxels {
  readonly material: string;
  faces: number;
  bytes: number;
  /** Lit area in square inches. */
  area: number;
  /** Smallest edge of a luxel in inches, and a face that has it. */
  finest: number;
  finestFace: number;
  coarsest: number;
  coarsestFace: number;
}

/**
 * Returns the bytes of a face's luxels over all styles and bump directions; 0 if the face is unlit.
 */
export function luxelBytesOf(
  { faces, texInfos }: Pick<Bsp, "faces" | "texInfos">,
  face: number,
): number {
  if (faces.lightOffset[face] < 0) return 0;
  const bumped = (texInfos.flags[faces.texinfo[face]] & SURF_BUMPLIGHT) !== 0;
  const [width, height] = faces.lightmapSize.subarray(face * 2, face * 2 + 2);
  return countStyles(faces, face) * (bumped ? 4 : 1) * (width + 1) * (height + 1) * LUXEL_BYTES;
}

/** Returns the edge of a luxel in inches. A displacement uses the size of its base face. */
export function luxelSizeOf({ faces, texInfos }: Bsp, face: number): number {
  const at = faces.texinfo[face] * 8;
  const vecs = texInfos.lightmapVecs;
  const perInch = Math.max(
    Math.hypot(vecs[at], vecs[at + 1], vecs[at + 2]),
    Math.hypot(vecs[at + 4], vecs[at + 5], vecs[at + 6]),
  );
  return perInch > 0 ? 1 / perInch : 0;
}

/** Returns the name of a texdata's material for a sentence. A damaged map may have none. */
export const materialNameOf = ({ texDatas }: Bsp, texData: number): string =>
  texDatas.name[texData] || "a material without a name";

/** Lists the lightmap use per material, the most bytes first. */
export function listMaterialLuxels(bsp: Bsp): MaterialLuxels[] {
  const { faces, texInfos } = bsp;
  const rows = new Map<string, MaterialLuxels>();
  for (let face = 0; face < faces.count; face++) {
    const bytes = luxelBytesOf(bsp, face);
    const texData = texInfos.texdata[faces.texinfo[face]] ?? -1;
    if (bytes === 0 || texData < 0) continue;
    const material = materialNameOf(bsp, texData);
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
