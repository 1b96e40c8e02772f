/** What a frame is drawn into: linear colour, depth, and the finished picture. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";

/** Linear light. */
export const COLOR_FORMAT: GPUTextureFormat = "rgba16float";
/** Reverse-Z: cleared to 0, nearer is greater. */
export const DEPTH_FORMAT: GPUTextureFormat = "depth32float";
/** sRGB-encoded by the post pass itself. */
export const PICTURE_FORMAT: GPUTextureFormat = "rgba8unorm";

export interface FrameTargets extends Owner {
  readonly width: number;
  readonly height: number;
  /** A pixel's, of colour and depth. */
  readonly samples: number;
  readonly color: GPUTexture;
  readonly depth: GPUTexture;
  readonly picture: GPUTexture;
  /** What surfaces are drawn into. */
  readonly colorView: GPUTextureView;
  /** Linear light with one sample a pixel, which post reads; the same view where there is but one. */
  readonly lightView: GPUTextureView;
  readonly depthView: GPUTextureView;
  readonly pictureView: GPUTextureView;
}

/** @throws GpuError `limit`; nothing is left behind then */
export function createFrameTargets(
  gpu: Gpu,
  width: number,
  height: number,
  samples: number,
): FrameTargets {
  const { RENDER_ATTACHMENT, TEXTURE_BINDING, COPY_SRC } = GPUTextureUsage;
  return buildOwner(gpu, (group) => {
    const target = (name: string, format: GPUTextureFormat, usage: number, samples = 1) =>
      group.texture(`render/${name}`, "targets", { format, width, height, samples, usage });
    const color = target("color", COLOR_FORMAT, RENDER_ATTACHMENT | TEXTURE_BINDING, samples);
    const depth = target("depth", DEPTH_FORMAT, RENDER_ATTACHMENT | TEXTURE_BINDING, samples);
    const usage = RENDER_ATTACHMENT | TEXTURE_BINDING | COPY_SRC;
    const picture = target("picture", PICTURE_FORMAT, usage);
    const colorView = color.createView({ label: color.label });
    const light =
      samples === 1 ? null : target("light", COLOR_FORMAT, RENDER_ATTACHMENT | TEXTURE_BINDING);
    return {
      width,
      height,
      samples,
      color,
      depth,
      picture,
      colorView,
      lightView: light?.createView({ label: light.label }) ?? colorView,
      depthView: depth.createView({ label: depth.label }),
      pictureView: picture.createView({ label: picture.label }),
    };
  });
}
