/** Reads the primitives of faces. */

import { FormatError } from "../../../core/errors.ts";
import { PRIMINDICES, PRIMITIVES, PRIMVERTS } from "../records/primitives.ts";
import type { Faces, Primitives } from "../types.ts";
import { checkIndices, checkReferences, rowError } from "./check-index.ts";
import type { LumpReader } from "./lump-reader.ts";

export const NO_PRIMITIVES: Primitives = {
  count: 0,
  type: new Uint8Array(0),
  firstIndex: new Uint32Array(0),
  indexCount: new Uint32Array(0),
  firstVert: new Uint32Array(0),
  vertCount: new Uint32Array(0),
  indices: new Uint16Array(0),
  verts: new Float32Array(0),
};

/** Reads primitives and checks their ranges. Throws FormatError. */
export function readPrimitives(lumps: LumpReader): Primitives {
  const table = lumps.table("LUMP_PRIMITIVES", PRIMITIVES);
  const indices = lumps.table("LUMP_PRIMINDICES", PRIMINDICES).value;
  const verts = lumps.table("LUMP_PRIMVERTS", PRIMVERTS).position;
  const entry = lumps.entry("LUMP_PRIMITIVES");
  checkReferences(entry, PRIMITIVES[0], table, {
    LUMP_PRIMINDICES: indices.length,
    LUMP_PRIMVERTS: verts.length / 3,
  });
  checkIndices(entry, "type", table.type, { name: "list and strip", count: 2 });
  const short = { name: "16 bits", count: 0x10000 };
  checkIndices(lumps.entry("LUMP_PRIMINDICES"), "index", indices, short);
  return { ...table, indices: Uint16Array.from(indices), verts };
}

/**
 * Removes the primitives from each face where an index exceeds the face's edges or the primitive's
 * own vertices, with a warning; from all faces if all indices together exceed the budget.
 */
export function dropBadPrimitives(lumps: LumpReader, faces: Faces, primitives: Primitives): void {
  if (!takePrimitives(lumps, faces, primitives)) return;
  const highest = findHighestIndices(primitives);
  let dropped = 0;
  for (let face = 0; face < faces.count; face++) {
    if (faces.primitiveCount[face] === 0) continue;
    if (fits(faces, face, primitives, highest)) continue;
    faces.firstPrimitive[face] = 0;
    faces.primitiveCount[face] = 0;
    dropped++;
  }
  if (dropped === 0) return;
  const expected = "primitives within the primitives and within the edges of their face";
  const entry = lumps.entry("LUMP_PRIMITIVES");
  const fault = rowError(entry, "bad-index", 0, expected, `${dropped} faces without`);
  lumps.damaged("LUMP_PRIMITIVES", fault.message);
}

/** Takes the cost of all indices, as stored and as used by faces, from the ledger. */
function takePrimitives(lumps: LumpReader, faces: Faces, primitives: Primitives): boolean {
  const end = new Float64Array(primitives.count + 1);
  for (let p = 0; p < primitives.count; p++) end[p + 1] = end[p] + primitives.indexCount[p] + 1;
  let total = end[primitives.count];
  for (let face = 0; face < faces.count; face++) {
    const first = Math.min(faces.firstPrimitive[face], primitives.count);
    const last = Math.min(first + faces.primitiveCount[face], primitives.count);
    total += end[last] - end[first];
  }
  try {
    lumps.ledger.take("primitiveIndices", total, "LUMP_PRIMITIVES");
    return true;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    lumps.leftOut("LUMP_PRIMITIVES", error);
    faces.primitiveCount.fill(0);
    return false;
  }
}

/** Returns the highest index of each primitive; −1 if it has no indices. */
function findHighestIndices({ count, firstIndex, indexCount, indices }: Primitives): Int32Array {
  const highest = new Int32Array(count).fill(-1);
  for (let p = 0; p < count; p++) {
    const stop = firstIndex[p] + indexCount[p];
    for (let i = firstIndex[p]; i < stop; i++) highest[p] = Math.max(highest[p], indices[i]);
  }
  return highest;
}

function fits(faces: Faces, face: number, primitives: Primitives, highest: Int32Array): boolean {
  const first = faces.firstPrimitive[face];
  const end = first + faces.primitiveCount[face];
  if (end > primitives.count) return false;
  for (let p = first; p < end; p++) {
    // Indices count from the primitive's own vertices if it has some (water), else from the face's.
    if (highest[p] >= (primitives.vertCount[p] || faces.edgeCount[face])) return false;
  }
  return true;
}
