/** The depth pyramid: what culling asks whether a box lies behind what was drawn. */

import type { Gpu } from "../../gpu/gpu.ts";
import { createBuffer, destroyBuffer } from "../../gpu/resources.ts";
import { GROUP_FRAME } from "../context/bind-layouts.ts";
import { PYRAMID_SHIFT } from "../shader-constants.ts";
import type { CullPipelines } from "./cull-pipelines.ts";

/** Pixels that a workgroup of `reduceTiles` covers, each way: 8 texels of the first level. */
const TILE_PIXELS = 8 << PYRAMID_SHIFT;
const GROUP_PYRAMID = 1;

export interface DepthPyramid {
  /** Level after level, a float a texel. */
  readonly buffer: GPUBuffer;
  readonly encode: (pass: GPUComputePassEncoder, frame: GPUBindGroup) => void;
  readonly destroy: () => void;
}

/** Texels of all levels, down to the single one that covers the picture. */
export function pyramidTexels(width: number, height: number): number {
  let texels = 0;
  for (let shift = PYRAMID_SHIFT; ; shift++) {
    const columns = Math.ceil(width / 2 ** shift);
    const rows = Math.ceil(height / 2 ** shift);
    texels += columns * rows;
    if (columns === 1 && rows === 1) return texels;
  }
}

/** @throws GpuError `limit` */
export function createDepthPyramid(
  gpu: Gpu,
  pipelines: CullPipelines,
  depth: GPUTexture,
): DepthPyramid {
  const { width, height } = depth;
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
  const byteLength = pyramidTexels(width, height) * 4;
  const buffer = createBuffer(gpu, "render/depth-pyramid", "targets", usage, byteLength);
  const bindGroup = gpu.device.createBindGroup({
    label: "render/depth-pyramid",
    layout: pipelines.layouts.depthPyramid,
    entries: [
      { binding: 0, resource: depth.createView({ label: "render/depth-pyramid" }) },
      { binding: 1, resource: { buffer } },
    ],
  });
  const columns = Math.ceil(width / TILE_PIXELS);
  const rows = Math.ceil(height / TILE_PIXELS);
  return {
    buffer,
    encode(pass, frame) {
      pass.setBindGroup(GROUP_FRAME, frame);
      pass.setBindGroup(GROUP_PYRAMID, bindGroup);
      pass.setPipeline(pipelines.reduceTiles);
      pass.dispatchWorkgroups(columns, rows);
      if (columns * rows === 1) return;
      pass.setPipeline(pipelines.reduceTop);
      pass.dispatchWorkgroups(1);
    },
    destroy: () => destroyBuffer(gpu, buffer),
  };
}
