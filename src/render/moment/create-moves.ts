/**
 * Moves the brush models of a map on the GPU: their vertices in the world's vertex buffer, and their
 * rows in the cull tables. Draws, mirrors and debug views then show them where they are, by the same
 * pipelines as a map that stands still.
 */

import { buildOwner } from "../../gpu/resource-group.ts";
import { CHUNK_BRUSH_MODEL } from "../../map/world.ts";
import { GROUP_FRAME } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { RefractingBounds } from "../refraction/refracting-bounds.ts";
import { buildTreeLinks } from "../translucent/translucent-list.ts";
import { type MapDraws, replaceSources } from "../views/map-draws.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import { createWorldSource, type WorldSource } from "../world/world-source.ts";
import { BRUSH_CHUNK, BRUSH_VERTEX, packBrushGeometry } from "./brush-geometry.ts";
import { BRUSH_STATE, BrushStates } from "./brush-states.ts";
import type { MovePipelines } from "./move-pipelines.ts";
import { type BuiltBrushes, createMovedView, type MovedView } from "./moved-view.ts";
import type { Moves } from "./moves.ts";

const GROUP_SIZE = 64;
/** Workgroups of a dispatch; their threads take turns at more rows. */
const MOST_GROUPS = 4096;

const groupsOf = (rows: number) => Math.min(MOST_GROUPS, Math.ceil(rows / GROUP_SIZE));

/**
 * Begins to move the brush models of a map, whose chunks become ones that can change. Returns `null`
 * if it draws none.
 * @throws GpuError `limit`; the map is unchanged then
 */
export function createMoves(
  context: RenderContext,
  pipelines: MovePipelines,
  map: MapDraws,
): Moves | null {
  const { gpu } = context;
  const { queue } = gpu.device;
  const built = map.scene;
  const { brushes } = built;
  if (brushes === null) return null;
  const packed = packBrushGeometry(built);
  if (packed.vertices.length === 0) return null;
  const { leafLink } = buildTreeLinks(built.tree);
  const states = new BrushStates(built, packed, leafLink);
  const { geometry } = worldOf(map);
  const rowOfChunk = new Int32Array(built.chunks.kind.length).fill(-1);
  brushes.chunks.forEach((chunk, row) => {
    rowOfChunk[chunk] = row;
  });
  const views: MovedView[] = [];
  /** Number of changes so far. */
  let changes = 0;
  let hasMovedVertices = true;

  return buildOwner(gpu, (group) => {
    const filled = (name: string, data: Uint32Array): GPUBufferBinding => ({
      buffer: group.bufferWith(`render/${name}`, "world", GPUBufferUsage.STORAGE, data),
      size: data.byteLength,
    });
    const own: BuiltBrushes = {
      // A model that is hidden at the start has triangles, too.
      scene: { ...built, chunks: { ...built.chunks, kind: shownKinds() } },
      ...{ rowOfChunk, leafLink },
      ...{
        states: filled("brush-states", states.words),
        chunks: filled("brush-chunks", packed.chunks),
      },
    };
    const vertices = bindBuffers(gpu.device, "render/move-vertices", pipelines.vertices.layout, [
      ...[own.states, filled("brush-vertices", packed.vertices), geometry.buffer],
    ]);
    const vertexGroups = groupsOf(packed.vertices.length / BRUSH_VERTEX.strideWords);
    group.keep({
      destroy() {
        for (const view of views) view.destroy();
      },
    });
    replaceChunks();

    function shownKinds(): Uint8Array {
      const kinds = built.chunks.kind.slice();
      for (const chunk of brushes!.chunks) kinds[chunk] = CHUNK_BRUSH_MODEL;
      return kinds;
    }

    function replaceChunks(): void {
      geometry.scene = states.scene;
      try {
        const source = createWorldSource(geometry, worldOf(map).materials);
        replaceSources(context, map, [source], states.scene);
      } catch (error) {
        geometry.scene = built;
        throw error;
      }
    }

    function viewOf(draws: ViewDraws): MovedView {
      for (let i = 0; i < views.length; i++) if (views[i].draws === draws) return views[i];
      for (let i = views.length - 1; i >= 0; i--) {
        if (views[i].draws.isFreed) views.splice(i, 1)[0].destroy();
      }
      const view = createMovedView(context, pipelines.rows.layout, draws, worldOf(map), own);
      views.push(view);
      for (const chunk of view.panes) states.isTranslucent[modelOf(chunk)] = 1;
      return view;
    }

    const modelOf = (chunk: number) =>
      packed.chunks[rowOfChunk[chunk] * BRUSH_CHUNK.strideWords + BRUSH_CHUNK.model];

    /** Extends the bounds of surfaces that read what is behind them to where they are. */
    function growBounds(): void {
      for (const { reading, bounds } of views) {
        if (reading.length === 0) continue;
        states.settle();
        for (const one of bounds) growToChunks(one, reading, states.scene.chunks.box);
      }
    }

    /** Uploads the clusters of moved models: those that changed, or all. */
    function uploadClusters({ draws, clusters }: MovedView, isAll: boolean): void {
      const words = states.scene.chunks.clusters as Uint32Array<ArrayBuffer>;
      const first = isAll ? built.chunks.clusters.length : states.changedClusters.first;
      const end = isAll ? words.length : states.changedClusters.end;
      if (end <= first) return;
      queue.writeBuffer(draws.table.tables, (clusters + first) * 4, words, first, end - first);
    }

    return {
      isCurrent: () => worldOf(map).geometry === geometry && map.scene === states.scene,
      follow(moment) {
        if (!states.follow(moment)) return;
        changes++;
        hasMovedVertices = false;
        const { changed, words } = states;
        const first = changed.first * BRUSH_STATE.strideWords;
        const length = changed.end * BRUSH_STATE.strideWords - first;
        queue.writeBuffer(own.states.buffer, first * 4, words, first, length);
        growBounds();
      },
      encode(pass, shown) {
        if (!hasMovedVertices) {
          hasMovedVertices = true;
          pass.setPipeline(pipelines.vertices.pipeline);
          pass.setBindGroup(GROUP_FRAME, vertices);
          pass.dispatchWorkgroups(vertexGroups);
        }
        for (let i = 0; i < shown.length; i++) {
          const view = viewOf(shown[i]);
          if (view.shown === changes) continue;
          const isAll = view.shown < changes - 1 || view.shown < 0;
          view.shown = changes;
          uploadClusters(view, isAll);
          if (view.rowCount === 0) continue;
          pass.setPipeline(pipelines.rows.pipeline);
          pass.setBindGroup(GROUP_FRAME, view.groups[isAll ? 1 : 0]);
          pass.dispatchWorkgroups(groupsOf(view.rowCount));
        }
      },
      settle(shown) {
        states.settle();
        for (let i = 0; i < shown.length; i++) {
          const view = viewOf(shown[i]);
          if (view.settled === changes) continue;
          view.settled = changes;
          // Lists of the CPU are made of the old columns.
          view.draws.table.drawn.forget();
        }
      },
    } satisfies Omit<Moves, "destroy">;
  });
}

/** Extends the last box to chunks, which are visible from everywhere then. */
function growToChunks(
  bounds: RefractingBounds,
  list: readonly number[],
  boxes: Float32Array,
): void {
  const last = bounds.count - 1;
  for (let i = 0; i < list.length; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const mins = last * 6 + axis;
      const chunk = list[i] * 6 + axis;
      bounds.box[mins] = Math.min(bounds.box[mins], boxes[chunk]);
      bounds.box[mins + 3] = Math.max(bounds.box[mins + 3], boxes[chunk + 3]);
    }
  }
  bounds.clusters[last] = null;
}

function worldOf({ sources }: MapDraws): WorldSource {
  return sources.find(({ name }) => name === "world") as WorldSource;
}
