/** Culls the props' instances by the CPU: see `CpuCulling`. */

import type { Gpu } from "../../gpu/gpu.ts";
import { cullBoxes } from "../../visibility/cull.ts";
import type { CpuCulling } from "../draws/draw-set.ts";
import { createGatheredInstances, gatherInstances } from "./gather-instances.ts";
import type { PropBatches } from "./prop-batches.ts";
import type { PropGeometry } from "./prop-geometry.ts";

export function createInstanceCulling(
  gpu: Gpu,
  { set, cullable }: PropGeometry,
  batches: PropBatches,
  ids: GPUBuffer,
  args: GPUBuffer,
): CpuCulling {
  const { queue } = gpu.device;
  const createRoom = () => ({
    found: new Uint32Array(set.instanceCount),
    gathered: createGatheredInstances(set, batches),
  });
  let room: ReturnType<typeof createRoom> | null = null;
  return {
    cull(view, settings) {
      room ??= createRoom();
      const { found, gathered } = room;
      const frustum = settings.frustum ? view.frustum : null;
      const count = cullBoxes(cullable, view.visible, frustum, found);
      gatherInstances(gathered, set, batches, found, count, view);
      queue.writeBuffer(ids, 0, gathered.ids);
      queue.writeBuffer(args, 0, gathered.args);
    },
    forget() {
      room = null;
    },
  };
}
