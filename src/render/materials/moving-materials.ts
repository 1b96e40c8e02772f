/**
 * Materials that move by themselves: before anything is drawn, a compute pass runs their programs and writes what
 * they are now into their rows. Where no material moves there is no such pass, and none of it is made.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createShader } from "../../gpu/pipelines.ts";
import type { ResourceGroup } from "../../gpu/resource-group.ts";
import type { MaterialSet, TextureOwner } from "../../map/material.ts";
import type { MaterialMotion } from "../../map/material-motion.ts";
import { ROLE_COUNT } from "../../map/texture-roles.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { bindBuffers } from "../context/storage-group.ts";

const GROUP_SIZE = 64;

/** The struct `MovingMaterial` of `shaders/move-materials.wgsl`, in words. */
const MOVING_ROW = {
  firstOp: 0,
  opCount: 1,
  row: 2,
  scale: 4,
  places: 8,
  lastFrames: 8 + ROLE_COUNT,
  strideWords: Math.ceil((8 + ROLE_COUNT * 2) / 4) * 4,
} as const;

interface Mover {
  readonly group: GPUBindGroup;
  readonly workgroups: number;
}

/** All that move, of all material tables that there are. */
export interface MovingMaterials {
  readonly movers: Mover[];
  pipeline: LazyPipeline<GPUComputePipeline> | null;
}

export function createMovingMaterials(): MovingMaterials {
  return { movers: [], pipeline: null };
}

/** null: what moves stands still until its pipeline is there. */
export function movingPipeline({ movers, pipeline }: MovingMaterials): GPUComputePipeline | null {
  return movers.length === 0 || pipeline === null ? null : pipeline();
}

/** @param frame bind group of a view: they are where its time and its camera say */
export function encodeMotion(
  pass: GPUComputePassEncoder,
  { movers }: MovingMaterials,
  pipeline: GPUComputePipeline,
  frame: GPUBindGroup,
): void {
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, frame);
  for (let i = 0; i < movers.length; i++) {
    pass.setBindGroup(1, movers[i].group);
    pass.dispatchWorkgroups(movers[i].workgroups);
  }
}

/** Moves the materials of a set until it is destroyed. */
export function addMovingMaterials(
  group: ResourceGroup,
  moving: MovingMaterials,
  owner: TextureOwner,
  set: MaterialSet,
  motion: MaterialMotion,
  rows: GPUBuffer,
  places: Uint32Array,
): void {
  const { gpu } = group;
  const { layout, pipeline } = motionPipelineOf(gpu);
  moving.pipeline = pipeline;
  // Whoever waits for a whole picture waits for it, too.
  pipeline();
  const words = packMovingRows(set, motion, places);
  const { STORAGE } = GPUBufferUsage;
  const filled = (name: string, data: ArrayBufferView) =>
    group.bufferWith(`render/${owner}-${name}`, "materials", STORAGE, data);
  const mover: Mover = {
    group: bindBuffers(gpu.device, `render/${owner}-motion`, layout, [
      filled("moving", words),
      filled("motion-ops", motion.ops),
      rows,
    ]),
    workgroups: Math.ceil(motion.count / GROUP_SIZE),
  };
  group.keep({ destroy: () => void moving.movers.splice(moving.movers.indexOf(mover), 1) });
  moving.movers.push(mover);
}

/** @param places of all materials, as `packMaterialRows` takes them */
export function packMovingRows(
  set: MaterialSet,
  motion: MaterialMotion,
  places: Uint32Array,
): Uint32Array {
  const words = new Uint32Array(motion.count * MOVING_ROW.strideWords);
  const floats = new Float32Array(words.buffer);
  for (let i = 0; i < motion.count; i++) {
    const at = i * MOVING_ROW.strideWords;
    const material = motion.material[i];
    words[at + MOVING_ROW.firstOp] = motion.firstOp[i];
    words[at + MOVING_ROW.opCount] = motion.opCount[i];
    words[at + MOVING_ROW.row] = material;
    floats.set(motion.scale.subarray(i * 4, i * 4 + 4), at + MOVING_ROW.scale);
    for (let role = 0; role < ROLE_COUNT; role++) {
      const texture = set.roleTexture[material * ROLE_COUNT + role];
      words[at + MOVING_ROW.places + role] = places[material * ROLE_COUNT + role];
      words[at + MOVING_ROW.lastFrames + role] = texture < 0 ? 0 : set.textures.frames[texture] - 1;
    }
  }
  return words;
}

/** Made when the first material moves. */
const motionPipelineOf = oncePerDevice((gpu: Gpu) => {
  const { device } = gpu;
  const storage = (type: GPUBufferBindingType, binding: number) => ({
    binding,
    visibility: GPUShaderStage.COMPUTE,
    buffer: { type },
  });
  const layout = device.createBindGroupLayout({
    label: "render/motion",
    entries: [
      storage("read-only-storage", 0),
      storage("read-only-storage", 1),
      storage("storage", 2),
    ],
  });
  const pipeline = pipelineQueueOf(gpu).lazy(async () => {
    const code = (await import("../../../shaders/move-materials.wgsl")).default;
    return createComputePipeline(gpu, {
      label: "render/move-materials",
      layout: device.createPipelineLayout({
        label: "render/move-materials",
        bindGroupLayouts: [bindLayoutsOf(gpu).frame, layout],
      }),
      compute: {
        module: await createShader(gpu, "render/move-materials", code),
        entryPoint: "computeMain",
      },
    });
  });
  return { layout, pipeline };
});
