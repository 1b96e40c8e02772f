/**
 * Moves the brush models of a map on the GPU: their vertices in the world's vertex buffer, and their
 * rows in the cull tables. Draws, mirrors and debug views then show them where they are, by the same
 * pipelines as a map that stands still.
 */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { MapMoment } from "../../map/motion/brush-models.ts";
import { CHUNK_BRUSH_MODEL } from "../../map/world.ts";
import { GROUP_FRAME } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { RefractingBounds } from "../refraction/refracting-bounds.ts";
import { lightDecalVertices } from "../sources/decal-source.ts";
import { buildTreeLinks } from "../translucent/translucent-list.ts";
import { type MapDraws, replaceSources } from "../views/map-draws.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import { createWorldSource, type WorldSource } from "../world/world-source.ts";
import { BRUSH_CHUNK, BRUSH_VERTEX, packBrushDecals, packBrushGeometry } from "./brush-geometry.ts";
import { BRUSH_STATE, BrushStates } from "./brush-states.ts";
import { encodeRows, groupsOf, settleRows } from "./changed-rows.ts";
import type { MovePipelines } from "./move-pipelines.ts";
import { type BuiltBrushes, createMovedView, type MovedView } from "./moved-view.ts";
import type { BrushMoves } from "./moves.ts";

/** Inches, larger than any distance in a map. */
const EVERYWHERE = 1e6;

/** A vertex buffer with vertices of brush models. */
interface MovedVertices extends Owner {
  readonly target: GPUBuffer;
  /** Bind groups to move the vertices whose models changed, and all. */
  readonly groups: readonly GPUBindGroup[];
  readonly groupCount: number;
  /** Number of the change that it shows. */
  shown: number;
}

/**
 * Begins to move the brush models of a map, whose chunks become ones that can change. Returns `null`
 * if it draws none.
 * @throws GpuError `limit`; the map is unchanged then
 */
export function createMoves(
  context: RenderContext,
  pipelines: MovePipelines,
  map: MapDraws,
): BrushMoves | null {
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
  /** Vertices of the world, then those of the decals that the map draws. */
  const sets: MovedVertices[] = [];
  /** Number of changes so far. */
  let changes = 0;
  let followed: MapMoment | null = null;

  return buildOwner(gpu, (group) => {
    const filled = (name: string, data: Uint32Array): GPUBufferBinding => ({
      buffer: group.bufferWith(`render/${name}`, "world", GPUBufferUsage.STORAGE, data),
      size: data.byteLength,
    });
    const stateRows = filled("brush-states", states.words);
    const own: BuiltBrushes = {
      // A model that is hidden at the start has triangles, too.
      scene: { ...built, chunks: { ...built.chunks, kind: shownKinds() } },
      ...{ rowOfChunk, leafLink },
      ...{
        states: stateRows,
        chunks: filled("brush-chunks", packed.chunks),
      },
    };
    group.keep({
      destroy() {
        for (const part of [...views, ...sets]) part.destroy();
      },
    });
    sets.push(createVertices(geometry.buffer, packed.vertices));
    adoptDecals();
    replaceChunks();

    function createVertices(target: GPUBuffer, rows: Uint32Array): MovedVertices {
      return buildOwner(gpu, (own) => {
        const { layout } = pipelines.vertices;
        const buffer = own.bufferWith(
          "render/brush-vertices",
          "world",
          GPUBufferUsage.STORAGE,
          rows.length > 0 ? rows : new Uint32Array(BRUSH_VERTEX.strideWords),
        );
        const bound = { buffer, size: rows.byteLength || undefined };
        return {
          target,
          // The uniforms of culling's phases are 0 and 1.
          groups: context.cull.phases.map((choice) =>
            bindBuffers(gpu.device, "render/move-vertices", layout, [
              ...[stateRows, bound, choice, target],
            ]),
          ),
          groupCount: groupsOf(rows.length / BRUSH_VERTEX.strideWords),
          shown: 0,
        };
      });
    }

    /**
     * Moves the decals of sources that the map draws now. Chunks with decals on brush models are
     * visible from everywhere from now on.
     * @returns whether any chunk changed
     */
    function adoptDecals(): boolean {
      let hasChanged = false;
      for (let i = sets.length - 1; i > 0; i--) {
        if (!isDrawn(sets[i].target)) sets.splice(i, 1)[0].destroy();
      }
      for (let i = 0; i < map.sources.length; i++) {
        const { decals } = map.sources[i];
        if (decals === undefined || isAdopted(decals.vertexBuffer)) continue;
        const { set, vertexBuffer } = decals;
        const lit = lightDecalVertices(set, built.world);
        const { vertices, isOnBrush } = packBrushDecals(set, lit, brushes!, packed.modelOf);
        sets.push({ ...createVertices(vertexBuffer, vertices), shown: -1 });
        for (let chunk = 0; chunk < isOnBrush.length; chunk++) {
          if (isOnBrush[chunk] === 0) continue;
          set.chunks.clusterCount[chunk] = 0;
          set.chunks.box.fill(-EVERYWHERE, chunk * 6, chunk * 6 + 3);
          set.chunks.box.fill(EVERYWHERE, chunk * 6 + 3, chunk * 6 + 6);
          hasChanged = true;
        }
      }
      return hasChanged;
    }

    function isDrawn(target: GPUBuffer): boolean {
      const { sources } = map;
      for (let i = 0; i < sources.length; i++) {
        if (sources[i].decals?.vertexBuffer === target) return true;
      }
      return false;
    }

    function isAdopted(target: GPUBuffer): boolean {
      for (let i = 0; i < sets.length; i++) if (sets[i].target === target) return true;
      return false;
    }

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
      get moment() {
        return followed;
      },
      isCurrent: () => worldOf(map).geometry === geometry && map.scene === states.scene,
      follow(moment) {
        followed = moment;
        if (adoptDecals()) replaceChunks();
        if (!states.follow(moment)) return;
        changes++;
        const { changed, words } = states;
        const first = changed.first * BRUSH_STATE.strideWords;
        const length = changed.end * BRUSH_STATE.strideWords - first;
        queue.writeBuffer(own.states.buffer, first * 4, words, first, length);
        growBounds();
      },
      encode(pass, shown) {
        for (let i = 0; i < sets.length; i++) {
          const set = sets[i];
          if (set.shown === changes) continue;
          const isAll = set.shown < changes - 1;
          set.shown = changes;
          if (set.groupCount === 0) continue;
          pass.setPipeline(pipelines.vertices.pipeline);
          pass.setBindGroup(GROUP_FRAME, set.groups[isAll ? 1 : 0]);
          pass.dispatchWorkgroups(set.groupCount);
        }
        const { pipeline } = pipelines.rows;
        for (let i = 0; i < shown.length; i++) {
          encodeRows(pass, pipeline, viewOf(shown[i]), changes, uploadClusters);
        }
      },
      settle(shown) {
        states.settle();
        for (let i = 0; i < shown.length; i++) settleRows(viewOf(shown[i]), changes);
      },
    } satisfies Omit<BrushMoves, "destroy">;
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
