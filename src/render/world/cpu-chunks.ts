/** Culls the world's chunks by the CPU: see `CpuCulling`. */

import type { Gpu } from "../../gpu/gpu.ts";
import type { MapScene } from "../../map/types.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_DISPLACEMENT, CHUNK_FACE } from "../../map/world.ts";
import { cullBoxes } from "../../visibility/cull.ts";
import type { ChunkBatches } from "../chunks/chunk-batches.ts";
import { createGatheredChunks, gatherChunks, uploadChunks } from "../chunks/gather-chunks.ts";
import type { CpuCulling } from "../draws/draw-set.ts";
import type { RenderSettings } from "../types.ts";

/** Writes, by `CHUNK_*`, whether chunks of a kind are drawn; not 0 if so. */
export function writeDrawnKinds(out: Uint8Array, settings: RenderSettings): void {
  out[CHUNK_FACE] = 1;
  out[CHUNK_DISPLACEMENT] = settings.displacements ? 1 : 0;
  out[CHUNK_BRUSH_MODEL] = settings.brushModels ? 1 : 0;
}

export function createChunkCulling(
  gpu: Gpu,
  { chunks, world }: MapScene,
  batches: ChunkBatches,
  compacted: GPUBuffer,
  args: GPUBuffer,
): CpuCulling {
  const createRoom = () => ({
    found: new Uint32Array(chunks.count),
    /** By `CHUNK_*`. */
    isKindDrawn: new Uint8Array(3),
    gathered: createGatheredChunks(batches),
  });
  let room: ReturnType<typeof createRoom> | null = null;
  return {
    cull(view, settings) {
      room ??= createRoom();
      const { found, isKindDrawn, gathered } = room;
      writeDrawnKinds(isKindDrawn, settings);
      const frustum = settings.frustum ? view.frustum : null;
      const count = cullBoxes(chunks, view.visible, frustum, found);
      gatherChunks(gathered, batches, chunks, world.indices, found, count, isKindDrawn);
      uploadChunks(gpu, batches, gathered, compacted, args);
    },
    forget() {
      room = null;
    },
  };
}
