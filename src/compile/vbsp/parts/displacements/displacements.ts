/** Displaced sides of brushes to the displacement lumps. */

import { concatBytes } from "../../../../formats/binary/encode-bytes.ts";
import { writeDispSamples } from "../../../../formats/bsp/write/write-disp-samples.ts";
import type { MapLump } from "../../../types.ts";
import { vmfFault } from "../../vmf-fault.ts";
import { findAllowedVerts } from "./allowed-verts.ts";
import { buildDispGrid, type DispGrid, type DisplacedSide } from "./disp-grid.ts";
import { measureDispLuxels } from "./disp-luxels.ts";
import { findDispNeighbors } from "./disp-neighbors.ts";
import { locateLuxels } from "./disp-samples.ts";
import { flattenUnusedVerts } from "./flatten-unused-verts.ts";
import { writeDispInfos, writeDispTris, writeDispVerts } from "./write-displacements.ts";

/** `MAX_MAP_DISPINFO`. */
const MAX_DISPLACEMENTS = 2048;

export type DispLumpName =
  | "LUMP_DISPINFO"
  | "LUMP_DISP_VERTS"
  | "LUMP_DISP_TRIS"
  | "LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS";

/** Rows are in the order of the sides given: face i's `dispinfo` is i. */
export interface BuiltDisplacements {
  readonly lumps: ReadonlyMap<DispLumpName, MapLump>;
  /** 2 a displacement: the face's `m_LightmapTextureSizeInLuxels`. Its mins are 0. */
  readonly lightmapSize: Int32Array;
  /** 6 a displacement, inches: mins, maxs of the displaced surface. */
  readonly box: Float32Array;
  readonly grids: readonly DispGrid[];
}

/** Throws FormatError with the line of the displacement that is at fault. */
export function buildDisplacements(sides: readonly DisplacedSide[]): BuiltDisplacements {
  if (sides.length > MAX_DISPLACEMENTS) {
    const { line } = sides[MAX_DISPLACEMENTS].dispInfo;
    const expected = `at most ${MAX_DISPLACEMENTS} displacements`;
    throw vmfFault("bad-count", "dispinfo", line, expected, String(sides.length));
  }
  const grids = sides.map((side) => buildDispGrid(side.corners, side.dispInfo));
  const neighbors = findDispNeighbors(grids);
  const allowed = findAllowedVerts(grids, neighbors);
  for (const [i, grid] of grids.entries()) flattenUnusedVerts(grid, allowed[i]);

  const lightmapSize = new Int32Array(sides.length * 2);
  const box = new Float32Array(sides.length * 6);
  for (const [i, side] of sides.entries()) {
    lightmapSize.set(measureDispLuxels(grids[i].corners, side.lightmapVecs), i * 2);
    writeBox(grids[i].position, box, i * 6);
  }
  const samples = grids.map(({ power }, i) =>
    writeDispSamples(locateLuxels(power, lightmapSize.subarray(i * 2, i * 2 + 2))),
  );
  const infos = writeDispInfos(sides, { grids, neighbors, allowed, samples });
  return {
    lumps: new Map([
      ["LUMP_DISPINFO", { version: 0, bytes: infos }],
      ["LUMP_DISP_VERTS", { version: 0, bytes: writeDispVerts(grids) }],
      ["LUMP_DISP_TRIS", { version: 0, bytes: writeDispTris(grids) }],
      ["LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS", { version: 0, bytes: concatBytes(samples) }],
    ]),
    lightmapSize,
    box,
    grids,
  };
}

function writeBox(position: ArrayLike<number>, out: Float32Array, offset: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < position.length; i += 3) {
      min = Math.min(min, position[i]);
      max = Math.max(max, position[i]);
    }
    out[offset + axis] = min;
    out[offset + 3 + axis] = max;
  }
}
