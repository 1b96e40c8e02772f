/** What all passes are made with. */

import postCode from "../../../shaders/post.wgsl";
import presentCode from "../../../shaders/present.wgsl";
import skyCode from "../../../shaders/sky.wgsl";
import wireframeCode from "../../../shaders/wireframe.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { type CullPipelines, createCullPipelines } from "../cull/cull-pipelines.ts";
import { createFrameUniforms, type FrameUniforms } from "../frame/frame-uniforms.ts";
import { FORM_PROPS, FORM_WORLD, pipelineKey } from "../materials/pipeline-key.ts";
import { type SurfacePipelines, surfacePipelinesOf } from "../materials/surface-pipelines.ts";
import { COLOR_FORMAT, DEPTH_FORMAT, PICTURE_FORMAT } from "../targets/frame-targets.ts";
import { oncePerDevice, oncePerDeviceAsync } from "./device-cache.ts";
import { bindLayoutsOf, createSharedResources, type SharedResources } from "./shared-resources.ts";

/** Of what is no surface. */
export interface ScreenPipelines {
  readonly sky: GPURenderPipeline;
  readonly wireframe: GPURenderPipeline;
  readonly post: GPURenderPipeline;
  /** null: no canvas. */
  readonly present: GPURenderPipeline | null;
}

/** Views of a frame: the camera's, that of the 3D skybox. */
const VIEW_COUNT = 2;

/** What is decided when a renderer is made. */
export interface RenderContextOptions {
  /** See `RendererOptions.arrayTextures`. */
  readonly arrayTextures: boolean;
}

export interface RenderContext extends RenderContextOptions {
  readonly gpu: Gpu;
  readonly shared: SharedResources;
  readonly frame: FrameUniforms;
  readonly cull: CullPipelines;
  /** Of surfaces. */
  readonly pipelines: SurfacePipelines;
  readonly screen: ScreenPipelines;
  /** null: no canvas. */
  readonly canvasFormat: GPUTextureFormat | null;
  /** What bundles of surface passes are drawn into. */
  readonly targetLayout: {
    readonly colorFormats: GPUTextureFormat[];
    readonly depthStencilFormat: GPUTextureFormat;
  };
}

/** @throws GpuError `validation` if a shader or pipeline is refused */
export async function createRenderContext(
  gpu: Gpu,
  canvasFormat: GPUTextureFormat | null,
  options: RenderContextOptions,
): Promise<RenderContext> {
  const pipelines = surfacePipelinesOf(gpu);
  // What stands in for the others.
  for (const form of [FORM_WORLD, FORM_PROPS]) pipelines.get(pipelineKey({ form }));
  const [cull, screen, present] = await Promise.all([
    cullPipelinesOf(gpu),
    screenPipelinesOf(gpu),
    canvasFormat === null ? null : presentPipelineOf(gpu, canvasFormat),
    pipelines.ready(),
  ]);
  const shared = createSharedResources(gpu);
  const frame = createFrameUniforms(gpu, shared.layouts.frame, VIEW_COUNT);
  return {
    ...options,
    gpu,
    shared,
    frame,
    cull,
    pipelines,
    screen: { ...screen, present },
    canvasFormat,
    targetLayout: { colorFormats: [COLOR_FORMAT], depthStencilFormat: DEPTH_FORMAT },
  };
}

export function destroyRenderContext(context: RenderContext): void {
  context.shared.destroy();
  context.frame.destroy();
}

/** Pipelines are the device's: they take long to make, and hold nothing of a renderer. */
const cullPipelinesOf = oncePerDeviceAsync((gpu) =>
  createCullPipelines(gpu, bindLayoutsOf(gpu).frame),
);

const screenPipelinesOf = oncePerDeviceAsync(createScreenPipelines);

const presentPipelinesOf = oncePerDevice(
  () => new Map<GPUTextureFormat, Promise<GPURenderPipeline>>(),
);

function presentPipelineOf(gpu: Gpu, format: GPUTextureFormat): Promise<GPURenderPipeline> {
  const made = presentPipelinesOf(gpu);
  let pipeline = made.get(format);
  if (pipeline === undefined) {
    pipeline = createPresentPipeline(gpu, format);
    made.set(format, pipeline);
    pipeline.catch(() => made.delete(format));
  }
  return pipeline;
}

async function createPresentPipeline(
  gpu: Gpu,
  format: GPUTextureFormat,
): Promise<GPURenderPipeline> {
  const module = await createShader(gpu, "render/present", presentCode);
  return createRenderPipeline(gpu, {
    label: "render/present",
    layout: gpu.device.createPipelineLayout({ bindGroupLayouts: [bindLayoutsOf(gpu).picture] }),
    vertex: { module, entryPoint: "vertexMain" },
    fragment: { module, entryPoint: "fragmentMain", targets: [{ format }] },
  });
}

async function createScreenPipelines(gpu: Gpu): Promise<Omit<ScreenPipelines, "present">> {
  const layouts = bindLayoutsOf(gpu);
  const shader = (name: string, code: string) => createShader(gpu, `render/${name}`, code);
  const [sky, wireframe, post] = await Promise.all([
    shader("sky", skyCode),
    shader("wireframe", wireframeCode),
    shader("post", postCode),
  ]);
  const layout = (...groups: GPUBindGroupLayout[]) =>
    gpu.device.createPipelineLayout({ bindGroupLayouts: groups });
  const depthTest = (depthCompare: GPUCompareFunction): GPUDepthStencilState => ({
    format: DEPTH_FORMAT,
    depthWriteEnabled: false,
    depthCompare,
  });
  const pipeline = (
    name: string,
    module: GPUShaderModule,
    pipelineLayout: GPUPipelineLayout,
    format: GPUTextureFormat,
    rest: Partial<GPURenderPipelineDescriptor> = {},
  ) =>
    createRenderPipeline(gpu, {
      label: `render/${name}`,
      layout: pipelineLayout,
      vertex: { module, entryPoint: "vertexMain" },
      fragment: { module, entryPoint: "fragmentMain", targets: [{ format }] },
      ...rest,
    });

  const [skyPipeline, wireframePipeline, postPipeline] = await Promise.all([
    // At infinity, where nothing was drawn.
    pipeline("sky", sky, layout(layouts.frame, layouts.sky), COLOR_FORMAT, {
      depthStencil: depthTest("greater-equal"),
    }),
    pipeline("wireframe", wireframe, layout(layouts.frame, layouts.wireframe), COLOR_FORMAT, {
      primitive: { topology: "line-list" },
      depthStencil: depthTest("greater-equal"),
    }),
    pipeline("post", post, layout(layouts.frame, layouts.picture), PICTURE_FORMAT),
  ]);
  return { sky: skyPipeline, wireframe: wireframePipeline, post: postPipeline };
}
