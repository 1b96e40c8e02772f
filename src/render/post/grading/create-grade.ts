/** Creates a frame's grading. Loaded with the first map that needs any. */

import { assert } from "../../../core/errors.ts";
import type { Gpu } from "../../../gpu/gpu.ts";
import { buildOwner } from "../../../gpu/resource-group.ts";
import type { ColorCorrections, MapScene } from "../../../map/types.ts";
import type { RenderContext } from "../../context/render-context.ts";
import { COLOR_FORMAT } from "../../targets/formats.ts";
import type { SceneTarget } from "../../targets/scene-target.ts";
import type { BloomPipelines, Grade, ScreenDraw } from "../grade.ts";
import { type Bloom, createBloom } from "./bloom.ts";
import { type ColorLookups, createColorLookups } from "./color-lookups.ts";
import {
  createExposureMeter,
  createExposureSteps,
  type ExposureStep,
  type MeterPipelines,
  STEP_HOLD,
} from "./exposure-meter.ts";
import { gradeLayoutOf, prepareMeter } from "./grade-pipelines.ts";

/** Creates the grade of a renderer. */
export type CreateGrade = (context: RenderContext) => Grade;

/** @throws GpuError `validation` if the device rejects a shader or a pipeline */
export async function prepareGrade(gpu: Gpu): Promise<CreateGrade> {
  const pipelines = await prepareMeter(gpu);
  return (context) => createGrade(context, pipelines);
}

function createGrade({ gpu, shared, frame }: RenderContext, meterPipelines: MeterPipelines): Grade {
  const meter = createExposureMeter(gpu, meterPipelines);
  const black = buildOwner(gpu, (group) => {
    const usage = GPUTextureUsage.TEXTURE_BINDING;
    const descriptor = { format: COLOR_FORMAT, width: 1, height: 1, usage };
    // WebGPU clears new textures to zero, so it is black.
    return { view: group.texture("render/no-bloom", "targets", descriptor).createView() };
  });
  const steps = createExposureSteps();
  let step: ExposureStep = STEP_HOLD;
  let target: SceneTarget | null = null;
  let scene: MapScene | null = null;
  let isAutomatic: boolean | null = null;
  let bloom: Bloom | null = null;
  let corrections: ColorCorrections | null = null;
  let lookups: ColorLookups = createColorLookups(gpu, null);
  let draw: ScreenDraw | null = null;

  /**
   * The follow functions recreate their part if needed. Those with a result return true if they
   * did.
   */
  function followExposure(isWanted: boolean, isSameMap: boolean): void {
    if (isAutomatic === isWanted && isSameMap) return;
    isAutomatic = isWanted;
    steps.restart();
    // Without automatic exposure, only the frame's exposure applies.
    if (!isWanted) gpu.device.queue.writeBuffer(meter.state, 0, Float32Array.of(1));
  }

  function followBloom(pipelines: BloomPipelines | null, isSame: boolean): boolean {
    if (isSame && (pipelines !== null) === (bloom !== null)) return false;
    bloom?.destroy();
    bloom = null;
    const scale = scene?.toneMapping?.bloomScale ?? 0;
    if (pipelines !== null && target !== null) {
      bloom = createBloom(gpu, pipelines, target, meter.state, shared.clampSampler, scale);
    }
    return true;
  }

  function followLookups(wanted: ColorCorrections | null): boolean {
    if (corrections === wanted) return false;
    const next = createColorLookups(gpu, wanted);
    lookups.destroy();
    lookups = next;
    corrections = wanted;
    return true;
  }

  const isOf = (itsScene: MapScene, itsTarget: SceneTarget) =>
    scene === itsScene && target === itsTarget;

  return {
    get draw() {
      assert(draw !== null, "the grade has no frame yet");
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
    isOf,
    follow(nextScene, nextTarget, parts, pipeline, bloomPipelines) {
      const isSame = isOf(nextScene, nextTarget);
      const isSameMap = scene === nextScene;
      scene = nextScene;
      target = nextTarget;
      if (!isSame) meter.aim(scene, target);
      followExposure(parts.autoExposure, isSameMap);
      const isBloomNew = followBloom(bloomPipelines, isSame);
      const areLookupsNew = followLookups(parts.corrections);
      if (isSame && !isBloomNew && !areLookupsNew && draw?.pipeline === pipeline) return;
      const bindGroup = gpu.device.createBindGroup({
        label: "render/grade",
        layout: gradeLayoutOf(gpu),
        entries: [
          { binding: 0, resource: { buffer: meter.state } },
          { binding: 1, resource: target.lightView },
          { binding: 2, resource: (bloom ?? black).view },
          { binding: 3, resource: shared.clampSampler },
          { binding: 4, resource: lookups.view },
          { binding: 5, resource: { buffer: lookups.mix } },
        ],
      });
      draw = { pipeline, bindGroup };
    },
    begin(camera, seconds) {
      step = steps.next(camera, seconds);
      lookups.moveTo(camera);
    },
    encodeMeter: (pass) => meter.encode(pass, frame.camera.bindGroup, step),
    encodeBloom: (pass) => bloom?.encode(pass, frame.camera.bindGroup),
    destroy() {
      meter.destroy();
      black.destroy();
      bloom?.destroy();
      lookups.destroy();
    },
  };
}
