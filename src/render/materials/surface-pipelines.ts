/**
 * The pipelines of surfaces. There are few, so that few draws cover a map: what can be told apart in
 * the shader at no cost shares one. Rows of a shader's pipelines are kind by kind, each once for every
 * number of texture slots in `PIPELINE_SLOTS`.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline } from "../../gpu/pipelines.ts";
import {
  MATERIAL_NO_CULL,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../../map/material.ts";
import { TEXTURE_SLOTS } from "../context/bind-layouts.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/frame-targets.ts";

/**
 * Texture slots that pipelines choose from. More slots make fewer draws of a map, but on a software
 * adapter each costs as much as a texture read in every fragment.
 */
export const SLOT_COUNTS = [1, 2, 4, TEXTURE_SLOTS] as const;

/**
 * Slots of the pipelines, in the order of their rows. Those without draw what has no texture: they read
 * none, and they alone pay for the grid that stands in for one.
 */
const PIPELINE_SLOTS = [0, ...SLOT_COUNTS] as const;

const KIND_OPAQUE = 0;
/** With holes, or two-sided: whatever needs a decision of its own for each fragment. */
const KIND_CUTOUT = 1;
/** Translucent and additive. */
const KIND_ORDERED = 2;
/** As opaque, for props that fade with distance. */
const KIND_FADING = 3;

const KINDS: readonly {
  readonly name: string;
  readonly fragment: string;
  readonly cullMode: GPUCullMode;
  readonly isOrdered?: boolean;
}[] = [
  { name: "opaque", fragment: "fragmentOpaque", cullMode: "back" },
  { name: "cutout", fragment: "fragmentCutout", cullMode: "none" },
  { name: "ordered", fragment: "fragmentOrdered", cullMode: "none", isOrdered: true },
  { name: "fading", fragment: "fragmentFading", cullMode: "back" },
];

/**
 * Row of a material's pipeline.
 * @param slotCount texture slots that the material's bind group needs; two if any material of it has
 * two textures, even if they lie in one slot
 */
export function surfacePipelineIndex(pass: number, flags: number, slotCount: number): number {
  const variant = PIPELINE_SLOTS.findIndex((count) => slotCount <= count);
  return surfaceKind(pass, flags) * PIPELINE_SLOTS.length + variant;
}

/** Number of what a material's pipeline draws, apart from its textures: of kinds that share one. */
export function surfaceKind(pass: number, flags: number): number {
  if (isOrdered(pass)) return KIND_ORDERED;
  const isTwoSided = (flags & MATERIAL_NO_CULL) !== 0;
  return pass === PASS_ALPHA_TEST || isTwoSided ? KIND_CUTOUT : KIND_OPAQUE;
}

/**
 * Row of the pipeline of a prop's draw.
 * @param pipeline that of its material
 * @param isFading whether any of the draw's instances fades with distance
 */
export function propPipelineIndex(pipeline: number, isFading: boolean): number {
  // The others look at each fragment anyway, and fade always.
  const isOpaque = pipeline < (KIND_OPAQUE + 1) * PIPELINE_SLOTS.length;
  return isFading && isOpaque
    ? pipeline + (KIND_FADING - KIND_OPAQUE) * PIPELINE_SLOTS.length
    : pipeline;
}

/** Whether a pass is drawn in any order, with depth writes. */
export function isUnordered(pass: number): boolean {
  return pass === PASS_OPAQUE || pass === PASS_ALPHA_TEST;
}

/** Whether a pass is drawn back to front. */
export function isOrdered(pass: number): boolean {
  return pass === PASS_TRANSLUCENT || pass === PASS_ADDITIVE;
}

/** Premultiplied; the target's alpha stays. */
const ORDERED_BLEND: GPUBlendState = {
  color: { srcFactor: "one", dstFactor: "one-minus-src-alpha" },
  alpha: { srcFactor: "zero", dstFactor: "one" },
};

/** What the pipelines of a shader differ in, from one kind to the other. */
export interface SurfaceVertices {
  readonly layout: GPUPipelineLayout;
  readonly entryPoint: string;
  readonly buffers: GPUVertexBufferLayout[];
}

/**
 * The pipelines of a surface shader, by `surfacePipelineIndex` and `propPipelineIndex`.
 * @param ordered how vertices come to what is drawn in order
 */
export function createSurfacePipelines(
  gpu: Gpu,
  name: "world" | "props",
  module: GPUShaderModule,
  vertices: SurfaceVertices,
  ordered: SurfaceVertices = vertices,
): Promise<GPURenderPipeline[]> {
  // The world does not fade.
  const kinds = name === "props" ? KINDS : KINDS.slice(0, KIND_FADING);
  const descriptors = kinds.flatMap((kind) => {
    const { layout, ...vertex } = kind.isOrdered ? ordered : vertices;
    return PIPELINE_SLOTS.map((slotCount) => ({
      label: `render/${name}-${kind.name}-${slotCount}`,
      layout,
      vertex: { module, ...vertex },
      fragment: {
        module,
        entryPoint: kind.fragment,
        constants: { slotCount },
        targets: [{ format: COLOR_FORMAT, ...(kind.isOrdered && { blend: ORDERED_BLEND }) }],
      },
      primitive: { topology: "triangle-list" as const, cullMode: kind.cullMode },
      depthStencil: {
        format: DEPTH_FORMAT,
        depthWriteEnabled: !kind.isOrdered,
        depthCompare: "greater" as const,
      },
    }));
  });
  return Promise.all(descriptors.map((descriptor) => createRenderPipeline(gpu, descriptor)));
}
