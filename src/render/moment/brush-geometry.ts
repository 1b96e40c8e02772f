/** Packs the vertices and chunks of brush models for the shaders that move them. */

import type { MapScene } from "../../map/types.ts";
import { WORLD_VERTEX } from "../../map/world.ts";

/** The struct `BrushVertex` of `shaders/moment/move-vertices.wgsl`, in words. */
export const BRUSH_VERTEX = {
  position: 0,
  vertex: 3,
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
  /** 6 a model, in model space: mins, maxs of its vertices. */
  readonly box: Float32Array;
}

const WORDS = WORLD_VERTEX.strideBytes / 4;
const SNORM16 = 32767;

/**
 * Packs the brush models of a scene with chunks as they were built.
 * @throws if the scene has no brush models
 */
export function packBrushGeometry({ world, chunks, brushes }: MapScene): BrushGeometry {
  if (brushes === null) throw new Error("visleaf bug: a map without brush models has none to move");
  const { buffer, byteOffset, byteLength } = world.vertices;
  const words = new Uint32Array(buffer, byteOffset, byteLength / 4);
  const floats = new Float32Array(buffer, byteOffset, byteLength / 4);
  const bytes = new Int8Array(buffer, byteOffset, byteLength);
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
  const point = new Float64Array(3);
  const m = brushes.worldFromModel;
  let row = 0;
  for (let vertex = 0; vertex < world.vertexCount; vertex++) {
    const model = modelOf[vertex];
    if (model < 0) continue;
    const from = vertex * WORDS;
    const to = row * BRUSH_VERTEX.strideWords;
    rowOf[vertex] = row++;
    vertices[to + BRUSH_VERTEX.vertex] = vertex;
    vertices[to + BRUSH_VERTEX.model] = model;
    for (let axis = 0; axis < 3; axis++) {
      vertexFloats[to + BRUSH_VERTEX.builtPosition + axis] = floats[from + axis];
      point[axis] = floats[from + axis] - m[model * 12 + axis * 4 + 3];
    }
    for (let axis = 0; axis < 3; axis++) {
      vertexFloats[to + BRUSH_VERTEX.position + axis] = turnBack(m, model * 12 + axis, point);
    }
    for (const name of ["normal", "tangent"] as const) {
      const at = vertex * WORLD_VERTEX.strideBytes + WORLD_VERTEX[name];
      for (let axis = 0; axis < 3; axis++) point[axis] = bytes[at + axis] / 127;
      const own = [0, 1, 2].map((axis) => turnBack(m, model * 12 + axis, point));
      vertices[to + BRUSH_VERTEX[name]] = packSnorm16(own[0], own[1]);
      vertices[to + BRUSH_VERTEX[name] + 1] = packSnorm16(own[2], bytes[at + 3] / 127);
    }
    vertices[to + BRUSH_VERTEX.builtNormal] = words[from + WORLD_VERTEX.normal / 4];
    vertices[to + BRUSH_VERTEX.builtTangent] = words[from + WORLD_VERTEX.tangent / 4];
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
  return { vertices, chunks: packed, box };
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
