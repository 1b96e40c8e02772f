/** The depth pyramid, by which culling decides whether a box is hidden. */

import { createBuffer, destroyBuffer } from "../../gpu/resources.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { PYRAMID_GROUP_EDGE, PYRAMID_LEVELS, PYRAMID_SHIFT } from "../shader-constants.ts";

/** Width in pixels of the square that a workgroup covers. */
const TILE_PIXELS = (PYRAMID_GROUP_EDGE * 2) << PYRAMID_SHIFT;
const GROUP_PYRAMID = 1;
const GROUP_DEPTH = 2;

export interface DepthPyramid {
  /** Levels in sequence, one float per texel. */
  readonly buffer: GPUBuffer;
  /** Source depth, bound by `SampledPipelines.depthLayout`. */
  readonly depth: GPUBindGroup;
  /** The group of all views must be bound. */
  readonly encode: (pass: GPUComputePassEncoder) => void;
  readonly destroy: () => void;
}

/** Returns the number of texels of all levels. */
export function pyramidTexels(width: number, height: number): number {
  let texels = 0;
  for (let level = 0; level < PYRAMID_LEVELS; level++) {
    const edge = 2 ** (PYRAMID_SHIFT + level);
    texels += Math.ceil(width / edge) * Math.ceil(height / edge);
  }
  return texels;
}

/**
 * @param depth depth texture with the context's number of samples per pixel
 * @throws GpuError `limit`
 */
export function createDepthPyramid(
  { gpu, shared, sampled }: Pick<RenderContext, "gpu" | "shared" | "sampled">,
  depth: GPUTexture,
): DepthPyramid {
  const { width, height } = depth;
  const { device } = gpu;
  const label = "render/depth-pyramid";
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
  const buffer = createBuffer(gpu, label, "targets", usage, pyramidTexels(width, height) * 4);
  const levels = bindBuffers(device, label, shared.layouts.depthPyramid, [buffer]);
  const pixels = device.createBindGroup({
    label,
    layout: sampled.depthLayout,
    entries: [{ binding: 0, resource: depth.createView({ label }) }],
  });
  const columns = Math.ceil(width / TILE_PIXELS);
  const rows = Math.ceil(height / TILE_PIXELS);
  return {
    buffer,
    depth: pixels,
    encode(pass) {
      const pipeline = sampled.depthPyramid();
      if (pipeline === null) return;
      pass.setBindGroup(GROUP_PYRAMID, levels);
      pass.setBindGroup(GROUP_DEPTH, pixels);
      pass.setPipeline(pipeline);
      pass.dispatchWorkgroups(columns, rows);
    },
    destroy: () => destroyBuffer(gpu, buffer),
  };
}
