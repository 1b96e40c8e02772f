/** Grading, as far as a frame has it: fetched with the first map that has any. */

import exposureCode from "../../../../shaders/exposure.wgsl";
import gradeCode from "../../../../shaders/grade.wgsl";
import type { Gpu } from "../../../gpu/gpu.ts";
import {
  createComputePipeline,
  createRenderPipeline,
  createShader,
} from "../../../gpu/pipelines.ts";
import { buildOwner } from "../../../gpu/resource-group.ts";
import type { MapScene } from "../../../map/types.ts";
import type { LazyPipeline } from "../../context/pipeline-queue.ts";
import type { RenderContext } from "../../context/render-context.ts";
import { bindLayoutsOf } from "../../context/shared-resources.ts";
import { COLOR_FORMAT, PICTURE_FORMAT } from "../../targets/formats.ts";
import type { SceneTarget } from "../../targets/scene-target.ts";
import type { Grade } from "../grade.ts";
import type { ScreenDraw } from "../screen-draw.ts";
import { type Bloom, type BloomPipelines, createBloom } from "./bloom.ts";
import { createExposureMeter, type MeterPipelines } from "./exposure-meter.ts";
import { createExposureSteps, type ExposureStep, STEP_HOLD } from "./exposure-steps.ts";

/** Makes a grade of a renderer. */
export type CreateGrade = (context: RenderContext, bloom: LazyPipeline<BloomPipelines>) => Grade;

interface GradePipelines {
  readonly layout: GPUBindGroupLayout;
  /** Without bloom, and with it. */
  readonly draws: readonly [plain: GPURenderPipeline, bloomed: GPURenderPipeline];
  readonly meter: MeterPipelines;
}

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
  const [measure, begin, settle, approach] = await Promise.all(
    ["measure", "begin", "settle", "approach"].map((entryPoint) =>
      createComputePipeline(gpu, {
        label: `${label}-${entryPoint}`,
        layout: pipelineLayout,
        compute: { module, entryPoint },
      }),
    ),
  );
  return { layout, measure, begin, settle, approach };
}

async function preparePipelines(gpu: Gpu): Promise<GradePipelines> {
  const { FRAGMENT: visibility } = GPUShaderStage;
  const label = "render/grade";
  const layout = gpu.device.createBindGroupLayout({
    label,
    entries: [
      { binding: 0, visibility, buffer: { type: "read-only-storage" } },
      { binding: 1, visibility, texture: { sampleType: "unfilterable-float" } },
      { binding: 2, visibility, texture: {} },
      { binding: 3, visibility, sampler: {} },
    ],
  });
  const module = await createShader(gpu, label, gradeCode);
  const bindGroupLayouts = [bindLayoutsOf(gpu).frame, layout];
  const draw = (hasBloom: number) =>
    createRenderPipeline(gpu, {
      label,
      layout: gpu.device.createPipelineLayout({ label, bindGroupLayouts }),
      vertex: { module, entryPoint: "vertexMain" },
      fragment: {
        module,
        entryPoint: "fragmentMain",
        constants: { hasBloom },
        targets: [{ format: PICTURE_FORMAT }],
      },
    });
  const [plain, bloomed, meter] = await Promise.all([draw(0), draw(1), prepareMeter(gpu)]);
  return { layout, draws: [plain, bloomed], meter };
}

/** @throws GpuError `validation` if the device refuses a shader or a pipeline */
export async function prepareGrade(gpu: Gpu): Promise<CreateGrade> {
  const pipelines = await preparePipelines(gpu);
  return (context, bloom) => createGrade(context, pipelines, bloom);
}

function createGrade(
  { gpu, shared, frame }: RenderContext,
  { layout, draws, meter: meterPipelines }: GradePipelines,
  bloomPipelines: LazyPipeline<BloomPipelines>,
): Grade {
  const meter = createExposureMeter(gpu, meterPipelines);
  const black = buildOwner(gpu, (group) => {
    const usage = GPUTextureUsage.TEXTURE_BINDING;
    const descriptor = { format: COLOR_FORMAT, width: 1, height: 1, usage };
    // A texture that nothing was written to is black.
    return { view: group.texture("render/no-bloom", "targets", descriptor).createView() };
  });
  const steps = createExposureSteps();
  let step: ExposureStep = STEP_HOLD;
  let target: SceneTarget | null = null;
  let scene: MapScene | null = null;
  let isAutomatic: boolean | null = null;
  let bloom: Bloom | null = null;
  let draw: ScreenDraw | null = null;

  function followBloom(isWanted: boolean, isSame: boolean): boolean {
    if (isSame && isWanted === (bloom !== null)) return false;
    bloom?.destroy();
    bloom = null;
    const pipelines = isWanted ? bloomPipelines() : null;
    const scale = scene?.toneMapping?.bloomScale ?? 0;
    if (pipelines !== null && target !== null) {
      bloom = createBloom(gpu, pipelines, target, meter.state, shared.clampSampler, scale);
    }
    return true;
  }

  return {
    get draw() {
      if (draw === null || target === null) throw new Error("a grade of no frame");
      return draw;
    },
    get hasAutoExposure() {
      return isAutomatic === true;
    },
    get hasBloom() {
      return bloom !== null;
    },
    get isMetered() {
      return isAutomatic === true && step !== STEP_HOLD;
    },
    follow(nextScene, nextTarget, parts) {
      const isSameMap = scene === nextScene;
      const isSame = isSameMap && target === nextTarget;
      scene = nextScene;
      target = nextTarget;
      if (!isSame) meter.aim(scene, target);
      if (isAutomatic !== parts.autoExposure || !isSameMap) {
        isAutomatic = parts.autoExposure;
        steps.restart();
        // Else the frame's own exposure is all.
        if (!isAutomatic) gpu.device.queue.writeBuffer(meter.state, 0, Float32Array.of(1));
      }
      if (!followBloom(parts.bloom, isSame) && isSame && draw !== null) return;
      const bindGroup = gpu.device.createBindGroup({
        label: "render/grade",
        layout,
        entries: [
          { binding: 0, resource: { buffer: meter.state } },
          { binding: 1, resource: target.lightView },
          { binding: 2, resource: (bloom ?? black).view },
          { binding: 3, resource: shared.clampSampler },
        ],
      });
      draw = { pipeline: draws[bloom === null ? 0 : 1], bindGroup };
    },
    begin(camera, seconds) {
      step = steps.next(camera, seconds);
    },
    encodeMeter: (pass) => meter.encode(pass, frame.camera.bindGroup, step),
    encodeBloom: (pass) => bloom?.encode(pass, frame.camera.bindGroup),
    destroy() {
      meter.destroy();
      black.destroy();
      bloom?.destroy();
    },
  };
}
