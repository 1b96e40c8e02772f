/** The pipelines of surfaces: one for each pass, facing and number of base textures. */

import type { Gpu } from "../gpu/gpu.ts";
import { createRenderPipeline } from "../gpu/pipelines.ts";
import {
  MATERIAL_NO_CULL,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../map/material.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "./frame-targets.ts";

const PASSES = [
  { pass: PASS_OPAQUE, name: "opaque", fragment: "fragmentOpaque", blend: undefined },
  { pass: PASS_ALPHA_TEST, name: "alpha-test", fragment: "fragmentAlphaTest", blend: undefined },
  {
    pass: PASS_TRANSLUCENT,
    name: "translucent",
    fragment: "fragmentTranslucent",
    blend: "one-minus-src-alpha",
  },
  { pass: PASS_ADDITIVE, name: "additive", fragment: "fragmentTranslucent", blend: "one" },
] as const;

/** Each pass with one-sided and two-sided surfaces; then all that again with two base textures. */
const SINGLE_BASE_COUNT = PASSES.length * 2;

/** Row of a material's pipeline. */
export function surfacePipelineIndex(pass: number, flags: number, hasBase2: boolean): number {
  const isTwoSided = (flags & MATERIAL_NO_CULL) !== 0;
  return (pass - PASS_OPAQUE) * 2 + (isTwoSided ? 1 : 0) + (hasBase2 ? SINGLE_BASE_COUNT : 0);
}

/** Whether a pass is drawn in any order, with depth writes. */
export function isUnordered(pass: number): boolean {
  return pass === PASS_OPAQUE || pass === PASS_ALPHA_TEST;
}

/** Whether a pass is drawn back to front. */
export function isOrdered(pass: number): boolean {
  return pass === PASS_TRANSLUCENT || pass === PASS_ADDITIVE;
}

/**
 * The pipelines of a surface shader, by `surfacePipelineIndex`.
 * @param withBase2 whether there are materials with two base textures
 */
export function createSurfacePipelines(
  gpu: Gpu,
  name: string,
  module: GPUShaderModule,
  layout: GPUPipelineLayout,
  buffers: GPUVertexBufferLayout[],
  withBase2: boolean,
): Promise<GPURenderPipeline[]> {
  const pipelines: Promise<GPURenderPipeline>[] = [];
  for (const hasBase2 of withBase2 ? [false, true] : [false]) {
    for (const pass of PASSES) {
      for (const cullMode of ["back", "none"] as const) {
        const suffix = `${hasBase2 ? "-blend" : ""}${cullMode === "none" ? "-two-sided" : ""}`;
        const blend = pass.blend && { blend: blendInto(pass.blend) };
        const descriptor: GPURenderPipelineDescriptor & { label: string } = {
          label: `render/${name}-${pass.name}${suffix}`,
          layout,
          vertex: { module, entryPoint: "vertexMain", buffers },
          fragment: {
            module,
            entryPoint: pass.fragment,
            constants: { hasBase2: hasBase2 ? 1 : 0 },
            targets: [{ format: COLOR_FORMAT, ...blend }],
          },
          primitive: { topology: "triangle-list", cullMode },
          depthStencil: {
            format: DEPTH_FORMAT,
            depthWriteEnabled: isUnordered(pass.pass),
            depthCompare: "greater",
          },
        };
        pipelines.push(createRenderPipeline(gpu, descriptor));
      }
    }
  }
  return Promise.all(pipelines);
}

function blendInto(dstFactor: GPUBlendFactor): GPUBlendState {
  return {
    color: { srcFactor: "src-alpha", dstFactor },
    alpha: { srcFactor: "zero", dstFactor: "one" },
  };
}
