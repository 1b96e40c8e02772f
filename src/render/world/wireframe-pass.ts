/** The wireframe pass: edges of the world's triangles that were drawn, over the picture. */

import { GROUP_FRAME, GROUP_SET } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { PHASE_LATE } from "../cull/cull-pipelines.ts";
import type { OrderedDraws } from "../ordered/ordered-pass.ts";
import type { MapDraws } from "../views/map-draws.ts";
import { BATCH_ARGS_BYTES, LINE_ARGS_OFFSET } from "./batch-args.ts";
import type { WorldDraws, WorldGeometry } from "./world-pass.ts";

export interface WireframeDraws {
  /** Edges of what the batches draw, and of what is drawn in order. */
  readonly batched: GPUBindGroup;
  readonly ordered: GPUBindGroup;
}

export function createWireframeDraws(
  context: RenderContext,
  geometry: WorldGeometry,
  world: WorldDraws,
  ordered: OrderedDraws,
): WireframeDraws {
  const { device } = context.gpu;
  const group = (name: string, indices: GPUBuffer) =>
    bindBuffers(device, `render/wireframe-${name}`, context.shared.layouts.wireframe, [
      ...[indices, geometry.vertices],
    ]);
  return {
    batched: group("batched", world.compacted),
    ordered: group("ordered", ordered.chunks.indices),
  };
}

export function encodeWireframe(
  pass: GPURenderPassEncoder,
  context: RenderContext,
  { wireframe, world, ordered, frame }: MapDraws,
  hasLatePhase: boolean,
  withOrdered: boolean,
): void {
  const batchCount = world.batches.count;
  pass.setPipeline(context.screen.wireframe);
  pass.setBindGroup(GROUP_FRAME, frame);
  pass.setBindGroup(GROUP_SET, wireframe.batched);
  const rows = hasLatePhase ? (PHASE_LATE + 1) * batchCount : batchCount;
  for (let row = 0; row < rows; row++) {
    pass.drawIndirect(world.args, row * BATCH_ARGS_BYTES + LINE_ARGS_OFFSET);
  }
  if (!withOrdered) return;
  const { sets, slotCount, args } = ordered.chunks;
  pass.setBindGroup(GROUP_SET, wireframe.ordered);
  for (let row = 0; row < sets.count * slotCount; row++) {
    pass.drawIndirect(args, row * BATCH_ARGS_BYTES + LINE_ARGS_OFFSET);
  }
}
