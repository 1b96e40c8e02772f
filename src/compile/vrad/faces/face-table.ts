/** Face data for lighting, as columns that threads can share. */

import { vectorOf } from "../../../formats/bsp/layouts/light-values.ts";
import {
  SURF_BUMPLIGHT,
  SURF_NOCHOP,
  SURF_NOLIGHT,
  SURF_SKY,
} from "../../../formats/bsp/layouts/surface-flags.ts";
import type { Bsp, Faces } from "../../../formats/bsp/types.ts";
import { allocateFloat32, allocateInt32, allocateUint8 } from "../../shared-arrays.ts";

export interface FaceTable {
  readonly count: number;
  /** 1 for faces with a lightmap. */
  readonly isLit: Uint8Array;
  readonly isBumped: Uint8Array;
  readonly isDisplaced: Uint8Array;
  /** 1 for faces with `SURF_NOCHOP`, which are one patch. */
  readonly isWhole: Uint8Array;
  /** 3 a face: its plane's normal. */
  readonly normal: Float32Array;
  /** 6 a face: s and t of its texture, in space. */
  readonly textureAxes: Float32Array;
  /** 8 a face: luxel s and t of a point are dot(xyz, point) + w, from the lightmap's corner. */
  readonly luxelFromWorld: Float32Array;
  /** 9 a face: the point of luxel (0, 0), and the steps of s and t. Not for displacements. */
  readonly worldFromLuxel: Float32Array;
  /** 3 a face: origin of the entity whose model contains the face. */
  readonly origin: Float32Array;
  /** 2 a face: columns and rows of cells, one cell between every two luxels. */
  readonly cells: Int32Array;
  /** First row of the face's cells. */
  readonly firstCell: Int32Array;
  /** 3 a face, 0..0.99. */
  readonly reflectivity: Float32Array;
}

/**
 * Builds the table for the world's and the brush entities' faces. Light is computed at the entity's
 * position.
 */
export function buildFaceTable(bsp: Bsp, faces: Faces): FaceTable {
  const { count } = faces;
  const table: FaceTable = {
    count,
    isLit: allocateUint8(count),
    isBumped: allocateUint8(count),
    isDisplaced: allocateUint8(count),
    isWhole: allocateUint8(count),
    normal: allocateFloat32(count * 3),
    textureAxes: allocateFloat32(count * 6),
    luxelFromWorld: allocateFloat32(count * 8),
    worldFromLuxel: allocateFloat32(count * 9),
    origin: allocateFloat32(count * 3),
    cells: allocateInt32(count * 2),
    firstCell: allocateInt32(count + 1),
    reflectivity: allocateFloat32(count * 3),
  };
  writeOrigins(bsp, table.origin);
  for (let face = 0; face < count; face++) {
    table.normal.set(
      bsp.planes.normal.subarray(faces.plane[face] * 3, faces.plane[face] * 3 + 3),
      face * 3,
    );
    table.firstCell[face + 1] = table.firstCell[face] + writeFace(bsp, faces, face, table);
  }
  return table;
}

/** Writes a face's row and returns the number of its cells. */
function writeFace(bsp: Bsp, faces: Faces, face: number, table: FaceTable): number {
  const { texInfos, texDatas } = bsp;
  const texinfo = faces.texinfo[face];
  if (texinfo < 0 || faces.edgeCount[face] < 3) return 0;
  const flags = texInfos.flags[texinfo];
  if ((flags & (SURF_SKY | SURF_NOLIGHT)) !== 0) return 0;
  const sizeS = faces.lightmapSize[face * 2];
  const sizeT = faces.lightmapSize[face * 2 + 1];
  if (sizeS < 0 || sizeT < 0 || sizeS > 256 || sizeT > 256) return 0;
  table.isDisplaced[face] = faces.dispInfo[face] >= 0 ? 1 : 0;
  const texdata = texInfos.texdata[texinfo];
  for (let axis = 0; axis < 3; axis++) {
    table.textureAxes[face * 6 + axis] = texInfos.textureVecs[texinfo * 8 + axis];
    table.textureAxes[face * 6 + 3 + axis] = texInfos.textureVecs[texinfo * 8 + 4 + axis];
    const reflectivity = texdata >= 0 ? texDatas.reflectivity[texdata * 3 + axis] : 0;
    table.reflectivity[face * 3 + axis] = Math.min(0.99, Math.max(0, reflectivity));
  }
  if (!writeLuxelAxes(bsp, faces, face, table) && table.isDisplaced[face] === 0) return 0;
  table.isLit[face] = 1;
  table.isBumped[face] = (flags & SURF_BUMPLIGHT) !== 0 ? 1 : 0;
  table.isWhole[face] = (flags & SURF_NOCHOP) !== 0 ? 1 : 0;
  table.cells[face * 2] = Math.max(1, sizeS);
  table.cells[face * 2 + 1] = Math.max(1, sizeT);
  return table.cells[face * 2] * table.cells[face * 2 + 1];
}

/** Inverts (luxel s, luxel t, distance from the plane). Returns false if the axes are parallel. */
function writeLuxelAxes(bsp: Bsp, faces: Faces, face: number, table: FaceTable): boolean {
  const vecs = bsp.texInfos.lightmapVecs.subarray(
    faces.texinfo[face] * 8,
    faces.texinfo[face] * 8 + 8,
  );
  const [ax, ay, az, aw] = vecs;
  const [bx, by, bz, bw] = vecs.subarray(4);
  const aOffset = aw - faces.lightmapMins[face * 2];
  const bOffset = bw - faces.lightmapMins[face * 2 + 1];
  table.luxelFromWorld.set([ax, ay, az, aOffset, bx, by, bz, bOffset], face * 8);
  const [nx, ny, nz] = table.normal.subarray(face * 3, face * 3 + 3);
  // Columns of the inverse are cross products of the rows, divided by the determinant.
  const sx = by * nz - bz * ny;
  const sy = bz * nx - bx * nz;
  const sz = bx * ny - by * nx;
  const determinant = ax * sx + ay * sy + az * sz;
  if (Math.abs(determinant) < 1e-12) return false;
  const d = 1 / determinant;
  const tx = (ny * az - nz * ay) * d;
  const ty = (nz * ax - nx * az) * d;
  const tz = (nx * ay - ny * ax) * d;
  const px = (ay * bz - az * by) * d;
  const py = (az * bx - ax * bz) * d;
  const pz = (ax * by - ay * bx) * d;
  const dist = bsp.planes.dist[faces.plane[face]];
  table.worldFromLuxel.set(
    [
      px * dist - sx * d * aOffset - tx * bOffset,
      py * dist - sy * d * aOffset - ty * bOffset,
      pz * dist - sz * d * aOffset - tz * bOffset,
      ...[sx * d, sy * d, sz * d],
      ...[tx, ty, tz],
    ],
    face * 9,
  );
  return true;
}

/** Writes the origins of brush entities for their faces. */
function writeOrigins(bsp: Bsp, origin: Float32Array): void {
  for (const entity of bsp.entities) {
    const model = /^\*(\d+)$/.exec(entity.get("model") ?? "");
    const row = model ? Number(model[1]) : 0;
    if (row <= 0 || row >= bsp.models.count) continue;
    const place = vectorOf(entity, "origin");
    const first = bsp.models.firstFace[row];
    for (let face = first; face < first + bsp.models.faceCount[row]; face++) {
      origin.set(place, face * 3);
    }
  }
}
