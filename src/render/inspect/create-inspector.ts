/** Shows inspection views, coarser models and textures, and the wireframe. */

import wireframeCode from "../../../shaders/inspect/wireframe.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import type { Owner } from "../../gpu/resource-group.ts";
import { createBufferWith, destroyBuffer } from "../../gpu/resources.ts";
import { BATCH_ARGS_BYTES, LINE_ARGS_OFFSET } from "../chunks/batch-args.ts";
import { GROUP_BEHIND, GROUP_FRAME, GROUP_SET } from "../context/bind-layouts.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { DrawnBuffer } from "../cull/drawn-buffer.ts";
import type { IndirectDraws } from "../draws/draw-set.ts";
import type { DrawEncoder } from "../draws/shading.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import { keyPart } from "../surfaces/pipeline-key.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import type { RenderSettings } from "../types.ts";
import { createCoarser } from "./coarser.ts";
import { createFreezing } from "./freezing.ts";
import type { Inspector } from "./inspector.ts";
import type { ViewRow } from "./legend.ts";
import { buildMapFacts } from "./map-facts.ts";
import { shadedPipelinesOf } from "./shaded-pipelines.ts";
import { createSheet, type Sheet } from "./sheet.ts";
import { VIEWS } from "./view-list.ts";

// Edges of the drawn world triangles: the wireframe over a picture.

const edgeLayoutOf = oncePerDevice(({ device }) => {
  const buffer = { type: "read-only-storage" as const };
  return device.createBindGroupLayout({
    label: "render/wireframe",
    entries: [0, 1].map((binding) => ({ binding, visibility: GPUShaderStage.VERTEX, buffer })),
  });
});

/** Wireframe pipelines by samples per pixel. */
const edgePipelinesOf = oncePerDevice((gpu) => {
  const { lazy } = pipelineQueueOf(gpu);
  const made = new Map<number, LazyPipeline<GPURenderPipeline>>();
  const make = async (samples: number) => {
    const label = "render/wireframe";
    const module = await createShader(gpu, label, wireframeCode);
    return createRenderPipeline(gpu, {
      label,
      layout: gpu.device.createPipelineLayout({
        bindGroupLayouts: [bindLayoutsOf(gpu).frame, edgeLayoutOf(gpu)],
      }),
      vertex: { module, entryPoint: "vertexMain" },
      fragment: { module, entryPoint: "fragmentMain", targets: [{ format: COLOR_FORMAT }] },
      primitive: { topology: "line-list" },
      multisample: { count: samples },
      depthStencil: {
        format: DEPTH_FORMAT,
        depthWriteEnabled: false,
        depthCompare: "greater-equal",
      },
    });
  };
  return (samples: number) => {
    let pipeline = made.get(samples);
    if (pipeline === undefined) {
      pipeline = lazy(() => make(samples));
      made.set(samples, pipeline);
    }
    return pipeline();
  };
});

/** Requests the wireframe pipeline. Returns `null` until it is compiled. */
function edgePipeline({ context }: FrameJob): GPURenderPipeline | null {
  return edgePipelinesOf(context.gpu)(context.sampled.samples);
}

export interface EdgeDraws {
  readonly draw: (pass: GPURenderPassEncoder) => void;
}

/** Draws the edges of all draws of the picture's view that have some. */
function createEdgeDraws(job: FrameJob): EdgeDraws {
  const { device } = job.context.gpu;
  const groups = new WeakMap<IndirectDraws, GPUBindGroup>();

  function drawEdges(
    pass: GPURenderPassEncoder,
    drawn: DrawnBuffer,
    draws: IndirectDraws,
    phases: number,
  ): void {
    const { edges, place } = draws;
    if (edges === null || edges.listWords === 0) return;
    let group = groups.get(draws);
    if (group === undefined) {
      const offset = drawn.listOffset(place);
      group = bindBuffers(device, "render/edges", edgeLayoutOf(job.context.gpu), [
        ...[{ buffer: drawn.buffer, offset, size: edges.listWords * 4 }, edges.vertices],
      ]);
      groups.set(draws, group);
    }
    pass.setBindGroup(GROUP_SET, group);
    const first = drawn.argsOffset(place) + LINE_ARGS_OFFSET;
    for (let row = 0; row < edges.rowCount * phases; row++) {
      pass.drawIndirect(drawn.buffer, first + row * BATCH_ARGS_BYTES);
    }
  }

  return {
    draw(pass) {
      const { settings, hasLatePhase } = job;
      const pipeline = edgePipeline(job);
      if (pipeline === null) return;
      const { sets, translucent, frame, table } = job.views[0];
      const { drawn } = table;
      pass.setPipeline(pipeline);
      pass.setBindGroup(GROUP_FRAME, frame);
      for (let i = 0; i < sets.length; i++) {
        if (sets[i].isOn(settings)) drawEdges(pass, drawn, sets[i], hasLatePhase ? 2 : 1);
      }
      if (!settings.translucent) return;
      for (let i = 0; i < translucent.parts.length; i++) {
        drawEdges(pass, drawn, translucent.parts[i].draws, 1);
      }
    },
  };
}

// Wraps draws of index lists so that the shader counts through the list and reads it itself. Each
// vertex then belongs to one triangle and knows its corner. The indirect arguments stay unchanged.

export interface EdgeEncoders extends Owner {
  readonly wrap: (encoder: DrawEncoder) => DrawEncoder;
}

function createEdgeEncoders(gpu: Gpu, sheet: Sheet): EdgeEncoders {
  /** Index buffers 0, 1, 2 …; all are kept, because bundles refer to the earlier ones. */
  const counting: GPUBuffer[] = [];
  /** Groups by index list: its buffer and offset. */
  const groups = new WeakMap<GPUBuffer, Map<number, GPUBindGroup>>();

  function countTo(length: number): GPUBuffer {
    const last = counting.at(-1);
    if (last !== undefined && last.size >= length * 4) return last;
    const numbers = Uint32Array.from({ length }, (_, i) => i);
    const { INDEX } = GPUBufferUsage;
    const made = createBufferWith(gpu, "render/inspect-counting", "frame", INDEX, numbers);
    counting.push(made);
    return made;
  }

  return {
    wrap(encoder) {
      let vertices: GPUBuffer | null = null;
      let indices: Required<GPUBufferBinding> | null = null;
      encoder.setBindGroup(GROUP_BEHIND, sheet.bindGroup);
      const wrapped: Partial<DrawEncoder> = {
        setPipeline: (pipeline) => encoder.setPipeline(pipeline),
        setBindGroup: (index: number, group: GPUBindGroup | null) =>
          encoder.setBindGroup(index, group),
        setVertexBuffer(slot, buffer, offset, size) {
          if (slot === 0) vertices = buffer as GPUBuffer;
          encoder.setVertexBuffer(slot, buffer, offset, size);
        },
        setIndexBuffer(buffer, _, offset = 0, size = (buffer as GPUBuffer).size - offset) {
          indices = { buffer: buffer as GPUBuffer, offset, size };
          encoder.setIndexBuffer(countTo(size / 4), "uint32");
        },
        drawIndirect(args, offset) {
          encoder.setBindGroup(GROUP_BEHIND, sheet.bindGroup);
          encoder.drawIndirect(args, offset);
        },
        draw: (...counts: Parameters<DrawEncoder["draw"]>) => encoder.draw(...counts),
        drawIndexedIndirect(args, offset) {
          if (vertices === null || indices === null) return;
          const made = groups.get(indices.buffer) ?? new Map<number, GPUBindGroup>();
          groups.set(indices.buffer, made);
          let group = made.get(indices.offset);
          if (group === undefined) {
            group = sheet.bindEdges(indices, vertices);
            made.set(indices.offset, group);
          }
          encoder.setBindGroup(GROUP_BEHIND, group);
          encoder.drawIndexedIndirect(args, offset);
        },
      };
      return wrapped as DrawEncoder;
    },
    destroy() {
      for (const buffer of counting) destroyBuffer(gpu, buffer);
    },
  };
}

/**
 * Settings for views in legend colours: hides everything but surfaces, and what changes their
 * light.
 */
const SHADED: Partial<RenderSettings> = {
  ...{ details: false, sprites: false, decals: false, ropes: false, propShadows: "off" },
  ...{ sky: false, fog: false, waterReflection: false },
};
const OVERDRAWN: Partial<RenderSettings> = { sky: false, fog: false, waterReflection: false };

/** Settings that a view replaces, by row of the list. */
const VIEW_SETTINGS = VIEWS.map(({ shading, settings = {} }) => {
  if (shading === "usual") return settings;
  return { ...(shading === "overdraw" ? OVERDRAWN : SHADED), ...settings };
});

function rowOf(name: string): number {
  for (let row = 0; row < VIEWS.length; row++) if (VIEWS[row].name === name) return row;
  return -1;
}

export function createInspector(job: FrameJob): Inspector {
  const { context } = job;
  const { pipelines } = context;
  const pipelineOf = shadedPipelinesOf(context.gpu);
  const edges = createEdgeDraws(job);
  const freezing = createFreezing(job);
  const coarser = createCoarser(job);
  let view: ViewRow | null = null;
  let hasEdges = false;
  let sheet: Sheet | null = null;
  let encoders: EdgeEncoders | null = null;
  /** Inputs of the current sheet. */
  let sources: unknown = null;
  let areas: unknown = null;
  let reasons: unknown = null;

  function release(): void {
    if (pipelines.shading !== null) pipelines.setShading(null);
    encoders?.destroy();
    encoders = null;
    sheet?.destroy();
    sheet = null;
    sources = null;
  }

  function shade(row: ViewRow, index: number): void {
    const { map } = job;
    if (map === null) {
      release();
      return;
    }
    const { frozen } = freezing;
    const found = frozen === null || row.shading === "usual" ? null : freezing.reasons();
    const isSame = sources === map.sources && areas === map.areas && reasons === found;
    if (sheet !== null && view === row && isSame) return;
    release();
    const made = createSheet(context, row, buildMapFacts(map, found), frozen);
    sheet = made;
    encoders = row.hasEdges ? createEdgeEncoders(context.gpu, made) : null;
    sources = map.sources;
    areas = map.areas;
    reasons = found;
    pipelines.setShading({
      get: (key) => pipelineOf(row, index, key),
      wrap:
        encoders?.wrap ??
        ((encoder) => {
          encoder.setBindGroup(GROUP_BEHIND, made.bindGroup);
          return encoder;
        }),
    });
  }

  return {
    follow(asked) {
      coarser.follow(asked);
      const index = rowOf(asked.view);
      const row = VIEWS[index] ?? null;
      hasEdges = asked.wireframe;
      freezing.follow(row?.isFrozen === true, row);
      // A frozen view needs a frame that has been drawn.
      const isShaded = row !== null && row.shading !== "usual";
      if (isShaded && (row.isFrozen !== true || freezing.frozen !== null)) shade(row, index);
      else release();
      view = row;
      if (row === null || (row.isFrozen === true && freezing.frozen === null)) return null;
      return VIEW_SETTINGS[index];
    },
    prepare() {
      if (hasEdges) edgePipeline(job);
      freezing.lines?.prepare();
      const { shading } = pipelines;
      if (shading === null) return;
      const samples = Math.log2(context.sampled.samples);
      for (const key of pipelines.keys()) {
        if (keyPart(key, "samples") === samples) shading.get(key);
      }
    },
    get isOver() {
      return hasEdges || freezing.lines !== null;
    },
    drawOver(pass) {
      if (hasEdges) edges.draw(pass);
      if (job.map !== null) freezing.lines?.draw(pass, job.map.cameras[0]);
    },
    destroy() {
      release();
      freezing.destroy();
    },
  };
}
