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
  readonly color: GPUTexture;
  readonly depth: GPUTexture;
  readonly picture: GPUTexture;
  readonly colorView: GPUTextureView;
  readonly depthView: GPUTextureView;
  readonly pictureView: GPUTextureView;
}

/** @throws GpuError `limit`; nothing is left behind then */
export function createFrameTargets(gpu: Gpu, width: number, height: number): FrameTargets {
  const { RENDER_ATTACHMENT, TEXTURE_BINDING, COPY_SRC } = GPUTextureUsage;
  return buildOwner(gpu, (group) => {
    const target = (name: string, format: GPUTextureFormat, usage: number) =>
      group.texture(`render/${name}`, "targets", { format, width, height, usage });
    const color = target("color", COLOR_FORMAT, RENDER_ATTACHMENT | TEXTURE_BINDING);
    const depth = target("depth", DEPTH_FORMAT, RENDER_ATTACHMENT | TEXTURE_BINDING);
    const usage = RENDER_ATTACHMENT | TEXTURE_BINDING | COPY_SRC;
    const picture = target("picture", PICTURE_FORMAT, usage);
    return {
      width,
      height,
      color,
      depth,
      picture,
      colorView: color.createView({ label: color.label }),
      depthView: depth.createView({ label: depth.label }),
      pictureView: picture.createView({ label: picture.label }),
    };
  });
}
