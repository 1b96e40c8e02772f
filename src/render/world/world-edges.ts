/** Edges of the world's triangles that were drawn, for the wireframe. */

import { BATCH_ARGS_BYTES, LINE_ARGS_OFFSET } from "../chunks/batch-args.ts";
import { GROUP_FRAME, GROUP_SET } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { DrawEncoder } from "../draws/recorded-draws.ts";
import type { WorldGeometry } from "./world-geometry.ts";

/**
 * Draws the edges of what draws show.
 * @param indices those of the triangles
 * @param args `BATCH_ARGS` rows, `rowCount` a phase
 */
export function createEdgeEncoder(
  context: RenderContext,
  geometry: WorldGeometry,
  frame: GPUBindGroup,
  indices: GPUBuffer,
  args: GPUBuffer,
  rowCount: number,
): (encoder: DrawEncoder, phases: number) => void {
  const { layouts } = context.shared;
  const group = bindBuffers(context.gpu.device, "render/edges", layouts.wireframe, [
    ...[indices, geometry.buffer],
  ]);
  return (encoder, phases) => {
    const pipeline = context.sampled.wireframe();
    if (pipeline === null) return;
    encoder.setPipeline(pipeline);
    encoder.setBindGroup(GROUP_FRAME, frame);
    encoder.setBindGroup(GROUP_SET, group);
    for (let row = 0; row < rowCount * phases; row++) {
      encoder.drawIndirect(args, row * BATCH_ARGS_BYTES + LINE_ARGS_OFFSET);
    }
  };
}
