/** What surfaces are drawn into: linear colour and depth of one size. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "./formats.ts";

export interface SceneTarget extends Owner {
  readonly width: number;
  readonly height: number;
  /** A pixel's, of colour and depth. */
  readonly samples: number;
  /** Linear light with one sample a pixel; the colour itself where it has but one. */
  readonly light: GPUTexture;
  readonly depth: GPUTexture;
  readonly colorView: GPUTextureView;
  readonly lightView: GPUTextureView;
  readonly depthView: GPUTextureView;
}

/** @throws GpuError `limit`; nothing is left behind then */
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
