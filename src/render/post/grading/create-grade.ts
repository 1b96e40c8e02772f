/** Creates a frame's grading. Loaded with the first map that needs any. */

import { assert } from "../../../core/errors.ts";
import type { Gpu } from "../../../gpu/gpu.ts";
import { buildOwner, type Owner } from "../../../gpu/resource-group.ts";
import { CORRECTION_BOX, LOOKUP_EDGE } from "../../../map/color-correction.ts";
import { EYE_HEIGHT } from "../../../map/hulls.ts";
import type { ColorCorrections, MapScene, ToneMapping } from "../../../map/types.ts";
import type { RenderContext } from "../../context/render-context.ts";
import { COLOR_FORMAT } from "../../targets/formats.ts";
import type { SceneTarget } from "../../targets/scene-target.ts";
import type { Camera } from "../../types.ts";
import type { BloomPipelines, Grade, ScreenDraw } from "../grade.ts";
import { type Bloom, createBloom } from "./bloom.ts";
import {
  createExposureMeter,
  createExposureSteps,
  type ExposureStep,
  exposureSettlingSeconds,
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
  let toneMapping: ToneMapping | null = null;
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
    const scale = toneMapping?.bloomScale ?? 0;
    if (pipelines !== null && target !== null) {
      const input = { exposure: meter.state, sampler: shared.clampSampler, scale };
      bloom = createBloom(gpu, pipelines, target, input);
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
    get settlingSeconds() {
      return isAutomatic === true ? exposureSettlingSeconds(toneMapping?.rate ?? 0) : 0;
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
      const isSameTone = toneMapping === parts.toneMapping;
      toneMapping = parts.toneMapping;
      if (!isSame || !isSameTone) meter.aim(scene.exposure, toneMapping, target);
      followExposure(parts.autoExposure, isSameMap);
      const isBloomNew = followBloom(bloomPipelines, isSame && isSameTone);
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
      if (isAutomatic === true && step !== STEP_HOLD) meter.setTime(seconds);
      lookups.moveTo(camera);
    },
    skip: steps.skip,
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

// Colour lookup tables, stacked in a 3D texture, and their weights at the camera's place.

/** Greatest number of mixed tables, as in the engine's post shader. */
const MIXED_LOOKUPS = 4;

/** Returns the weight of a correction at a point, 0 to 1. */
function weightAt(places: ColorCorrections, row: number, x: number, y: number, z: number): number {
  const { bounds, kind, weight } = places;
  const at = row * 6;
  if (kind[row] === CORRECTION_BOX) {
    const isInside =
      x >= bounds[at] &&
      y >= bounds[at + 1] &&
      z >= bounds[at + 2] &&
      x <= bounds[at + 3] &&
      y <= bounds[at + 4] &&
      z <= bounds[at + 5];
    return isInside ? weight[row] : 0;
  }
  const [dx, dy, dz] = [x - bounds[at], y - bounds[at + 1], z - bounds[at + 2]];
  const min = bounds[at + 3];
  const share = (Math.sqrt(dx * dx + dy * dy + dz * dz) - min) / (bounds[at + 4] - min);
  return weight[row] * (1 - Math.min(1, Math.max(0, share)));
}

/**
 * Writes weights and tables of the first four corrections with a weight. The remainder to 1 is the
 * weight of the uncorrected colour. A sum above 1 is scaled to 1.
 * @param out four weights, four tables, then the remainder
 */
export function writeCorrectionWeights(
  out: Float32Array,
  places: ColorCorrections,
  camera: { readonly x: number; readonly y: number; readonly z: number },
): void {
  out.fill(0);
  let mixed = 0;
  let sum = 0;
  for (let row = 0; row < places.count && mixed < MIXED_LOOKUPS; row++) {
    // The engine tests the position of the player's feet.
    const weight = weightAt(places, row, camera.x, camera.y, camera.z - EYE_HEIGHT);
    if (weight <= 0) continue;
    out[mixed] = weight;
    out[MIXED_LOOKUPS + mixed] = places.lookup[row];
    mixed++;
    sum += weight;
  }
  for (let i = 0; sum > 1 && i < MIXED_LOOKUPS; i++) out[i] /= sum;
  out[MIXED_LOOKUPS * 2] = Math.max(0, 1 - sum);
}

interface ColorLookups extends Owner {
  readonly view: GPUTextureView;
  /** Uniforms: the struct `Mix` of `shaders/screen/grade.wgsl`. */
  readonly mix: GPUBuffer;
  /** Updates the weights for the camera's place if they have changed. */
  readonly moveTo: (camera: Camera) => void;
}

/** Four weights, four tables and the remainder, padded to a multiple of 16 bytes. */
const MIX_NUMBERS = MIXED_LOOKUPS * 3;

/**
 * @param corrections `null` for an unused table of a single texel
 * @throws GpuError `limit`; everything created so far is freed then
 */
function createColorLookups(gpu: Gpu, corrections: ColorCorrections | null): ColorLookups {
  const { queue } = gpu.device;
  return buildOwner(gpu, (group) => {
    const { TEXTURE_BINDING, COPY_DST } = GPUTextureUsage;
    const edge = corrections === null ? 1 : LOOKUP_EDGE;
    const depth = edge * (corrections?.lookupCount ?? 1);
    const texture = group.texture("render/lookups", "targets", {
      format: "rgba8unorm",
      width: edge,
      height: edge,
      layers: depth,
      dimension: "3d",
      usage: TEXTURE_BINDING | COPY_DST,
    });
    if (corrections !== null) {
      const size = { width: edge, height: edge, depthOrArrayLayers: depth };
      const layout = { bytesPerRow: edge * 4, rowsPerImage: edge };
      queue.writeTexture({ texture }, corrections.texels as BufferSource, layout, size);
    }
    const { UNIFORM, COPY_DST: WRITTEN } = GPUBufferUsage;
    const mix = group.buffer("render/lookup-mix", "targets", UNIFORM | WRITTEN, MIX_NUMBERS * 4);
    const numbers = new Float32Array(MIX_NUMBERS);
    const written = new Float32Array(MIX_NUMBERS);
    numbers[MIXED_LOOKUPS * 2] = 1;
    written.set(numbers);
    queue.writeBuffer(mix, 0, numbers);
    return {
      view: texture.createView({ dimension: "3d" }),
      mix,
      moveTo(camera: Camera) {
        if (corrections === null) return;
        writeCorrectionWeights(numbers, corrections, camera);
        let isSame = true;
        for (let i = 0; i < MIX_NUMBERS; i++) if (numbers[i] !== written[i]) isSame = false;
        if (isSame) return;
        written.set(numbers);
        queue.writeBuffer(mix, 0, numbers);
      },
    };
  });
}
