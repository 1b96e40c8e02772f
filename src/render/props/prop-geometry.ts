/** GPU data of a map's props, independent of views: geometry, instances, poses and lamps. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner, type ResourceGroup } from "../../gpu/resource-group.ts";
import type { PropMotion } from "../../map/motion/prop-motion.ts";
import type { PropLight, PropSet } from "../../map/props.ts";
import { WORLD_LIGHT_ROW } from "../../map/world-lights.ts";
import type { Cullable } from "../../visibility/cull.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { RenderContext } from "../context/render-context.ts";
import { createMaterialTable, type MaterialTable } from "../materials/material-table.ts";
import type { PosedBuffers, PosedProps } from "./pose-pass.ts";
import type { PosePass } from "./pose-passes.ts";
import { packInstances, writeInstanceLight } from "./prop-instances.ts";

// Posing of animated props. Before anything is drawn, a compute pass poses those in view and writes
// their rows of the palette. Without animated props, the pass is neither loaded nor created.

const BONE_FLOATS = 12;

/**
 * Returns the palette of all variants, followed by a copy for each instance that is posed
 * separately, which it shows until then.
 */
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

/**
 * Poses the props of a set until it is destroyed. They stand still until their pass is compiled.
 */
function addPosedProps(
  { keep }: ResourceGroup,
  context: RenderContext,
  props: PosedProps,
  buffers: PosedBuffers,
): LazyPipeline<PosePass | null> {
  const { gpu, posing } = context;
  let made: PosePass | null = null;
  let isGone = false;
  const pass = pipelineQueueOf(gpu).lazy(async () => {
    const { createPosePass } = await import("./pose-pass.ts");
    made = await createPosePass(context, props, buffers);
    if (isGone) made.destroy();
    return isGone ? null : made;
  });
  // Request it now, so that `ready()` waits for the pass.
  pass();
  posing.push(pass);
  keep({
    destroy() {
      isGone = true;
      posing.splice(posing.indexOf(pass), 1);
      made?.destroy();
    },
  });
  return pass;
}

/** Models and their instances. */
export interface PropGeometry extends Owner {
  readonly set: PropSet;
  /** Instances as the CPU culling reads them. */
  readonly cullable: Cullable;
  readonly materials: MaterialTable;
  readonly vertices: GPUBuffer;
  readonly indices: GPUBuffer;
  readonly instances: GPUBuffer;
  readonly bones: GPUBuffer;
  /** `null` if no model plays a sequence. */
  readonly posing: LazyPipeline<PosePass | null> | null;
}

/** @throws GpuError `limit`; everything created so far is freed then */
export function createPropGeometry(context: RenderContext, set: PropSet): PropGeometry {
  const { VERTEX, INDEX, STORAGE } = GPUBufferUsage;
  return buildOwner(context.gpu, (group) => {
    const filled = (name: string, usage: number, data: ArrayBufferView) =>
      group.bufferWith(`render/prop-${name}`, "props", usage | STORAGE, data);
    const { motion = null } = set;
    const bones = filled("bones", GPUBufferUsage.COPY_SRC, expandPalette(set, motion));
    const instances = filled("instances", GPUBufferUsage.COPY_SRC, packInstances(set));
    let posing: LazyPipeline<PosePass | null> | null = null;
    if (motion !== null) {
      const clusters = filled("clusters", 0, set.clusters);
      const buffers = { clusters, palette: bones, instances };
      posing = addPosedProps(group, context, { set, motion }, buffers);
    }
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
      posing,
    };
  });
}

/** Updates the instances' light, except lamps and baked light, which have separate buffers. */
export function relightProps(gpu: Gpu, geometry: PropGeometry, light: PropLight): void {
  const { set, instances } = geometry;
  const rows = packInstances(set);
  writeInstanceLight(rows, light);
  gpu.device.queue.writeBuffer(instances, 0, rows);
}

/**
 * Buffers of the map's lamps and of the props' baked light. They are separate because another
 * lighting has another number of them.
 */
export interface WorldLightBuffer extends Owner {
  readonly buffer: GPUBuffer;
  readonly baked: GPUBuffer;
  readonly light: Pick<PropLight, "ambient" | "leafs">;
}

/** @throws GpuError `limit` */
export function createWorldLights(gpu: Gpu, light: PropLight): WorldLightBuffer {
  const { worldLights, baked, ambient, leafs } = light;
  // A binding needs at least one row.
  const rows =
    worldLights.length > 0 ? worldLights : new Uint32Array(WORLD_LIGHT_ROW.strideBytes / 4);
  return buildOwner(gpu, (group) => ({
    buffer: group.bufferWith("render/world-lights", "props", GPUBufferUsage.STORAGE, rows),
    baked: group.bufferWith("render/prop-baked-light", "props", GPUBufferUsage.STORAGE, baked),
    light: { ambient, ...(leafs && { leafs }) },
  }));
}
