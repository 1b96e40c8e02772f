/** The sky pass: a side's picture each on a cube at infinity, behind everything. */

import type { GpuImage } from "../core/image.ts";
import type { Gpu } from "../gpu/gpu.ts";
import {
  createBufferWith,
  createTexture,
  destroyBuffer,
  destroyTexture,
  writeImage,
} from "../gpu/resources.ts";
import { SKY_SIDES, type Sky } from "../map/material.ts";
import { GROUP_FRAME, GROUP_SET } from "./bind-layouts.ts";
import type { RenderContext } from "./render-context.ts";

/** Byte offsets of the struct `SkySide` of `shaders/sky.wgsl`. */
export const SKY_SIDE_LAYOUT = { isThere: 0, heightScale: 4, byteLength: 8 } as const;

/** Draws of the pass, and triangles of each. */
export const SKY_DRAWS = SKY_SIDES.length;
const VERTICES_PER_SIDE = 6;

export interface SkyDraws {
  readonly bundles: readonly GPURenderBundle[];
  readonly textures: readonly GPUTexture[];
  readonly sides: GPUBuffer;
}

/** `sky` null: a plain gradient, as for each side that is missing. */
export function createSkyDraws(context: RenderContext, sky: Sky | null): SkyDraws {
  const { gpu, shared } = context;
  const { device } = gpu;
  const textures: GPUTexture[] = [];
  const stride = device.limits.minUniformBufferOffsetAlignment;
  const rows = new ArrayBuffer(SKY_SIDES.length * stride);
  const view = new DataView(rows);
  const images = SKY_SIDES.map((_, side) => sky?.sides[side] ?? null);
  images.forEach((image, side) => {
    view.setUint32(side * stride + SKY_SIDE_LAYOUT.isThere, image === null ? 0 : 1, true);
    const scale = image !== null && image.width === image.height * 2 ? 2 : 1;
    view.setFloat32(side * stride + SKY_SIDE_LAYOUT.heightScale, scale, true);
  });
  const uniform = GPUBufferUsage.UNIFORM;
  const sides = createBufferWith(gpu, "render/sky-sides", "sky", uniform, new Uint8Array(rows));

  const encoder = device.createRenderBundleEncoder({
    label: "render/sky",
    ...context.targetLayout,
  });
  encoder.setPipeline(context.pipelines.sky);
  encoder.setBindGroup(GROUP_FRAME, context.frame.bindGroup);
  images.forEach((image, side) => {
    const label = `render/sky-${SKY_SIDES[side]}`;
    if (image !== null) textures.push(createSideTexture(gpu, label, image));
    const buffer = { buffer: sides, offset: side * stride, size: SKY_SIDE_LAYOUT.byteLength };
    const texture =
      image === null ? shared.white2dView : textures[textures.length - 1].createView();
    const bindGroup = device.createBindGroup({
      label,
      layout: shared.layouts.skySide,
      entries: [
        { binding: 0, resource: buffer },
        { binding: 1, resource: texture },
        { binding: 2, resource: shared.clampSampler },
      ],
    });
    encoder.setBindGroup(GROUP_SET, bindGroup);
    encoder.draw(VERTICES_PER_SIDE, 1, 0, side);
  });
  return { bundles: [encoder.finish({ label: "render/sky" })], textures, sides };
}

function createSideTexture(gpu: Gpu, label: string, image: GpuImage): GPUTexture {
  const texture = createTexture(gpu, label, "sky", {
    format: image.format,
    width: image.width,
    height: image.height,
    mipCount: image.mipCount,
    usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
  });
  writeImage(gpu, texture, 0, image);
  return texture;
}

export function destroySkyDraws(gpu: Gpu, draws: SkyDraws): void {
  for (const texture of draws.textures) destroyTexture(gpu, texture);
  destroyBuffer(gpu, draws.sides);
}
