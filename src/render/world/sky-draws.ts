/** Draws the 2D skybox: a cube at infinity behind everything, with one texture per side. */

import type { GpuImage } from "../../core/image.ts";
import type { Gpu } from "../../gpu/gpu.ts";
import { buildFrom, buildOwner, type Owner } from "../../gpu/resource-group.ts";
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
  /**
   * Returns the sky with another image of a side. It owns everything that this one owned, which is
   * used no more.
   * @throws GpuError `limit`; this sky is unchanged then
   */
  readonly withSide: (side: number, image: GpuImage) => SkyDraws;
}

interface SkySide extends Owner {
  readonly view: GPUTextureView;
}

/** GPU data of a sky. */
interface SkyParts {
  readonly uniforms: Owner & { readonly buffer: GPUBuffer };
  /** `null` for a side that shows the gradient. */
  readonly sides: readonly (SkySide | null)[];
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
  const { gpu } = context;
  return buildFrom((keep) => {
    const uniforms = buildOwner(gpu, (group) => {
      const bytes = packSky(sky, gradient);
      const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
      return { buffer: group.bufferWith("render/sky", "sky", usage, bytes) };
    });
    keep(uniforms);
    const sides = SKY_SIDES.map((_, side) => {
      const image = sky?.sides[side] ?? null;
      return image && keep(createSide(gpu, side, image));
    });
    return drawParts(context, { uniforms, sides });
  });
}

function drawParts(context: RenderContext, { uniforms, sides }: SkyParts): SkyDraws {
  const { gpu, shared } = context;
  const { buffer } = uniforms;
  const views = sides.map((side) => side?.view ?? shared.white2dView);
  const bindGroup = gpu.device.createBindGroup({
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
        encoder.draw(VERTICES_PER_SIDE, sides.length);
      }),
    withSide(side, image) {
      const made = createSide(gpu, side, image);
      sides[side]?.destroy();
      const at = side * SKY_SIDE_LAYOUT.byteLength + SKY_SIDE_LAYOUT.isThere;
      gpu.device.queue.writeBuffer(buffer, at, Uint32Array.of(1));
      const next = sides.map((other, i) => (i === side ? made : other));
      return drawParts(context, { uniforms, sides: next });
    },
    destroy() {
      uniforms.destroy();
      for (const side of sides) side?.destroy();
    },
  };
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

function createSide(gpu: Gpu, side: number, image: GpuImage): SkySide {
  return buildOwner(gpu, (group) => {
    const label = `render/sky-${SKY_SIDES[side]}`;
    const texture = group.texture(label, "sky", {
      ...wholeBlocks(image.format, image.width, image.height),
      format: image.format,
      mipCount: image.mipCount,
      usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
    });
    writeImage(gpu, texture, 0, image);
    return { view: texture.createView({ label }) };
  });
}
