import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GpuImage } from "../../src/core/image.ts";
import { GpuError } from "../../src/gpu/errors.ts";
import { createGpu, type Gpu } from "../../src/gpu/gpu.ts";
import { textureByteLength } from "../../src/gpu/memory.ts";
import { readBuffer, readTexture } from "../../src/gpu/read-back.ts";
import {
  createBuffer,
  createBufferWith,
  createTexture,
  destroyBuffer,
  destroyTexture,
  writeImage,
} from "../../src/gpu/resources.ts";
import { writePassTimes } from "../../src/gpu/timer.ts";
import { openTestGpu } from "../support/dawn.ts";

const test = await openTestGpu();

describe("createGpu", () => {
  it("throws no-webgpu without navigator.gpu", async () => {
    const error = await createGpu({}).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(GpuError);
    expect(error).toMatchObject({ code: "no-webgpu" });
  });
  it("throws no-adapter if no adapter is found", async () => {
    const gpu = { requestAdapter: async () => null } as unknown as GPU;
    await expect(createGpu({ gpu })).rejects.toMatchObject({ code: "no-adapter" });
  });
});

describe("textureByteLength", () => {
  const of = (
    format: GPUTextureFormat,
    width: number,
    height: number,
    layers: number,
    mips: number,
    samples = 1,
  ) =>
    textureByteLength({
      format,
      width,
      height,
      depthOrArrayLayers: layers,
      mipLevelCount: mips,
      sampleCount: samples,
    });
  it("counts mips, layers, samples and whole blocks", () => {
    expect(of("rgba8unorm", 4, 2, 3, 1)).toBe(96);
    expect(of("rgba16float", 4, 4, 1, 3)).toBe((16 + 4 + 1) * 8);
    expect(of("bc1-rgba-unorm-srgb", 8, 8, 2, 4)).toBe((4 + 1 + 1 + 1) * 8 * 2);
    expect(of("bc3-rgba-unorm", 16, 4, 1, 1)).toBe(64);
    expect(of("depth32float", 10, 10, 1, 1)).toBe(400);
    expect(of("rgba16float", 10, 10, 1, 1, 4)).toBe(3200);
  });
});

describe("writePassTimes", () => {
  const words = (...ns: bigint[]) => new Uint32Array(BigUint64Array.from(ns).buffer);
  it("returns milliseconds across the 32-bit boundary, and their sum", () => {
    const out = new Float32Array(2);
    const base = 2n ** 32n;
    const times = words(base - 500_000n, base + 1_500_000n, base * 7n, base * 7n + 250_000n);
    expect(writePassTimes(out, times, Uint8Array.of(1, 1))).toBe(2.25);
    expect([...out]).toEqual([2, 0.25]);
  });
  it("drops times of passes that were skipped, reversed, disjoint or unwritten", () => {
    const out = new Float32Array(4);
    const times = words(5n, 10n, 9_000_000n, 8_000_000n, 0n, 2n ** 60n, 0n, 0n);
    expect(writePassTimes(out, times, Uint8Array.of(0, 1, 1, 1))).toBe(-1);
    expect([...out]).toEqual([-1, -1, -1, -1]);
  });
});

describe.skipIf(test === null)("GPU resources", () => {
  let gpu: Gpu;
  const errors: GpuError[] = [];
  beforeAll(async () => {
    gpu = await createGpu({ gpu: test!.gpu, onError: (error) => errors.push(error) });
  });
  afterAll(() => {
    gpu.destroy();
    test!.close();
  });
  const settle = () => gpu.device.queue.onSubmittedWorkDone();

  it("are counted by kind while alive", () => {
    const { memory } = gpu;
    const buffer = createBuffer(gpu, "test/b", "world", GPUBufferUsage.VERTEX, 30);
    const texture = createTexture(gpu, "test/t", "lightmap", {
      format: "rgb9e5ufloat",
      width: 8,
      height: 8,
      layers: 2,
      usage: GPUTextureUsage.TEXTURE_BINDING,
    });
    expect([memory.bufferBytes, memory.textureBytes, memory.count]).toEqual([32, 512, 2]);
    expect([memory.bytesOf("world"), memory.bytesOf("lightmap")]).toEqual([32, 512]);
    destroyBuffer(gpu, buffer);
    destroyBuffer(gpu, buffer);
    destroyTexture(gpu, texture);
    expect([memory.bufferBytes, memory.textureBytes, memory.count]).toEqual([0, 0, 0]);
  });

  it("include buffers of odd length that can be read back", async () => {
    const data = Uint8Array.from({ length: 23 }, (_, i) => i + 1);
    const buffer = createBufferWith(gpu, "test/odd", "world", GPUBufferUsage.COPY_SRC, data);
    expect([...(await readBuffer(gpu, buffer)).subarray(0, 23)]).toEqual([...data]);
    destroyBuffer(gpu, buffer);
    expect(gpu.memory.count).toBe(0);
  });

  it("include textures with padded rows that can be read back", async () => {
    const texture = createTexture(gpu, "test/rows", "targets", {
      format: "rgba8unorm",
      width: 5,
      height: 3,
      usage: GPUTextureUsage.COPY_DST | GPUTextureUsage.COPY_SRC,
    });
    const data = Uint8Array.from({ length: 60 }, (_, i) => i * 3);
    writeImage(gpu, texture, 0, {
      dimension: "2d",
      format: "rgba8unorm",
      width: 5,
      height: 3,
      mipCount: 1,
      mipOffset: Uint32Array.of(0),
      data,
    });
    expect([...(await readTexture(gpu, texture, 4))]).toEqual([...data]);
    destroyTexture(gpu, texture);
  });

  it("include compressed textures whose mips are all written to a layer", async ({ skip }) => {
    skip(!gpu.features.textureCompressionBc, "the device takes no BC textures");
    const mipOffset = Uint32Array.of(0, 32, 40, 48);
    const image: GpuImage = {
      dimension: "2d",
      format: "bc1-rgba-unorm",
      width: 8,
      height: 8,
      mipCount: 4,
      mipOffset,
      data: new Uint8Array(56),
    };
    const texture = createTexture(gpu, "test/bc1", "textures", {
      format: image.format,
      width: 8,
      height: 8,
      layers: 2,
      mipCount: 4,
      usage: GPUTextureUsage.COPY_DST | GPUTextureUsage.TEXTURE_BINDING,
    });
    writeImage(gpu, texture, 1, image);
    await settle();
    expect(errors).toEqual([]);
    destroyTexture(gpu, texture);
  });

  it("over the device's limits throw an error with their label", () => {
    const { limits } = gpu.device;
    expect(() =>
      createTexture(gpu, "test/wide", "lightmap", {
        format: "rgb9e5ufloat",
        width: limits.maxTextureDimension2D + 1,
        height: 1,
        usage: GPUTextureUsage.TEXTURE_BINDING,
      }),
    ).toThrow(/^test\/wide: \d+x1, and the device allows \d+x\d+ \[limit\]$/);
    expect(() =>
      createTexture(gpu, "test/deep", "lightmap", {
        format: "rgb9e5ufloat",
        width: 1,
        height: 1,
        layers: limits.maxTextureArrayLayers + 1,
        usage: GPUTextureUsage.TEXTURE_BINDING,
      }),
    ).toThrow(/test\/deep: \d+ layers, .*\[limit\]/);
    const tooLong = limits.maxStorageBufferBindingSize + 4;
    expect(() => createBuffer(gpu, "test/long", "world", GPUBufferUsage.STORAGE, tooLong)).toThrow(
      /test\/long: \d+ bytes, .*\[limit\]/,
    );
    expect(gpu.memory.count).toBe(0);
  });

  it("that WebGPU refuses are reported with their label", async () => {
    const buffer = createBuffer(gpu, "test/refused", "world", 0, 16);
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ code: "validation", label: "test/refused" });
    destroyBuffer(gpu, buffer);
  });
});

describe.skipIf(test === null)("createGpu", () => {
  it("reports a device loss, except when the caller destroys the device", async () => {
    const fresh = await import("../support/dawn.ts").then((m) => m.openTestGpu());
    const losses: string[] = [];
    const onLost = (message: string) => losses.push(message);
    const ours = await createGpu({ gpu: fresh!.gpu, onLost });
    const other = await createGpu({ gpu: fresh!.gpu, onLost });
    ours.destroy();
    await ours.device.lost;
    expect(losses).toEqual([]);
    expect(ours.isLost).toBe(true);
    other.device.destroy();
    await other.device.lost;
    await Promise.resolve();
    expect(losses).toHaveLength(1);
    expect(other.isLost).toBe(true);
    fresh!.close();
  });
});
