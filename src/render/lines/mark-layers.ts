/**
 * Draws filled volumes, lines and entity markers over a map. Their rows follow what the camera can
 * see and are gathered again only when that changes. Runs of rows outside the frustum are skipped.
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
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import type { View } from "../views/view.ts";
import { createLineLayers } from "./line-layers.ts";
import type { PackedRows } from "./line-rows.ts";
import { LINE_ROW, LINE_WORDS, LineRows } from "./line-rows.ts";
import type { LineCamera, Lines, MakeLines } from "./lines.ts";
import { MARK_ROW, MARK_WORDS, SolidRows } from "./solid-rows.ts";

// Groups rows into runs with bounding boxes, and finds the runs in view. A frame tests a few dozen
// boxes, however many rows there are.

/** Greatest number of runs. More would cost a frame more time than they save. */
const MOST_RUNS = 48;
/** Least number of rows per run; a multiple of 3, so that triangles stay whole. */
const LEAST_ROWS = 192;
/** Pixels that a marker or a line extends beyond its position. */
const REACH_PIXELS = 20;

export class RowRuns {
  /** Number of rows, and number of rows drawn in the last picture. */
  count = 0;
  drawn = 0;
  /** First row and number of rows of each range to draw. Adjacent runs are merged. */
  readonly first = new Uint32Array(MOST_RUNS);
  readonly length = new Uint32Array(MOST_RUNS);
  stretches = 0;
  readonly #points: Uint8Array;
  readonly #rowFloats: number;
  readonly #boxes = new Float32Array(MOST_RUNS * 6);
  /** The rows gathered last, as floats. */
  #floats = new Float32Array(0);
  #rowsOfRun = LEAST_ROWS;
  #runs = 0;

  /** @param points offsets in floats of a row's points, three floats each */
  constructor(rowFloats: number, points: readonly number[]) {
    this.#rowFloats = rowFloats;
    this.#points = Uint8Array.from(points);
  }

  /** Builds the runs of newly gathered rows. */
  gather({ count, words }: PackedRows): void {
    if (this.#floats.buffer !== words.buffer) this.#floats = new Float32Array(words.buffer);
    const floats = this.#floats;
    const boxes = this.#boxes;
    this.count = count;
    // Round up to whole triangles.
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

  /** Finds the ranges in a frustum. Does not allocate. */
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

/**
 * Writes a picture's frustum, widened for markers and lines that reach over its edges. Does not
 * allocate.
 */
export function writeWideFrustum(
  out: Float32Array,
  { clipFromWorld, width, height }: Pick<View, "clipFromWorld" | "width" | "height">,
): void {
  writeFrustum(given, clipFromWorld);
  out.set(given);
  for (let pair = 0; pair < 2; pair++) {
    const part = REACH_PIXELS / (pair === 0 ? width : height);
    const at = pair * 8;
    // The sum of both planes is twice the depth ahead.
    for (let k = 0; k < 4; k++) {
      const depth = (given[at + k] + given[at + 4 + k]) * part;
      out[at + k] += depth;
      out[at + 4 + k] += depth;
    }
  }
}

// Pipelines of volumes and markers.

export type MarkForm = "solid" | "marker";

export type MarkPipelines = (
  form: MarkForm,
  samples: number,
  isOver: boolean,
) => LazyPipeline<GPURenderPipeline>;

/** Pipelines by form, samples per pixel and `isOver`. */
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

/** Depth tests for marks in the scene, and over it. */
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
  // Colours are premultiplied: a marker's rim is black, and a volume dims the background more than
  // its alpha.
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
    // Front faces are clockwise, as in the BSP format.
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
  /** Pass to `Renderer.setLines`; for one renderer only. */
  readonly make: MakeLines;
  isShown: boolean;
  /** Whether marks are drawn over what hides them. */
  isOver: boolean;
  /** Counts of the last picture: rows in visible clusters, and those of them in the frustum. */
  readonly counts: Readonly<Record<keyof MarkRows, Pick<RowRuns, "count" | "drawn">>>;
  /** Call when `fill` would write other rows. */
  change(): void;
}

/** Vertices per marker. */
const MARKER_VERTICES = 6;
const MIN_ROWS = 256;

/**
 * @param fill writes the rows that a camera can see into empty lists; called during a frame, so it
 * must not allocate
 */
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
  /** State that the rows were gathered for. A version of NaN forces gathering. */
  const seen = { version: Number.NaN, leaf: -1, isAll: false };
  let isShown = false;
  let isOver = false;
  let changes = 0;
  const layers: MarkLayers = {
    make: (context) => make(context),
    get isShown() {
      return isShown;
    },
    set isShown(next) {
      if (next !== isShown) changes++;
      isShown = next;
    },
    get isOver() {
      return isOver;
    },
    set isOver(next) {
      if (next !== isOver) changes++;
      isOver = next;
    },
    counts: runs,
    change() {
      seen.version = Number.NaN;
      changes++;
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
        return isShown;
      },
      get changes() {
        return changes;
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
