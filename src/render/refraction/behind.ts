/**
 * Copies of the light and depth behind refracting surfaces. A target cannot be read while it is
 * drawn into. The depth copy has one sample per pixel.
 */

import behind from "../../../shaders/screen/behind.wgsl";
import behindSamples from "../../../shaders/screen/behind.wgsl?multisampled";
import { assert } from "../../core/errors.ts";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { buildOwner, type Owner, type ResourceGroup } from "../../gpu/resource-group.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import type { RenderContext } from "../context/render-context.ts";
import { COLOR_FORMAT } from "../targets/formats.ts";
import type { SceneTarget } from "../targets/scene-target.ts";

/** Format of the copied depth. */
const BEHIND_DEPTH_FORMAT: GPUTextureFormat = "r32float";

export interface Behind extends Owner {
  /** Bind group for `GROUP_BEHIND`. */
  readonly bindGroup: GPUBindGroup;
  readonly depthView: GPUTextureView;
  /** Returns the bind group with a mirrored picture. */
  readonly withMirror: (light: GPUTextureView) => GPUBindGroup;
  /** Copies the light. The target's samples must be resolved. */
  readonly copyLight: (encoder: GPUCommandEncoder) => void;
  /** Copies the depth in a pass that draws into `depthView`. */
  readonly drawDepth: (pass: GPURenderPassEncoder) => void;
}

interface DepthCopy {
  readonly layout: GPUBindGroupLayout;
  readonly pipeline: GPURenderPipeline;
}

/** Depth copy pipelines by whether the target is multisampled. */
const depthCopiesOf = oncePerDevice(() => new Map<boolean, DepthCopy>());

/**
 * Compiles the depth copy for targets with or without multisampling.
 * @throws GpuError `validation`
 */
export async function prepareBehind(gpu: Gpu, isMultisampled: boolean): Promise<void> {
  const copies = depthCopiesOf(gpu);
  if (copies.has(isMultisampled)) return;
  const { device } = gpu;
  const label = "render/behind";
  const layout = device.createBindGroupLayout({
    label,
    entries: [
      {
        binding: 0,
        visibility: GPUShaderStage.FRAGMENT,
        texture: { sampleType: "depth", multisampled: isMultisampled },
      },
    ],
  });
  const module = await createShader(gpu, label, isMultisampled ? behindSamples : behind);
  const pipeline = await createRenderPipeline(gpu, {
    label,
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    vertex: { module, entryPoint: "vertexMain" },
    fragment: { module, entryPoint: "fragmentMain", targets: [{ format: BEHIND_DEPTH_FORMAT }] },
  });
  copies.set(isMultisampled, { layout, pipeline });
}

/**
 * Call `prepareBehind` first.
 * @throws GpuError `limit`; everything created so far is freed then
 */
export function createBehind(context: RenderContext, target: SceneTarget): Behind {
  const { gpu } = context;
  const { device } = gpu;
  const { width, height } = target;
  const copy = depthCopiesOf(gpu).get(target.samples > 1);
  assert(copy !== undefined, "the depth copy is used before it is compiled");
  const { layout, pipeline } = copy;
  return buildOwner(gpu, (group) => {
    const { TEXTURE_BINDING, COPY_DST, RENDER_ATTACHMENT } = GPUTextureUsage;
    const light = texture(group, "light", target, COLOR_FORMAT, TEXTURE_BINDING | COPY_DST);
    const usage = TEXTURE_BINDING | RENDER_ATTACHMENT;
    const depth = texture(group, "depth", target, BEHIND_DEPTH_FORMAT, usage);
    const depthView = depth.createView({ label: depth.label });
    const source = device.createBindGroup({
      label: "render/behind",
      layout,
      entries: [{ binding: 0, resource: target.depthView }],
    });
    const [from, to, size] = [{ texture: target.light }, { texture: light }, { width, height }];
    const lightView = light.createView({ label: light.label });
    return {
      depthView,
      bindGroup: bindBehind(context, lightView, depthView),
      withMirror: (mirrored) => bindBehind(context, lightView, depthView, mirrored),
      copyLight: (encoder) => encoder.copyTextureToTexture(from, to, size),
      drawDepth(pass) {
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, source);
        pass.draw(3);
      },
    } satisfies Omit<Behind, "destroy">;
  });
}

/** Creates the bind group for views without a copy: black, infinitely far. */
export function createNothingBehind(context: RenderContext): Pick<Behind, "bindGroup"> & Owner {
  return buildOwner(context.gpu, (group) => {
    const usage = GPUTextureUsage.TEXTURE_BINDING;
    const size = { width: 1, height: 1 };
    const light = texture(group, "no-light", size, COLOR_FORMAT, usage);
    const depth = texture(group, "no-depth", size, BEHIND_DEPTH_FORMAT, usage);
    return { bindGroup: bindBehind(context, light.createView(), depth.createView()) };
  });
}

function texture(
  group: ResourceGroup,
  part: string,
  { width, height }: Pick<SceneTarget, "width" | "height">,
  format: GPUTextureFormat,
  usage: number,
): GPUTexture {
  return group.texture(`render/behind-${part}`, "targets", { format, width, height, usage });
}

function bindBehind(
  { gpu, shared }: RenderContext,
  light: GPUTextureView,
  depth: GPUTextureView,
  /** The default is a single texel, which means no mirror. */
  mirror = shared.white2dView,
): GPUBindGroup {
  return gpu.device.createBindGroup({
    label: "render/behind",
    layout: shared.layouts.behind,
    entries: [
      { binding: 0, resource: light },
      { binding: 1, resource: shared.clampSampler },
      { binding: 2, resource: depth },
      { binding: 3, resource: mirror },
    ],
  });
}
