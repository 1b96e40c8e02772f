/**
 * Moves the models of a map's entities on the GPU: their instances, and their rows in the cull
 * tables.
 */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { ModelsMoment } from "../../map/motion/models.ts";
import { GROUP_FRAME } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { setNumber } from "../draws/set-names.ts";
import { lodSpan } from "../props/prop-batches.ts";
import type { PropDraws } from "../props/prop-draws.ts";
import { PROP_ROW } from "../props/prop-rows.ts";
import type { PropSource } from "../props/prop-source.ts";
import type { RefractingBounds } from "../refraction/refracting-bounds.ts";
import { buildTreeLinks } from "../translucent/translucent-list.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import { type ChangedView, encodeRows, groupsOf, settleRows } from "./changed-rows.ts";
import { MODEL_CHANGED, MODEL_STATE, ModelStates } from "./model-states.ts";
import type { MovePipelines } from "./move-pipelines.ts";
import type { Moves } from "./moves.ts";

/** The struct `ModelRow` of `shaders/moment/move-model-rows.wgsl`, in words. */
export const MODEL_ROW = {
  row: 0,
  state: 1,
  mesh: 2,
  lodBegin: 4,
  lodEnd: 5,
  strideWords: 6,
} as const;

const UNPLACED = 1;
const UNPLAYED = 2;
const NO_MESH = 0xffffffff;
const PROP_VECTORS = PROP_ROW.strideBytes / 16;
const PROPS = setNumber("props");

interface MovedModels extends Owner, ChangedView {
  /** First word of the props' clusters in the view's table. */
  readonly clusters: number;
  /** Bounds that surfaces which read the picture behind them have to stay in. */
  readonly bounds: readonly RefractingBounds[];
}

/** Returns the source of the props; `null` if the map draws none. */
export function propsOf({ sources }: Pick<MapDraws, "sources">): PropSource | null {
  for (let i = 0; i < sources.length; i++) {
    if (sources[i].props !== undefined) return sources[i] as PropSource;
  }
  return null;
}

/**
 * Begins to move the models of a map's entities. Returns `null` if it draws none.
 * @throws GpuError `limit`
 */
export function createModelMoves(
  context: RenderContext,
  pipelines: MovePipelines,
  map: MapDraws,
): Moves | null {
  const { gpu } = context;
  const { queue } = gpu.device;
  const source = propsOf(map);
  const models = source?.geometry.set.entities;
  if (!source || !models) return null;
  const { geometry } = source;
  const { set } = geometry;
  const { tree, pvs } = map.scene;
  const { leafLink } = buildTreeLinks(tree);
  let { lamps } = source;
  const states = new ModelStates(set, { tree, pvs }, leafLink, lamps.light);
  const stateOf = new Int32Array(set.instanceCount).fill(-1);
  models.instance.forEach((instance, row) => {
    stateOf[instance] = row;
  });
  const views: MovedModels[] = [];
  /** Number of changes so far, and of the one that the instances show. */
  let changes = 0;
  let shownInstances = 0;
  /** `UNPLACED` and `UNPLAYED` of rows about which the pose pass does not know yet. */
  const unposed = new Uint8Array(models.count);
  const playhead = new Float32Array(models.count).fill(Number.NaN);
  let hasUnposed = false;

  return buildOwner(gpu, (group) => {
    const { STORAGE } = GPUBufferUsage;
    const buffer = group.bufferWith("render/model-states", "props", STORAGE, states.words);
    const stateRows = { buffer, size: states.words.byteLength };
    // The uniforms of culling's phases are 0 and 1.
    const instanceGroups = context.cull.phases.map((choice) =>
      bindBuffers(gpu.device, "render/move-models", pipelines.models.layout, [
        ...[stateRows, choice, geometry.instances],
      ]),
    );
    group.keep({
      destroy() {
        for (const view of views) view.destroy();
      },
    });

    function viewOf(draws: ViewDraws): MovedModels {
      for (let i = 0; i < views.length; i++) if (views[i].draws === draws) return views[i];
      for (let i = views.length - 1; i >= 0; i--) {
        if (views[i].draws.isFreed) views.splice(i, 1)[0].destroy();
      }
      const view = createView(draws);
      views.push(view);
      return view;
    }

    function createView(draws: ViewDraws): MovedModels {
      const props = draws.sets.find(({ number }) => number === PROPS) as PropDraws;
      const blended = draws.translucent.parts.find((part) => part.set === props)?.draws;
      const { batches, place } = props;
      const words: number[] = [];
      const begin = new Float32Array(2);
      const bits = new Uint32Array(begin.buffer);
      const add = (row: number, instance: number, lod: number, mesh: number): void => {
        if (stateOf[instance] < 0) return;
        begin.set(lodSpan(set, set.instanceVariant[instance], lod));
        words.push(row, stateOf[instance], mesh, 0, ...bits);
      };
      // Sets with only translucent draws have no rows of buckets.
      for (let bucket = 0; bucket < batches.bucketCount && batches.drawCount > 0; bucket++) {
        const end = batches.bucketFirstRow[bucket + 1];
        for (let row = batches.bucketFirstRow[bucket]; row < end; row++) {
          const instance = batches.rowInstance[row];
          add(place.rows + row * PROP_VECTORS, instance, batches.bucketLod[bucket], NO_MESH);
        }
      }
      if (blended) {
        const { rows, meshes } = blended.place;
        batches.translucentInstance.forEach((instance, row) => {
          const lod = set.drawLod[batches.translucentDraw[row]];
          add(rows + row * PROP_VECTORS, instance, lod, meshes + row);
        });
      }
      return buildOwner(gpu, (own) => {
        const data = Uint32Array.from(words);
        const rows = own.bufferWith(
          "render/model-rows",
          "props",
          STORAGE,
          data.length === 0 ? new Uint32Array(MODEL_ROW.strideWords) : data,
        );
        return {
          draws,
          rowCount: data.length / MODEL_ROW.strideWords,
          groups: context.cull.phases.map((choice) =>
            bindBuffers(gpu.device, "render/move-model-rows", pipelines.modelRows.layout, [
              ...[stateRows, { buffer: rows, size: data.byteLength || undefined }],
              ...[choice, draws.table.tables],
            ]),
          ),
          clusters: place.clusters,
          bounds: [props.refracting?.bounds, blended?.soft].filter((bounds) => bounds != null),
          shown: -1,
          settled: -1,
        };
      });
    }

    /** Uploads the clusters of moved models: those that changed, or all. */
    function uploadClusters({ draws, clusters }: MovedModels, isAll: boolean): void {
      const words = set.clusters as Uint32Array<ArrayBuffer>;
      const first = isAll ? states.firstRoom : states.changedClusters.first;
      const end = isAll ? words.length : states.changedClusters.end;
      if (end <= first) return;
      queue.writeBuffer(draws.table.tables, (clusters + first) * 4, words, first, end - first);
    }

    /** Tells the pose pass, if there is one, where its models are. */
    function placePosed(): void {
      const pass = geometry.posing?.();
      if (!hasUnposed || !pass) return;
      hasUnposed = false;
      for (let row = 0; row < unposed.length; row++) {
        const instance = models!.instance[row];
        if ((unposed[row] & UNPLACED) !== 0) pass.place(instance, set.instanceBox, instance * 6);
        if ((unposed[row] & UNPLAYED) !== 0) pass.play(instance, playhead[row]);
        unposed[row] = 0;
      }
      pass.flush();
    }

    function noteChanged(): void {
      for (let row = states.changed.first; row < states.changed.end; row++) {
        const at = row * MODEL_STATE.strideWords;
        if ((states.words[at + MODEL_STATE.flags] & MODEL_CHANGED) === 0) continue;
        unposed[row] |= UNPLACED;
        hasUnposed = true;
        for (const { bounds } of views) {
          for (const one of bounds) growToBox(one, states.floats, at);
        }
      }
    }

    function followPlayheads(shown: ModelsMoment | null): void {
      for (let row = 0; row < playhead.length; row++) {
        const seconds = shown === null ? Number.NaN : shown.playhead[row];
        if (Object.is(playhead[row], seconds)) continue;
        playhead[row] = seconds;
        unposed[row] |= UNPLAYED;
        hasUnposed = true;
      }
    }

    function upload(first: number, end: number): void {
      const { strideWords } = MODEL_STATE;
      const from = first * strideWords;
      queue.writeBuffer(buffer, from * 4, states.words, from, end * strideWords - from);
    }

    return {
      isCurrent: () => propsOf(map)?.geometry === geometry,
      follow(moment) {
        const next = propsOf(map)!.lamps;
        const isRelit = next !== lamps;
        if (isRelit) {
          lamps = next;
          states.relight(lamps.light);
        }
        const own = moment?.models;
        const shown = own?.models === models ? own : null;
        followPlayheads(shown);
        const hasMoved = states.follow(shown);
        if (!hasMoved && !isRelit) return;
        changes++;
        // The new light came with instances at their built places.
        if (isRelit) {
          changes++;
          upload(0, models.count);
        } else upload(states.changed.first, states.changed.end);
        noteChanged();
      },
      encode(pass, shown) {
        if (shownInstances !== changes) {
          const isAll = shownInstances < changes - 1;
          shownInstances = changes;
          pass.setPipeline(pipelines.models.pipeline);
          pass.setBindGroup(GROUP_FRAME, instanceGroups[isAll ? 1 : 0]);
          pass.dispatchWorkgroups(groupsOf(models.count));
        }
        if (hasUnposed) placePosed();
        const { pipeline } = pipelines.modelRows;
        for (let i = 0; i < shown.length; i++) {
          encodeRows(pass, pipeline, viewOf(shown[i]), changes, uploadClusters);
        }
      },
      settle(shown) {
        for (let i = 0; i < shown.length; i++) settleRows(viewOf(shown[i]), changes);
      },
    } satisfies Omit<Moves, "destroy">;
  });
}

/** Extends the last box, which is visible from everywhere then. */
function growToBox({ count, box, clusters }: RefractingBounds, state: Float32Array, at: number) {
  const last = count - 1;
  for (let axis = 0; axis < 3; axis++) {
    const [mins, maxs] = [last * 6 + axis, last * 6 + 3 + axis];
    box[mins] = Math.min(box[mins], state[at + MODEL_STATE.mins + axis]);
    box[maxs] = Math.max(box[maxs], state[at + MODEL_STATE.maxs + axis]);
  }
  clusters[last] = null;
}
