/** Writes a VVD. */

import { MAX_NUM_LODS } from "../types.ts";
import { StudioWriter } from "./studio-writer.ts";
import type { StudioModelFile } from "./write-types.ts";

const HEADER_BYTES = 64;
const FIXUP_BYTES = 12;
const VERTEX_BYTES = 48;
const TANGENT_BYTES = 16;

/**
 * Writes a VVD, version 4: vertices sorted by the coarsest LOD that uses them, and the fixups that
 * restore the order of the meshes.
 */
export function writeVvd(model: StudioModelFile): Uint8Array {
  const { vertices, vertexLod, switchPoints } = model;
  const lodCount = switchPoints.length;
  const out = new StudioWriter();
  out.reserve(HEADER_BYTES);
  out.fixedString(0, 5, "IDSV");
  out.i32(4, 4, model.checksum, lodCount);
  for (let lod = 0; lod < MAX_NUM_LODS; lod++) {
    out.i32(16 + lod * 4, countFromLod(vertexLod, Math.min(lod, lodCount - 1)));
  }
  const stored = sortByLod(vertexLod, lodCount);
  const fixups = listFixups(vertexLod, stored);
  const fixupAt = out.reserve(fixups.length * FIXUP_BYTES);
  for (let i = 0; i < fixups.length; i++) out.i32(fixupAt + i * FIXUP_BYTES, ...fixups[i]);
  const vertexAt = out.reserve(vertices.count * VERTEX_BYTES, 16);
  const tangentAt = out.reserve(vertices.count * TANGENT_BYTES, 16);
  for (let i = 0; i < stored.length; i++) {
    const vertex = stored[i];
    const at = vertexAt + i * VERTEX_BYTES;
    const bones = vertices.boneCount[vertex];
    out.f32(at, vertices.boneWeight, vertex * 3, bones);
    out.u8(at + 12, ...vertices.boneIndex.subarray(vertex * 3, vertex * 3 + bones));
    out.u8(at + 15, bones);
    out.f32(at + 16, vertices.position, vertex * 3, 3);
    out.f32(at + 28, vertices.normal, vertex * 3, 3);
    out.f32(at + 40, vertices.texCoord, vertex * 2, 2);
    out.f32(tangentAt + i * TANGENT_BYTES, vertices.tangent, vertex * 4, 4);
  }
  out.i32(48, fixups.length, fixups.length > 0 ? fixupAt : 0, vertexAt, tangentAt);
  return out.finish();
}

/** Returns the number of vertices that root LOD `lod` needs: its own and those of coarser LODs. */
export function countFromLod(
  vertexLod: Uint8Array,
  lod: number,
  first = 0,
  end = vertexLod.length,
): number {
  let count = 0;
  for (let i = first; i < end; i++) if (vertexLod[i] >= lod) count++;
  return count;
}

/** Returns the vertices sorted from the coarsest LOD on, in mesh order inside each LOD. */
function sortByLod(vertexLod: Uint8Array, lodCount: number): Uint32Array {
  const stored = new Uint32Array(vertexLod.length);
  let end = 0;
  for (let lod = lodCount - 1; lod >= 0; lod--) {
    for (let i = 0; i < vertexLod.length; i++) if (vertexLod[i] === lod) stored[end++] = i;
  }
  return stored;
}

/**
 * Returns the runs of one LOD that are contiguous in both orders, in mesh order; empty if the
 * orders are equal.
 */
function listFixups(
  vertexLod: Uint8Array,
  stored: Uint32Array,
): [lod: number, source: number, count: number][] {
  const sourceOf = new Uint32Array(stored.length);
  for (let i = 0; i < stored.length; i++) sourceOf[stored[i]] = i;
  const fixups: [lod: number, source: number, count: number][] = [];
  if (stored.every((vertex, i) => vertex === i)) return fixups;
  for (let vertex = 0; vertex < stored.length; vertex++) {
    const last = fixups.at(-1);
    const source = sourceOf[vertex];
    if (last && last[0] === vertexLod[vertex] && last[1] + last[2] === source) last[2]++;
    else fixups.push([vertexLod[vertex], source, 1]);
  }
  return fixups;
}
