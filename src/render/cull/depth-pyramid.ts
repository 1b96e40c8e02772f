/** The depth pyramid, by which culling decides whether a box is hidden. */

import { createBuffer, destroyBuffer } from "../../gpu/resources.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { PYRAMID_SHIFT } from "../shader-constants.ts";

/**
 * Width in pixels of the square that a workgroup of `reduceTiles` covers: 8 texels of the first
 * level.
 */
const TILE_PIXELS = 8 << PYRAMID_SHIFT;
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

/** Returns the number of texels of all levels, down to the single one that covers the picture. */
export function pyramidTexels(width: number, height: number): number {
  let texels = 0;
  for (let shift = PYRAMID_SHIFT; ; shift++) {
    const columns = Math.ceil(width / 2 ** shift);
    const rows = Math.ceil(height / 2 ** shift);
    texels += columns * rows;
    if (columns === 1 && rows === 1) return texels;
  }
}

/**
 * @param depth depth texture with the context's number of samples per pixel
 * @throws GpuError `limit`
 */
export function createDepthPyramid(
  { gpu, shared, cull, sampled }: Pick<RenderContext, "gpu" | "shared" | "cull" | "sampled">,
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
      const tiles = sampled.reduceTiles();
      const top = cull.reduceTop();
      if (tiles === null || top === null) return;
      pass.setBindGroup(GROUP_PYRAMID, levels);
      pass.setBindGroup(GROUP_DEPTH, pixels);
      pass.setPipeline(tiles);
      pass.dispatchWorkgroups(columns, rows);
      if (columns * rows === 1) return;
      pass.setPipeline(top);
      pass.dispatchWorkgroups(1);
    },
    destroy: () => destroyBuffer(gpu, buffer),
  };
}
