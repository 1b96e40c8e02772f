/**
 * Filled volumes, lines and signs over a map: what is drawn of them follows what the camera sees, and is gathered anew
 * only when that changes. Of what is gathered, runs of rows outside of the frustum are not drawn.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { createBuffer, destroyBuffer } from "../../gpu/resources.ts";
import { FRUSTUM_FLOATS } from "../../math/frustum.ts";
import type { RenderContext } from "../context/render-context.ts";
import { createLineLayers } from "../lines/line-layers.ts";
import { LINE_ROW, LINE_WORDS, LineRows } from "../lines/line-rows.ts";
import type { LineCamera, Lines, MakeLines } from "../lines/lines.ts";
import { type MarkForm, markPipelinesOf } from "./mark-pipelines.ts";
import { RowRuns, writeWideFrustum } from "./row-runs.ts";
import { MARK_ROW, MARK_WORDS, SolidRows } from "./solid-rows.ts";

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
