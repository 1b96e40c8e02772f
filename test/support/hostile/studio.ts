/** Model files in which many records refer to the same bytes. */

import { makeStudioFiles } from "../../formats/studio/make-studio.ts";

const ANIM_DESC_BYTES = 100;

/**
 * Builds `count` animations of `frames` frames that share one record of four bytes without bones.
 */
export function makeFoldedAnimations(count: number, frames: number): Uint8Array {
  const { mdl } = makeStudioFiles();
  const first = mdl.length;
  const record = first + count * ANIM_DESC_BYTES;
  const bytes = new Uint8Array(record + 8);
  bytes.set(mdl);
  const data = new DataView(bytes.buffer);
  data.setInt32(180, count, true);
  data.setInt32(184, first, true);
  for (let i = 0; i < count; i++) {
    const at = first + i * ANIM_DESC_BYTES;
    data.setInt32(at + 4, record + 4 - at, true);
    data.setFloat32(at + 8, 30, true);
    data.setInt32(at + 16, frames, true);
    data.setInt32(at + 56, record - at, true);
  }
  // An empty record that ends the chain, followed by an empty name.
  bytes[record] = 255;
  return bytes;
}

/** Builds a VTX of `meshes` meshes that share one strip group of `indices` indices. */
export function makeFoldedMeshes(meshes: number, indices: number): Uint8Array {
  const model = 36 + 8;
  const lod = model + 8;
  const firstMesh = lod + 12;
  const group = firstMesh + meshes * 9;
  const strip = group + 25;
  const vertex = strip + 27;
  const firstIndex = vertex + 9;
  const bytes = new Uint8Array(firstIndex + indices * 2);
  const data = new DataView(bytes.buffer);
  const put = (at: number, ...values: number[]) => {
    for (let i = 0; i < values.length; i++) data.setInt32(at + i * 4, values[i], true);
  };
  put(0, 7);
  put(16, 0, 1);
  put(28, 1, 36);
  put(36, 1, model - 36);
  put(model, 1, lod - model);
  put(lod, meshes, firstMesh - lod);
  for (let i = 0; i < meshes; i++) put(firstMesh + i * 9, 1, group - firstMesh - i * 9);
  put(group, 1, vertex - group, indices, firstIndex - group, 1, strip - group);
  put(strip, indices, 0, 1, 0);
  bytes[strip + 18] = 1;
  return bytes;
}

/** Builds baked light of `meshes` meshes with `vertices` vertices, all at the same bytes. */
export function makeFoldedVhv(meshes: number, vertices: number): Uint8Array {
  const first = 40 + meshes * 28;
  const bytes = new Uint8Array(first + vertices * 4);
  const data = new DataView(bytes.buffer);
  data.setInt32(0, 2, true);
  data.setInt32(12, 4, true);
  data.setInt32(20, meshes, true);
  for (let i = 0; i < meshes; i++) {
    data.setInt32(40 + i * 28 + 4, vertices, true);
    data.setInt32(40 + i * 28 + 8, first, true);
  }
  return bytes;
}

/** Builds an MDL whose `count` textures share one name of `length` letters. */
export function makeFoldedNames(count: number, length: number): Uint8Array {
  const { mdl } = makeStudioFiles();
  const first = mdl.length;
  const name = first + count * 64;
  const bytes = new Uint8Array(name + length + 1);
  bytes.set(mdl);
  const data = new DataView(bytes.buffer);
  data.setInt32(204, count, true);
  data.setInt32(208, first, true);
  for (let i = 0; i < count; i++) data.setInt32(first + i * 64, name - first - i * 64, true);
  bytes.fill(0x61, name, name + length);
  return bytes;
}

/**
 * Builds `count` sequences with overlapping bone weight lists, each four bytes after the previous
 * one.
 */
export function makeFoldedWeights(count: number): Uint8Array {
  const mdl = makeFoldedAnimations(1, 1);
  const stride = 212;
  const first = mdl.length;
  const blends = first + count * stride;
  const bytes = new Uint8Array(blends + 4 + count * 4 + 16);
  bytes.set(mdl);
  const data = new DataView(bytes.buffer);
  data.setInt32(188, count, true);
  data.setInt32(192, first, true);
  for (let i = 0; i < count; i++) {
    const at = first + i * stride;
    // Names and first blends are zeros.
    for (const field of [4, 8, 60]) data.setInt32(at + field, blends - at, true);
    data.setInt32(at + 68, 1, true);
    data.setInt32(at + 72, 1, true);
    data.setInt32(at + 76, -1, true);
    data.setInt32(at + 80, -1, true);
    data.setInt32(at + 156, blends + 4 + i * 4 - at, true);
  }
  return bytes;
}
