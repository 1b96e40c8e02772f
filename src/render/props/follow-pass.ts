/**
 * Compute pass that moves instances attached to posed models. Loaded with the first map that has
 * any.
 */

import followProps from "../../../shaders/surfaces/follow-props.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createShader } from "../../gpu/pipelines.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { PropFollowers } from "../../map/motion/prop-motion.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { INSTANCE_ROW } from "./prop-instances.ts";

/** The struct `Follower` of `shaders/surfaces/follow-props.wgsl`, in words. */
export const FOLLOWER_ROW = {
  local: 0,
  offset: 12,
  instance: 24,
  parent: 25,
  above: 26,
  bone: 27,
  flags: 28,
  strideWords: 32,
} as const;

const GROUP_SIZE = 64;
/** `maxComputeWorkgroupsPerDimension` of every device. */
const MAX_WORKGROUPS = 65535;

export interface FollowPass extends Owner {
  /** Call after the models were posed. */
  readonly encode: (pass: GPUComputePassEncoder) => void;
}

/**
 * @param palette posed bones
 * @param instances rows whose transforms are written
 * @throws GpuError `limit`, `validation`
 */
export async function createFollowPass(
  gpu: Gpu,
  followers: PropFollowers,
  palette: GPUBuffer,
  instances: GPUBuffer,
): Promise<FollowPass> {
  const { layout, pipelineNow } = followPipelineOf(gpu);
  const pipeline = await pipelineNow();
  return buildOwner(gpu, (group) => {
    const rows = packFollowers(followers);
    const { STORAGE } = GPUBufferUsage;
    const buffer = group.bufferWith("render/prop-followers", "props", STORAGE, rows);
    const bindGroup = bindBuffers(gpu.device, "render/follow-props", layout, [
      ...[{ buffer, size: rows.byteLength }, palette, instances],
    ]);
    const groups = Math.ceil(followers.count / GROUP_SIZE);
    const columns = Math.min(groups, MAX_WORKGROUPS);
    return {
      encode(pass) {
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, bindGroup);
        pass.dispatchWorkgroups(columns, Math.ceil(groups / columns));
      },
    } satisfies Omit<FollowPass, "destroy">;
  });
}

export function packFollowers(followers: PropFollowers): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(followers.count * FOLLOWER_ROW.strideWords);
  const floats = new Float32Array(words.buffer);
  for (let i = 0; i < followers.count; i++) {
    const at = i * FOLLOWER_ROW.strideWords;
    floats.set(followers.local.subarray(i * 12, i * 12 + 12), at + FOLLOWER_ROW.local);
    floats.set(followers.offset.subarray(i * 12, i * 12 + 12), at + FOLLOWER_ROW.offset);
    words[at + FOLLOWER_ROW.instance] = followers.instance[i];
    words[at + FOLLOWER_ROW.parent] = followers.parent[i];
    words[at + FOLLOWER_ROW.above] = followers.above[i];
    words[at + FOLLOWER_ROW.bone] = followers.bone[i];
    words[at + FOLLOWER_ROW.flags] = followers.flags[i];
  }
  return words;
}

/** Compiled on first use. */
const followPipelineOf = oncePerDevice((gpu: Gpu) => {
  const { device } = gpu;
  const label = "render/follow-props";
  const types = ["read-only-storage", "read-only-storage", "storage"] as const;
  const layout = device.createBindGroupLayout({
    label,
    entries: types.map((type, binding) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type },
    })),
  });
  let made: Promise<GPUComputePipeline> | null = null;
  const make = async () =>
    createComputePipeline(gpu, {
      label,
      layout: device.createPipelineLayout({ label, bindGroupLayouts: [layout] }),
      compute: {
        module: await createShader(gpu, label, followProps),
        entryPoint: "computeMain",
        constants: { instanceVectors: INSTANCE_ROW.strideBytes / 16 },
      },
    });
  const pipelineNow = () => (made ??= make());
  return { layout, pipelineNow };
});
