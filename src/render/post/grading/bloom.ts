/** Bloom: its pipelines, and textures of a quarter of the frame's width and height. */

import bloomCode from "../../../../shaders/screen/bloom.wgsl";
import type { Gpu } from "../../../gpu/gpu.ts";
import { createComputePipeline, createShader } from "../../../gpu/pipelines.ts";
import { buildOwner, type Owner } from "../../../gpu/resource-group.ts";
import { GROUP_FRAME, GROUP_SET } from "../../context/bind-layouts.ts";
import { bindLayoutsOf } from "../../context/shared-resources.ts";
import { BLOOM_REACH, BLOOM_ROW } from "../../shader-constants.ts";
import { COLOR_FORMAT } from "../../targets/formats.ts";
import type { SceneTarget } from "../../targets/scene-target.ts";
import type { BloomPipelines } from "../grade.ts";

/** Entry points in the order in which they run. */
const STEPS = ["shrinkAcross", "blurDown"];

/**
 * Factor by which the picture is shrunk in each direction, and width of the last step's workgroups
 * in texels.
 */
const SHRUNK = 4;
const GROUP_EDGE = 8;

export async function prepareBloom(gpu: Gpu): Promise<BloomPipelines> {
  const { COMPUTE } = GPUShaderStage;
  const label = "render/bloom";
  const layout = gpu.device.createBindGroupLayout({
    label,
    entries: [
      { binding: 0, visibility: COMPUTE, buffer: { type: "read-only-storage" } },
      { binding: 1, visibility: COMPUTE, texture: {} },
      { binding: 2, visibility: COMPUTE, storageTexture: { format: COLOR_FORMAT } },
      { binding: 3, visibility: COMPUTE, sampler: {} },
      { binding: 4, visibility: COMPUTE, buffer: {} },
    ],
  });
  const module = await createShader(gpu, label, bloomCode);
  const bindGroupLayouts = [bindLayoutsOf(gpu).frame, layout];
  const pipelineLayout = gpu.device.createPipelineLayout({ label, bindGroupLayouts });
  const steps = STEPS.map((entryPoint) =>
    createComputePipeline(gpu, { label, layout: pipelineLayout, compute: { module, entryPoint } }),
  );
  return { layout, steps: await Promise.all(steps) };
}

export interface Bloom extends Owner {
  /** The blurred picture, multiplied by its scale, in encoded colours. */
  readonly view: GPUTextureView;
  encode(pass: GPUComputePassEncoder, frame: GPUBindGroup): void;
}

export interface BloomInput {
  /** See `ExposureMeter.state`. */
  readonly exposure: GPUBuffer;
  /** Linear and clamped. */
  readonly sampler: GPUSampler;
  readonly scale: number;
}

/**
 * @throws GpuError `limit`; everything created so far is freed then
 */
export function createBloom(
  gpu: Gpu,
  { layout, steps }: BloomPipelines,
  { width, height, lightView }: SceneTarget,
  { exposure, sampler, scale }: BloomInput,
): Bloom {
  const [columns, rows] = [width, height].map((edge) => Math.max(1, Math.floor(edge / SHRUNK)));
  const workgroups = [
    [Math.ceil(columns / (BLOOM_ROW - 2 * BLOOM_REACH)), rows],
    [Math.ceil(columns / GROUP_EDGE), Math.ceil(rows / GROUP_EDGE)],
  ];
  return buildOwner(gpu, (group) => {
    const { STORAGE_BINDING, TEXTURE_BINDING } = GPUTextureUsage;
    const descriptor = {
      format: COLOR_FORMAT,
      width: columns,
      height: rows,
      usage: STORAGE_BINDING | TEXTURE_BINDING,
    };
    const views = [0, 1].map((i) =>
      group.texture(`render/bloom-${i}`, "targets", descriptor).createView(),
    );
    const { UNIFORM } = GPUBufferUsage;
    const numbers = Float32Array.of(scale, 0, 0, 0);
    const buffer = group.bufferWith("render/bloom-scale", "targets", UNIFORM, numbers);
    // Each step reads the output of the previous one.
    const images = [lightView, ...views];
    const bindGroups = steps.map((_, i) =>
      gpu.device.createBindGroup({
        label: "render/bloom",
        layout,
        entries: [
          { binding: 0, resource: { buffer: exposure } },
          { binding: 1, resource: images[i] },
          { binding: 2, resource: images[i + 1] },
          { binding: 3, resource: sampler },
          { binding: 4, resource: { buffer } },
        ],
      }),
    );
    return {
      view: images[steps.length],
      encode(pass: GPUComputePassEncoder, frame: GPUBindGroup) {
        pass.setBindGroup(GROUP_FRAME, frame);
        for (let i = 0; i < steps.length; i++) {
          pass.setPipeline(steps[i]);
          pass.setBindGroup(GROUP_SET, bindGroups[i]);
          pass.dispatchWorkgroups(workgroups[i][0], workgroups[i][1]);
        }
      },
    };
  });
}
