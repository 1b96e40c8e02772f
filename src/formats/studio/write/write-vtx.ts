/** Writes a VTX. */

import { STUDIOHDR_FLAGS_STATIC_PROP } from "../mesh/build-bone-palette.ts";
import type { StudioVertices } from "../types.ts";
import { STRIP_IS_TRILIST, VTX_VERTEX_BYTES } from "../vtx-layout.ts";
import { StudioWriter } from "./studio-writer.ts";
import type { StudioModelFile } from "./write-types.ts";

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

const HEADER_BYTES = 36;
const GROUP_BYTES = 25;
const STRIP_BYTES = 27;
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
  out.reserve(HEADER_BYTES);
  out.i32(0, 7, VERTEX_CACHE_SIZE);
  out.i16(8, MAX_BONES_PER_STRIP, MAX_BONES_PER_TRIANGLE);
  out.i32(12, MAX_BONES_PER_VERTEX, model.checksum, switchPoints.length);

  /**
   * Reserves a table, stores its count and offset at `at`, and returns each row with its offset.
   */
  const table = <T>(at: number, base: number, rows: readonly T[], recordBytes: number) => {
    const first = out.reserve(rows.length * recordBytes, 1);
    out.i32(at, rows.length, first - base);
    return rows.map((row, i) => ({ row, at: first + i * recordBytes }));
  };

  const isStatic = (model.flags & STUDIOHDR_FLAGS_STATIC_PROP) !== 0;
  const bodyParts = table(28, 0, model.bodyParts, 8);
  const models = bodyParts.flatMap(({ row, at }) => table(at, at, row.models, 8));
  const lods = models.flatMap(({ row, at }) => {
    const rows = switchPoints.map((switchPoint, lod) => ({ meshes: row.meshes, switchPoint, lod }));
    return table(at, at, rows, 12);
  });
  const meshes = lods.flatMap(({ row, at }) => {
    out.f32(at + 8, [row.switchPoint]);
    const rows = row.meshes.map((mesh) => ({ mesh, lod: row.lod }));
    return table(at, at, rows, 9);
  });
  const groups = meshes.flatMap(({ row, at }) => {
    const indices = row.mesh.lodIndices[row.lod];
    if (indices.length === 0) return table<StripGroup>(at, at, [], GROUP_BYTES);
    const { firstVertex } = row.mesh;
    const group = splitStrips(model.vertices, firstVertex, indices, MAX_BONES_PER_STRIP);
    return table(at, at, [group], GROUP_BYTES);
  });
  for (const { row, at } of groups) writeGroup(out, at, row, isStatic);

  // An empty list of replaced materials for each LOD.
  const lists = out.reserve(switchPoints.length * 8, 1);
  for (let lod = 0; lod < switchPoints.length; lod++) out.i32(lists + lod * 8 + 4, 8);
  out.i32(24, lists);
  return out.finish();
}

/** Writes one group: headers, then its vertices and indices. Static props get no bones. */
function writeGroup(out: StudioWriter, at: number, group: StripGroup, isStatic: boolean): void {
  const strips = out.reserve(group.strips.length * STRIP_BYTES, 1);
  const vertices = out.reserve(group.vertexIds.length * VTX_VERTEX_BYTES, 1);
  const indices = out.reserve(group.indices.length * 2, 1);
  out.i32(at, group.vertexIds.length, vertices - at);
  out.i32(at + 8, group.indices.length, indices - at);
  out.i32(at + 16, group.strips.length, strips - at);
  out.u8(at + 24, HWSKINNED);
  for (let i = 0; i < group.vertexIds.length; i++) {
    const vertex = vertices + i * VTX_VERTEX_BYTES;
    out.u8(vertex, 0, 1, 2, group.boneCounts[i]);
    out.i16(vertex + 4, group.vertexIds[i]);
    out.u8(vertex + 6, ...group.hardwareBones.slice(i * 3, i * 3 + 3));
  }
  for (let i = 0; i < group.indices.length; i++) out.i16(indices + i * 2, group.indices[i]);
  for (let i = 0; i < group.strips.length; i++) {
    const strip = group.strips[i];
    const stripAt = strips + i * STRIP_BYTES;
    out.i32(stripAt, strip.indexCount, strip.firstIndex, strip.vertexCount, strip.firstVertex);
    out.i16(stripAt + 16, isStatic ? 0 : strip.maxBoneCount);
    out.u8(stripAt + 18, STRIP_IS_TRILIST);
    const states = isStatic ? [] : strip.bones;
    const stateAt = out.reserve(states.length * 8, 1);
    out.i32(stripAt + 19, states.length, stateAt - stripAt);
    for (let k = 0; k < states.length; k++) out.i32(stateAt + k * 8, k, states[k]);
  }
}
