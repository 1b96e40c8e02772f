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

const VARIANTS_PER_PASS = 4;

/** Row of a material's pipeline; passes in order, so that sorting by row sorts by pass. */
export function surfacePipelineIndex(pass: number, flags: number, hasBase2: boolean): number {
  const isTwoSided = (flags & MATERIAL_NO_CULL) !== 0;
  return (pass - PASS_OPAQUE) * VARIANTS_PER_PASS + (isTwoSided ? 2 : 0) + (hasBase2 ? 1 : 0);
}

/** Whether a pass is drawn in any order, with depth writes. */
export function isUnordered(pass: number): boolean {
  return pass === PASS_OPAQUE || pass === PASS_ALPHA_TEST;
}

/** Whether a pass is drawn back to front. */
export function isOrdered(pass: number): boolean {
  return pass === PASS_TRANSLUCENT || pass === PASS_ADDITIVE;
}

/** All pipelines of a shader with `surface` entry points, by `surfacePipelineIndex`. */
export function createSurfacePipelines(
  gpu: Gpu,
  name: string,
  module: GPUShaderModule,
  layout: GPUPipelineLayout,
  buffers: GPUVertexBufferLayout[],
): Promise<GPURenderPipeline[]> {
  const pipelines: Promise<GPURenderPipeline>[] = [];
  for (const pass of PASSES) {
    for (let variant = 0; variant < VARIANTS_PER_PASS; variant++) {
      const isTwoSided = (variant & 2) !== 0;
      const hasBase2 = (variant & 1) !== 0;
      const suffix = `${isTwoSided ? "-two-sided" : ""}${hasBase2 ? "-blend" : ""}`;
      pipelines.push(
        createRenderPipeline(gpu, {
          label: `render/${name}-${pass.name}${suffix}`,
          layout,
          vertex: { module, entryPoint: "vertexMain", buffers },
          fragment: {
            module,
            entryPoint: pass.fragment,
            constants: { hasBase2: hasBase2 ? 1 : 0 },
            targets: [
              { format: COLOR_FORMAT, ...(pass.blend && { blend: blendInto(pass.blend) }) },
            ],
          },
          primitive: { topology: "triangle-list", cullMode: isTwoSided ? "none" : "back" },
          depthStencil: {
            format: DEPTH_FORMAT,
            depthWriteEnabled: isUnordered(pass.pass),
            depthCompare: "greater",
          },
        }),
      );
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
