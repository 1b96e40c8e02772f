/** Exports a model's meshes and flexes to glTF. */

import { FormatError } from "../../core/errors.ts";
import type { LodMesh, ModelMeshes } from "../../formats/studio/mesh/list-meshes.ts";
import type { MdlFlexes } from "../../formats/studio/rig/flex-types.ts";
import type { Mdl, StudioVertices } from "../../formats/studio/types.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import { ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER, type GltfPrimitive } from "../gltf/gltf-types.ts";
import { turnVectors } from "../gltf/space.ts";
import type { MaterialWords } from "../materials/material-table.ts";

/** Length below which a normal or tangent has no direction. */
const MIN_LENGTH = 1e-6;
const UP = [0, 1, 0];

/** Vertices `first` to `first + count - 1`. */
interface VertexRange {
  readonly vertices: StudioVertices;
  readonly first: number;
  readonly count: number;
}

/**
 * Adds vertices as accessors, by attribute.
 * @param boneCount bones of the skin; 0 without a skin
 * @throws FormatError if a vertex uses a missing bone
 */
function addMeshVertices(
  builder: GltfBuilder,
  { vertices, first, count }: VertexRange,
  boneCount: number,
  scale: number,
): Record<string, number> {
  const end = first + count;
  const target = ARRAY_BUFFER;
  const position = turnVectors(vertices.position.subarray(first * 3, end * 3), scale);
  const normal = turnVectors(vertices.normal.subarray(first * 3, end * 3), 1);
  makeUnit(normal, 3, null);
  const attributes: Record<string, number> = {
    POSITION: builder.addAccessor(position, "VEC3", { target, bounds: true }),
    NORMAL: builder.addAccessor(normal, "VEC3", { target }),
  };
  const tangent = turnVectors(vertices.tangent.subarray(first * 4, end * 4), 1, 4);
  if (makeUnit(tangent, 4, normal)) {
    // glTF expects the bitangent along decreasing v, Source along increasing v. The green channel
    // of normal maps is inverted, too.
    for (let i = 3; i < tangent.length; i += 4) tangent[i] = tangent[i] < 0 ? 1 : -1;
    attributes.TANGENT = builder.addAccessor(tangent, "VEC4", { target });
  }
  const texCoord = vertices.texCoord.slice(first * 2, end * 2);
  attributes.TEXCOORD_0 = builder.addAccessor(texCoord, "VEC2", { target });
  if (boneCount > 0) {
    const { joints, weights } = takeWeights(vertices, first, count, boneCount);
    attributes.JOINTS_0 = builder.addAccessor(joints, "VEC4", { target });
    attributes.WEIGHTS_0 = builder.addAccessor(weights, "VEC4", { target });
  }
  return attributes;
}

/**
 * Normalizes directions. Replaces zero ones by a vector perpendicular to `beside`. Returns false if
 * all are zero.
 */
function makeUnit(column: Float32Array, stride: 3 | 4, beside: Float32Array | null): boolean {
  let found = 0;
  for (let i = 0; i < column.length; i += stride) {
    const length = Math.hypot(column[i], column[i + 1], column[i + 2]);
    if (length >= MIN_LENGTH) {
      found++;
      for (let k = 0; k < 3; k++) column[i + k] /= length;
    } else {
      const at = (i / stride) * 3;
      column.set(beside === null ? UP : squareTo(beside[at], beside[at + 1], beside[at + 2]), i);
    }
  }
  return found > 0;
}

function squareTo(x: number, y: number, z: number): number[] {
  const square = Math.abs(y) < 0.7 ? [-z, 0, x] : [0, z, -y];
  const length = Math.hypot(...square);
  return square.map((value) => value / length);
}

/** Returns four joints and weights a vertex, each bone once. Weights sum to 1. */
function takeWeights(vertices: StudioVertices, first: number, count: number, boneCount: number) {
  const joints = new Uint8Array(count * 4);
  const weights = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) {
    const from = (first + i) * 3;
    let used = 0;
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const weight = vertices.boneWeight[from + k];
      if (!(weight > 0)) continue;
      const bone = vertices.boneIndex[from + k];
      if (bone >= boneCount) throw strayBone(bone, boneCount);
      const own = joints.subarray(i * 4, i * 4 + used).indexOf(bone);
      const at = i * 4 + (own >= 0 ? own : used++);
      joints[at] = bone;
      weights[at] += weight;
      sum += weight;
    }
    if (used === 0) weights[i * 4] = 1;
    else settle(weights, i * 4, used, sum);
  }
  return { joints, weights };
}

/** Scales weights so that the stored values sum to exactly 1, including rounding. */
function settle(weights: Float32Array, at: number, used: number, sum: number): void {
  let rest = 1;
  for (let k = used - 1; k > 0; k--) {
    weights[at + k] /= sum;
    rest -= weights[at + k];
  }
  weights[at] = Math.max(0, rest);
}

function strayBone(found: number, boneCount: number): FormatError {
  return new FormatError({
    format: "VVD",
    code: "bad-index",
    where: "mstudioboneweight_t.bone",
    offset: 0,
    expected: `bones below ${boneCount} of the MDL`,
    found: String(found),
  });
}

/** Displacement of one mesh by one flex. Rows ascend; Source space, inches. */
interface Displacement {
  readonly rows: Uint32Array;
  readonly position: Float32Array;
  readonly normal: Float32Array;
}

/** Flex with its displacement of each mesh. */
export interface MorphTarget {
  readonly name: string;
  readonly byMesh: ReadonlyMap<number, Displacement>;
}

/** Whether a flex has the usual weights: 0 at 0, complete at 1, never decreasing. */
const isPlainRamp = (target: ArrayLike<number>) => target[0] === 0 && target[1] === 1;

/**
 * Lists the flexes of a face, one target each; a pair acts on two sides and becomes two. A flex may
 * consist of several shapes for ranges of its weight. glTF has no ranges, so these become separate
 * targets, named after the weight at which they are complete.
 */
function listMorphTargets(face: MdlFlexes): MorphTarget[] {
  const { flexes, descriptors } = face;
  const byName = new Map<string, Map<number, Displacement>>();
  const add = (name: string, mesh: number, displacement: Displacement | null) => {
    if (displacement === null) return;
    const meshes = byName.get(name) ?? new Map<number, Displacement>();
    byName.set(name, meshes);
    // The engine shows both flexes with equal name, range and mesh. No known compiler writes such a
    // pair.
    if (!meshes.has(mesh)) meshes.set(mesh, displacement);
  };
  for (let i = 0; i < flexes.count; i++) {
    const target = flexes.target.subarray(i * 4, i * 4 + 4);
    const end = isPlainRamp(target) ? "" : ` at ${target[1]}`;
    const pair = flexes.pair[i];
    const own = displace(face, i, pair < 0 ? "whole" : "own side");
    add(descriptors[flexes.descriptor[i]] + end, flexes.mesh[i], own);
    if (pair >= 0) add(descriptors[pair] + end, flexes.mesh[i], displace(face, i, "other side"));
  }
  return Array.from(byName, ([name, byMesh]) => ({ name, byMesh }));
}

function displace(
  { flexes, vertexAnimations }: MdlFlexes,
  flex: number,
  part: "whole" | "own side" | "other side",
): Displacement | null {
  const first = flexes.firstVertex[flex];
  const byVertex = new Map<number, { row: number; share: number }>();
  for (let row = first; row < first + flexes.vertexCount[flex]; row++) {
    const side = vertexAnimations.side[row];
    const share = part === "whole" ? 1 : part === "own side" ? 1 - side : side;
    if (share > 0) byVertex.set(vertexAnimations.vertex[row], { row, share });
  }
  if (byVertex.size === 0) return null;
  const rows = Uint32Array.from(byVertex.keys()).sort();
  const position = new Float32Array(rows.length * 3);
  const normal = new Float32Array(rows.length * 3);
  rows.forEach((vertex, i) => {
    const { row, share } = byVertex.get(vertex)!;
    for (let axis = 0; axis < 3; axis++) {
      position[i * 3 + axis] = vertexAnimations.delta[row * 3 + axis] * share;
      normal[i * 3 + axis] = vertexAnimations.normalDelta[row * 3 + axis] * share;
    }
  });
  return { rows, position, normal };
}

/**
 * Adds the accessors of one target of one mesh with `count` vertices; zeros if the flex does not
 * change it.
 */
function addMorphTarget(
  builder: GltfBuilder,
  displacement: Displacement | undefined,
  count: number,
  scale: number,
): Record<string, number> {
  const rows = displacement?.rows ?? new Uint32Array(0);
  const position = turnVectors(displacement?.position ?? new Float32Array(0), scale);
  const normal = turnVectors(displacement?.normal ?? new Float32Array(0), 1);
  return {
    POSITION: builder.addSparse(count, rows, position, "VEC3", true),
    NORMAL: builder.addSparse(count, rows, normal, "VEC3", false),
  };
}

/**
 * Vertex count from which 16-bit indices cannot be used, because 0xffff is the primitive restart
 * index.
 */
const MAX_SHORT_VERTICES = 0xffff;

interface MeshSources {
  readonly builder: GltfBuilder;
  readonly mdl: Mdl;
  readonly face: MdlFlexes;
  readonly vertices: StudioVertices;
  readonly meshes: ModelMeshes;
  /** Materials for the columns of the skin table. */
  readonly materials: readonly MaterialWords[];
  /** Row of `Gltf.skins`; `null` for a rigid model. */
  readonly skin: number | null;
  readonly scale: number;
}

/**
 * Nodes of a model's meshes, one for each LOD of each model of its body parts, created on demand.
 */
export class MeshNodes {
  readonly #sources: MeshSources;
  readonly #targets: readonly MorphTarget[];
  readonly #nodes = new Map<string, number>();
  readonly #attributes = new Map<number, Record<string, number>>();
  readonly #morphs = new Map<string, Record<string, number>>();

  constructor(sources: MeshSources) {
    this.#sources = sources;
    this.#targets = listMorphTargets(sources.face);
  }

  /** Returns the node of a model in an LOD; empty if the model is blank. */
  add(bodyPart: number, model: number, lod: number): number[] {
    const key = `${bodyPart} ${model} ${lod}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) return [known];
    const { builder, mdl, meshes, skin } = this.#sources;
    const drawn = meshes[bodyPart][model][lod];
    if (drawn.length === 0) return [];
    const part = mdl.bodyParts[bodyPart];
    const name = `${part.name}/${part.models[model].name}${lod === 0 ? "" : ` LOD ${lod}`}`;
    const targets = this.#targets.filter(({ byMesh }) =>
      drawn.some(({ mesh }) => byMesh.has(mesh)),
    );
    const mesh = builder.json.meshes.push({
      name,
      primitives: drawn.map((one) => this.#primitive(one, targets)),
      ...(targets.length === 0
        ? {}
        : {
            weights: targets.map(() => 0),
            extras: { targetNames: targets.map((target) => target.name) },
          }),
    });
    const node = builder.json.nodes.push({
      name,
      mesh: mesh - 1,
      ...(skin === null ? {} : { skin }),
      extras: { bodyGroup: part.name, choice: model, base: part.base, lod },
    });
    this.#nodes.set(key, node - 1);
    return [node - 1];
  }

  #primitive({ mesh, material, indices }: LodMesh, targets: readonly MorphTarget[]): GltfPrimitive {
    const { builder, mdl, materials } = this.#sources;
    const vertexCount = mdl.meshes.vertexCount[mesh];
    const values =
      vertexCount < MAX_SHORT_VERTICES ? Uint16Array.from(indices) : Uint32Array.from(indices);
    const target = ELEMENT_ARRAY_BUFFER;
    return {
      attributes: this.#vertices(mesh),
      indices: builder.addAccessor(values, "SCALAR", { target }),
      ...materials[material],
      ...(targets.length === 0
        ? {}
        : { targets: targets.map((one) => this.#morph(mesh, one, vertexCount)) }),
    };
  }

  /** Adds a mesh's vertices, which all LODs share. */
  #vertices(mesh: number): Record<string, number> {
    const { builder, mdl, vertices, skin, scale } = this.#sources;
    const known = this.#attributes.get(mesh);
    if (known !== undefined) return known;
    const first = mdl.meshes.firstVertex[mesh];
    const count = mdl.meshes.vertexCount[mesh];
    const boneCount = skin === null ? 0 : mdl.bones.count;
    const attributes = addMeshVertices(builder, { vertices, first, count }, boneCount, scale);
    this.#attributes.set(mesh, attributes);
    return attributes;
  }

  #morph(mesh: number, target: MorphTarget, count: number): Record<string, number> {
    const { builder, scale } = this.#sources;
    const key = `${mesh} ${target.name}`;
    const known = this.#morphs.get(key);
    if (known !== undefined) return known;
    const accessors = addMorphTarget(builder, target.byMesh.get(mesh), count, scale);
    this.#morphs.set(key, accessors);
    return accessors;
  }
}
