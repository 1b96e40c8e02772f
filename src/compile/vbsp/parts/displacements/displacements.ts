/** Builds the displacement lumps from displaced sides of brushes. */

import { hasBit } from "../../../../core/bit-set.ts";
import { concatBytes } from "../../../../formats/binary/encode-bytes.ts";
import { writeRecords } from "../../../../formats/binary/write-records.ts";
import { DDISPINFO, DISP_TRIS, DISP_VERTS } from "../../../../formats/bsp/records/displacements.ts";
import {
  DISP_CORNER_NEIGHBORS,
  DISP_SUB_NEIGHBOR,
} from "../../../../formats/bsp/records/neighbors.ts";
import type { DispTris, DispVerts } from "../../../../formats/bsp/types.ts";
import {
  type DispSamples,
  writeDispSamples,
} from "../../../../formats/bsp/write/write-disp-samples.ts";
import { tessellate } from "../../../../scene/world/tessellate.ts";
import type { MapLump } from "../../../types.ts";
import { MAX_MAP_DISPINFO } from "../../limits.ts";
import { vmfFault } from "../../vmf-fault.ts";
import {
  buildDispGrid,
  type DispGrid,
  type DisplacedSide,
  listCellTriangles,
  triangleNormal,
} from "./disp-grid.ts";
import {
  ALLOWED_WORDS,
  type DispNeighbors,
  findAllowedVerts,
  findDispNeighbors,
} from "./disp-neighbors.ts";

// Columns of the displacement lumps.

/** Bit that marks the minimum tessellation as flags. Always set. */
const MIN_TESS_IS_FLAGS = -0x80000000;

const DISPTRI_TAG_WALKABLE = 1 << 1;
const DISPTRI_TAG_BUILDABLE = 1 << 2;
/** Smallest z of the normal of walkable, and of buildable, ground. */
const WALKABLE_Z = 0.7;
const BUILDABLE_Z = 0.8;

/** Results for the sides, in their order. */
export interface DispTables {
  readonly grids: readonly DispGrid[];
  readonly neighbors: DispNeighbors;
  readonly allowed: readonly Uint32Array[];
  /** Bytes in LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS. */
  readonly samples: readonly Uint8Array[];
}

function writeDispInfos(
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

function writeDispVerts(grids: readonly DispGrid[]): Uint8Array {
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

/** Writes tags by slope, like Hammer. Tags that a mapper forced in Hammer are not in the VMF. */
function writeDispTris(grids: readonly DispGrid[]): Uint8Array {
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

// Position of each luxel of a displacement: the triangle that contains it and the weights of its
// corners, for the engine's dynamic light. Triangles are numbered as in Valve's public
// `disp_powerinfo.cpp`: eight around the center of each two by two cells, in the order of a
// quadtree.

/**
 * Directions of a square's quarters, and of the eight points around a center, in units of its half
 * size.
 */
const QUARTERS = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;
const AROUND = [
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [1, 0],
] as const;

/**
 * Locates the luxels of one displacement, row by row.
 * @param size `m_LightmapTextureSizeInLuxels`: along the columns and the rows, one less than luxels
 */
export function locateLuxels(power: number, size: ArrayLike<number>): DispSamples {
  const cells = 1 << power;
  const centres = listCentres(power);
  const [width, height] = [size[0] + 1, size[1] + 1];
  const triangle = new Uint16Array(width * height);
  const barycentric = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      // Luxels span the grid from corner to corner. Exact if a luxel lies on a vertex.
      const x = (column * cells) / size[0];
      const y = (row * cells) / size[1];
      const sample = row * width + column;
      const found = findTriangle(centres, x, y);
      triangle[sample] = found.triangle;
      for (let k = 0; k < 3; k++)
        barycentric[sample * 3 + k] = Math.trunc(found.weights[k] * 255.9);
    }
  }
  return { count: width * height, triangle, barycentric };
}

/** Lists x, y of the centers of all squares of two by two cells. */
function listCentres(power: number): number[] {
  const centres: number[] = [];
  const visit = (x: number, y: number, half: number): void => {
    if (half === 1) {
      centres.push(x, y);
      return;
    }
    for (const [i, j] of QUARTERS) visit(x + (i * half) / 2, y + (j * half) / 2, half / 2);
  };
  visit(1 << (power - 1), 1 << (power - 1), 1 << (power - 1));
  return centres;
}

/**
 * Finds the first triangle that contains a point, and the weights of its corners, the center's
 * last.
 */
function findTriangle(
  centres: readonly number[],
  x: number,
  y: number,
): { triangle: number; weights: readonly [number, number, number] } {
  for (let i = 0; i < centres.length; i += 2) {
    const dx = x - centres[i];
    const dy = y - centres[i + 1];
    if (Math.abs(dx) > 1 || Math.abs(dy) > 1) continue;
    for (const [k, [ax, ay]] of AROUND.entries()) {
      const [bx, by] = AROUND[(k + 1) % 8];
      const area = ax * by - ay * bx;
      const a = (dx * by - dy * bx) / area;
      const b = (ax * dy - ay * dx) / area;
      if (a < 0 || b < 0) continue;
      // Equals a + b, but never exceeds 1 by rounding, because triangles end at the square's sides.
      const outwards = Math.max(Math.abs(dx), Math.abs(dy));
      return { triangle: i * 4 + k, weights: [a, b, 1 - outwards] };
    }
  }
  throw new Error(`visleaf bug: no triangle of a displacement at ${x}, ${y}`);
}

/**
 * Moves vertices that are not drawn because of a coarser neighbor onto the drawn triangles, so that
 * users of the whole grid (rays, overlays, light) get the visible surface.
 */
function flattenUnusedVerts(grid: DispGrid, allowed: Uint32Array): void {
  const { edge, position } = grid;
  const triangles = tessellate(edge, (vertex) => hasBit(allowed, vertex));
  const isUsed = new Uint8Array(edge * edge);
  for (const vertex of triangles) isUsed[vertex] = 1;
  for (let vertex = 0; vertex < edge * edge; vertex++) {
    if (isUsed[vertex] === 1) continue;
    const weights = findEnclosing(triangles, edge, vertex);
    for (let axis = 0; axis < 3; axis++) {
      let value = 0;
      for (const [corner, weight] of weights) value += position[corner * 3 + axis] * weight;
      position[vertex * 3 + axis] = value;
    }
  }
}

/** Finds the triangle at a vertex's place in the grid, and the weights of its corners. */
function findEnclosing(triangles: Uint16Array, edge: number, vertex: number): [number, number][] {
  const x = vertex % edge;
  const y = Math.floor(vertex / edge);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = triangles.subarray(i, i + 3);
    const cross = (p: number, q: number) =>
      ((p % edge) - x) * (Math.floor(q / edge) - y) - ((q % edge) - x) * (Math.floor(p / edge) - y);
    // Twice the areas of the triangles between the point and each side: integers.
    const areas = [cross(b, c), cross(c, a), cross(a, b)];
    const whole = areas[0] + areas[1] + areas[2];
    if (areas.every((area) => area * whole >= 0) && whole !== 0) {
      return [a, b, c].map((corner, k) => [corner, areas[k] / whole]);
    }
  }
  throw new Error("visleaf bug: a displacement's triangles leave a hole in its grid");
}

/** `MAX_DISP_LIGHTMAP_DIM_WITHOUT_BORDER`. */
const MAX_LUXELS = 125;

/**
 * Returns a displaced face's `m_LightmapTextureSizeInLuxels`. Luxels span the face from corner to
 * corner; the longer of two opposite sides determines their number. The luxel's size is first
 * truncated to whole inches in single precision, as in Valve's public `builddisp.cpp` and
 * `disp_vbsp.cpp`.
 * @param corners 12 numbers, from the start corner on
 * @param lightmapVecs 8 numbers, luxels per inch
 * @returns along the columns (corner 0 to 3), along the rows (corner 0 to 1)
 */
export function measureDispLuxels(
  corners: ArrayLike<number>,
  lightmapVecs: ArrayLike<number>,
): [number, number] {
  const density = Math.fround(Math.hypot(lightmapVecs[0], lightmapVecs[1], lightmapVecs[2]));
  // Luxels below one inch count as one inch, because 0 would be meaningless.
  const inches = Math.max(1, Math.trunc(Math.fround(1 / density)));
  const length = (a: number, b: number) =>
    Math.hypot(
      corners[a * 3] - corners[b * 3],
      corners[a * 3 + 1] - corners[b * 3 + 1],
      corners[a * 3 + 2] - corners[b * 3 + 2],
    );
  const luxels = (longest: number) => {
    const scale = Math.fround(1 / inches);
    return Math.min(MAX_LUXELS, Math.trunc(Math.fround(Math.fround(longest) * scale)) + 1);
  };
  return [
    luxels(Math.max(length(3, 0), length(2, 1))),
    luxels(Math.max(length(1, 0), length(2, 3))),
  ];
}

export type DispLumpName =
  | "LUMP_DISPINFO"
  | "LUMP_DISP_VERTS"
  | "LUMP_DISP_TRIS"
  | "LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS";

/** Rows are in the order of the sides: the `dispinfo` of side i's face is i. */
export interface BuiltDisplacements {
  readonly lumps: ReadonlyMap<DispLumpName, MapLump>;
  /** 2 a displacement: the face's `m_LightmapTextureSizeInLuxels`. Its mins are 0. */
  readonly lightmapSize: Int32Array;
  /** 6 a displacement, inches: mins, maxs of the displaced surface. */
  readonly box: Float32Array;
  readonly grids: readonly DispGrid[];
}

/** Builds the displacements. Throws FormatError with the line of a faulty displacement. */
export function buildDisplacements(sides: readonly DisplacedSide[]): BuiltDisplacements {
  if (sides.length > MAX_MAP_DISPINFO) {
    const { line } = sides[MAX_MAP_DISPINFO].dispInfo;
    const expected = `at most ${MAX_MAP_DISPINFO} displacements`;
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
