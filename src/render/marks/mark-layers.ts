/**
 * Filled volumes, lines and signs over a map: what is drawn of them follows what the camera sees, and is gathered anew
 * only when that changes. Of what is gathered, runs of rows outside of the frustum are not drawn.
 */

import markCode from "../../../shaders/surfaces/marks.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { createBuffer, destroyBuffer } from "../../gpu/resources.ts";
import { FRUSTUM_FLOATS, isBoxInFrustum, writeFrustum } from "../../math/frustum.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { createLineLayers } from "../lines/line-layers.ts";
import { LINE_ROW, LINE_WORDS, LineRows } from "../lines/line-rows.ts";
import type { LineCamera, Lines, MakeLines } from "../lines/lines.ts";
import type { PackedRows } from "../lines/packed-rows.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import type { View } from "../views/view.ts";
import { MARK_ROW, MARK_WORDS, SolidRows } from "./solid-rows.ts";

// Runs of rows with a box each, and which of them a picture shows: a frame looks at a few dozen, however many rows there are.

/** Most runs: more would cost a frame more than what they spare. */
const MOST_RUNS = 48;
/** Rows of a run at least: whole triangles. */
const LEAST_ROWS = 192;
/** Pixels that a sign, or a line, reaches beside its place. */
const REACH_PIXELS = 20;

export class RowRuns {
  /** Rows that are there, and those of them that the last picture showed. */
  count = 0;
  drawn = 0;
  /** First row and number of rows of each stretch to draw: runs beside each other are one. */
  readonly first = new Uint32Array(MOST_RUNS);
  readonly length = new Uint32Array(MOST_RUNS);
  stretches = 0;
  readonly #points: Uint8Array;
  readonly #rowFloats: number;
  readonly #boxes = new Float32Array(MOST_RUNS * 6);
  /** The rows that were gathered last, as they lie in memory. */
  #floats = new Float32Array(0);
  #rowsOfRun = LEAST_ROWS;
  #runs = 0;

  /** @param points where in a row, in floats, its points are: 3 each */
  constructor(rowFloats: number, points: readonly number[]) {
    this.#rowFloats = rowFloats;
    this.#points = Uint8Array.from(points);
  }

  /** Takes rows that are gathered anew. */
  gather({ count, words }: PackedRows): void {
    if (this.#floats.buffer !== words.buffer) this.#floats = new Float32Array(words.buffer);
    const floats = this.#floats;
    const boxes = this.#boxes;
    this.count = count;
    // Triangles stay whole.
    this.#rowsOfRun = Math.max(LEAST_ROWS, Math.ceil(count / MOST_RUNS / 3) * 3);
    this.#runs = Math.ceil(count / this.#rowsOfRun);
    for (let run = 0; run < this.#runs; run++) {
      boxes.fill(Number.POSITIVE_INFINITY, run * 6, run * 6 + 3);
      boxes.fill(Number.NEGATIVE_INFINITY, run * 6 + 3, run * 6 + 6);
    }
    for (let row = 0; row < count; row++) {
      const box = Math.floor(row / this.#rowsOfRun) * 6;
      for (let point = 0; point < this.#points.length; point++) {
        const at = row * this.#rowFloats + this.#points[point];
        for (let axis = 0; axis < 3; axis++) {
          const value = floats[at + axis];
          if (value < boxes[box + axis]) boxes[box + axis] = value;
          if (value > boxes[box + axis + 3]) boxes[box + axis + 3] = value;
        }
      }
    }
  }

  /** Finds what a picture shows. Allocates nothing. */
  choose(planes: Float32Array): void {
    this.stretches = 0;
    this.drawn = 0;
    let end = -1;
    for (let run = 0; run < this.#runs; run++) {
      if (!isBoxInFrustum(planes, this.#boxes, run * 6)) continue;
      const first = run * this.#rowsOfRun;
      const length = Math.min(this.#rowsOfRun, this.count - first);
      this.drawn += length;
      if (first === end) {
        this.length[this.stretches - 1] += length;
      } else {
        this.first[this.stretches] = first;
        this.length[this.stretches++] = length;
      }
      end = first + length;
    }
  }
}

const given = new Float32Array(FRUSTUM_FLOATS);

/** A picture's frustum, wider by what lies over its edges. Allocates nothing. */
export function writeWideFrustum(
  out: Float32Array,
  { clipFromWorld, width, height }: Pick<View, "clipFromWorld" | "width" | "height">,
): void {
  writeFrustum(given, clipFromWorld);
  out.set(given);
  for (let pair = 0; pair < 2; pair++) {
    const part = REACH_PIXELS / (pair === 0 ? width : height);
    const at = pair * 8;
    // Both together are twice the depth ahead.
    for (let k = 0; k < 4; k++) {
      const depth = (given[at + k] + given[at + 4 + k]) * part;
      out[at + k] += depth;
      out[at + 4 + k] += depth;
    }
  }
}

// What volumes and signs are drawn with.

export type MarkForm = "solid" | "marker";

export type MarkPipelines = (
  form: MarkForm,
  samples: number,
  isOver: boolean,
) => LazyPipeline<GPURenderPipeline>;

/** By what is drawn, how many samples a pixel has, and whether it is drawn over all. */
const markPipelinesOf = oncePerDevice((gpu): MarkPipelines => {
  const made = new Map<number, LazyPipeline<GPURenderPipeline>>();
  const { lazy } = pipelineQueueOf(gpu);
  return (form, samples, isOver) => {
    const key = samples * 4 + Number(isOver) * 2 + Number(form === "marker");
    let pipeline = made.get(key);
    if (pipeline === undefined) {
      pipeline = lazy(() => createPipeline(gpu, form, samples, isOver));
      made.set(key, pipeline);
    }
    return pipeline;
  };
});

/** In the scene, and over all of it. */
const COMPARE = ["greater-equal", "always"] as const;

async function createPipeline(
  gpu: Gpu,
  form: MarkForm,
  samples: number,
  isOver: boolean,
): Promise<GPURenderPipeline> {
  const label = `render/marks-${form}`;
  const module = await createShader(gpu, label, markCode);
  const isMarker = form === "marker";
  // What is shown is multiplied by its cover already: a sign's rim is black, and a volume hides more than it covers.
  const over: GPUBlendComponent = { srcFactor: "one", dstFactor: "one-minus-src-alpha" };
  return createRenderPipeline(gpu, {
    label,
    layout: gpu.device.createPipelineLayout({ bindGroupLayouts: [bindLayoutsOf(gpu).frame] }),
    vertex: {
      module,
      entryPoint: isMarker ? "markerVertex" : "solidVertex",
      buffers: [
        {
          arrayStride: MARK_ROW.strideBytes,
          stepMode: isMarker ? "instance" : "vertex",
          attributes: [
            { shaderLocation: 0, offset: MARK_ROW.position, format: "float32x3" },
            { shaderLocation: 1, offset: MARK_ROW.color, format: "unorm8x4" },
          ],
        },
      ],
    },
    fragment: {
      module,
      entryPoint: isMarker ? "markerFragment" : "solidFragment",
      targets: [{ format: COLOR_FORMAT, blend: { color: over, alpha: over } }],
    },
    // As windings of the format turn: clockwise seen from the front.
    primitive: { topology: "triangle-list", frontFace: "cw" },
    multisample: { count: samples },
    depthStencil: {
      format: DEPTH_FORMAT,
      depthWriteEnabled: false,
      depthCompare: COMPARE[Number(isOver)],
    },
  });
}

export interface MarkRows {
  readonly solids: SolidRows;
  readonly lines: LineRows;
  readonly markers: SolidRows;
}

export interface MarkLayers {
  /** For `Renderer.setLines`; of one renderer. */
  readonly make: MakeLines;
  isShown: boolean;
  /** Whether they are drawn over what hides them. */
  isOver: boolean;
  /** Of the last picture: rows in clusters that it sees, and those of them in its frustum. */
  readonly counts: Readonly<Record<keyof MarkRows, Pick<RowRuns, "count" | "drawn">>>;
  /** To be called when what `fill` writes is other than it was. */
  change(): void;
}

/** Vertices of a sign. */
const MARKER_VERTICES = 6;
const MIN_ROWS = 256;

/** @param fill writes what a camera sees into rows that are empty; it is called in a frame, and may not allocate */
export function createMarkLayers(
  fill: (camera: LineCamera["view"], rows: MarkRows) => void,
): MarkLayers {
  const rows = { solids: new SolidRows(), lines: new LineRows(), markers: new SolidRows() };
  const runs = {
    solids: new RowRuns(MARK_WORDS, [0]),
    lines: new RowRuns(LINE_WORDS, [LINE_ROW.start / 4, LINE_ROW.end / 4]),
    markers: new RowRuns(MARK_WORDS, [0]),
  };
  const planes = new Float32Array(FRUSTUM_FLOATS);
  const lineLayers = createLineLayers();
  const within = lineLayers.addLayer(false);
  const over = lineLayers.addLayer(true);
  within.stretches = over.stretches = runs.lines;
  /** What the rows are of; NaN: of nothing that there is. */
  const seen = { version: Number.NaN, leaf: -1, isAll: false };
  const layers: MarkLayers = {
    make: (context) => make(context),
    isShown: false,
    isOver: false,
    counts: runs,
    change() {
      seen.version = Number.NaN;
    },
  };

  function follow(view: LineCamera["view"]): boolean {
    const isAll = view.visible === null;
    const { bitsVersion, leaf } = view;
    if (seen.version === bitsVersion && seen.leaf === leaf && seen.isAll === isAll) return false;
    seen.version = bitsVersion;
    seen.leaf = leaf;
    seen.isAll = isAll;
    rows.solids.clear();
    rows.lines.clear();
    rows.markers.clear();
    fill(view, rows);
    runs.solids.gather(rows.solids);
    runs.lines.gather(rows.lines);
    runs.markers.gather(rows.markers);
    return true;
  }

  function make(context: RenderContext): Lines {
    const { gpu } = context;
    const pipelines = markPipelinesOf(gpu);
    const lines = lineLayers.make(context);
    const solids = createRowBuffer(gpu, "solid");
    const markers = createRowBuffer(gpu, "marker");
    layers.change();
    return {
      get isShown() {
        return layers.isShown;
      },
      prepare() {
        const { samples } = context.sampled;
        pipelines("solid", samples, layers.isOver)();
        pipelines("marker", samples, layers.isOver)();
        within.isShown = !layers.isOver;
        over.isShown = layers.isOver;
        lines.prepare();
      },
      draw(pass, camera) {
        within.isShown = !layers.isOver;
        over.isShown = layers.isOver;
        if (follow(camera.view)) {
          solids.write(rows.solids);
          markers.write(rows.markers);
          within.write(rows.lines);
          over.write(rows.lines);
        }
        writeWideFrustum(planes, camera.view);
        runs.solids.choose(planes);
        runs.lines.choose(planes);
        runs.markers.choose(planes);
        const { samples } = context.sampled;
        pass.setBindGroup(0, camera.block.bindGroup);
        const filled = pipelines("solid", samples, layers.isOver)();
        if (filled !== null && solids.buffer !== null && rows.solids.count > 0) {
          pass.setPipeline(filled);
          pass.setVertexBuffer(0, solids.buffer);
          const { first, length, stretches } = runs.solids;
          for (let i = 0; i < stretches; i++) pass.draw(length[i], 1, first[i]);
        }
        if (rows.lines.count > 0) lines.draw(pass, camera);
        const signs = pipelines("marker", samples, layers.isOver)();
        if (signs !== null && markers.buffer !== null && rows.markers.count > 0) {
          pass.setPipeline(signs);
          pass.setVertexBuffer(0, markers.buffer);
          const { first, length, stretches } = runs.markers;
          for (let i = 0; i < stretches; i++) pass.draw(MARKER_VERTICES, length[i], 0, first[i]);
        }
      },
      destroy() {
        lines.destroy();
        solids.destroy();
        markers.destroy();
      },
    };
  }
  return layers;
}

interface RowBuffer {
  buffer: GPUBuffer | null;
  write(rows: SolidRows): void;
  destroy(): void;
}

function createRowBuffer(gpu: Gpu, form: MarkForm): RowBuffer {
  const { VERTEX, COPY_DST } = GPUBufferUsage;
  return {
    buffer: null,
    write({ count, words }) {
      const needed = count * MARK_ROW.strideBytes;
      if (this.buffer === null || this.buffer.size < needed) {
        this.destroy();
        const room = Math.max(2 ** Math.ceil(Math.log2(Math.max(count, 1))), MIN_ROWS);
        const byteLength = room * MARK_ROW.strideBytes;
        const label = `render/marks-${form}`;
        this.buffer = createBuffer(gpu, label, "frame", VERTEX | COPY_DST, byteLength);
      }
      gpu.device.queue.writeBuffer(this.buffer, 0, words, 0, count * MARK_WORDS);
    },
    destroy() {
      if (this.buffer !== null) destroyBuffer(gpu, this.buffer);
      this.buffer = null;
    },
  };
}
