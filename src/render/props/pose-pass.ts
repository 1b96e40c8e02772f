/** Compute pass that poses animated models. Loaded with the first one. */

import poseProps from "../../../shaders/surfaces/pose-props.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createShader } from "../../gpu/pipelines.ts";
import { buildOwner } from "../../gpu/resource-group.ts";
import { type PropFollowers, type PropMotion, TRACK_HELD } from "../../map/motion/prop-motion.ts";
import type { PropSet } from "../../map/props.ts";
import { GROUP_FRAME, GROUP_SET } from "../context/bind-layouts.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { PosePass } from "./pose-passes.ts";
import { NO_LOD_END } from "./prop-batches.ts";

/** The struct `PosedRow` of `shaders/surfaces/pose-props.wgsl`, in words. */
export const POSED_ROW = {
  mins: 0,
  firstBone: 3,
  maxs: 4,
  boneCount: 7,
  middle: 8,
  fadeMax: 11,
  firstCluster: 12,
  clusterCount: 13,
  delay: 14,
  period: 15,
  firstOwnBone: 16,
  depth: 17,
  firstPose: 18,
  frameCount: 19,
  fps: 20,
  flags: 21,
  strideWords: 24,
} as const;

/** Inches, larger than any distance in a map. */
const EVERYWHERE = 1e6;

/** Threads per instance, which share its bones. */
const LANES = 64;
/** Threads that SwiftShader runs at once. More would wait for each other at every barrier. */
const SOFTWARE_LANES = 4;

/** `maxComputeWorkgroupsPerDimension` of every device. */
const MAX_WORKGROUPS = 65535;

export interface PosedProps {
  readonly set: PropSet;
  readonly motion: PropMotion;
}

export interface PosedBuffers {
  /** Clusters of the set's instances. */
  readonly clusters: GPUBuffer;
  /** Bones whose rows are written. */
  readonly palette: GPUBuffer;
  /** Rows whose transforms are written if they follow others. */
  readonly instances: GPUBuffer;
}

/**
 * @throws GpuError `limit`, `validation`
 */
export async function createPosePass(
  { gpu }: Pick<RenderContext, "gpu">,
  { set, motion }: PosedProps,
  { clusters, palette, instances }: PosedBuffers,
): Promise<PosePass> {
  const { layout, pipelineNow } = posePipelineOf(gpu);
  const pipeline = await pipelineNow();
  const { followers } = motion;
  const following =
    followers &&
    (await (await import("./follow-pass.ts")).createFollowPass(gpu, followers, palette, instances));
  return buildOwner(gpu, (group) => {
    if (following) group.keep(following);
    const filled = (name: string, data: ArrayBufferView) =>
      group.bufferWith(`render/posed-${name}`, "props", GPUBufferUsage.STORAGE, data);
    const words = packPosedRows(set, motion);
    const rows = filled("rows", words);
    const places = createPosedPlaces(words, motion, (first, count) => {
      gpu.device.queue.writeBuffer(rows, first * 4, words, first, count);
    });
    const bindGroup = bindBuffers(gpu.device, "render/pose-props", layout, [
      ...[rows, clusters],
      ...[filled("bones", motion.bones), filled("poses", motion.poses), palette],
    ]);
    const columns = Math.min(motion.posedCount, MAX_WORKGROUPS);
    const lines = Math.ceil(motion.posedCount / columns);
    return {
      encode(pass, views) {
        pass.setPipeline(pipeline);
        pass.setBindGroup(GROUP_FRAME, views);
        pass.setBindGroup(GROUP_SET, bindGroup);
        pass.dispatchWorkgroups(columns, lines);
        following?.encode(pass);
      },
      ...places,
    } satisfies Omit<PosePass, "destroy">;
  });
}

/** @param upload writes a run of `words` to the GPU */
function createPosedPlaces(
  words: Uint32Array<ArrayBuffer>,
  { posedInstance, posedDelay, followers }: PropMotion,
  upload: (first: number, count: number) => void,
): Pick<PosePass, "place" | "play" | "flush"> {
  const floats = new Float32Array(words.buffer);
  const rowOf = new Map(Array.from(posedInstance, (instance, row) => [instance, row]));
  const isFollowed = new Set(followers?.parent);
  let first = 0;
  let end = 0;
  const touch = (at: number): void => {
    first = end === 0 ? at : Math.min(first, at);
    end = Math.max(end, at + POSED_ROW.strideWords);
  };
  return {
    place(instance, boxes, from) {
      const row = rowOf.get(instance);
      if (row === undefined) return;
      const at = row * POSED_ROW.strideWords;
      const isWide = isFollowed.has(instance);
      for (let axis = 0; axis < 3; axis++) {
        const least = boxes[from + axis];
        const most = boxes[from + 3 + axis];
        // Things attached to the model may be in view while the model is not.
        floats[at + POSED_ROW.mins + axis] = isWide ? -EVERYWHERE : least;
        floats[at + POSED_ROW.maxs + axis] = isWide ? EVERYWHERE : most;
        floats[at + POSED_ROW.middle + axis] = (least + most) / 2;
      }
      words[at + POSED_ROW.clusterCount] = 0;
      touch(at);
    },
    play(instance, seconds) {
      const row = rowOf.get(instance);
      if (row === undefined) return;
      const at = row * POSED_ROW.strideWords;
      const isHeld = !Number.isNaN(seconds);
      floats[at + POSED_ROW.delay] = isHeld ? seconds : posedDelay[row];
      if (isHeld) words[at + POSED_ROW.flags] |= TRACK_HELD;
      else words[at + POSED_ROW.flags] &= ~TRACK_HELD;
      touch(at);
    },
    flush() {
      if (end > 0) upload(first, end - first);
      end = 0;
    },
  };
}

/**
 * Packs the posed instances.
 * @param set columns about the instances that `motion` refers to
 */
export function packPosedRows(
  set: Pick<
    PropSet,
    "fadeMaxDist" | "instanceBox" | "instanceFirstCluster" | "instanceClusterCount"
  >,
  motion: PropMotion,
): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(motion.posedCount * POSED_ROW.strideWords);
  const floats = new Float32Array(words.buffer);
  for (let i = 0; i < motion.posedCount; i++) {
    const at = i * POSED_ROW.strideWords;
    const instance = motion.posedInstance[i];
    const track = motion.posedTrack[i];
    const fadeMax = set.fadeMaxDist[instance];
    for (let axis = 0; axis < 3; axis++) {
      const least = set.instanceBox[instance * 6 + axis];
      const most = set.instanceBox[instance * 6 + 3 + axis];
      floats[at + POSED_ROW.mins + axis] = least;
      floats[at + POSED_ROW.maxs + axis] = most;
      floats[at + POSED_ROW.middle + axis] = (least + most) / 2;
    }
    words[at + POSED_ROW.firstBone] = motion.posedFirstBone[i];
    words[at + POSED_ROW.boneCount] = motion.trackBoneCount[track];
    floats[at + POSED_ROW.fadeMax] = fadeMax > 0 ? fadeMax : NO_LOD_END;
    words[at + POSED_ROW.firstCluster] = set.instanceFirstCluster[instance];
    words[at + POSED_ROW.clusterCount] = set.instanceClusterCount[instance];
    floats[at + POSED_ROW.delay] = motion.posedDelay[i];
    floats[at + POSED_ROW.period] = motion.posedPeriod[i];
    words[at + POSED_ROW.firstOwnBone] = motion.trackFirstBone[track];
    words[at + POSED_ROW.depth] = motion.trackDepth[track];
    words[at + POSED_ROW.firstPose] = motion.trackFirstPose[track];
    words[at + POSED_ROW.frameCount] = motion.trackFrameCount[track];
    floats[at + POSED_ROW.fps] = motion.trackFps[track];
    words[at + POSED_ROW.flags] = motion.trackFlags[track];
  }
  if (motion.followers) reachFollowers(floats, set, motion, motion.followers);
  return words;
}

/**
 * Extends the box of a posed model to everything attached to it, and removes its distance and
 * cluster limits, so that it is posed whenever an attached model may be visible.
 */
function reachFollowers(
  floats: Float32Array<ArrayBuffer>,
  { instanceBox }: Pick<PropSet, "instanceBox">,
  { posedInstance }: PropMotion,
  { count, instance, parent, above }: PropFollowers,
): void {
  const words = new Uint32Array(floats.buffer);
  const rowOf = new Map(Array.from(posedInstance, (own, row) => [own, row]));
  for (let i = 0; i < count; i++) {
    const box = instance[i] * 6;
    for (let at = i; at >= 0; at = above[at]) {
      const row = rowOf.get(parent[at]);
      if (row === undefined) continue;
      const to = row * POSED_ROW.strideWords;
      for (let axis = 0; axis < 3; axis++) {
        const mins = to + POSED_ROW.mins + axis;
        const maxs = to + POSED_ROW.maxs + axis;
        floats[mins] = Math.min(floats[mins], instanceBox[box + axis]);
        floats[maxs] = Math.max(floats[maxs], instanceBox[box + 3 + axis]);
      }
      floats[to + POSED_ROW.fadeMax] = NO_LOD_END;
      words[to + POSED_ROW.clusterCount] = 0;
    }
  }
}

/** Compiled on first use. */
export const posePipelineOf = oncePerDevice((gpu: Gpu) => {
  const { device } = gpu;
  const storage = (type: GPUBufferBindingType, binding: number) => ({
    binding,
    visibility: GPUShaderStage.COMPUTE,
    buffer: { type },
  });
  const label = "render/pose-props";
  const read = [0, 1, 2, 3].map((binding) => storage("read-only-storage", binding));
  const layout = device.createBindGroupLayout({ label, entries: [...read, storage("storage", 4)] });
  let made: Promise<GPUComputePipeline> | null = null;
  const make = async () =>
    createComputePipeline(gpu, {
      label,
      layout: device.createPipelineLayout({
        label,
        bindGroupLayouts: [bindLayoutsOf(gpu).views, layout],
      }),
      compute: {
        module: await createShader(gpu, label, poseProps),
        entryPoint: "computeMain",
        constants: { lanes: gpu.isSoftware ? SOFTWARE_LANES : LANES },
      },
    });
  const pipelineNow = () => (made ??= make());
  return { layout, pipelineNow };
});
