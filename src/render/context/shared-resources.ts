/**
 * Resources independent of any map: layouts and samplers, which belong to the device, and white
 * textures, which live as long as the renderer.
 */

import { layersOf } from "../../core/image.ts";
import type { Gpu } from "../../gpu/gpu.ts";
import { createTexture, destroyTexture } from "../../gpu/resources.ts";
import { TEXTURE_CLAMP_S, TEXTURE_CLAMP_T } from "../../map/material.ts";
import { type BindLayouts, createBindLayouts } from "./bind-layouts.ts";
import { oncePerDevice } from "./device-cache.ts";

export interface SharedResources {
  readonly layouts: BindLayouts;
  /** Trilinear and anisotropic samplers, by `TEXTURE_CLAMP_*` bits. */
  readonly baseSamplers: readonly GPUSampler[];
  /** Trilinear, clamped sampler for lightmaps, the sky and cubes. */
  readonly clampSampler: GPUSampler;
  /** White 2D array texture. */
  readonly whiteView: GPUTextureView;
  /** The white texture as a plain 2D texture. */
  readonly white2dView: GPUTextureView;
  /** White cube array texture. */
  readonly whiteCubeView: GPUTextureView;
  readonly destroy: () => void;
}

export const bindLayoutsOf = oncePerDevice(({ device }) => createBindLayouts(device));

const samplersOf = oncePerDevice(({ device }) => {
  const address = (clamp: number, bit: number) => (clamp & bit ? "clamp-to-edge" : "repeat");
  return {
    baseSamplers: [0, 1, 2, 3].map((clamp) =>
      device.createSampler({
        label: `render/base-sampler-${clamp}`,
        addressModeU: address(clamp, TEXTURE_CLAMP_S),
        addressModeV: address(clamp, TEXTURE_CLAMP_T),
        magFilter: "linear",
        minFilter: "linear",
        mipmapFilter: "linear",
        maxAnisotropy: 8,
      }),
    ),
    clampSampler: device.createSampler({
      label: "render/clamp-sampler",
      magFilter: "linear",
      minFilter: "linear",
      mipmapFilter: "linear",
    }),
  };
});

export function createSharedResources(gpu: Gpu): SharedResources {
  const { device } = gpu;
  const white = createTexture(gpu, "render/white", "frame", {
    format: "rgba8unorm",
    width: 1,
    height: 1,
    layers: layersOf("cube"),
    usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
  });
  const size = { width: 1, height: 1, depthOrArrayLayers: layersOf("cube") };
  const texels = new Uint8Array(size.depthOrArrayLayers * 4).fill(255);
  device.queue.writeTexture({ texture: white }, texels, { bytesPerRow: 4, rowsPerImage: 1 }, size);

  return {
    layouts: bindLayoutsOf(gpu),
    ...samplersOf(gpu),
    whiteView: white.createView({ label: "render/white-array", dimension: "2d-array" }),
    white2dView: white.createView({ label: "render/white", dimension: "2d" }),
    whiteCubeView: white.createView({ label: "render/white-cube", dimension: "cube-array" }),
    destroy() {
      destroyTexture(gpu, white);
    },
  };
}
