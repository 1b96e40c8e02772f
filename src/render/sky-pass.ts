/** The sky pass: a side's picture each on a cube at infinity, behind everything. */

import type { GpuImage } from "../core/image.ts";
import { buildOwner, type Owner, type ResourceGroup } from "../gpu/resource-group.ts";
import { wholeBlocks, writeImage } from "../gpu/resources.ts";
import { SKY_SIDES, type Sky } from "../map/material.ts";
import { GROUP_FRAME, GROUP_SET } from "./bind-layouts.ts";
import type { RenderContext } from "./render-context.ts";

/** Byte offsets of the struct `SkySide` of `shaders/sky.wgsl`. */
export const SKY_SIDE_LAYOUT = { isThere: 0, heightScale: 4, byteLength: 16 } as const;

/** Draws of the pass: one, of an instance a side. */
export const SKY_DRAWS = 1;
const VERTICES_PER_SIDE = 6;

export interface SkyDraws extends Owner {
  readonly bundles: readonly GPURenderBundle[];
}

/**
 * `sky` null: a plain gradient, as for each side that is missing.
 * @throws GpuError `limit`
 */
export function createSkyDraws(context: RenderContext, sky: Sky | null): SkyDraws {
  const { gpu, shared } = context;
  const { device } = gpu;
  return buildOwner(gpu, (group) => {
    const images = SKY_SIDES.map((_, side) => sky?.sides[side] ?? null);
    const rows = packSides(images);
    const buffer = group.bufferWith("render/sky-sides", "sky", GPUBufferUsage.UNIFORM, rows);
    const views = images.map((image, side) =>
      image === null
        ? shared.white2dView
        : createSideView(group, `render/sky-${SKY_SIDES[side]}`, image),
    );
    const bindGroup = device.createBindGroup({
      label: "render/sky",
      layout: shared.layouts.sky,
      entries: [{ buffer }, shared.clampSampler, ...views].map((resource, binding) => ({
        binding,
        resource,
      })),
    });
    const encoder = device.createRenderBundleEncoder({
      label: "render/sky",
      ...context.targetLayout,
    });
    encoder.setPipeline(context.pipelines.sky);
    encoder.setBindGroup(GROUP_FRAME, context.frame.bindGroups[0]);
    encoder.setBindGroup(GROUP_SET, bindGroup);
    encoder.draw(VERTICES_PER_SIDE, images.length);
    return { bundles: [encoder.finish({ label: "render/sky" })] };
  });
}

function packSides(images: readonly (GpuImage | null)[]): Uint8Array {
  const stride = SKY_SIDE_LAYOUT.byteLength;
  const rows = new Uint8Array(images.length * stride);
  const view = new DataView(rows.buffer);
  images.forEach((image, side) => {
    const scale = image !== null && image.width === image.height * 2 ? 2 : 1;
    view.setUint32(side * stride + SKY_SIDE_LAYOUT.isThere, image === null ? 0 : 1, true);
    view.setFloat32(side * stride + SKY_SIDE_LAYOUT.heightScale, scale, true);
  });
  return rows;
}

function createSideView(group: ResourceGroup, label: string, image: GpuImage): GPUTextureView {
  const texture = group.texture(label, "sky", {
    ...wholeBlocks(image.format, image.width, image.height),
    format: image.format,
    mipCount: image.mipCount,
    usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
  });
  writeImage(group.gpu, texture, 0, image);
  return texture.createView({ label });
}
