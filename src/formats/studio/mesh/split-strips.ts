import type { StudioVertices } from "../types.ts";

/** Triangles of a mesh, ready for hardware skinning. */
export interface StripGroup {
  /** For each vertex of the group, its number in the mesh. */
  readonly vertexIds: number[];
  readonly boneCounts: number[];
  /** 3 a vertex: rows of the strip's `bones`. */
  readonly hardwareBones: number[];
  /** Triangle lists, clockwise seen from the front, as the file has them. */
  readonly indices: number[];
  readonly strips: Strip[];
}

export interface Strip {
  readonly firstIndex: number;
  indexCount: number;
  readonly firstVertex: number;
  vertexCount: number;
  /** Most bones of any of its vertices. */
  maxBoneCount: number;
  /** The model's bone for each hardware bone. */
  readonly bones: number[];
}

/** Puts triangles, in their order, into as few strips as hold at most `maxBones` bones each. */
export function splitStrips(
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
