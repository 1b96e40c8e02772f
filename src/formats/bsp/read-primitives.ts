import { checkIndices, checkRanges, rowError } from "./check-index.ts";
import type { LumpReader } from "./lump-reader.ts";
import { PRIMINDICES, PRIMITIVES, VERTEXES } from "./record-layouts.ts";
import type { Faces, Primitives } from "./types.ts";

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

/** Primitives with their ranges checked. Throws FormatError. */
export function readPrimitives(lumps: LumpReader): Primitives {
  const table = lumps.table("LUMP_PRIMITIVES", PRIMITIVES);
  const indices = lumps.table("LUMP_PRIMINDICES", PRIMINDICES).value;
  const verts = lumps.table("LUMP_PRIMVERTS", VERTEXES).position;
  const entry = lumps.entry("LUMP_PRIMITIVES");
  const indexRows = { name: "primindices", count: indices.length };
  const vertRows = { name: "primverts", count: verts.length / 3 };
  checkRanges(entry, "indices", table.firstIndex, table.indexCount, indexRows);
  checkRanges(entry, "verts", table.firstVert, table.vertCount, vertRows);
  checkIndices(entry, "type", table.type, { name: "list and strip", count: 2 });
  const short = { name: "16 bits", count: 0x10000 };
  checkIndices(lumps.entry("LUMP_PRIMINDICES"), "index", indices, short);
  return { ...table, indices: Uint16Array.from(indices), verts };
}

/**
 * Takes the primitives from every face on which they would point past its edges, or past the
 * primitives' own vertices, with a warning.
 */
export function dropBadPrimitives(lumps: LumpReader, faces: Faces, primitives: Primitives): void {
  let dropped = 0;
  for (let face = 0; face < faces.count; face++) {
    if (faces.primitiveCount[face] === 0) continue;
    if (fits(faces, face, primitives)) continue;
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

function fits(faces: Faces, face: number, primitives: Primitives): boolean {
  const first = faces.firstPrimitive[face];
  const end = first + faces.primitiveCount[face];
  if (end > primitives.count) return false;
  for (let p = first; p < end; p++) {
    // Indices count from the primitive's own vertices where it has some (water), else the face's.
    const limit = primitives.vertCount[p] || faces.edgeCount[face];
    const stop = primitives.firstIndex[p] + primitives.indexCount[p];
    for (let i = primitives.firstIndex[p]; i < stop; i++) {
      if (primitives.indices[i] >= limit) return false;
    }
  }
  return true;
}
