/** What all passes are made with. */

import skyCode from "../../../shaders/sky.wgsl";
import wireframeCode from "../../../shaders/wireframe.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { type CullPipelines, createCullPipelines } from "../cull/cull-pipelines.ts";
import { createFrameUniforms, type FrameUniforms } from "../frame/frame-uniforms.ts";
import { FORM_PROPS, FORM_WORLD, pipelineKey } from "../materials/pipeline-key.ts";
import { type SurfacePipelines, surfacePipelinesOf } from "../materials/surface-pipelines.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/frame-targets.ts";
import { oncePerDeviceAsync } from "./device-cache.ts";
import { bindLayoutsOf, createSharedResources, type SharedResources } from "./shared-resources.ts";

/** Of what is no surface. */
export interface FixedPipelines {
  readonly sky: GPURenderPipeline;
  readonly wireframe: GPURenderPipeline;
}

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
  readonly fixed: FixedPipelines;
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
  const [cull, fixed] = await Promise.all([
    cullPipelinesOf(gpu),
    fixedPipelinesOf(gpu),
    pipelines.ready(),
  ]);
  const shared = createSharedResources(gpu);
  const frame = createFrameUniforms(gpu, shared.layouts.frame);
  return {
    ...options,
    gpu,
    shared,
    frame,
    cull,
    pipelines,
    fixed,
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

const fixedPipelinesOf = oncePerDeviceAsync(createFixedPipelines);

async function createFixedPipelines(gpu: Gpu): Promise<FixedPipelines> {
  const layouts = bindLayoutsOf(gpu);
  const shader = (name: string, code: string) => createShader(gpu, `render/${name}`, code);
  const [sky, wireframe] = await Promise.all([
    shader("sky", skyCode),
    shader("wireframe", wireframeCode),
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

  const [skyPipeline, wireframePipeline] = await Promise.all([
    // At infinity, where nothing was drawn.
    pipeline("sky", sky, layout(layouts.frame, layouts.sky), COLOR_FORMAT, {
      depthStencil: depthTest("greater-equal"),
    }),
    pipeline("wireframe", wireframe, layout(layouts.frame, layouts.wireframe), COLOR_FORMAT, {
      primitive: { topology: "line-list" },
      depthStencil: depthTest("greater-equal"),
    }),
  ]);
  return { sky: skyPipeline, wireframe: wireframePipeline };
}
