/**
 * Props that play a sequence: before anything is drawn, a compute pass poses those in view and writes their rows of the
 * palette. Where none plays there is no such pass, and none of it is fetched or made.
 */

import type { ResourceGroup } from "../../gpu/resource-group.ts";
import type { PropMotion } from "../../map/motion/prop-motion.ts";
import type { PropSet } from "../../map/props.ts";
import { pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { PosePass } from "./pose-passes.ts";

const BONE_FLOATS = 12;

/** The palette of all variants, and behind it a copy for each instance that is posed by itself: how it stands until then. */
export function expandPalette(set: PropSet, motion: PropMotion | null): Float32Array {
  if (motion === null) return set.bonePalette;
  const all = new Float32Array((set.boneCount + motion.paletteBoneCount) * BONE_FLOATS);
  all.set(set.bonePalette);
  for (let i = 0; i < motion.posedCount; i++) {
    const first = set.variantFirstBone[set.instanceVariant[motion.posedInstance[i]]] * BONE_FLOATS;
    const count = motion.trackBoneCount[motion.posedTrack[i]] * BONE_FLOATS;
    all.set(set.bonePalette.subarray(first, first + count), motion.posedFirstBone[i] * BONE_FLOATS);
  }
  return all;
}

/** Poses the props of a set until it is destroyed; they stand still until their pass is there. */
export function addPosedProps(
  { keep }: ResourceGroup,
  context: RenderContext,
  set: PropSet,
  motion: PropMotion,
  clusters: GPUBuffer,
  palette: GPUBuffer,
  instances: GPUBuffer,
): void {
  const { gpu, posing } = context;
  let made: PosePass | null = null;
  let isGone = false;
  const pass = pipelineQueueOf(gpu).lazy(async () => {
    const { createPosePass } = await import("./pose-pass.ts");
    made = await createPosePass(context, set, motion, clusters, palette, instances);
    if (isGone) made.destroy();
    return isGone ? null : made;
  });
  // Whoever waits for a whole picture waits for it, too.
  pass();
  posing.push(pass);
  keep({
    destroy() {
      isGone = true;
      posing.splice(posing.indexOf(pass), 1);
      made?.destroy();
    },
  });
}
