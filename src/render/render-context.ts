/** What all passes are made with. */

import postCode from "../../shaders/post.wgsl";
import presentCode from "../../shaders/present.wgsl";
import propsCode from "../../shaders/props.wgsl";
import skyCode from "../../shaders/sky.wgsl";
import wireframeCode from "../../shaders/wireframe.wgsl";
import worldCode from "../../shaders/world.wgsl";
import type { Gpu } from "../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../gpu/pipelines.ts";
import { COLOR_FORMAT, DEPTH_FORMAT, PICTURE_FORMAT } from "./frame-targets.ts";
import { createFrameUniforms, type FrameUniforms } from "./frame-uniforms.ts";
import { createSharedResources, type SharedResources } from "./shared-resources.ts";
import { createSurfacePipelines } from "./surface-pipelines.ts";
import { PROP_VERTEX_BUFFERS, WORLD_VERTEX_BUFFERS } from "./vertex-layouts.ts";

export interface RenderPipelines {
  /** By `surfacePipelineIndex`. */
  readonly world: readonly GPURenderPipeline[];
  readonly props: readonly GPURenderPipeline[];
  readonly sky: GPURenderPipeline;
  readonly wireframe: GPURenderPipeline;
  readonly post: GPURenderPipeline;
  /** null: no canvas. */
  readonly present: GPURenderPipeline | null;
}

export interface RenderContext {
  readonly gpu: Gpu;
  readonly shared: SharedResources;
  readonly frame: FrameUniforms;
  readonly pipelines: RenderPipelines;
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
): Promise<RenderContext> {
  const shared = createSharedResources(gpu);
  const frame = createFrameUniforms(gpu, shared.layouts.frame);
  return {
    gpu,
    shared,
    frame,
    pipelines: await createPipelines(gpu, shared, canvasFormat),
    canvasFormat,
    targetLayout: { colorFormats: [COLOR_FORMAT], depthStencilFormat: DEPTH_FORMAT },
  };
}

export function destroyRenderContext(context: RenderContext): void {
  context.shared.destroy();
  context.frame.destroy();
}

async function createPipelines(
  gpu: Gpu,
  shared: SharedResources,
  canvasFormat: GPUTextureFormat | null,
): Promise<RenderPipelines> {
  const { layouts } = shared;
  const shader = (name: string, code: string) => createShader(gpu, `render/${name}`, code);
  const [world, props, sky, wireframe, post, present] = await Promise.all([
    shader("world", worldCode),
    shader("props", propsCode),
    shader("sky", skyCode),
    shader("wireframe", wireframeCode),
    shader("post", postCode),
    shader("present", presentCode),
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

  const worldLayout = layout(layouts.frame, layouts.world, layouts.textures);
  const propLayout = layout(layouts.frame, layouts.props, layouts.textures);
  const made = await Promise.all([
    createSurfacePipelines(gpu, "world", world, worldLayout, WORLD_VERTEX_BUFFERS, true),
    createSurfacePipelines(gpu, "props", props, propLayout, PROP_VERTEX_BUFFERS, false),
    // At infinity, where nothing was drawn.
    pipeline("sky", sky, layout(layouts.frame, layouts.skySide), COLOR_FORMAT, {
      depthStencil: depthTest("greater-equal"),
    }),
    pipeline("wireframe", wireframe, layout(layouts.frame, layouts.wireframe), COLOR_FORMAT, {
      primitive: { topology: "line-list" },
      depthStencil: depthTest("greater-equal"),
    }),
    pipeline("post", post, layout(layouts.frame, layouts.picture), PICTURE_FORMAT),
    canvasFormat === null
      ? null
      : pipeline("present", present, layout(layouts.picture), canvasFormat),
  ]);
  return {
    world: made[0],
    props: made[1],
    sky: made[2],
    wireframe: made[3],
    post: made[4],
    present: made[5],
  };
}
