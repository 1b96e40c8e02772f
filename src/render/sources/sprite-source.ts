/**
 * Draw source of the sprites: keeps their rows on the GPU, from which the vertex shader builds
 * corners.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createShader } from "../../gpu/pipelines.ts";
import { buildFrom, buildOwner, type Owner } from "../../gpu/resource-group.ts";
import { SPRITE_ROW, type SpriteSet } from "../../map/placed/sprites.ts";
import { type ChunkGeometry, type ChunkKind, createChunkDraws } from "../chunks/chunk-draws.ts";
import { GROUP_FRAME, GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { RenderContext } from "../context/render-context.ts";
import { sampledPipelinesOf } from "../context/sampled-pipelines.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { DepthMeasure, DrawSource, MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { PART_BOXES } from "../shader-constants.ts";
import { FORM_SPRITES, KIND_TRANSLUCENT } from "../surfaces/pipeline-key.ts";

// GPU rows of glowing objects, coloured for LDR or HDR.

export interface LitRows extends Owner {
  readonly isHdr: boolean;
  readonly buffer: GPUBuffer;
}

/** Rows, and the factor of each row's colour on maps lit for HDR. */
export interface ScaledRows {
  readonly count: number;
  readonly rows: Uint32Array;
  readonly hdrScale: Float32Array;
}

/** @param layout size of a row and offset of its colour (three floats), in bytes */
export function createLitRows(
  { gpu }: RenderContext,
  kind: "sprites" | "beams",
  set: ScaledRows,
  layout: { readonly strideBytes: number; readonly color: number },
  isHdr: boolean,
): LitRows {
  const { VERTEX, STORAGE } = GPUBufferUsage;
  const words = isHdr ? scaleColors(set, layout) : set.rows;
  return buildOwner(gpu, (group) => ({
    isHdr,
    buffer: group.bufferWith(`render/${kind}-rows`, kind, VERTEX | STORAGE, words),
  }));
}

function scaleColors(
  { rows, hdrScale, count }: ScaledRows,
  layout: { readonly strideBytes: number; readonly color: number },
): Uint32Array {
  const words = rows.slice();
  const floats = new Float32Array(words.buffer);
  for (let row = 0; row < count; row++) {
    const color = (row * layout.strideBytes + layout.color) / 4;
    for (let i = 0; i < 3; i++) floats[color + i] *= hdrScale[row];
  }
  return words;
}

// Visibility of glows. The engine uses occlusion queries, whose results arrive frames later on the
// CPU. Here a compute pass tests the depth of the same frame.

/** Value of `seen` for a glow that was not measured; it is tested by depth per pixel instead. */
const NOT_LOOKED_AT = -1;

export interface GlowSight extends Owner {
  /** Visible share of each glow, 0 to 1. */
  readonly seen: GPUBuffer;
  readonly measure: DepthMeasure;
}

interface GlowPipelines {
  readonly layout: GPUBindGroupLayout;
  /** Pipelines by samples per pixel. */
  readonly bySamples: Map<number, LazyPipeline<GPUComputePipeline>>;
}

const pipelinesOf = oncePerDevice(({ device }): GlowPipelines => {
  const types: GPUBufferBindingType[] = ["read-only-storage", "read-only-storage", "storage"];
  const layout = device.createBindGroupLayout({
    label: "render/glow-sight",
    entries: types.map((type, binding) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type },
    })),
  });
  return { layout, bySamples: new Map() };
});

function pipelineFor(gpu: Gpu, samples: number): LazyPipeline<GPUComputePipeline> {
  const { layout, bySamples } = pipelinesOf(gpu);
  let pipeline = bySamples.get(samples);
  if (pipeline === undefined) {
    pipeline = pipelineQueueOf(gpu).lazy(async () => {
      const { default: code } = await (samples > 1
        ? import("../../../shaders/screen/glow-sight.wgsl?multisampled")
        : import("../../../shaders/screen/glow-sight.wgsl"));
      const label = "render/glow-sight";
      const { depthLayout } = sampledPipelinesOf(gpu, samples);
      return createComputePipeline(gpu, {
        label,
        layout: gpu.device.createPipelineLayout({
          label,
          bindGroupLayouts: [bindLayoutsOf(gpu).frame, layout, depthLayout],
        }),
        compute: { module: await createShader(gpu, label, code), entryPoint: "computeMain" },
      });
    });
    bySamples.set(samples, pipeline);
  }
  return pipeline;
}

/**
 * @param rows sprite rows on the GPU
 * @param glows rows that are glows
 * @throws GpuError `limit`; everything created so far is freed then
 */
function createGlowSight(
  context: RenderContext,
  rows: GPUBuffer,
  glows: Uint32Array,
  frame: GPUBindGroup,
): GlowSight {
  const { gpu } = context;
  const { STORAGE } = GPUBufferUsage;
  return buildOwner(gpu, (group) => {
    const none = new Float32Array(Math.max(1, glows.length)).fill(NOT_LOOKED_AT);
    const seen = group.bufferWith("render/sprites-seen", "sprites", STORAGE, none);
    const list = group.bufferWith("render/sprites-glows", "sprites", STORAGE, glows);
    const label = "render/glow-sight";
    const bindGroup = bindBuffers(gpu.device, label, pipelinesOf(gpu).layout, [rows, list, seen]);
    const pipelineNow = () => pipelineFor(gpu, context.sampled.samples)();
    const measure: DepthMeasure = {
      isReady: () => pipelineNow() !== null,
      encode(pass, depth) {
        const pipeline = pipelineNow();
        if (pipeline === null) return;
        pass.setPipeline(pipeline);
        pass.setBindGroup(GROUP_FRAME, frame);
        pass.setBindGroup(GROUP_SET, bindGroup);
        pass.setBindGroup(GROUP_TEXTURES, depth);
        pass.dispatchWorkgroups(glows.length);
      },
    };
    return { seen, measure };
  });
}

type SpriteGeometry = Omit<ChunkGeometry, "vertexBuffer">;

const KIND: Omit<ChunkKind, "bindGroup"> = {
  name: "sprites",
  pass: "translucent",
  isOn: (settings) => settings.sprites,
  form: FORM_SPRITES,
  surfaceKind: KIND_TRANSLUCENT,
  part: PART_BOXES,
  reach: Number.POSITIVE_INFINITY,
  count: (stats, triangles) => {
    stats.sprites += triangles / 2;
  },
};

export const spriteSource =
  (set: SpriteSet): MakeSource =>
  (context, keep) => {
    const { chunks, indices, isHdr } = set;
    const geometry: SpriteGeometry = keep(
      buildOwner(context.gpu, (group) => {
        return {
          chunks,
          indices,
          materials: createMaterialTable(group, context, "sprites", set.materials),
        };
      }),
    );
    return makeSource(
      context,
      set,
      geometry,
      keep(createLitRows(context, "sprites", set, SPRITE_ROW, isHdr)),
    );
  };

function makeSource(
  context: RenderContext,
  set: SpriteSet,
  geometry: SpriteGeometry,
  rows: LitRows,
): DrawSource {
  const { gpu, shared } = context;
  const { materials } = geometry;
  const { glows } = set;
  return {
    name: "sprites",
    number: setNumber("sprites"),
    parts: [geometry, rows],
    materials,
    chunks: geometry.chunks,
    relight(_, keep, { side }) {
      const isHdr = side === "hdr";
      if (isHdr === rows.isHdr) return null;
      const relit = keep(createLitRows(context, "sprites", set, SPRITE_ROW, isHdr));
      return { source: makeSource(context, set, geometry, relit), finish: () => {} };
    },
    createDrawSet: (_, seen) =>
      buildFrom((keep, destroy) => {
        const sight = keep(createGlowSight(context, rows.buffer, glows, seen.frame));
        const bindGroup = bindBuffers(gpu.device, "render/sprites", shared.layouts.sprites, [
          ...[materials.rows, rows.buffer, sight.seen],
        ]);
        const drawn = { ...geometry, vertexBuffer: rows.buffer };
        const kind = { ...KIND, bindGroup };
        const draws = createChunkDraws(context, kind, drawn, seen);
        return { ...draws, measure: glows.length > 0 ? sight.measure : null, destroy };
      }),
  };
}
