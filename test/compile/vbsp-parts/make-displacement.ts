/** Makes displacements for tests, and reads them back. */

import type { DisplacedSide } from "../../../src/compile/vbsp/parts/displacements/disp-grid.ts";
import { buildDisplacements } from "../../../src/compile/vbsp/parts/displacements/displacements.ts";
import { hasBit } from "../../../src/core/bit-set.ts";
import { readRecords } from "../../../src/formats/binary/read-records.ts";
import {
  DDISPINFO,
  DISP_TRIS,
  DISP_VERTS,
} from "../../../src/formats/bsp/records/displacements.ts";
import type { VmfDispInfo } from "../../../src/formats/vmf/types.ts";
import { tessellate } from "../../../src/scene/world/tessellate.ts";

export type Point = readonly [number, number, number];

/** Returns a displacement's source that moves nothing, except by the given fields. */
export function makeDispInfo(
  power: number,
  startPosition: Point,
  fields: Partial<VmfDispInfo> = {},
): VmfDispInfo {
  const count = ((1 << power) + 1) ** 2;
  return {
    line: 1,
    power,
    startPosition,
    elevation: 0,
    subdiv: false,
    normals: new Float32Array(count * 3),
    distances: new Float32Array(count),
    offsets: new Float32Array(count * 3),
    offsetNormals: new Float32Array(count * 3),
    alphas: new Float32Array(count),
    ...fields,
  };
}

/** Luxels of 16 inches along x and y. */
export const LUXELS_16 = [1 / 16, 0, 0, 0, 0, -1 / 16, 0, 0];

export function makeSide(
  face: number,
  corners: readonly Point[],
  dispInfo: VmfDispInfo,
  fields: Partial<DisplacedSide> = {},
): DisplacedSide {
  return {
    face,
    corners: corners.flat(),
    dispInfo,
    contents: 1,
    lightmapVecs: LUXELS_16,
    ...fields,
  };
}

/** Returns a level square, clockwise as seen from above, from its lower left corner on. */
export function squareAt(x: number, y: number, size: number, z = 0): Point[] {
  return [
    [x, y, z],
    [x, y + size, z],
    [x + size, y + size, z],
    [x + size, y, z],
  ];
}

/** Builds displacements and reads the lumps back. */
export function buildAndRead(sides: readonly DisplacedSide[]) {
  const built = buildDisplacements(sides);
  const bytes = (name: "LUMP_DISPINFO" | "LUMP_DISP_VERTS" | "LUMP_DISP_TRIS") =>
    built.lumps.get(name)?.bytes as Uint8Array;
  return {
    ...built,
    infos: readRecords(bytes("LUMP_DISPINFO"), DDISPINFO, true),
    verts: readRecords(bytes("LUMP_DISP_VERTS"), DISP_VERTS[0], true),
    tris: readRecords(bytes("LUMP_DISP_TRIS"), DISP_TRIS[0], true),
  };
}

/**
 * Returns edges that only one triangle of a grid has, as pairs of vertices: the outline of the
 * drawn surface.
 */
export function listRim(edge: number, allowed: Uint32Array): [number, number][] {
  const triangles = tessellate(edge, (vertex) => hasBit(allowed, vertex));
  const edges = new Map<number, [number, number] | null>();
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[i + k];
      const b = triangles[i + ((k + 1) % 3)];
      const key = Math.min(a, b) * 1024 + Math.max(a, b);
      edges.set(key, edges.has(key) ? null : [a, b]);
    }
  }
  return [...edges.values()].filter((pair) => pair !== null);
}
