/** Layers of lines, each hidden or shown, in the scene or over it. */

import lineCode from "../../../shaders/surfaces/lines.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { createBuffer, destroyBuffer } from "../../gpu/resources.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import { LINE_ROW, LINE_WORDS, type LineRows } from "./line-rows.ts";
import { changesOf, type Lines, type MakeLines } from "./lines.ts";

export interface LineLayer {
  isShown: boolean;
  /** Ranges of rows to draw, or `null` for all rows. They may depend on the camera only. */
  stretches: LineStretches | null;
  /**
   * Replaces the layer's lines from the next frame on. Allocates only if there are more rows than
   * ever before.
   */
  write(rows: LineRows): void;
}

/** Ranges of a layer's rows: first row and number of rows of each. */
export interface LineStretches {
  readonly stretches: number;
  readonly first: Uint32Array;
  readonly length: Uint32Array;
}

export interface LineLayers {
  /** Pass to `Renderer.setLines`; for one renderer only. */
  readonly make: MakeLines;
  /** @param isOver whether the lines are drawn over what hides them */
  addLayer(isOver: boolean): LineLayer;
}

const MIN_ROWS = 64;
const VERTICES = 6;

interface Layer extends LineLayer {
  readonly isOver: boolean;
  changes: number;
  /** Rows written last, kept for upload to a new device; and whether this device has them. */
  rows: LineRows | null;
  isUploaded: boolean;
  buffer: GPUBuffer | null;
  count: number;
}

export function createLineLayers(): LineLayers {
  const layers: Layer[] = [];
  return {
    addLayer(isOver) {
      let isShown = true;
      const layer: Layer = {
        isOver,
        changes: 0,
        rows: null,
        isUploaded: false,
        buffer: null,
        count: 0,
        stretches: null,
        get isShown() {
          return isShown;
        },
        set isShown(next) {
          if (next !== isShown) layer.changes++;
          isShown = next;
        },
        write(rows) {
          layer.rows = rows;
          layer.isUploaded = false;
          layer.changes++;
        },
      };
      layers.push(layer);
      return layer;
    },
    make: (context) => linesOf(context, layers),
  };
}

function linesOf(context: RenderContext, layers: readonly Layer[]): Lines {
  const { gpu } = context;
  const pipelines = linePipelinesOf(gpu);
  return {
    get isShown() {
      for (let i = 0; i < layers.length; i++) if (layers[i].isShown) return true;
      return false;
    },
    get changes() {
      return changesOf(layers);
    },
    prepare() {
      for (const { isOver, isShown } of layers) {
        if (isShown) pipelines(context.sampled.samples, isOver)();
      }
    },
    draw(pass, { block }) {
      pass.setBindGroup(0, block.bindGroup);
      for (let i = 0; i < layers.length; i++) {
        const layer = layers[i];
        if (!layer.isShown) continue;
        if (!layer.isUploaded && layer.rows !== null) upload(gpu, layer, layer.rows);
        const pipeline = pipelines(context.sampled.samples, layer.isOver)();
        if (pipeline === null || layer.buffer === null || layer.count === 0) continue;
        pass.setPipeline(pipeline);
        pass.setVertexBuffer(0, layer.buffer);
        if (layer.stretches === null) pass.draw(VERTICES, layer.count);
        else drawStretches(pass, layer.stretches);
      }
    },
    destroy() {
      for (const layer of layers) {
        if (layer.buffer !== null) destroyBuffer(gpu, layer.buffer);
        layer.buffer = null;
        layer.isUploaded = false;
      }
    },
  };
}

function drawStretches(pass: GPURenderPassEncoder, rows: LineStretches): void {
  for (let i = 0; i < rows.stretches; i++) pass.draw(VERTICES, rows.length[i], 0, rows.first[i]);
}

function upload(gpu: Gpu, layer: Layer, rows: LineRows): void {
  layer.isUploaded = true;
  layer.count = rows.count;
  const { VERTEX, COPY_DST } = GPUBufferUsage;
  const needed = rows.count * LINE_ROW.strideBytes;
  if (layer.buffer === null || layer.buffer.size < needed) {
    if (layer.buffer !== null) destroyBuffer(gpu, layer.buffer);
    layer.buffer = null;
    const room = Math.max(2 ** Math.ceil(Math.log2(Math.max(rows.count, 1))), MIN_ROWS);
    const byteLength = room * LINE_ROW.strideBytes;
    layer.buffer = createBuffer(gpu, "render/lines", "frame", VERTEX | COPY_DST, byteLength);
  }
  gpu.device.queue.writeBuffer(layer.buffer, 0, rows.words, 0, rows.count * LINE_WORDS);
}

type LinePipelines = (samples: number, isOver: boolean) => LazyPipeline<GPURenderPipeline>;

/** Pipelines by samples per pixel and `isOver`. */
const linePipelinesOf = oncePerDevice((gpu): LinePipelines => {
  const made: LazyPipeline<GPURenderPipeline>[] = [];
  const { lazy } = pipelineQueueOf(gpu);
  return (samples, isOver) => {
    const row = samples * 2 + Number(isOver);
    made[row] ??= lazy(() => createPipeline(gpu, samples, isOver));
    return made[row];
  };
});

async function createPipeline(
  gpu: Gpu,
  samples: number,
  isOver: boolean,
): Promise<GPURenderPipeline> {
  const label = "render/lines";
  const module = await createShader(gpu, label, lineCode);
  const over: GPUBlendComponent = { srcFactor: "src-alpha", dstFactor: "one-minus-src-alpha" };
  return createRenderPipeline(gpu, {
    label,
    layout: gpu.device.createPipelineLayout({ bindGroupLayouts: [bindLayoutsOf(gpu).frame] }),
    vertex: {
      module,
      entryPoint: "vertexMain",
      buffers: [
        {
          arrayStride: LINE_ROW.strideBytes,
          stepMode: "instance",
          attributes: [
            { shaderLocation: 0, offset: LINE_ROW.start, format: "float32x3" },
            { shaderLocation: 1, offset: LINE_ROW.startColor, format: "unorm8x4" },
            { shaderLocation: 2, offset: LINE_ROW.end, format: "float32x3" },
            { shaderLocation: 3, offset: LINE_ROW.endColor, format: "unorm8x4" },
          ],
        },
      ],
    },
    fragment: {
      module,
      entryPoint: "fragmentMain",
      targets: [{ format: COLOR_FORMAT, blend: { color: over, alpha: over } }],
    },
    primitive: { topology: "triangle-list" },
    multisample: { count: samples },
    depthStencil: {
      format: DEPTH_FORMAT,
      depthWriteEnabled: false,
      depthCompare: isOver ? "always" : "greater-equal",
    },
  });
}
