/** Writes the vertices and triangles of a model: VVD and VTX. */

import { STUDIOHDR_FLAGS_STATIC_PROP } from "../mesh/build-bone-palette.ts";
import {
  BONE_STATE_CHANGE,
  MATERIAL_REPLACEMENT_LIST,
  MODEL_LOD,
  STRIP,
  STRIP_GROUP,
  VTX_BODY_PART,
  VTX_HEADER,
  VTX_INDEX,
  VTX_MESH,
  VTX_MODEL,
  VTX_VERTEX,
} from "../records/strips.ts";
import type { RecordTable } from "../records/studio-record.ts";
import { FIXUP, TANGENT, VERTEX, VERTEX_FILE_HEADER } from "../records/vertices.ts";
import { MAX_NUM_LODS, type StudioVertices } from "../types.ts";
import { STRIP_IS_TRILIST } from "../vtx-layout.ts";
import { StudioWriter } from "./studio-writer.ts";
import type { StudioModelFile } from "./write-types.ts";

const VVD_VERSION = 4;

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
    version: VVD_VERSION,
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

/** Triangles of a mesh, ready for hardware skinning. */
export interface StripGroup {
  /** Number in the mesh of each vertex of the group. */
  readonly vertexIds: number[];
  readonly boneCounts: number[];
  /** 3 a vertex: rows of the strip's `bones`. */
  readonly hardwareBones: number[];
  /** Triangle lists, clockwise seen from the front, as in the file. */
  readonly indices: number[];
  readonly strips: Strip[];
}

export interface Strip {
  readonly firstIndex: number;
  indexCount: number;
  readonly firstVertex: number;
  vertexCount: number;
  /** Maximum number of bones of its vertices. */
  maxBoneCount: number;
  /** Model's bone of each hardware bone. */
  readonly bones: number[];
}

/**
 * Splits triangles, in order, into as few strips as possible with at most `maxBones` bones each.
 */
function splitStrips(
  vertices: StudioVertices,
  firstVertex: number,
  meshIndices: Uint32Array,
  maxBones: number,
): StripGroup {
  const group: StripGroup = {
    vertexIds: [],
    boneCounts: [],
    hardwareBones: [],
    indices: [],
    strips: [],
  };
  const builders: StripBuilder[] = [];
  for (let i = 0; i < meshIndices.length; i += 3) {
    const bones = listTriangleBones(vertices, firstVertex, meshIndices, i);
    let builder = builders.find((b) => b.hasRoomFor(bones, maxBones));
    if (builder === undefined) {
      builder = new StripBuilder();
      builders.push(builder);
    }
    for (const bone of bones) builder.bones.add(bone);
    builder.triangles.push(meshIndices[i], meshIndices[i + 2], meshIndices[i + 1]);
  }
  for (const builder of builders) addStrip(group, vertices, firstVertex, builder);
  return group;
}

class StripBuilder {
  readonly bones = new Set<number>();
  readonly triangles: number[] = [];

  hasRoomFor(bones: readonly number[], maxBones: number): boolean {
    const added = bones.reduce((sum, bone) => sum + (this.bones.has(bone) ? 0 : 1), 0);
    return this.bones.size + added <= maxBones;
  }
}

function listTriangleBones(
  vertices: StudioVertices,
  firstVertex: number,
  meshIndices: Uint32Array,
  first: number,
): number[] {
  const bones: number[] = [];
  for (let i = first; i < first + 3; i++) {
    const vertex = firstVertex + meshIndices[i];
    for (let k = 0; k < vertices.boneCount[vertex]; k++) {
      const bone = vertices.boneIndex[vertex * 3 + k];
      if (!bones.includes(bone)) bones.push(bone);
    }
  }
  return bones;
}

function addStrip(
  group: StripGroup,
  vertices: StudioVertices,
  firstVertex: number,
  builder: StripBuilder,
): void {
  const bones = [...builder.bones];
  const hardwareBone = new Map(bones.map((bone, i) => [bone, i]));
  const rowOf = new Map<number, number>();
  const strip: Strip = {
    firstIndex: group.indices.length,
    indexCount: builder.triangles.length,
    firstVertex: group.vertexIds.length,
    vertexCount: 0,
    maxBoneCount: 0,
    bones,
  };
  for (const id of builder.triangles) {
    let row = rowOf.get(id);
    if (row === undefined) {
      row = group.vertexIds.length;
      rowOf.set(id, row);
      const vertex = firstVertex + id;
      const boneCount = vertices.boneCount[vertex];
      group.vertexIds.push(id);
      group.boneCounts.push(boneCount);
      for (let k = 0; k < 3; k++) {
        const bone = vertices.boneIndex[vertex * 3 + k];
        group.hardwareBones.push(k < boneCount ? (hardwareBone.get(bone) ?? 0) : 0);
      }
      strip.maxBoneCount = Math.max(strip.maxBoneCount, boneCount);
    }
    group.indices.push(row);
  }
  strip.vertexCount = group.vertexIds.length - strip.firstVertex;
  group.strips.push(strip);
}

const VTX_VERSION = 7;
/** `STRIPGROUP_IS_HWSKINNED` */
const HWSKINNED = 0x02;
const VERTEX_CACHE_SIZE = 24;
/** Number of bone matrices that the hardware holds at once. */
const MAX_BONES_PER_STRIP = 53;
const MAX_BONES_PER_TRIANGLE = 9;
const MAX_BONES_PER_VERTEX = 3;

/**
 * Writes a VTX, version 7, for `.dx90.vtx`: triangle lists, one strip group for each mesh of each
 * LOD.
 */
export function writeVtx(model: StudioModelFile): Uint8Array {
  const { switchPoints } = model;
  const out = new StudioWriter();
  out.reserve(VTX_HEADER.bytes);
  out.put(0, VTX_HEADER, {
    version: VTX_VERSION,
    vertCacheSize: VERTEX_CACHE_SIZE,
    maxBonesPerStrip: MAX_BONES_PER_STRIP,
    maxBonesPerTri: MAX_BONES_PER_TRIANGLE,
    maxBonesPerVert: MAX_BONES_PER_VERTEX,
    checkSum: model.checksum,
    numLODs: switchPoints.length,
  });

  /** Reserves a table of the record at `record`, and returns each row with its offset. */
  const table = <T>(of: RecordTable, record: number, rows: readonly T[]) => {
    const first = out.table(of, rows.length, record, 1);
    return rows.map((row, i) => ({ row, at: first + i * of.bytes }));
  };

  const isStatic = (model.flags & STUDIOHDR_FLAGS_STATIC_PROP) !== 0;
  const bodyParts = table(VTX_HEADER.tables.bodyPartOffset, 0, model.bodyParts);
  const models = bodyParts.flatMap(({ row, at }) =>
    table(VTX_BODY_PART.tables.modelOffset, at, row.models),
  );
  const lods = models.flatMap(({ row, at }) => {
    const rows = switchPoints.map((switchPoint, lod) => ({ meshes: row.meshes, switchPoint, lod }));
    return table(VTX_MODEL.tables.lodOffset, at, rows);
  });
  const meshes = lods.flatMap(({ row, at }) => {
    out.put(at, MODEL_LOD, { switchPoint: row.switchPoint });
    const rows = row.meshes.map((mesh) => ({ mesh, lod: row.lod }));
    return table(MODEL_LOD.tables.meshOffset, at, rows);
  });
  const groups = meshes.flatMap(({ row, at }) => {
    const indices = row.mesh.lodIndices[row.lod];
    const groupTable = VTX_MESH.tables.stripGroupHeaderOffset;
    if (indices.length === 0) return table<StripGroup>(groupTable, at, []);
    const { firstVertex } = row.mesh;
    const group = splitStrips(model.vertices, firstVertex, indices, MAX_BONES_PER_STRIP);
    return table(groupTable, at, [group]);
  });
  for (const { row, at } of groups) writeGroup(out, at, row, isStatic);

  // An empty list of replaced materials for each LOD.
  const listBytes = MATERIAL_REPLACEMENT_LIST.bytes;
  const lists = out.reserve(switchPoints.length * listBytes, 1);
  for (let lod = 0; lod < switchPoints.length; lod++) {
    const list = lists + lod * listBytes;
    out.put(list, MATERIAL_REPLACEMENT_LIST, { replacementOffset: listBytes });
  }
  out.put(0, VTX_HEADER, { materialReplacementListOffset: lists });
  return out.finish();
}

/** Writes one group: headers, then its vertices and indices. Static props get no bones. */
function writeGroup(out: StudioWriter, at: number, group: StripGroup, isStatic: boolean): void {
  const strips = out.table(STRIP_GROUP.tables.stripOffset, group.strips.length, at, 1);
  const vertices = out.table(STRIP_GROUP.tables.vertOffset, group.vertexIds.length, at, 1);
  const indices = out.table(STRIP_GROUP.tables.indexOffset, group.indices.length, at, 1);
  out.put(at, STRIP_GROUP, { flags: HWSKINNED });
  for (let i = 0; i < group.vertexIds.length; i++) {
    out.put(vertices + i * VTX_VERTEX.bytes, VTX_VERTEX, {
      boneWeightIndex: [0, 1, 2],
      numBones: group.boneCounts[i],
      origMeshVertID: group.vertexIds[i],
      boneID: group.hardwareBones.slice(i * 3, i * 3 + 3),
    });
  }
  for (let i = 0; i < group.indices.length; i++)
    out.i16(indices + i * VTX_INDEX.bytes, group.indices[i]);
  for (let i = 0; i < group.strips.length; i++) {
    const strip = group.strips[i];
    const stripAt = strips + i * STRIP.bytes;
    out.put(stripAt, STRIP, {
      numIndices: strip.indexCount,
      indexOffset: strip.firstIndex,
      numVerts: strip.vertexCount,
      vertOffset: strip.firstVertex,
      numBones: isStatic ? 0 : strip.maxBoneCount,
      flags: STRIP_IS_TRILIST,
    });
    const states = isStatic ? [] : strip.bones;
    const stateAt = out.table(STRIP.tables.boneStateChangeOffset, states.length, stripAt, 1);
    states.forEach((bone, k) => {
      const values = { hardwareID: k, newBoneID: bone };
      out.put(stateAt + k * BONE_STATE_CHANGE.bytes, BONE_STATE_CHANGE, values);
    });
  }
}
