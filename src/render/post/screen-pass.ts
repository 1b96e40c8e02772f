/**
 * Full-screen passes. Each reads the previous picture texel by texel and writes the next one. A
 * pass is defined by its WGSL and a condition; its input and output follow from its position in the
 * frame.
 */

import { assert } from "../../core/errors.ts";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import { PICTURE_FORMAT } from "../targets/formats.ts";
import type { ScreenDraw } from "./grade.ts";

interface Pass {
  readonly kind: "screen";
  readonly name: string;
  readonly target: "picture" | "canvas";
  readonly isRun: (job: FrameJob) => boolean;
}

export interface CodePass extends Pass {
  /**
   * WGSL with the entry points `vertexMain` and `fragmentMain`. Group 0 is the camera's frame
   * block; binding 0 of group 1 is the previous picture. Rarely used code is loaded on demand: the
   * pass runs once its pipeline is compiled, see `isScreenPassReady`.
   */
  readonly code: string | (() => Promise<string>);
}

/** A pass whose code is loaded on demand; it does not run until then. */
export interface FetchedPass extends Pass {
  readonly target: "picture";
  /**
   * Called only if the pass runs. A new plan is made when the grade's draw changes.
   * @param before the previous picture
   */
  readonly drawOf: (job: FrameJob, before: GPUTextureView) => ScreenDraw;
}

export type ScreenPass = CodePass | FetchedPass;

/** Pipelines by name and format, shared per device. */
const pipelinesOf = oncePerDevice(() => new Map<string, GPURenderPipeline>());

function describe(gpu: Gpu, { name }: CodePass, format: GPUTextureFormat, code: GPUShaderModule) {
  const { frame, picture } = bindLayoutsOf(gpu);
  return {
    label: `render/${name}`,
    layout: gpu.device.createPipelineLayout({ bindGroupLayouts: [frame, picture] }),
    vertex: { module: code, entryPoint: "vertexMain" },
    fragment: { module: code, entryPoint: "fragmentMain", targets: [{ format }] },
  };
}

/**
 * Compiles a pass's pipeline before its first frame.
 * @throws GpuError `validation`
 */
export async function prepareScreenPipeline(
  gpu: Gpu,
  pass: CodePass,
  format: GPUTextureFormat,
): Promise<void> {
  const pipelines = pipelinesOf(gpu);
  const key = `${pass.name} ${format}`;
  if (pipelines.has(key)) return;
  const code = typeof pass.code === "string" ? pass.code : await pass.code();
  const module = await createShader(gpu, `render/${pass.name}`, code);
  pipelines.set(key, await createRenderPipeline(gpu, describe(gpu, pass, format, module)));
}

const fetchedOf = oncePerDevice(() => new Map<CodePass, LazyPipeline<boolean>>());

/** Returns true if a pass whose code is loaded on demand can run, and requests it. */
export function isScreenPassReady(gpu: Gpu, pass: CodePass): boolean {
  const fetched = fetchedOf(gpu);
  let prepared = fetched.get(pass);
  if (prepared === undefined) {
    prepared = pipelineQueueOf(gpu).lazy(async () => {
      await prepareScreenPipeline(gpu, pass, PICTURE_FORMAT);
      return true;
    });
    fetched.set(pass, prepared);
  }
  return prepared() === true;
}

/** Returns a pass's pipeline. If it was not prepared, it is compiled synchronously. */
export function screenPipeline(
  gpu: Gpu,
  pass: CodePass,
  format: GPUTextureFormat,
): GPURenderPipeline {
  const pipelines = pipelinesOf(gpu);
  const key = `${pass.name} ${format}`;
  let pipeline = pipelines.get(key);
  if (pipeline === undefined) {
    assert(typeof pass.code === "string", `${pass.name} runs before its code is loaded`);
    const module = gpu.device.createShaderModule({ label: `render/${pass.name}`, code: pass.code });
    pipeline = gpu.device.createRenderPipeline(describe(gpu, pass, format, module));
    pipelines.set(key, pipeline);
  }
  return pipeline;
}
