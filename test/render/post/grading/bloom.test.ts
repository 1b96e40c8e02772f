/** Compares bloom with the engine's formulas. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Gpu } from "../../../../src/gpu/gpu.ts";
import { createBufferWith } from "../../../../src/gpu/resources.ts";
import type { BloomPipelines } from "../../../../src/render/post/grade.ts";
import { createBloom, prepareBloom } from "../../../../src/render/post/grading/bloom.ts";
import { runCompute } from "../../../gpu/run-compute.ts";
import * as oracle from "../../../oracle/screen/bloom.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { acquireKept } from "../../../support/kept-device.ts";
import { type MakeColor, makeFrame, makeLight, rounded } from "./make-light.ts";

/** Wide enough for two workgroups in a row. */
const [WIDTH, HEIGHT] = [512, 288];
const [COLUMNS, ROWS] = [WIDTH / 4, HEIGHT / 4];

const READ = `
@group(0) @binding(0) var bloom: texture_2d<f32>;
@group(3) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(1) fn computeMain() {
  let size = textureDimensions(bloom);
  for (var i = 0u; i < size.x * size.y; i++) {
    let color = textureLoad(bloom, vec2u(i % size.x, i / size.x), 0);
    for (var k = 0u; k < 3u; k++) { out[i * 3u + k] = color[k]; }
  }
}`;

const test = await openTestGpu();

describe.skipIf(test === null)("bloom", () => {
  let gpu: Gpu;
  let pipelines: BloomPipelines;
  let frame: ReturnType<typeof makeFrame>;
  const errors: string[] = [];
  beforeAll(async () => {
    gpu = await acquireKept(test!, { onError: (error) => errors.push(error.message) });
    pipelines = await prepareBloom(gpu);
    frame = makeFrame(gpu);
  });
  afterAll(() => {
    frame.destroy();
    gpu.destroy();
    test!.close();
    expect(errors).toEqual([]);
  });

  /** Returns drawn and predicted values of all channels and texels in order. */
  async function compare(colorOf: MakeColor, [exposure, fixed, scale]: readonly number[]) {
    const { STORAGE } = GPUBufferUsage;
    const state = createBufferWith(gpu, "test", "frame", STORAGE, Float32Array.of(exposure, 0));
    const sampler = gpu.device.createSampler({ magFilter: "linear", minFilter: "linear" });
    const light = makeLight(gpu, WIDTH, HEIGHT, colorOf);
    const bloom = createBloom(gpu, pipelines, light, { exposure: state, sampler, scale });
    const bindGroup = frame.at(0, fixed);
    const encoder = gpu.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    bloom.encode(pass, bindGroup);
    pass.end();
    gpu.device.queue.submit([encoder.finish()]);
    const entry = { binding: 0, resource: bloom.view };
    const drawn = await runCompute(gpu, READ, COLUMNS * ROWS * 3, { 0: [entry] });
    bloom.destroy();
    const picture = Array.from({ length: HEIGHT }, (_, y) =>
      Array.from({ length: WIDTH }, (_, x) => colorOf(x, y).map(rounded)),
    );
    const expected = oracle.blur(oracle.shrink(picture, exposure * fixed), scale).flat(2);
    expect(drawn).toHaveLength(expected.length);
    const off = Math.max(...expected.map((value, i) => Math.abs(value - drawn[i])));
    expect(off).toBeLessThan(1 / 255);
    return { drawn, expected };
  }

  it("spreads one bright texel by the engine's kernel, narrower vertically", async () => {
    const lamp: MakeColor = (x, y) => (x >> 2 === 15 && y >> 2 === 9 ? [1, 1, 1] : [0, 0, 0]);
    const { drawn } = await compare(lamp, [1, 1, 1]);
    const at = (x: number, y: number) => drawn[(y * COLUMNS + x) * 3];
    // About 4 %: the kernel's centre, and what its first taps contribute, in both directions.
    expect(at(15, 9)).toBeGreaterThan(0.04);
    expect(at(15, 9)).toBeLessThan(0.13);
    expect(at(18, 9)).toBeGreaterThan(at(15, 12) * 1.3);
    expect(at(12, 9)).toBeCloseTo(at(18, 9), 4);
    expect(at(15, 6)).toBeCloseTo(at(15, 12), 4);
    const all = drawn.reduce((sum, value) => sum + value, 0) / 3;
    expect(all).toBeCloseTo(1, 1);
  });

  it("is computed from the displayed colours, up to the edges", async () => {
    const busy: MakeColor = (x, y) => [
      ((x * 5 + y) % 32) / 16,
      ((x + y * 3) % 24) / 40,
      x < 4 || y < 4 ? 3 : 0.02,
    ];
    await compare(busy, [1, 1, 1]);
    await compare(busy, [0.5, 0.5, 2]);
    const { drawn } = await compare(busy, [1.5, 1, 0.5]);
    expect(Math.max(...drawn)).toBeGreaterThan(0.2);
  });

  it("keeps bright areas much more than dark ones", async () => {
    const even = async (level: number) => {
      const { drawn } = await compare(() => [level, level, level], [1, 1, 1]);
      return drawn[(9 * COLUMNS + 15) * 3];
    };
    // 0.2140 linear is half of the display scale: 0.5^3.2.
    expect(await even(0.214)).toBeCloseTo(0.5 ** 3.2, 2);
    expect(await even(1)).toBeCloseTo(1, 2);
    expect(await even(7)).toBeCloseTo(1, 2);
  });
});
