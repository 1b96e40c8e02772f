/** Compares shared WGSL functions with the same arithmetic on the CPU. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  EMIT_POINT,
  EMIT_SKYLIGHT,
  EMIT_SPOTLIGHT,
  EMIT_SURFACE,
} from "../../src/formats/bsp/records/lights.ts";
import type { Gpu } from "../../src/gpu/gpu.ts";
import { buildOwner } from "../../src/gpu/resource-group.ts";
import { NO_STYLE, packSurface, STYLE_COUNT } from "../../src/map/world.ts";
import { PROP_IGNORE_NORMALS } from "../../src/map/world-lights.ts";
import { createLightmapTexture } from "../../src/render/world/world-geometry.ts";
import { buildLocalLights } from "../../src/scene/light/local-lights.ts";
import { addLightAt } from "../../src/scene/light/pick-lights.ts";
import { makeWorldLightTable } from "../formats/bsp/make-world-lights.ts";
import { encodeSample } from "../render/make-world.ts";
import { angleMatrix } from "../render/matrices.ts";
import { openTestGpu } from "../support/dawn.ts";
import { acquireKept } from "../support/kept-device.ts";
import { runCompute, storageEntry, uniformEntry } from "./run-compute.ts";

const test = await openTestGpu();

const CONE = {
  intensity: [50, 60, 70],
  attenuation: [1, 0, 0],
  stopdot: 0.97,
  stopdot2: 0.8,
  exponent: 3,
} as const;

/** Creates the texture of an atlas, which the caller destroys. */
function makeLightmap(
  gpu: Gpu,
  width: number,
  height: number,
  pageCount: number,
  texels: Uint32Array,
) {
  const atlas = { side: "hdr", width, height, pageCount, texels, usedLuxels: 0 } as const;
  return buildOwner(gpu, (group) => ({ texture: createLightmapTexture(group, atlas) }));
}

describe.skipIf(test === null)("shared shader functions", () => {
  let gpu: Gpu;
  const errors: string[] = [];
  beforeAll(async () => {
    gpu = await acquireKept(test!, { onError: (error) => errors.push(error.message) });
  });
  afterAll(() => {
    gpu.destroy();
    test!.close();
    expect(errors).toEqual([]);
  });

  it("decode every exponent of a lightmap sample exactly", async () => {
    const samples = Array.from({ length: 32 }, (_, i) => [i * 8, 255 - i, (i * 37) % 256, i - 24]);
    const texels = Uint32Array.from(samples, (s) => encodeSample(s as never));
    const lightmap = makeLightmap(gpu, 32, 1, 1, texels);
    const code = `
      @group(0) @binding(0) var texels: texture_2d_array<f32>;
      @group(3) @binding(0) var<storage, read_write> result: array<f32>;
      @compute @workgroup_size(32) fn computeMain(@builtin(local_invocation_index) i: u32) {
        let texel = textureLoad(texels, vec2u(i, 0u), 0u, 0u);
        for (var c = 0u; c < 3u; c++) { result[i * 3u + c] = texel[c]; }
      }`;
    const view = lightmap.texture.createView({ dimension: "2d-array" });
    const result = await runCompute(gpu, code, 96, { 0: [{ binding: 0, resource: view }] });
    const expected = samples.flatMap(([r, g, b, e]) => [r, g, b].map((c) => c * 2 ** e));
    expect([...result]).toEqual(expected);
    lightmap.destroy();
  });

  /** Two pages. Block k of the tested row holds the sample [k + 1, 10 (k + 1), 0] * 2^page. */
  async function lightOf(
    surface: number,
    faceStyles: number[],
    coord: readonly [number, number],
    brightness: Readonly<Record<number, number>>,
  ): Promise<number[]> {
    const width = 32;
    const blockWidth = 4;
    const texels = new Uint32Array(width * 2 * 2);
    for (let i = 0; i < texels.length; i++) {
      const block = Math.floor((i % width) / blockWidth) + 1;
      texels[i] = encodeSample([block, block * 10, 0, i < width * 2 ? 0 : 1]);
    }
    const lightmap = makeLightmap(gpu, width, 2, 2, texels);
    const styles = new Float32Array(STYLE_COUNT).fill(1);
    for (const [style, value] of Object.entries(brightness)) styles[Number(style)] = value;
    const words = Uint32Array.of(surface, ...faceStyles);
    const code = `
      import package::common::light::lightmap::lightmapLight;
      @group(2) @binding(0) var<storage, read> face: array<u32>;
      @group(3) @binding(0) var<storage, read_write> result: array<f32>;
      @compute @workgroup_size(1) fn computeMain() {
        let styles = vec4u(face[1], face[2], face[3], face[4]);
        let light = lightmapLight(face[0], styles, vec2f(${coord[0]}, ${coord[1]}));
        for (var c = 0u; c < 3u; c++) { result[c] = light[c]; }
      }`;
    const sampler = gpu.device.createSampler({ magFilter: "linear", minFilter: "linear" });
    const result = await runCompute(gpu, code, 3, {
      0: [uniformEntry(gpu, 1, styles)],
      1: [
        { binding: 1, resource: lightmap.texture.createView({ dimension: "2d-array" }) },
        { binding: 2, resource: sampler },
      ],
      2: [storageEntry(gpu, 0, words)],
    });
    lightmap.destroy();
    return [...result].map((v) => v * 255);
  }

  const near = (values: number[]) => values.map((v) => expect.closeTo(v, 3));

  it("sum a face's styles by their brightness", async () => {
    const surface = packSurface(0, 4, 0, true, false);
    const light = await lightOf(surface, [0, 32, 5, NO_STYLE], [1.5, 0.5], { 32: 0.5, 5: 2 });
    // Blocks 1, 2 and 3 weighted by 1, 0.5 and 2.
    expect(light).toEqual(near([8, 80, 0]));
  });

  it("skip the bump blocks of a bumped face and find its page", async () => {
    const surface = packSurface(0, 4, 1, true, true);
    const light = await lightOf(surface, [0, 1, NO_STYLE, NO_STYLE], [1.5, 0.5], {});
    // Blocks 1 and 5 of the second page.
    expect(light).toEqual(near([12, 120, 0]));
  });

  it("filter between luxels", async () => {
    const surface = packSurface(0, 4, 0, true, false);
    const light = await lightOf(surface, [0, NO_STYLE, NO_STYLE, NO_STYLE], [4, 1], {});
    expect(light).toEqual(near([1.5, 15, 0]));
  });

  it("return full light for a face without lightmap", async () => {
    const surface = packSurface(0, 0, 0, false, false);
    expect(await lightOf(surface, [0, 0, 0, 0], [0, 0], {})).toEqual(near([255, 255, 255]));
  });

  it("transform a point and a normal by three bones", async () => {
    const bones = [
      angleMatrix(0, 0, 0, [0, 0, 0]),
      angleMatrix(10, 50, -20, [3, 4, 5]),
      angleMatrix(-70, 5, 33, [-1, 8, 2]),
    ];
    const weight = [0.5, 0.3, 0.2];
    const point = [7, -2, 11];
    const code = `
      import package::common::geometry::skinning::Affine;
      import package::common::geometry::skinning::blendBones;
      import package::common::geometry::skinning::transformDirection;
      import package::common::geometry::skinning::transformPoint;
      @group(0) @binding(0) var<storage, read> bones: array<Affine>;
      @group(3) @binding(0) var<storage, read_write> result: array<f32>;
      @compute @workgroup_size(1) fn computeMain() {
        let bone = blendBones(bones[0], bones[1], bones[2], vec3f(${weight.join(",")}));
        let p = transformPoint(bone, vec3f(${point.join(",")}));
        let d = transformDirection(bone, vec3f(${point.join(",")}));
        for (var i = 0u; i < 3u; i++) { result[i] = p[i]; result[i + 3u] = d[i]; }
      }`;
    const palette = Float32Array.from(bones.flat());
    const result = await runCompute(gpu, code, 6, { 0: [storageEntry(gpu, 0, palette)] });
    const expected = [1, 0].flatMap((w) =>
      [0, 1, 2].map((row) =>
        bones.reduce((sum, m, bone) => {
          const r = m.slice(row * 4, row * 4 + 4);
          return (
            sum + weight[bone] * (r[0] * point[0] + r[1] * point[1] + r[2] * point[2] + r[3] * w)
          );
        }, 0),
      ),
    );
    expect([...result]).toEqual(expected.map((v) => expect.closeTo(v, 4)));
  });

  it("dither away as many of 16 pixels as a fade removes", async () => {
    const code = `
      import package::common::geometry::fade::isDitheredAway;
      @group(3) @binding(0) var<storage, read_write> result: array<f32>;
      @compute @workgroup_size(17) fn computeMain(@builtin(local_invocation_index) step: u32) {
        for (var i = 0u; i < 16u; i++) {
          // Somewhere in the picture, at a pixel's centre as fragments are.
          let pixel = vec2f(f32(100u + i % 4u), f32(60u + i / 4u)) + 0.5;
          result[step] += f32(!isDitheredAway(pixel, f32(step) / 16.0));
        }
      }`;
    const result = await runCompute(gpu, code, 17, {});
    expect([...result]).toEqual(Array.from({ length: 17 }, (_, step) => step));
  });

  it("light a point by lamps and a sun like the CPU, including styles", async () => {
    const lights = buildLocalLights(
      makeWorldLightTable([
        {
          type: EMIT_POINT,
          origin: [30, 0, 40],
          intensity: [100, 50, 25],
          attenuation: [0, 1, 0.5],
        },
        { type: EMIT_SPOTLIGHT, origin: [0, 40, 30], normal: [0, -0.8, -0.6], ...CONE, style: 32 },
        { type: EMIT_SPOTLIGHT, origin: [0, 40, 30], normal: [0, -0.6, -0.8], ...CONE },
        { type: EMIT_SPOTLIGHT, origin: [0, 40, 30], normal: [0, 0.6, -0.8], ...CONE },
        { type: EMIT_SURFACE, origin: [0, 0, 20], normal: [0, 0.6, -0.8], intensity: [900, 0, 9] },
        { type: EMIT_SKYLIGHT, normal: [0.6, 0, -0.8], intensity: [1, 2, 3] },
      ]),
    );
    const normal = [0.36, 0.48, 0.8];
    const styles = new Float32Array(STYLE_COUNT).fill(1);
    styles[32] = 0.25;
    const code = `
      import package::common::light::lights::WorldLight;
      import package::common::light::lights::worldLightAt;
      @group(1) @binding(0) var<storage, read> lights: array<WorldLight>;
      @group(3) @binding(0) var<storage, read_write> result: array<f32>;
      @compute @workgroup_size(12) fn computeMain(@builtin(local_invocation_index) i: u32) {
        let point = vec3f(1.0, 2.0, -3.0);
        let light = worldLightAt(lights[i % 6u], point, vec3f(${normal.join(",")}), false, i / 6u);
        for (var c = 0u; c < 3u; c++) { result[i * 3u + c] = light[c]; }
      }`;
    const result = await runCompute(gpu, code, 36, {
      0: [uniformEntry(gpu, 1, styles)],
      1: [storageEntry(gpu, 0, lights.words)],
    });
    const expected = Array.from({ length: 12 }, (_, i) => {
      const sum = [0, 0, 0];
      const flags = i < 6 ? 0 : PROP_IGNORE_NORMALS;
      addLightAt(sum, lights, i % 6, { point: [1, 2, -3], normal, flags });
      return i % 6 === 1 ? sum.map((value) => value * 0.25) : sum;
    });
    // The third is in the penumbra, the fourth outside its cone.
    expect(expected.map(([red]) => red > 0)).toEqual(
      [0, 1].flatMap(() => [true, true, true, false, true, true]),
    );
    expect([...result]).toEqual(expected.flat().map((v) => expect.closeTo(v, 4)));
  });

  it("weigh an ambient cube by the squared normal", async () => {
    const cube = Float32Array.from({ length: 24 }, (_, i) => (i % 4 === 3 ? 99 : i + 1));
    const normal = [0.6, -0.64, 0.48];
    const code = `
      import package::common::light::ambient::ambientCubeLight;
      @group(0) @binding(0) var<storage, read> cube: array<vec4f, 6>;
      @group(3) @binding(0) var<storage, read_write> result: array<f32>;
      @compute @workgroup_size(1) fn computeMain() {
        let light = ambientCubeLight(cube, vec3f(${normal.join(",")}));
        for (var i = 0u; i < 3u; i++) { result[i] = light[i]; }
      }`;
    const result = await runCompute(gpu, code, 3, { 0: [storageEntry(gpu, 0, cube)] });
    // +x, -y, +z
    const expected = [0, 1, 2].map(
      (c) => 0.36 * cube[c] + 0.4096 * cube[12 + c] + 0.2304 * cube[16 + c],
    );
    expect([...result]).toEqual(expected.map((v) => expect.closeTo(v, 4)));
  });
});
