/** Draws the 2D skybox: a cube at infinity behind everything, with one texture per side. */

import type { GpuImage } from "../../core/image.ts";
import { buildOwner, type Owner, type ResourceGroup } from "../../gpu/resource-group.ts";
import { wholeBlocks, writeImage } from "../../gpu/resources.ts";
import { SKY_SIDES, SKY_TRANSFORM_NUMBERS, type Sky } from "../../map/material.ts";
import type { SkyGradient } from "../../map/sky-gradient.ts";
import { GROUP_FRAME, GROUP_SET } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { type RecordedDraws, recordDraws } from "../draws/recorded-draws.ts";

/** Byte offsets in the struct `SkySide` of `shaders/surfaces/sky.wgsl`. */
export const SKY_SIDE_LAYOUT = { tint: 0, isThere: 12, s: 16, t: 32, byteLength: 48 } as const;

/** Byte offsets in the struct `Sky`. */
export const SKY_LAYOUT = {
  sides: 0,
  zenith: SKY_SIDES.length * SKY_SIDE_LAYOUT.byteLength,
  horizon: SKY_SIDES.length * SKY_SIDE_LAYOUT.byteLength + 16,
  ground: SKY_SIDES.length * SKY_SIDE_LAYOUT.byteLength + 32,
  glow: SKY_SIDES.length * SKY_SIDE_LAYOUT.byteLength + 48,
  toSun: SKY_SIDES.length * SKY_SIDE_LAYOUT.byteLength + 64,
  byteLength: SKY_SIDES.length * SKY_SIDE_LAYOUT.byteLength + 80,
} as const;

const VERTICES_PER_SIDE = 6;

export interface SkyDraws extends Owner {
  /** Records a draw with one instance per side, for the view with the bind group `frame`. */
  readonly record: (frame: GPUBindGroup) => RecordedDraws;
}

/**
 * @param sky `null` to draw the gradient on all sides
 * @param gradient drawn on each side without a texture
 * @throws GpuError `limit`
 */
export function createSkyDraws(
  context: RenderContext,
  sky: Sky | null,
  gradient: SkyGradient,
): SkyDraws {
  const { gpu, shared } = context;
  const { device } = gpu;
  return buildOwner(gpu, (group) => {
    const images = SKY_SIDES.map((_, side) => sky?.sides[side] ?? null);
    const bytes = packSky(sky, gradient);
    const buffer = group.bufferWith("render/sky", "sky", GPUBufferUsage.UNIFORM, bytes);
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
    return {
      record: (frame: GPUBindGroup) =>
        recordDraws(context, "render/sky", (encoder) => {
          const pipeline = context.sampled.sky();
          if (pipeline === null) return;
          encoder.setPipeline(pipeline);
          encoder.setBindGroup(GROUP_FRAME, frame);
          encoder.setBindGroup(GROUP_SET, bindGroup);
          encoder.draw(VERTICES_PER_SIDE, images.length);
        }),
    };
  });
}

function packSky(sky: Sky | null, gradient: SkyGradient): Uint8Array {
  const stride = SKY_SIDE_LAYOUT.byteLength;
  const bytes = new Uint8Array(SKY_LAYOUT.byteLength);
  const view = new DataView(bytes.buffer);
  const floats = (offset: number) => new Float32Array(bytes.buffer, offset, 3);
  sky?.sides.forEach((image, side) => {
    const at = side * stride;
    const rows = sky.transform.subarray(
      side * SKY_TRANSFORM_NUMBERS,
      (side + 1) * SKY_TRANSFORM_NUMBERS,
    );
    view.setUint32(at + SKY_SIDE_LAYOUT.isThere, image === null ? 0 : 1, true);
    floats(at + SKY_SIDE_LAYOUT.tint).set(sky.tint.subarray(side * 3, side * 3 + 3));
    floats(at + SKY_SIDE_LAYOUT.s).set(rows.subarray(0, 3));
    floats(at + SKY_SIDE_LAYOUT.t).set(rows.subarray(3, 6));
  });
  for (const name of ["zenith", "horizon", "ground", "glow", "toSun"] as const) {
    floats(SKY_LAYOUT[name]).set(gradient[name]);
  }
  return bytes;
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
