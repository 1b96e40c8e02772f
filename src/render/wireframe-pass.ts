/** The wireframe pass: edges of the world's triangles in view, over the picture. */

import { GROUP_FRAME, GROUP_SET } from "./bind-layouts.ts";
import type { RenderContext } from "./render-context.ts";
import { DRAW_ARGS_WORDS } from "./world-batches.ts";
import type { WorldDraws, WorldGeometry } from "./world-pass.ts";

export interface WireframeDraws {
  /** Edges of what the batches draw, from the compacted indices. */
  readonly batched: GPUBindGroup;
  /** Edges of chunks drawn one by one, from the map's own indices. */
  readonly single: GPUBindGroup;
}

export function createWireframeDraws(
  context: RenderContext,
  geometry: WorldGeometry,
  world: WorldDraws,
): WireframeDraws {
  const group = (name: string, indices: GPUBuffer) =>
    context.gpu.device.createBindGroup({
      label: `render/wireframe-${name}`,
      layout: context.shared.layouts.wireframe,
      entries: [
        { binding: 0, resource: { buffer: indices } },
        { binding: 1, resource: { buffer: geometry.vertices } },
      ],
    });
  return {
    batched: group("batched", world.compacted),
    single: group("single", geometry.indices),
  };
}

/** Two vertices an edge and three edges a triangle: twice as many vertices as there are indices. */
export function encodeWireframe(
  pass: GPURenderPassEncoder,
  context: RenderContext,
  draws: WireframeDraws,
  geometry: WorldGeometry,
  world: WorldDraws,
  withOrdered: boolean,
): void {
  const { batches } = world;
  const { chunks } = geometry.scene;
  pass.setPipeline(context.pipelines.wireframe);
  pass.setBindGroup(GROUP_FRAME, context.frame.bindGroup);
  pass.setBindGroup(GROUP_SET, draws.batched);
  for (let batch = 0; batch < batches.count; batch++) {
    const count = batches.args[batch * DRAW_ARGS_WORDS];
    if (count > 0) pass.draw(count * 2, 1, batches.firstIndex[batch] * 2);
  }
  if (!withOrdered) return;
  pass.setBindGroup(GROUP_SET, draws.single);
  for (let i = 0; i < batches.orderedCount; i++) {
    const chunk = batches.ordered[i];
    pass.draw(chunks.indexCount[chunk] * 2, 1, chunks.firstIndex[chunk] * 2);
  }
}
