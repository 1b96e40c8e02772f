/** Compiles maps in tests: finds materials by name, reads the result, and measures it. */

import { compileVbsp, type VbspResult, writeBsp } from "../../../src/compile/compile-map.ts";
import type { CompileReport, CompilerMaterial } from "../../../src/compile/types.ts";
import type { VbspOptions } from "../../../src/compile/vbsp/lumps/map-writer.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import type { Vmf } from "../../../src/formats/vmf/types.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { findLeaf } from "../../../src/visibility/leaf-walk.ts";

export const PLAIN: CompilerMaterial = {
  width: 512,
  height: 256,
  reflectivity: [0.5, 0.25, 0.125],
  surfaceFlags: 0,
  contents: 1,
  isBumped: false,
  detailType: null,
};

const MATERIALS: Readonly<Record<string, CompilerMaterial>> = {
  "dev/dev_measurewall01a": PLAIN,
  "dev/other": { ...PLAIN, width: 64, height: 64 },
  "dev/bumped": { ...PLAIN, isBumped: true },
  "nature/beneath": { ...PLAIN, surfaceFlags: 0x8, contents: 0x20 },
  "nature/lake": {
    ...{ ...PLAIN, surfaceFlags: 0x8, contents: 0x20 },
    bottomMaterial: "Nature\\Beneath",
  },
  "nature/pond": {
    ...{ ...PLAIN, surfaceFlags: 0x8, contents: 0x20 },
    bottomMaterial: "nature/nowhere",
  },
  "nature/water": { ...PLAIN, surfaceFlags: 0x8, contents: 0x20 },
  "lights/whole": { ...PLAIN, surfaceFlags: 0x4000 },
  "glass/glass": { ...PLAIN, surfaceFlags: 0x10, contents: 0x2 },
  "metal/grate": { ...PLAIN, contents: 0x8 },
};

export const findTestMaterial = (name: string): CompilerMaterial | null =>
  MATERIALS[name.toLowerCase().replaceAll("\\", "/")] ?? null;

export interface Compiled extends VbspResult {
  readonly bytes: Uint8Array;
  readonly bsp: Bsp;
  /** Warnings of the compiler. */
  readonly said: readonly string[];
  /** Warnings of the reader. */
  readonly faults: readonly string[];
}

/** Compiles a map and reads it back. */
export function compile(vmf: Vmf, options?: VbspOptions): Compiled {
  const said: string[] = [];
  const report: CompileReport = { progress: () => {}, warn: (message) => said.push(message) };
  const result = compileVbsp(vmf, findTestMaterial, report, options);
  const bytes = writeBsp(result.map);
  const diagnostics = new Diagnostics();
  const bsp = parseBsp(bytes, diagnostics);
  const faults = diagnostics.warnings.map(({ message }) => message);
  return { ...result, bytes, bsp, said, faults };
}

/** Returns the index of the leaf at a point. */
export const leafAt = (bsp: Bsp, x: number, y: number, z: number): number =>
  findLeaf(buildLeafTree(bsp), x, y, z);

/** Returns a face's corners, 3 numbers each, clockwise as seen from the front. */
export function faceLoop(bsp: Bsp, face: number): number[][] {
  const { faces, surfEdges, edges, vertexes } = bsp;
  return Array.from({ length: faces.edgeCount[face] }, (_, i) => {
    const edge = surfEdges[faces.firstEdge[face] + i];
    const vertex = edge >= 0 ? edges[edge * 2] : edges[-edge * 2 + 1];
    return [...vertexes.position.subarray(vertex * 3, vertex * 3 + 3)];
  });
}

export function faceNormal(bsp: Bsp, face: number): number[] {
  const plane = bsp.faces.plane[face];
  return [...bsp.planes.normal.subarray(plane * 3, plane * 3 + 3)];
}

/** Returns the square inches of a polygon's triangles. */
export function polygonArea(points: readonly (readonly number[])[]): number {
  let area = 0;
  for (let i = 1; i + 1 < points.length; i++) {
    area += triangleArea(points[0], points[i], points[i + 1]);
  }
  return area;
}

export function triangleArea(
  a: readonly number[],
  b: readonly number[],
  c: readonly number[],
): number {
  const u = [0, 1, 2].map((axis) => b[axis] - a[axis]);
  const v = [0, 1, 2].map((axis) => c[axis] - a[axis]);
  return (
    Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2
  );
}

/** Returns the total area of a model's faces by normal, "0,0,1" for up. */
export function areaByNormal(bsp: Bsp, model = 0): Record<string, number> {
  const areas: Record<string, number> = {};
  const first = bsp.models.firstFace[model];
  for (let face = first; face < first + bsp.models.faceCount[model]; face++) {
    const key = faceNormal(bsp, face)
      .map((value) => value + 0)
      .join();
    areas[key] = (areas[key] ?? 0) + polygonArea(faceLoop(bsp, face));
  }
  return areas;
}

/** Returns the value of an entity's key, by class. */
export const entityKey = (bsp: Bsp, classname: string, key: string): string | undefined =>
  bsp.entities.find((entity) => entity.get("classname") === classname)?.get(key);

export const lumpNumbers = (compiled: Compiled, name: string, bytes: 2 | 4): number[] => {
  const lump = [...compiled.map.lumps].find(([key]) => key === name)![1].bytes;
  const data = new DataView(lump.buffer, lump.byteOffset, lump.byteLength);
  return Array.from({ length: lump.length / bytes }, (_, i) =>
    bytes === 2 ? data.getUint16(i * 2, true) : data.getInt32(i * 4, true),
  );
};
