/** Rows of a view that show brush models, for the shader that writes them. */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { MapScene } from "../../map/types.ts";
import { CHUNK_ROW, packChunkRows } from "../chunks/chunk-rows.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { PartPlace } from "../cull/drawn-buffer.ts";
import { setNumber } from "../draws/set-names.ts";
import type { RefractingBounds } from "../refraction/refracting-bounds.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import type { WorldDraws } from "../world/world-draws.ts";
import type { WorldSource } from "../world/world-source.ts";
import type { ChangedView } from "./changed-rows.ts";

/** The struct `BrushRow` of `shaders/moment/move-rows.wgsl`, in words. */
export const BRUSH_ROW = { row: 0, chunk: 1, info: 2, leafLink: 3, strideWords: 4 } as const;

const CHUNK_VECTORS = CHUNK_ROW.strideBytes / 16;
const WORLD = setNumber("world");

/** Brush models of a map as they were built. */
export interface BuiltBrushes {
  readonly scene: MapScene;
  /** Row of `BrushModels.chunks` of each chunk; −1 if it shows the world. */
  readonly rowOfChunk: Int32Array;
  readonly leafLink: Uint32Array;
  /** `BRUSH_STATE` and `BRUSH_CHUNK` rows. */
  readonly states: GPUBufferBinding;
  readonly chunks: GPUBufferBinding;
}

export interface MovedView extends Owner, ChangedView {
  /** First word of the world's clusters in the view's table. */
  readonly clusters: number;
  /** Chunks of brush models that are drawn back to front. */
  readonly panes: readonly number[];
  /** Bounds that refracting or soft chunks of brush models have to stay in. */
  readonly bounds: readonly RefractingBounds[];
  /** Chunks of brush models that read the picture behind them. */
  readonly reading: readonly number[];
}

/** @throws GpuError `limit` */
export function createMovedView(
  { gpu, cull }: Pick<RenderContext, "gpu" | "cull">,
  layout: GPUBindGroupLayout,
  draws: ViewDraws,
  { materials }: WorldSource,
  built: BuiltBrushes,
): MovedView {
  const set = draws.sets.find(({ number }) => number === WORLD) as WorldDraws;
  const panes = draws.translucent.parts.find((part) => part.set === set)?.draws;
  const { batches } = set;
  const { rowOfChunk } = built;
  const solid = listBrushRows(batches.rowChunk, rowOfChunk);
  const blended = listBrushRows(batches.translucentChunk, rowOfChunk);
  const words = [
    ...packRows(solid, batches.rowChunk, set.place, materials, built),
    ...(panes ? packRows(blended, batches.translucentChunk, panes.place, materials, built) : []),
  ];
  const firstReading = batches.firstRow[batches.firstRefracting];
  const refracting = solid.filter((row) => row >= firstReading).map((row) => batches.rowChunk[row]);
  const paneChunks = blended.map((row) => batches.translucentChunk[row]);
  const refractingBounds = refracting.length > 0 ? set.refracting?.bounds : undefined;
  const softBounds = paneChunks.length > 0 ? panes?.soft : undefined;
  return buildOwner(gpu, (group) => {
    const data = Uint32Array.from(words);
    const { STORAGE } = GPUBufferUsage;
    const rowCount = data.length / BRUSH_ROW.strideWords;
    const rows = group.bufferWith(
      "render/brush-rows",
      "world",
      STORAGE,
      rowCount === 0 ? new Uint32Array(BRUSH_ROW.strideWords) : data,
    );
    const { tables } = draws.table;
    return {
      draws,
      rowCount,
      // The uniforms of culling's phases are 0 and 1.
      groups: cull.phases.map((choice) =>
        bindBuffers(gpu.device, "render/move-rows", layout, [
          ...[built.states, built.chunks, { buffer: rows, size: data.byteLength || undefined }],
          ...[choice, tables],
        ]),
      ),
      clusters: set.place.clusters,
      panes: paneChunks,
      bounds: [refractingBounds, softBounds].filter((bounds) => bounds != null),
      reading: [...refracting, ...(softBounds ? paneChunks : [])],
      shown: -1,
      settled: -1,
    };
  });
}

/** Returns the rows whose chunk shows a brush model. */
function listBrushRows(rowChunk: Uint32Array, rowOfChunk: Int32Array): number[] {
  const rows: number[] = [];
  rowChunk.forEach((chunk, row) => {
    if (rowOfChunk[chunk] >= 0) rows.push(row);
  });
  return rows;
}

function packRows(
  rows: readonly number[],
  rowChunk: Uint32Array,
  place: PartPlace,
  materials: WorldSource["materials"],
  { scene, rowOfChunk, leafLink }: BuiltBrushes,
): number[] {
  const list = Uint32Array.from(rows, (row) => rowChunk[row]);
  const packed = packChunkRows(scene.chunks, materials.set, list, () => 0, {
    leafLinkOf: (leaf) => leafLink[leaf],
  });
  return rows.flatMap((row, i) => {
    const at = (i * CHUNK_ROW.strideBytes) / 4;
    const words = new Array<number>(BRUSH_ROW.strideWords);
    words[BRUSH_ROW.row] = place.rows + row * CHUNK_VECTORS;
    words[BRUSH_ROW.chunk] = rowOfChunk[rowChunk[row]];
    words[BRUSH_ROW.info] = packed[at + CHUNK_ROW.info / 4];
    words[BRUSH_ROW.leafLink] = packed[at + CHUNK_ROW.leafLink / 4];
    return words;
  });
}
