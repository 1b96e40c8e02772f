/** Compute pass that runs the materials' motion programs. Loaded with the first moving material. */

import moveMaterials from "../../../shaders/materials/move-materials.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createShader } from "../../gpu/pipelines.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { MaterialSet, TextureOwner } from "../../map/material.ts";
import type { MaterialMotion } from "../../map/motion/material-motion.ts";
import { ROLE_COUNT } from "../../map/texture-roles.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { bindBuffers } from "../context/storage-group.ts";

export interface MotionPass extends Owner {
  /** @param frame bind group of the view whose time and camera move the materials */
  readonly encode: (pass: GPUComputePassEncoder, frame: GPUBindGroup) => void;
}

const GROUP_SIZE = 64;

/** The struct `MovingMaterial` of `shaders/materials/move-materials.wgsl`, in words. */
const MOVING_ROW = {
  firstOp: 0,
  opCount: 1,
  row: 2,
  scale: 4,
  places: 8,
  lastFrames: 8 + ROLE_COUNT,
  strideWords: Math.ceil((8 + ROLE_COUNT * 2) / 4) * 4,
} as const;

export interface MovedMaterials {
  readonly owner: TextureOwner;
  readonly set: MaterialSet;
  readonly motion: MaterialMotion;
  /** Material rows of the set on the GPU. */
  readonly rows: GPUBuffer;
  /** Places of textures, as for `packMaterialRows`. */
  readonly places: Uint32Array;
}

/** @throws GpuError `limit`, `validation` */
export async function createMotionPass(
  gpu: Gpu,
  { owner, set, motion, rows, places }: MovedMaterials,
): Promise<MotionPass> {
  const { layout, made } = motionPipelineOf(gpu);
  const pipeline = await made;
  return buildOwner(gpu, (group) => {
    const filled = (name: string, data: ArrayBufferView) =>
      group.bufferWith(`render/${owner}-${name}`, "materials", GPUBufferUsage.STORAGE, data);
    const bindGroup = bindBuffers(gpu.device, `render/${owner}-motion`, layout, [
      filled("moving", packMovingRows(set, motion, places)),
      filled("motion-ops", motion.ops),
      rows,
    ]);
    const workgroups = Math.ceil(motion.count / GROUP_SIZE);
    return {
      encode(pass: GPUComputePassEncoder, frame: GPUBindGroup) {
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, frame);
        pass.setBindGroup(1, bindGroup);
        pass.dispatchWorkgroups(workgroups);
      },
    };
  });
}

/** @param places places of all materials' textures, as for `packMaterialRows` */
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

/** Compiled on first use. */
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
  const make = async () =>
    createComputePipeline(gpu, {
      label: "render/move-materials",
      layout: device.createPipelineLayout({
        label: "render/move-materials",
        bindGroupLayouts: [bindLayoutsOf(gpu).frame, layout],
      }),
      compute: {
        module: await createShader(gpu, "render/move-materials", moveMaterials),
        entryPoint: "computeMain",
      },
    });
  return { layout, made: make() };
});
