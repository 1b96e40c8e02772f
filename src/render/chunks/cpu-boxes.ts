/** Culls chunks by their boxes, and by how far they are, by the CPU: see `CpuCulling`. */

import type { Gpu } from "../../gpu/gpu.ts";
import { CHUNK_FACE, type Chunks } from "../../map/world.ts";
import { cullBoxes } from "../../visibility/cull.ts";
import type { CpuCulling } from "../draws/draw-set.ts";
import type { View } from "../views/view.ts";
import type { ChunkBatches } from "./chunk-batches.ts";
import { createGatheredChunks, gatherChunks, uploadChunks } from "./gather-chunks.ts";

/** @param reach inches from which on nothing is seen */
export function createBoxCulling(
  gpu: Gpu,
  { chunks, indices }: { readonly chunks: Chunks; readonly indices: Uint32Array },
  reach: number,
  batches: ChunkBatches,
  compacted: GPUBuffer,
  args: GPUBuffer,
): CpuCulling {
  const createRoom = () => ({
    found: new Uint32Array(chunks.count),
    isKindDrawn: Uint8Array.of(CHUNK_FACE + 1),
    gathered: createGatheredChunks(batches),
  });
  let room: ReturnType<typeof createRoom> | null = null;
  return {
    cull(view, settings) {
      room ??= createRoom();
      const { found, isKindDrawn, gathered } = room;
      const frustum = settings.frustum ? view.frustum : null;
      const seen = cullBoxes(chunks, view.visible, frustum, found);
      let count = 0;
      for (let i = 0; i < seen; i++) {
        if (isInReach(view, chunks.box, found[i] * 6, reach)) found[count++] = found[i];
      }
      gatherChunks(gathered, batches, chunks, indices, found, count, isKindDrawn);
      uploadChunks(gpu, batches, gathered, compacted, args);
    },
    forget() {
      room = null;
    },
  };
}

function isInReach({ x, y, z }: View, box: Float32Array, at: number, reach: number): boolean {
  const dx = Math.max(box[at] - x, 0, x - box[at + 3]);
  const dy = Math.max(box[at + 1] - y, 0, y - box[at + 4]);
  const dz = Math.max(box[at + 2] - z, 0, z - box[at + 5]);
  return dx * dx + dy * dy + dz * dz < reach * reach;
}
