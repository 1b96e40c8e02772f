/** Limits the weights of vertices, and collects and merges the vertices of a mesh. */

import type { SmdTriangles } from "../../formats/smd/types.ts";
import type { StudioVertices } from "../../formats/studio/types.ts";

/** `MAX_NUM_BONES_PER_VERT` */
const MAX_WEIGHTS = 3;

/** Bones and weights of a vertex, largest weight first. The weights sum to 1. */
interface VertexWeights {
  readonly bones: readonly number[];
  readonly weights: readonly number[];
}

const RIGID: VertexWeights = { bones: [0], weights: [1] };

/**
 * Returns the three largest weights of a vertex, scaled to sum to 1. `boneOf` gives a node's bone.
 */
export function limitWeights(
  triangles: SmdTriangles,
  vertex: number,
  boneOf: readonly number[],
  isStaticProp: boolean,
): VertexWeights {
  if (isStaticProp) return RIGID;
  const { firstLink, linkBone, linkWeight } = triangles;
  const links: { bone: number; weight: number }[] = [];
  for (let i = firstLink[vertex]; i < firstLink[vertex + 1]; i++) {
    links.push({ bone: boneOf[linkBone[i]], weight: linkWeight[i] });
  }
  if (links.length === 1) return { bones: [links[0].bone], weights: [1] };
  links.sort((a, b) => b.weight - a.weight || a.bone - b.bone);
  const kept = links.slice(0, MAX_WEIGHTS);
  const sum = kept.reduce((total, { weight }) => total + weight, 0);
  return {
    bones: kept.map(({ bone }) => bone),
    weights: kept.map(({ weight }) => Math.fround(weight / sum)),
  };
}

/** Numbers in a key: position, normal, texture coordinates, three weights, three bones. */
const KEY_FLOATS = 14;
const keyFloats = new Float32Array(KEY_FLOATS);
const keyUnits = new Uint16Array(keyFloats.buffer);

/** Returns a string that two vertices share only if all their data in the SMD is bitwise equal. */
export function vertexKey(
  position: Float32Array,
  normal: Float32Array,
  u: number,
  v: number,
  { bones, weights }: VertexWeights,
): string {
  // Adding zero turns -0 into 0.
  for (let i = 0; i < 3; i++) {
    keyFloats[i] = position[i] + 0;
    keyFloats[3 + i] = normal[i] + 0;
    keyFloats[8 + i] = weights[i] ?? 0;
    keyFloats[11 + i] = bones[i] ?? -1;
  }
  keyFloats[6] = u + 0;
  keyFloats[7] = v + 0;
  return String.fromCharCode(...keyUnits);
}

/** Collects the triangles of one material of one model in all LODs and merges equal vertices. */
export class MeshBuilder {
  /** Row of the model's textures. */
  readonly material: number;
  readonly #rows = new Map<string, number>();
  readonly #position: number[] = [];
  readonly #normal: number[] = [];
  readonly #texCoord: number[] = [];
  readonly #weights: VertexWeights[] = [];
  /** Coarsest LOD that uses each vertex. */
  readonly #lod: number[] = [];
  readonly #lodTriangles: number[][];
  #rowOf = new Uint32Array(0);

  constructor(material: number, lodCount: number) {
    this.material = material;
    this.#lodTriangles = Array.from({ length: lodCount }, () => []);
  }

  get count(): number {
    return this.#lod.length;
  }

  addVertex(
    position: Float32Array,
    normal: Float32Array,
    u: number,
    v: number,
    weights: VertexWeights,
    lod: number,
  ): number {
    const key = vertexKey(position, normal, u, v, weights);
    const known = this.#rows.get(key);
    if (known !== undefined) {
      this.#lod[known] = Math.max(this.#lod[known], lod);
      return known;
    }
    this.#rows.set(key, this.count);
    this.#position.push(...position);
    this.#normal.push(...normal);
    this.#texCoord.push(u, v);
    this.#weights.push(weights);
    this.#lod.push(lod);
    return this.count - 1;
  }

  /** Returns the row that `finish` assigned to a vertex, relative to the mesh's first. */
  rowOf(vertex: number): number {
    return this.#rowOf[vertex];
  }

  /** Adds a triangle, unless merging has made it degenerate. */
  addTriangle(lod: number, a: number, b: number, c: number): void {
    if (a !== b && b !== c && c !== a) this.#lodTriangles[lod].push(a, b, c);
  }

  /** Writes the vertices from `first` on, coarsest LOD first, and returns each LOD's triangles. */
  finish(vertices: StudioVertices, vertexLod: Uint8Array, first: number): Uint32Array[] {
    const order = this.#lod.map((_, i) => i).sort((a, b) => this.#lod[b] - this.#lod[a] || a - b);
    const rowOf = new Uint32Array(order.length);
    for (let row = 0; row < order.length; row++) {
      const source = order[row];
      const out = first + row;
      rowOf[source] = row;
      for (let i = 0; i < 3; i++) {
        vertices.position[out * 3 + i] = this.#position[source * 3 + i];
        vertices.normal[out * 3 + i] = this.#normal[source * 3 + i];
      }
      vertices.texCoord[out * 2] = this.#texCoord[source * 2];
      vertices.texCoord[out * 2 + 1] = this.#texCoord[source * 2 + 1];
      const { bones, weights } = this.#weights[source];
      vertices.boneIndex.set(bones, out * 3);
      vertices.boneWeight.set(weights, out * 3);
      vertices.boneCount[out] = bones.length;
      vertexLod[out] = this.#lod[source];
    }
    this.#rowOf = rowOf;
    return this.#lodTriangles.map((list) => Uint32Array.from(list, (i) => rowOf[i]));
  }
}
