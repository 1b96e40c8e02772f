/** Compares a model with the one compiled again from its decompiled sources. */

import { expect } from "vitest";
import { buildStudioMesh } from "../../../src/formats/studio/mesh/build-studio-mesh.ts";
import type { StudioModel } from "../../../src/model/files/studio-model.ts";

/**
 * Lists triangles of the first body groups in any order, each corner with position, normal, texture
 * coordinates and weights.
 */
function listTriangles({ mdl, vvd, vtx }: StudioModel): string[] {
  if (vvd === null || vtx === null) return [];
  const mesh = buildStudioMesh(mdl, vvd, vtx);
  const { position, normal, texCoord, boneIndex, boneWeight, boneCount } = mesh.vertices;
  const round = (value: number) => (Math.round(value * 1000) / 1000 + 0).toString();
  const cornerOf = (vertex: number) => {
    const at = (column: Float32Array, size: number) =>
      [...column.subarray(vertex * size, vertex * size + size)].map(round).join(" ");
    const links = Array.from({ length: boneCount[vertex] }, (_, k) => {
      const bone = mdl.bones.name[boneIndex[vertex * 3 + k]];
      return `${bone} ${round(boneWeight[vertex * 3 + k])}`;
    });
    return [at(position, 3), at(normal, 3), at(texCoord, 2), ...links.sort()].join(", ");
  };
  const triangles: string[] = [];
  for (let draw = 0; draw < mesh.drawCount; draw++) {
    const material = mdl.textures[mesh.drawMaterial[draw]];
    const first = mesh.drawFirstIndex[draw];
    for (let i = first; i < first + mesh.drawIndexCount[draw]; i += 3) {
      const corners = [...mesh.indices.subarray(i, i + 3)].map(cornerOf);
      const start = corners.indexOf([...corners].sort()[0]);
      const turned = [0, 1, 2].map((k) => corners[(start + k) % 3]);
      triangles.push(`${mesh.drawLod[draw]} ${material}: ${turned.join("; ")}`);
    }
  }
  return triangles.sort();
}

/** Compares mesh, skeleton, body parts, skins and the frames of all sequences. */
export function expectSameModel(found: StudioModel, wanted: StudioModel): void {
  expect(listTriangles(found)).toEqual(listTriangles(wanted));
  expect(listTriangles(wanted).length > 0).toBe(wanted.mdl.meshes.count > 0);
  const { name, parent } = wanted.mdl.bones;
  expect(found.mdl.bones).toMatchObject({ name, parent });
  const near = (values: Float32Array) => Array.from(values, (value) => expect.closeTo(value, 3));
  expect([...found.mdl.bones.position]).toEqual(near(wanted.mdl.bones.position));
  const partsOf = ({ mdl }: StudioModel) =>
    mdl.bodyParts.map((part) => [part.name, part.models.length]);
  expect(partsOf(found)).toEqual(partsOf(wanted));
  const skinsOf = ({ mdl }: StudioModel) => Array.from(mdl.skins, (row) => mdl.textures[row]);
  expect(skinsOf(found)).toEqual(skinsOf(wanted));
  const { sequences } = wanted.motions;
  expect(found.motions.sequences.map((one) => [one.name, one.flags])).toEqual(
    sequences.map((one) => [one.name, one.flags]),
  );
  for (const [row, { blends }] of sequences.entries()) {
    const before = wanted.motions.frames(blends[0]);
    const after = found.motions.frames(found.motions.sequences[row].blends[0]);
    expect([...after.position]).toEqual(near(before.position));
    expect([...after.quaternion]).toEqual(near(before.quaternion));
  }
}
