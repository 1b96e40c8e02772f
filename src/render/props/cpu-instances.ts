/** Culls the props by the CPU reference, for benchmarks to compare, and uploads what it finds. */

import type { Gpu } from "../../gpu/gpu.ts";
import { cullBoxes } from "../../visibility/cull.ts";
import type { DrawSet } from "../draws/draw-set.ts";
import { createGatheredInstances, gatherInstances } from "./gather-instances.ts";
import type { PropBatches } from "./prop-batches.ts";
import type { PropGeometry } from "./prop-geometry.ts";

/** What it takes room for is made when it is first asked for. */
export function createInstanceCulling(
  gpu: Gpu,
  { set, cullable }: PropGeometry,
  batches: PropBatches,
  ids: GPUBuffer,
  args: GPUBuffer,
): DrawSet["cullOnCpu"] {
  const { queue } = gpu.device;
  const createRoom = () => ({
    found: new Uint32Array(set.instanceCount),
    gathered: createGatheredInstances(set, batches),
  });
  let room: ReturnType<typeof createRoom> | null = null;
  return (view, settings) => {
    room ??= createRoom();
    const { found, gathered } = room;
    const count = cullBoxes(cullable, view.visible, settings.frustum ? view.frustum : null, found);
    gatherInstances(gathered, set, batches, found, count, view);
    queue.writeBuffer(ids, 0, gathered.ids);
    queue.writeBuffer(args, 0, gathered.args);
  };
}
