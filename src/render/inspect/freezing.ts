/** Freezes what a frame saw while a view requests it: the camera, and why rows were culled. */

import { readBuffer } from "../../gpu/read-back.ts";
import type { Owner } from "../../gpu/resource-group.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import { ROW_STATE } from "../cull/cull-table.ts";
import type { DrawSet } from "../draws/draw-set.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import { createLineLayers } from "../lines/line-layers.ts";
import { LineRows } from "../lines/line-rows.ts";
import type { Lines } from "../lines/lines.ts";
import type { PropDraws } from "../props/prop-draws.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { WorldDraws } from "../world/world-draws.ts";
import {
  addFrustum,
  type CullReasons,
  type FrozenView,
  findCullReasons,
  freezeView,
  type KeptRows,
} from "./frozen-view.ts";

interface Kept {
  readonly world: KeptRows;
  readonly props: KeptRows | null;
}

export interface Freezing extends Owner {
  /** `null` if nothing is frozen. */
  readonly frozen: FrozenView | null;
  /** Lines of its frustum. */
  readonly lines: Lines | null;
  /**
   * Call each frame; freezes the previous frame's view.
   * @param by requester; if it changes, the view is frozen again
   */
  readonly follow: (isFrozen: boolean, by: unknown) => void;
  /** Returns why rows were not drawn. The object changes only when more is known. */
  readonly reasons: () => CullReasons;
}

export function createFreezing(job: FrameJob): Freezing {
  const { context } = job;
  const { lazy } = pipelineQueueOf(context.gpu);
  let frozen: FrozenView | null = null;
  let owner: unknown = null;
  let map: MapDraws | null = null;
  let lines: Lines | null = null;
  /** Reads the GPU's culling state back. `null` if there was no late phase. */
  let reading: LazyPipeline<Kept> | null = null;
  let known: Kept | null = null;
  let found: CullReasons | null = null;

  function release(): void {
    lines?.destroy();
    lines = null;
    frozen = null;
    map = null;
    reading = null;
    known = null;
    found = null;
  }

  function freeze(seen: MapDraws): void {
    const [camera] = seen.cameras;
    frozen = freezeView(camera.view);
    map = seen;
    const layers = createLineLayers();
    const rows = new LineRows();
    addFrustum(rows, frozen);
    layers.addLayer(false).write(rows);
    lines = layers.make(context);
    if (!job.hasLatePhase) return;
    const { sets, table } = camera.draws.main;
    const world = sets.find(({ number }) => number === 0) as WorldDraws;
    const props = sets.find((set) => "geometry" in set) as PropDraws | undefined;
    const read = async (): Promise<Kept> => {
      const states = await readBuffer(context.gpu, table.states);
      const keptOf = ({ place }: DrawSet, of: Uint32Array): KeptRows => ({
        ...{ states: states.subarray(place.firstRow * ROW_STATE.strideBytes), of },
      });
      const hasRows = props !== undefined && props.batches.drawCount > 0;
      return {
        world: keptOf(world, world.batches.rowChunk),
        props: hasRows ? keptOf(props, props.batches.rowInstance) : null,
      };
    };
    reading = lazy(read);
    // Start before the next frame overwrites the state.
    reading();
  }

  return {
    get frozen() {
      return frozen;
    },
    get lines() {
      return lines;
    },
    follow(isFrozen, by) {
      if (frozen !== null && (!isFrozen || by !== owner || map !== job.map)) release();
      owner = by;
      if (isFrozen && frozen === null && job.map !== null && job.views.length > 0) freeze(job.map);
    },
    reasons() {
      const kept = reading?.() ?? null;
      if (found === null || kept !== known) {
        known = kept;
        found = findCullReasons(map!, frozen!, kept);
      }
      return found;
    },
    destroy: release,
  };
}
