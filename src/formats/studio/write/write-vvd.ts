/** Writes a VVD. */

import { FIXUP, TANGENT, VERTEX, VERTEX_FILE_HEADER } from "../records/vertices.ts";
import { MAX_NUM_LODS } from "../types.ts";
import { StudioWriter } from "./studio-writer.ts";
import type { StudioModelFile } from "./write-types.ts";

const VERSION = 4;

/**
 * Writes a VVD, version 4: vertices sorted by the coarsest LOD that uses them, and the fixups that
 * restore the order of the meshes.
 */
export function writeVvd(model: StudioModelFile): Uint8Array {
  const { vertices, vertexLod, switchPoints } = model;
  const lodCount = switchPoints.length;
  const out = new StudioWriter();
  out.reserve(VERTEX_FILE_HEADER.bytes);
  out.fixedString(0, 5, "IDSV");
  out.put(0, VERTEX_FILE_HEADER, {
    version: VERSION,
    checksum: model.checksum,
    numLODs: lodCount,
    numLODVertexes: Array.from({ length: MAX_NUM_LODS }, (_, lod) =>
      countFromLod(vertexLod, Math.min(lod, lodCount - 1)),
    ),
  });
  const stored = sortByLod(vertexLod, lodCount);
  const fixups = listFixups(vertexLod, stored);
  const fixupAt = out.reserve(fixups.length * FIXUP.bytes);
  fixups.forEach(([lod, sourceVertexID, numVertexes], i) => {
    out.put(fixupAt + i * FIXUP.bytes, FIXUP, { lod, sourceVertexID, numVertexes });
  });
  const vertexAt = out.reserve(vertices.count * VERTEX.bytes, 16);
  const tangentAt = out.reserve(vertices.count * TANGENT.bytes, 16);
  for (let i = 0; i < stored.length; i++) {
    const vertex = stored[i];
    const at = vertexAt + i * VERTEX.bytes;
    const bones = vertices.boneCount[vertex];
    out.f32(at + VERTEX.at.weight, vertices.boneWeight, vertex * 3, bones);
    out.u8(at + VERTEX.at.bone, ...vertices.boneIndex.subarray(vertex * 3, vertex * 3 + bones));
    out.u8(at + VERTEX.at.numbones, bones);
    out.f32(at + VERTEX.at.m_vecPosition, vertices.position, vertex * 3, 3);
    out.f32(at + VERTEX.at.m_vecNormal, vertices.normal, vertex * 3, 3);
    out.f32(at + VERTEX.at.m_vecTexCoord, vertices.texCoord, vertex * 2, 2);
    out.f32(tangentAt + i * TANGENT.bytes, vertices.tangent, vertex * 4, 4);
  }
  out.put(0, VERTEX_FILE_HEADER, {
    numFixups: fixups.length,
    fixupTableStart: fixups.length > 0 ? fixupAt : 0,
    vertexDataStart: vertexAt,
    tangentDataStart: tangentAt,
  });
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
