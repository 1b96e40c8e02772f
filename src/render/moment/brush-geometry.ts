/** Packs the vertices and chunks of brush models for the shaders that move them. */

import { DECAL_VERTEX, type DecalSet } from "../../map/decals.ts";
import type { BrushModels, MapScene } from "../../map/types.ts";
import { WORLD_VERTEX } from "../../map/world.ts";

/** The struct `BrushVertex` of `shaders/moment/move-vertices.wgsl`, in words. */
export const BRUSH_VERTEX = {
  position: 0,
  word: 3,
  builtPosition: 4,
  model: 7,
  normal: 8,
  tangent: 10,
  builtNormal: 12,
  builtTangent: 13,
  strideWords: 16,
} as const;

/** The struct `BrushChunk` of `shaders/moment/move-rows.wgsl`, in words. */
export const BRUSH_CHUNK = {
  mins: 0,
  model: 3,
  maxs: 4,
  builtMins: 8,
  firstCluster: 11,
  builtMaxs: 12,
  clusterCount: 15,
  strideWords: 16,
} as const;

export interface BrushGeometry {
  /** `BRUSH_VERTEX` rows. */
  readonly vertices: Uint32Array<ArrayBuffer>;
  /** `BRUSH_CHUNK` rows, one per entry of `BrushModels.chunks`. */
  readonly chunks: Uint32Array<ArrayBuffer>;
  /** Row of `BrushModels` of each vertex of the world; −1 if it is the world's own. */
  readonly modelOf: Int32Array;
  /** 6 a model, in model space: mins, maxs of its vertices. */
  readonly box: Float32Array;
}

const SNORM16 = 32767;

/**
 * Packs the brush models of a scene with chunks as they were built.
 * @throws if the scene has no brush models
 */
export function packBrushGeometry({ world, chunks, brushes }: MapScene): BrushGeometry {
  if (brushes === null) throw new Error("visleaf bug: a map without brush models has none to move");
  const modelOf = new Int32Array(world.vertexCount).fill(-1);
  let vertexCount = 0;
  for (let model = 0; model < brushes.count; model++) {
    const end = brushes.firstChunk[model] + brushes.chunkCount[model];
    for (let i = brushes.firstChunk[model]; i < end; i++) {
      const chunk = brushes.chunks[i];
      const endIndex = chunks.firstIndex[chunk] + chunks.indexCount[chunk];
      for (let at = chunks.firstIndex[chunk]; at < endIndex; at++) {
        if (modelOf[world.indices[at]] < 0) vertexCount++;
        modelOf[world.indices[at]] = model;
      }
    }
  }

  const vertices = new Uint32Array(vertexCount * BRUSH_VERTEX.strideWords);
  const vertexFloats = new Float32Array(vertices.buffer);
  const rowOf = new Int32Array(world.vertexCount);
  const packer = new VertexPacker(world.vertices, brushes, vertices);
  let row = 0;
  for (let vertex = 0; vertex < world.vertexCount; vertex++) {
    if (modelOf[vertex] < 0) continue;
    packer.pack(row, vertex * WORLD_VERTEX.strideBytes, modelOf[vertex]);
    rowOf[vertex] = row++;
  }

  const packed = new Uint32Array(brushes.chunks.length * BRUSH_CHUNK.strideWords);
  const packedFloats = new Float32Array(packed.buffer);
  const box = new Float32Array(brushes.count * 6);
  for (let model = 0; model < brushes.count; model++) {
    startBox(box, model * 6, model * 6 + 3);
    const end = brushes.firstChunk[model] + brushes.chunkCount[model];
    for (let i = brushes.firstChunk[model]; i < end; i++) {
      const chunk = brushes.chunks[i];
      const to = i * BRUSH_CHUNK.strideWords;
      const [mins, maxs] = [to + BRUSH_CHUNK.mins, to + BRUSH_CHUNK.maxs];
      startBox(packedFloats, mins, maxs);
      const endIndex = chunks.firstIndex[chunk] + chunks.indexCount[chunk];
      for (let at = chunks.firstIndex[chunk]; at < endIndex; at++) {
        const from = rowOf[world.indices[at]] * BRUSH_VERTEX.strideWords + BRUSH_VERTEX.position;
        growBox(packedFloats, mins, maxs, vertexFloats, from);
        growBox(box, model * 6, model * 6 + 3, vertexFloats, from);
      }
      packed[to + BRUSH_CHUNK.model] = model;
      const built = chunks.box.subarray(chunk * 6, chunk * 6 + 6);
      packedFloats.set(built.subarray(0, 3), to + BRUSH_CHUNK.builtMins);
      packedFloats.set(built.subarray(3), to + BRUSH_CHUNK.builtMaxs);
      packed[to + BRUSH_CHUNK.firstCluster] = chunks.firstCluster[chunk];
      packed[to + BRUSH_CHUNK.clusterCount] = chunks.clusterCount[chunk];
    }
  }
  return { vertices, chunks: packed, box, modelOf };
}

export interface BrushDecals {
  /** `BRUSH_VERTEX` rows of the decals' vertices that lie on brush models. */
  readonly vertices: Uint32Array<ArrayBuffer>;
  /** 1 for each chunk with such vertices. */
  readonly isOnBrush: Uint8Array;
}

/**
 * Packs the vertices of decals on brush models.
 * @param lit vertices of the decals as they are drawn
 * @param modelOf model of each vertex of the world
 */
export function packBrushDecals(
  { vertexCount, corners, indices, chunks }: DecalSet,
  lit: Uint8Array,
  brushes: BrushModels,
  modelOf: Int32Array,
): BrushDecals {
  const ofVertex = Int32Array.from(
    { length: vertexCount },
    (_, vertex) => modelOf[corners[vertex * 3]] ?? -1,
  );
  const own = ofVertex.reduce((count, model) => count + (model < 0 ? 0 : 1), 0);
  const vertices = new Uint32Array(own * BRUSH_VERTEX.strideWords);
  const packer = new VertexPacker(lit, brushes, vertices);
  let row = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if (ofVertex[vertex] < 0) continue;
    packer.pack(row++, vertex * DECAL_VERTEX.strideBytes, ofVertex[vertex]);
  }
  const isOnBrush = new Uint8Array(chunks.count);
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const end = chunks.firstIndex[chunk] + chunks.indexCount[chunk];
    for (let at = chunks.firstIndex[chunk]; at < end; at++) {
      if (ofVertex[indices[at]] >= 0) isOnBrush[chunk] = 1;
    }
  }
  return { vertices, isOnBrush };
}

/** Packs `BRUSH_VERTEX` rows of vertices that begin as the world's do. */
class VertexPacker {
  readonly #words: Uint32Array;
  readonly #floats: Float32Array;
  readonly #bytes: Int8Array;
  readonly #matrices: Float32Array;
  readonly #out: Uint32Array<ArrayBuffer>;
  readonly #outFloats: Float32Array;
  readonly #point = new Float64Array(3);
  readonly #own = new Float64Array(3);

  constructor(
    { buffer, byteOffset, byteLength }: Uint8Array,
    { worldFromModel }: BrushModels,
    out: Uint32Array<ArrayBuffer>,
  ) {
    this.#words = new Uint32Array(buffer, byteOffset, byteLength / 4);
    this.#floats = new Float32Array(buffer, byteOffset, byteLength / 4);
    this.#bytes = new Int8Array(buffer, byteOffset, byteLength);
    this.#matrices = worldFromModel;
    this.#out = out;
    this.#outFloats = new Float32Array(out.buffer);
  }

  /** @param byte offset of the vertex */
  pack(row: number, byte: number, model: number): void {
    const out = this.#out;
    const floats = this.#outFloats;
    const m = this.#matrices;
    const point = this.#point;
    const from = byte / 4;
    const to = row * BRUSH_VERTEX.strideWords;
    out[to + BRUSH_VERTEX.word] = from;
    out[to + BRUSH_VERTEX.model] = model;
    for (let axis = 0; axis < 3; axis++) {
      floats[to + BRUSH_VERTEX.builtPosition + axis] = this.#floats[from + axis];
      point[axis] = this.#floats[from + axis] - m[model * 12 + axis * 4 + 3];
    }
    for (let axis = 0; axis < 3; axis++) {
      floats[to + BRUSH_VERTEX.position + axis] = turnBack(m, model * 12 + axis, point);
    }
    this.#packDirection(to + BRUSH_VERTEX.normal, byte + WORLD_VERTEX.normal, model);
    this.#packDirection(to + BRUSH_VERTEX.tangent, byte + WORLD_VERTEX.tangent, model);
    out[to + BRUSH_VERTEX.builtNormal] = this.#words[from + WORLD_VERTEX.normal / 4];
    out[to + BRUSH_VERTEX.builtTangent] = this.#words[from + WORLD_VERTEX.tangent / 4];
  }

  #packDirection(to: number, byte: number, model: number): void {
    const own = this.#own;
    for (let axis = 0; axis < 3; axis++) this.#point[axis] = this.#bytes[byte + axis] / 127;
    for (let axis = 0; axis < 3; axis++) {
      own[axis] = turnBack(this.#matrices, model * 12 + axis, this.#point);
    }
    this.#out[to] = packSnorm16(own[0], own[1]);
    this.#out[to + 1] = packSnorm16(own[2], this.#bytes[byte + 3] / 127);
  }
}

/** Returns a coordinate of a direction in model space: the product with a column of the rotation. */
function turnBack(m: Float32Array, column: number, p: Float64Array): number {
  return m[column] * p[0] + m[column + 4] * p[1] + m[column + 8] * p[2];
}

function packSnorm16(low: number, high: number): number {
  const snorm = (value: number) => Math.round(Math.min(1, Math.max(-1, value)) * SNORM16) & 0xffff;
  return (snorm(low) | (snorm(high) << 16)) >>> 0;
}

function startBox(out: Float32Array, mins: number, maxs: number): void {
  out.fill(Number.POSITIVE_INFINITY, mins, mins + 3);
  out.fill(Number.NEGATIVE_INFINITY, maxs, maxs + 3);
}

function growBox(
  out: Float32Array,
  mins: number,
  maxs: number,
  points: Float32Array,
  at: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    out[mins + axis] = Math.min(out[mins + axis], points[at + axis]);
    out[maxs + axis] = Math.max(out[maxs + axis], points[at + axis]);
  }
}
