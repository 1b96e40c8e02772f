/** What a map's props are on the GPU, whatever lamps light them and whoever looks at them. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner, type ResourceGroup } from "../../gpu/resource-group.ts";
import type { PropMotion } from "../../map/motion/prop-motion.ts";
import type { PropLight, PropSet } from "../../map/props.ts";
import type { Cullable } from "../../visibility/cull.ts";
import { pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { RenderContext } from "../context/render-context.ts";
import { createMaterialTable, type MaterialTable } from "../materials/material-table.ts";
import type { PosePass } from "./pose-passes.ts";
import { packInstances, writeInstanceLight } from "./prop-instances.ts";

// Props that play a sequence: before anything is drawn, a compute pass poses those in view and writes their rows of the
// palette. Where none plays there is no such pass, and none of it is fetched or made.

const BONE_FLOATS = 12;

/** The palette of all variants, and behind it a copy for each instance that is posed by itself: how it stands until then. */
function expandPalette(set: PropSet, motion: PropMotion | null): Float32Array {
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
function addPosedProps(
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

/** The models and their instances. */
export interface PropGeometry extends Owner {
  readonly set: PropSet;
  /** The instances as the CPU reference reads them. */
  readonly cullable: Cullable;
  readonly materials: MaterialTable;
  readonly vertices: GPUBuffer;
  readonly indices: GPUBuffer;
  readonly instances: GPUBuffer;
  readonly bones: GPUBuffer;
  readonly clusters: GPUBuffer;
}

/** @throws GpuError `limit`; nothing is left behind then */
export function createPropGeometry(context: RenderContext, set: PropSet): PropGeometry {
  const { VERTEX, INDEX, STORAGE } = GPUBufferUsage;
  return buildOwner(context.gpu, (group) => {
    const filled = (name: string, usage: number, data: ArrayBufferView) =>
      group.bufferWith(`render/prop-${name}`, "props", usage | STORAGE, data);
    const { motion = null } = set;
    const bones = filled("bones", GPUBufferUsage.COPY_SRC, expandPalette(set, motion));
    const clusters = filled("clusters", 0, set.clusters);
    const instances = filled("instances", GPUBufferUsage.COPY_SRC, packInstances(set));
    if (motion !== null) addPosedProps(group, context, set, motion, clusters, bones, instances);
    return {
      set,
      cullable: {
        count: set.instanceCount,
        box: set.instanceBox,
        firstCluster: set.instanceFirstCluster,
        clusterCount: set.instanceClusterCount,
        clusters: set.clusters,
      },
      materials: createMaterialTable(group, context, "props", set.materials),
      vertices: filled("vertices", VERTEX, set.vertices),
      indices: filled("indices", INDEX, set.indices),
      instances,
      bones,
      clusters,
    };
  });
}

/** Writes what lights the instances, but for the lamps and what is baked, which are buffers of their own. */
export function relightProps(gpu: Gpu, geometry: PropGeometry, light: PropLight): void {
  const { set, instances } = geometry;
  const rows = packInstances(set);
  writeInstanceLight(rows, light);
  gpu.device.queue.writeBuffer(instances, 0, rows);
}
