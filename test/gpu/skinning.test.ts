/**
 * Compares prop vertices, transformed by the drawing functions, with the files' values in double
 * precision.
 */

import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseMdl } from "../../src/formats/studio/read/parse-mdl.ts";
import type { StudioVertices } from "../../src/formats/studio/types.ts";
import type { Gpu } from "../../src/gpu/gpu.ts";
import { PROP_VERTEX } from "../../src/map/props.ts";
import type { ModelFiles } from "../../src/model/files/model-files.ts";
import { readStudioModel } from "../../src/model/files/read-studio-model.ts";
import { createPosePlayer } from "../../src/model/pose/pose-player.ts";
import { writePropVertices } from "../../src/scene/props/prop-geometry.ts";
import { makeStudioFiles } from "../formats/studio/make-studio.ts";
import { corpusPath, hasCorpus, listCorpusFiles, readCorpus } from "../support/corpus.ts";
import { openTestGpu } from "../support/dawn.ts";
import { acquireKept } from "../support/kept-device.ts";
import { runCompute, storageEntry } from "./run-compute.ts";

const test = await openTestGpu();

/** Reads a vertex like `shaders/surfaces/props.wgsl`. */
const CODE = `
  import constants::PROP_VERTEX_STRIDE_WORDS;
  import package::common::geometry::skinning::Affine;
  import package::common::geometry::skinning::blendBones;
  import package::common::geometry::skinning::transformDirection;
  import package::common::geometry::skinning::transformPoint;
  @group(0) @binding(0) var<storage, read> words: array<u32>;
  @group(0) @binding(1) var<storage, read> bones: array<Affine>;
  @group(3) @binding(0) var<storage, read_write> result: array<f32>;
  @compute @workgroup_size(256) fn computeMain(@builtin(local_invocation_index) local: u32) {
    let count = arrayLength(&words) / PROP_VERTEX_STRIDE_WORDS;
    for (var vertex = local; vertex < count; vertex += 256u) {
      let word = vertex * PROP_VERTEX_STRIDE_WORDS;
      let place = bitcast<vec3f>(vec3u(words[word], words[word + 1u], words[word + 2u]));
      let index = (vec4u(words[word + 7u]) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(0xffu);
      let weight = vec3f(unpack2x16unorm(words[word + 8u]), unpack2x16unorm(words[word + 9u]).x);
      let bone = blendBones(bones[index.x], bones[index.y], bones[index.z], weight);
      let point = transformPoint(bone, place);
      let normal = transformDirection(bone, unpack4x8snorm(words[word + 5u]).xyz);
      for (var k = 0u; k < 3u; k++) {
        result[vertex * 6u + k] = point[k];
        result[vertex * 6u + 3u + k] = normal[k];
      }
    }
  }`;

/** Largest deviation of position and normal, by the vertex's number of bones. */
interface Off {
  readonly count: number[];
  readonly place: number[];
  readonly normal: number[];
}

describe.skipIf(test === null)("skinned vertices with one, two and three bones", () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await acquireKept(test!, { onError: (error) => expect.fail(error.message) });
  });
  afterAll(() => {
    gpu.destroy();
    test!.close();
  });

  async function compare(path: string, files: ModelFiles, off: Off): Promise<void> {
    const model = await readStudioModel(path, files);
    if (!model?.vvd) return;
    const player = createPosePlayer(model);
    player.cycle = 0.37;
    player.pose();
    const { vertices } = model.vvd;
    const packed = new Uint8Array(vertices.count * PROP_VERTEX.strideBytes);
    writePropVertices(new DataView(packed.buffer), 0, vertices);
    const bent = await runCompute(gpu, CODE, vertices.count * 6, {
      0: [storageEntry(gpu, 0, packed), storageEntry(gpu, 1, player.palette)],
    });
    for (let vertex = 0; vertex < vertices.count; vertex++) {
      const bones = vertices.boneCount[vertex] - 1;
      const expected = bend(vertices, vertex, player.palette);
      off.count[bones]++;
      for (let k = 0; k < 3; k++) {
        const place = Math.abs(bent[vertex * 6 + k] - expected[k]);
        const normal = Math.abs(bent[vertex * 6 + 3 + k] - expected[3 + k]);
        off.place[bones] = Math.max(off.place[bones], place);
        off.normal[bones] = Math.max(off.normal[bones], normal);
      }
    }
  }

  const nothing = (): Off => ({ count: [0, 0, 0], place: [0, 0, 0], normal: [0, 0, 0] });

  it("match the CPU positions of the generated model", async () => {
    const { mdl, vvd, vtx } = makeStudioFiles();
    const made: Record<string, Uint8Array> = { "a.mdl": mdl, "a.vvd": vvd, "a.vtx": vtx };
    const off = nothing();
    await compare("a.mdl", { read: async (path) => made[path] ?? null }, off);
    expect(off.count).toEqual([14, 1, 1]);
    for (const farthest of off.place) expect(farthest).toBeLessThan(0.0001);
    for (const farthest of off.normal) expect(farthest).toBeLessThan(0.006);
  });

  it.skipIf(!hasCorpus)(
    "match the CPU positions of every real model with several bones",
    async () => {
      const off = nothing();
      const files: ModelFiles = {
        read: async (path) => (existsSync(corpusPath(path)) ? readCorpus(path) : null),
      };
      for (const name of listCorpusFiles(".mdl")) {
        if (parseMdl(readCorpus(name)).bones.count > 1) await compare(name, files, off);
      }
      expect(off.count).toEqual([87806, 22683, 9620]);
      // Inches.
      for (const farthest of off.place) expect(farthest).toBeLessThan(0.0001);
      // In 1/127 steps.
      for (const farthest of off.normal) expect(farthest).toBeLessThan(0.006);
    },
  );
});

/** Returns position and normal of a posed vertex, from the file's weights. */
function bend(vertices: StudioVertices, vertex: number, palette: Float32Array): number[] {
  const { position, normal, boneIndex, boneWeight } = vertices;
  const out = [0, 0, 0, 0, 0, 0];
  for (let slot = 0; slot < 3; slot++) {
    const weight = boneWeight[vertex * 3 + slot];
    for (let k = 0; k < 3 && weight !== 0; k++) {
      const row = boneIndex[vertex * 3 + slot] * 12 + k * 4;
      for (let axis = 0; axis < 3; axis++) {
        out[k] += weight * palette[row + axis] * position[vertex * 3 + axis];
        out[3 + k] += weight * palette[row + axis] * normal[vertex * 3 + axis];
      }
      out[k] += weight * palette[row + 3];
    }
  }
  return out;
}
