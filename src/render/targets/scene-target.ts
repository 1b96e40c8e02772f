/** Render targets of surfaces: linear colour and depth of one size. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "./formats.ts";

export interface SceneTarget extends Owner {
  readonly width: number;
  readonly height: number;
  /** Samples per pixel of colour and depth. */
  readonly samples: number;
  /**
   * Linear light with one sample per pixel. Identical to the colour if that is not multisampled.
   */
  readonly light: GPUTexture;
  readonly depth: GPUTexture;
  readonly colorView: GPUTextureView;
  readonly lightView: GPUTextureView;
  readonly depthView: GPUTextureView;
}

/** @throws GpuError `limit`; everything created so far is freed then */
export function createSceneTarget(
  gpu: Gpu,
  name: string,
  width: number,
  height: number,
  samples: number,
): SceneTarget {
  const { RENDER_ATTACHMENT, TEXTURE_BINDING, COPY_SRC, COPY_DST } = GPUTextureUsage;
  return buildOwner(gpu, (group) => {
    const drawn = RENDER_ATTACHMENT | TEXTURE_BINDING;
    const texture = (part: string, format: GPUTextureFormat, usage: number, samples = 1) =>
      group.texture(`render/${name}-${part}`, "targets", { format, width, height, samples, usage });
    const copied = drawn | COPY_SRC | COPY_DST;
    const light = texture("light", COLOR_FORMAT, copied);
    const color = samples === 1 ? light : texture("color", COLOR_FORMAT, drawn, samples);
    const depth = texture("depth", DEPTH_FORMAT, drawn, samples);
    return {
      width,
      height,
      samples,
      light,
      depth,
      colorView: color.createView({ label: color.label }),
      lightView: light.createView({ label: light.label }),
      depthView: depth.createView({ label: depth.label }),
    };
  });
}
