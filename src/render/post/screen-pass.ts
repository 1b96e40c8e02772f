/**
 * Passes over the whole picture: each reads, texel by texel, what the one before it left, and writes
 * the next picture. A pass is its WGSL and when it runs; what it reads and writes follows from its
 * place in the frame.
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
   * Entry points `vertexMain` and `fragmentMain`. Group 0 is the camera's frame, group 1 has the
   * picture before at binding 0. Code that few pictures need is fetched: such a pass is run from when its
   * pipeline is there, see `isScreenPassReady`.
   */
  readonly code: string | (() => Promise<string>);
}

/** One whose code is fetched when it is first wanted: until then it is not run. */
export interface FetchedPass extends Pass {
  readonly target: "picture";
  /** Only asked when it is run; another plan is made when it changes. */
  readonly drawOf: (job: FrameJob) => ScreenDraw;
}

export type ScreenPass = CodePass | FetchedPass;

/** By name and format; pipelines are the device's. */
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

/** Makes a pass's pipeline ahead of its first frame. @throws GpuError `validation` */
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

/** Whether a pass whose code is fetched can be run; asks for what that takes. */
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

/** A pass's pipeline; one that nothing has prepared is made at once. */
export function screenPipeline(
  gpu: Gpu,
  pass: CodePass,
  format: GPUTextureFormat,
): GPURenderPipeline {
  const pipelines = pipelinesOf(gpu);
  const key = `${pass.name} ${format}`;
  let pipeline = pipelines.get(key);
  if (pipeline === undefined) {
    assert(typeof pass.code === "string", `${pass.name} is run before its code is there`);
    const module = gpu.device.createShaderModule({ label: `render/${pass.name}`, code: pass.code });
    pipeline = gpu.device.createRenderPipeline(describe(gpu, pass, format, module));
    pipelines.set(key, pipeline);
  }
  return pipeline;
}
