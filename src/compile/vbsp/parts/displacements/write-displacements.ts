/** The columns of the displacement lumps, written. */

import { writeRecords } from "../../../../formats/binary/write-records.ts";
import {
  DDISPINFO,
  DISP_CORNER_NEIGHBORS,
  DISP_SUB_NEIGHBOR,
} from "../../../../formats/bsp/layouts/compile-layouts.ts";
import { DISP_TRIS, DISP_VERTS } from "../../../../formats/bsp/layouts/record-layouts.ts";
import type { DispTris, DispVerts } from "../../../../formats/bsp/types.ts";
import { ALLOWED_WORDS } from "./allowed-verts.ts";
import {
  type DispGrid,
  type DisplacedSide,
  listCellTriangles,
  triangleNormal,
} from "./disp-grid.ts";
import type { DispNeighbors } from "./disp-neighbors.ts";

/** The word of the least tessellation holds flags where this bit is set, as it always is. */
const MIN_TESS_IS_FLAGS = -0x80000000;

const DISPTRI_TAG_WALKABLE = 1 << 1;
const DISPTRI_TAG_BUILDABLE = 1 << 2;
/** Least upward part of the normal of ground that can be walked, and built, on. */
const WALKABLE_Z = 0.7;
const BUILDABLE_Z = 0.8;

/** What became of the sides, in their order. */
export interface DispTables {
  readonly grids: readonly DispGrid[];
  readonly neighbors: DispNeighbors;
  readonly allowed: readonly Uint32Array[];
  /** Bytes in LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS. */
  readonly samples: readonly Uint8Array[];
}

export function writeDispInfos(
  sides: readonly DisplacedSide[],
  { grids, neighbors, allowed, samples }: DispTables,
): Uint8Array {
  const count = sides.length;
  const firstVert = new Uint32Array(count);
  const firstTri = new Uint32Array(count);
  const firstSample = new Int32Array(count);
  for (let i = 1; i < count; i++) {
    firstVert[i] = firstVert[i - 1] + grids[i - 1].edge ** 2;
    firstTri[i] = firstTri[i - 1] + 2 * 4 ** grids[i - 1].power;
    firstSample[i] = firstSample[i - 1] + samples[i - 1].length;
  }
  const allowedVerts = new Uint32Array(count * ALLOWED_WORDS);
  for (const [i, words] of allowed.entries()) allowedVerts.set(words, i * ALLOWED_WORDS);
  const edgeNeighbors = writeRecords(
    {
      count: count * 8,
      neighbor: Uint32Array.from(neighbors.neighbor),
      neighborOrientation: neighbors.orientation,
      span: neighbors.span,
      neighborSpan: neighbors.neighborSpan,
    },
    DISP_SUB_NEIGHBOR,
  );
  const cornerNeighbors = writeRecords(
    {
      count: count * 4,
      neighbors: Uint32Array.from(neighbors.cornerNeighbor),
      neighborCount: neighbors.cornerNeighborCount,
    },
    DISP_CORNER_NEIGHBORS,
  );
  return writeRecords(
    {
      count,
      startPosition: Float32Array.from(sides.flatMap((side) => side.dispInfo.startPosition)),
      firstVert,
      firstTri,
      power: Int32Array.from(grids, (grid) => grid.power),
      minTess: new Int32Array(count).fill(MIN_TESS_IS_FLAGS),
      smoothingAngle: new Float32Array(count),
      contents: Int32Array.from(sides, (side) => side.contents),
      mapFace: Uint32Array.from(sides, (side) => side.face),
      lightmapAlphaStart: new Int32Array(count),
      lightmapSamplePositionStart: firstSample,
      edgeNeighbors,
      cornerNeighbors,
      allowedVerts,
    },
    DDISPINFO,
  );
}

export function writeDispVerts(grids: readonly DispGrid[]): Uint8Array {
  const count = grids.reduce((sum, { edge }) => sum + edge * edge, 0);
  const vector = new Float32Array(count * 3);
  const dist = new Float32Array(count);
  const alpha = new Float32Array(count);
  let row = 0;
  for (const grid of grids) {
    alpha.set(grid.alpha, row);
    for (let i = 0; i < grid.flat.length; i += 3, row++) {
      const moved = [0, 1, 2].map((axis) => grid.position[i + axis] - grid.flat[i + axis]);
      const length = Math.hypot(...moved);
      dist[row] = length;
      if (length > 0)
        vector.set([moved[0] / length, moved[1] / length, moved[2] / length], row * 3);
    }
  }
  return writeRecords<Omit<DispVerts, "count">>({ count, vector, dist, alpha }, DISP_VERTS[0]);
}

/** Tags by slope, as Hammer gives them; what a mapper forced otherwise in it is not known here. */
export function writeDispTris(grids: readonly DispGrid[]): Uint8Array {
  const count = grids.reduce((sum, { power }) => sum + 2 * 4 ** power, 0);
  const tags = new Uint16Array(count);
  let row = 0;
  for (const { edge, position } of grids) {
    const triangles = listCellTriangles(edge);
    for (let i = 0; i < triangles.length; i += 3, row++) {
      const [, , z] = triangleNormal(position, triangles[i], triangles[i + 1], triangles[i + 2]);
      if (z >= WALKABLE_Z) tags[row] |= DISPTRI_TAG_WALKABLE;
      if (z >= BUILDABLE_Z) tags[row] |= DISPTRI_TAG_BUILDABLE;
    }
  }
  return writeRecords<Omit<DispTris, "count">>({ count, tags }, DISP_TRIS[0]);
}
