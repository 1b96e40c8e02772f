/**
 * Materials that move by themselves: before anything is drawn, a compute pass runs their programs and writes what
 * they are now into their rows. Where no material moves there is no such pass, and none of it is fetched or made.
 */

import type { ResourceGroup } from "../../gpu/resource-group.ts";
import type { MaterialSet, TextureOwner } from "../../map/material.ts";
import type { MaterialMotion } from "../../map/motion/material-motion.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { MotionPass } from "./motion-pass.ts";

/** Of all material tables that there are; what moves stands still until its pass is there. */
export type MovingMaterials = LazyPipeline<MotionPass | null>[];

/** Moves the materials of a set until it is destroyed. */
export function addMovingMaterials(
  { gpu, keep }: ResourceGroup,
  moving: MovingMaterials,
  owner: TextureOwner,
  set: MaterialSet,
  motion: MaterialMotion,
  rows: GPUBuffer,
  places: Uint32Array,
): void {
  let made: MotionPass | null = null;
  let isGone = false;
  const pass = pipelineQueueOf(gpu).lazy(async () => {
    const { createMotionPass } = await import("./motion-pass.ts");
    made = await createMotionPass(gpu, owner, set, motion, rows, places);
    if (isGone) made.destroy();
    return isGone ? null : made;
  });
  // Whoever waits for a whole picture waits for it, too.
  pass();
  moving.push(pass);
  keep({
    destroy() {
      isGone = true;
      moving.splice(moving.indexOf(pass), 1);
      made?.destroy();
    },
  });
}
