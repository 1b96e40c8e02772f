/** Packs vertices, indices and bones of all prop models into one buffer each. */

import type { StudioMesh, StudioVertices } from "../../formats/studio/types.ts";
import { PROP_VERTEX, SECOND_COORD_RANGE } from "../../map/props.ts";
import type { PropModel } from "./prop-model.ts";

const WEIGHT_ONE = 65535;

export interface PropMeshes {
  readonly vertexCount: number;
  readonly vertices: Uint8Array;
  readonly indices: Uint32Array;
  /** Base of each model's draw indices. */
  readonly modelFirstIndex: Uint32Array;
  /** Row of each model's first vertex. */
  readonly modelFirstVertex: Uint32Array;
  /** Row of each model in `bonePalette`. Row 0 is the identity, which most models share. */
  readonly modelFirstBone: Uint32Array;
  readonly boneCount: number;
  readonly bonePalette: Float32Array;
}

export function buildPropGeometry(models: readonly PropModel[]): PropMeshes {
  let vertexCount = 0;
  let indexCount = 0;
  let boneCount = 1;
  const modelFirstIndex = new Uint32Array(models.length);
  const modelFirstVertex = new Uint32Array(models.length);
  const modelFirstBone = new Uint32Array(models.length);
  // A model in several poses shares its vertices, and the mesh of each body group choice.
  const firstVertexOf = new Map<StudioVertices, number>();
  const firstIndexOf = new Map<StudioMesh, number>();
  for (const [i, { mesh, palette }] of models.entries()) {
    modelFirstIndex[i] = firstIndexOf.get(mesh) ?? indexCount;
    modelFirstVertex[i] = firstVertexOf.get(mesh.vertices) ?? vertexCount;
    modelFirstBone[i] = palette === null ? 0 : boneCount;
    if (!firstVertexOf.has(mesh.vertices)) vertexCount += mesh.vertices.count;
    if (!firstIndexOf.has(mesh)) indexCount += mesh.indices.length;
    firstVertexOf.set(mesh.vertices, modelFirstVertex[i]);
    firstIndexOf.set(mesh, modelFirstIndex[i]);
    boneCount += palette === null ? 0 : palette.length / 12;
  }
  const vertices = new Uint8Array(vertexCount * PROP_VERTEX.strideBytes);
  const view = new DataView(vertices.buffer);
  const indices = new Uint32Array(indexCount);
  const bonePalette = new Float32Array(boneCount * 12);
  bonePalette.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
  for (const [source, first] of firstVertexOf) {
    writePropVertices(view, first * PROP_VERTEX.strideBytes, source);
  }
  for (const [mesh, first] of firstIndexOf) {
    const firstVertex = firstVertexOf.get(mesh.vertices) as number;
    for (let k = 0; k < mesh.indices.length; k++)
      indices[first + k] = mesh.indices[k] + firstVertex;
  }
  for (const [i, { palette }] of models.entries()) {
    if (palette !== null) bonePalette.set(palette, modelFirstBone[i] * 12);
  }
  return {
    vertexCount,
    vertices,
    indices,
    modelFirstIndex,
    modelFirstVertex,
    modelFirstBone,
    boneCount,
    bonePalette,
  };
}

/** Writes vertices in the layout of `PROP_VERTEX`. */
export function writePropVertices(view: DataView, offset: number, source: StudioVertices): void {
  const { position, texCoord, texCoord2, normal, tangent, boneIndex, boneWeight } = source;
  for (let vertex = 0; vertex < source.count; vertex++) {
    const at = offset + vertex * PROP_VERTEX.strideBytes;
    for (let k = 0; k < 3; k++) {
      view.setFloat32(at + PROP_VERTEX.position + k * 4, position[vertex * 3 + k], true);
      view.setInt8(at + PROP_VERTEX.normal + k, snorm8(normal[vertex * 3 + k]));
      view.setInt8(at + PROP_VERTEX.tangent + k, snorm8(tangent[vertex * 4 + k]));
      view.setUint8(at + PROP_VERTEX.boneIndex + k, boneIndex[vertex * 3 + k]);
    }
    view.setFloat32(at + PROP_VERTEX.texCoord, texCoord[vertex * 2], true);
    view.setFloat32(at + PROP_VERTEX.texCoord + 4, texCoord[vertex * 2 + 1], true);
    view.setInt8(at + PROP_VERTEX.tangent + 3, tangent[vertex * 4 + 3] < 0 ? -127 : 127);
    writeWeights(view, at + PROP_VERTEX.boneWeight, boneWeight, vertex * 3);
    if (texCoord2 === undefined) continue;
    const [s, t] = [texCoord2[vertex * 2], texCoord2[vertex * 2 + 1]];
    writeSecondCoord(view, at, s, t);
  }
}

/** Writes second texture coordinates into unused fields: see `SECOND_COORD_RANGE`. */
export function writeSecondCoord(view: DataView, at: number, s: number, t: number): void {
  const stepOf = (value: number, bits: number) => {
    const share = (value / SECOND_COORD_RANGE + 1) / 2;
    return Math.min(Math.max(Math.round(share * 2 ** bits), 0), 2 ** bits - 1) || 0;
  };
  const down = stepOf(t, 15);
  view.setUint16(at + PROP_VERTEX.boneWeight + 6, stepOf(s, 16), true);
  view.setUint8(at + PROP_VERTEX.boneIndex + 3, down >> 7);
  view.setInt8(at + PROP_VERTEX.normal + 3, down & 127);
}

/** Writes three weights that sum to exactly 65535. The largest takes the rounding error. */
function writeWeights(view: DataView, at: number, weights: Float32Array, first: number): void {
  let largest = 0;
  let rest = WEIGHT_ONE;
  for (let k = 0; k < 3; k++) {
    if (weights[first + k] > weights[first + largest]) largest = k;
    const value = unorm16(weights[first + k]);
    view.setUint16(at + k * 2, value, true);
    rest -= value;
  }
  const value = view.getUint16(at + largest * 2, true) + rest;
  view.setUint16(at + largest * 2, value, true);
}

function unorm16(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), 1) * WEIGHT_ONE);
}

function snorm8(value: number): number {
  return Math.round(Math.min(Math.max(value, -1), 1) * 127);
}
