/**
 * Materials that move by themselves. Before anything is drawn, a compute pass runs their programs
 * and updates their rows. The code is loaded with the first such material.
 */

import type { ResourceGroup } from "../../gpu/resource-group.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { MotionPass, MovedMaterials } from "./motion-pass.ts";

/** One pass per material table with motion. Materials stand still until their pass is ready. */
export type MovingMaterials = LazyPipeline<MotionPass | null>[];

/** Moves the materials of a set until it is destroyed. */
export function addMovingMaterials(
  { gpu, keep }: ResourceGroup,
  moving: MovingMaterials,
  moved: MovedMaterials,
): void {
  let made: MotionPass | null = null;
  let isGone = false;
  const pass = pipelineQueueOf(gpu).lazy(async () => {
    const { createMotionPass } = await import("./motion-pass.ts");
    made = await createMotionPass(gpu, moved);
    if (isGone) made.destroy();
    return isGone ? null : made;
  });
  // Request it now, so that `ready()` waits for the pass.
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
