/** Pipelines and layouts of grading, shared per device. */

import exposureCode from "../../../../shaders/screen/exposure.wgsl";
import gradeCode from "../../../../shaders/screen/grade.wgsl";
import type { Gpu } from "../../../gpu/gpu.ts";
import {
  createComputePipeline,
  createRenderPipeline,
  createShader,
} from "../../../gpu/pipelines.ts";
import { oncePerDevice, oncePerDeviceAsync } from "../../context/device-cache.ts";
import { bindLayoutsOf } from "../../context/shared-resources.ts";
import { PICTURE_FORMAT } from "../../targets/formats.ts";
import type { MeterPipelines } from "./exposure-meter.ts";

export async function prepareMeter(gpu: Gpu): Promise<MeterPipelines> {
  const { COMPUTE: visibility } = GPUShaderStage;
  const label = "render/exposure";
  const layout = gpu.device.createBindGroupLayout({
    label,
    entries: [
      { binding: 0, visibility, buffer: { type: "storage" } },
      { binding: 1, visibility, buffer: {} },
      { binding: 2, visibility, texture: { sampleType: "unfilterable-float" } },
    ],
  });
  const module = await createShader(gpu, label, exposureCode);
  const bindGroupLayouts = [bindLayoutsOf(gpu).frame, layout];
  const pipelineLayout = gpu.device.createPipelineLayout({ label, bindGroupLayouts });
  const [settle, approach] = await Promise.all(
    ["settle", "approach"].map((entryPoint) =>
      createComputePipeline(gpu, {
        label: `${label}-${entryPoint}`,
        layout: pipelineLayout,
        compute: { module, entryPoint },
      }),
    ),
  );
  return { layout, settle, approach };
}

export const gradeLayoutOf = oncePerDevice(({ device }) => {
  const { FRAGMENT: visibility } = GPUShaderStage;
  return device.createBindGroupLayout({
    label: "render/grade",
    entries: [
      { binding: 0, visibility, buffer: { type: "read-only-storage" } },
      { binding: 1, visibility, texture: { sampleType: "unfilterable-float" } },
      { binding: 2, visibility, texture: {} },
      { binding: 3, visibility, sampler: {} },
      { binding: 4, visibility, texture: { viewDimension: "3d" } },
      { binding: 5, visibility, buffer: {} },
    ],
  });
});

const moduleOf = oncePerDeviceAsync((gpu) => createShader(gpu, "render/grade", gradeCode));

/** @param bits parts of grading: 1 bloom, 2 lookup tables */
export async function prepareDraw(gpu: Gpu, bits: number): Promise<GPURenderPipeline> {
  const module = await moduleOf(gpu);
  const bindGroupLayouts = [bindLayoutsOf(gpu).frame, gradeLayoutOf(gpu)];
  return createRenderPipeline(gpu, {
    label: "render/grade",
    layout: gpu.device.createPipelineLayout({ label: "render/grade", bindGroupLayouts }),
    vertex: { module, entryPoint: "vertexMain" },
    fragment: {
      module,
      entryPoint: "fragmentMain",
      constants: { hasBloom: bits & 1, hasLookups: bits >> 1 },
      targets: [{ format: PICTURE_FORMAT }],
    },
  });
}
