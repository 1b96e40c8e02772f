/** Culls the world by the CPU reference, for benchmarks to compare, and uploads what it finds. */

import type { Gpu } from "../../gpu/gpu.ts";
import type { MapScene } from "../../map/types.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_DISPLACEMENT, CHUNK_FACE } from "../../map/world.ts";
import { cullBoxes } from "../../visibility/cull.ts";
import type { DrawSet } from "../draws/draw-set.ts";
import { BATCH_ARGS } from "./batch-args.ts";
import { createGatheredChunks, gatherChunks } from "./gather-chunks.ts";
import type { WorldBatches } from "./world-batches.ts";

/** What it takes room for is made when it is first asked for. */
export function createChunkCulling(
  gpu: Gpu,
  { chunks, world }: MapScene,
  batches: WorldBatches,
  compacted: GPUBuffer,
  args: GPUBuffer,
): DrawSet["cullOnCpu"] {
  const { queue } = gpu.device;
  const createRoom = () => ({
    found: new Uint32Array(chunks.count),
    /** By `CHUNK_*`. */
    isKindDrawn: new Uint8Array(3),
    gathered: createGatheredChunks(batches),
  });
  let room: ReturnType<typeof createRoom> | null = null;
  return (view, settings) => {
    room ??= createRoom();
    const { found, isKindDrawn, gathered } = room;
    isKindDrawn[CHUNK_FACE] = 1;
    isKindDrawn[CHUNK_DISPLACEMENT] = settings.displacements ? 1 : 0;
    isKindDrawn[CHUNK_BRUSH_MODEL] = settings.brushModels ? 1 : 0;
    const count = cullBoxes(chunks, view.visible, settings.frustum ? view.frustum : null, found);
    gatherChunks(gathered, batches, chunks, world.indices, found, count, isKindDrawn);
    for (let batch = 0; batch < batches.count; batch++) {
      const first = batches.firstIndex[batch];
      const indices = gathered.args[batch * BATCH_ARGS.strideWords + BATCH_ARGS.indexCount];
      if (indices > 0) queue.writeBuffer(compacted, first * 4, gathered.indices, first, indices);
    }
    queue.writeBuffer(args, 0, gathered.args);
  };
}
