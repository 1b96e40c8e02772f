/**
 * Shows the state that a simulation gives the map: places of brush models and of models, and light styles. Fetched
 * with the first moment.
 */

import { GpuError } from "../../gpu/errors.ts";
import { type MapMoment, SIMULATED_STYLES } from "../../map/motion/brush-models.ts";
import type { EntityModels, ModelsMoment } from "../../map/motion/models.ts";
import type { MapScene } from "../../map/types.ts";
import type { AreaWalk } from "../../visibility/areas.ts";
import type { DrawSource } from "../draws/draw-set.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import type { LightStyleTable } from "../frame/frame-uniforms.ts";
import type { Camera } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";
import { createMoves } from "./create-moves.ts";
import { createModelMoves } from "./model-moves.ts";
import { movePipelinesOf } from "./move-pipelines.ts";
import { createShownView } from "./shown-view.ts";

const DARK_LETTER = 97;
/** Steps from `a` to `m`, which is the baked brightness. */
const BAKED_LETTERS = 12;

export interface ShownMoment {
  /** Call before each frame. */
  readonly follow: () => void;
  /** Requests the pipelines of the next frame. */
  readonly prepare: () => void;
  /** Returns the camera that a frame shows. The same object is used for all frames. */
  readonly see: (camera: Camera) => Camera;
}

export async function createShownMoment(
  job: FrameJob,
  styles: LightStyleTable,
): Promise<ShownMoment> {
  const { context } = job;
  const { gpu } = context;
  const pipelines = await movePipelinesOf(gpu);
  const shownStyles: (number | string | null)[] = new Array(SIMULATED_STYLES).fill(null);
  const view = createShownView(job);
  let shown: MapMoment | null = null;
  let shownVersion = -1;
  let shownMap: MapDraws | null = null;
  let shownAreas: AreaWalk | null = null;
  let shownSources: readonly DrawSource[] | null = null;
  /** Scene whose brush models cannot be moved for lack of memory, which was reported. */
  let refused: MapScene | null = null;
  /** Models that cannot be moved for lack of memory, which was reported. */
  let refusedModels: EntityModels | null = null;

  function followStyles(): void {
    for (let style = 0; style < SIMULATED_STYLES; style++) {
      const light = lightOf(job.moment?.lightStyles[style] ?? null);
      if (shownStyles[style] === light) continue;
      shownStyles[style] = light;
      styles.set(style, light);
    }
  }

  function followBrushes(map: MapDraws, moment: MapMoment | null): void {
    if (map.moves === null) {
      if (moment === null || map.scene === refused || !isMoved(map.scene, moment)) return;
      try {
        map.moves = createMoves(context, pipelines, map);
      } catch (error) {
        if (!(error instanceof GpuError)) throw error;
        refused = map.scene;
        gpu.report(error);
      }
    }
    map.moves?.follow(moment);
  }

  function followModels(map: MapDraws, moment: MapMoment | null): void {
    if (map.models === null) {
      const shown = moment?.models;
      if (!shown || shown.models === refusedModels || !areModelsMoved(shown)) return;
      try {
        map.models = createModelMoves(context, pipelines, map);
      } catch (error) {
        if (!(error instanceof GpuError)) throw error;
        refusedModels = shown.models;
        gpu.report(error);
      }
    }
    map.models?.follow(moment);
  }

  return {
    ...{ prepare: view.prepare, see: view.see },
    follow() {
      const { map, moment } = job;
      view.follow();
      const version = moment?.version ?? -1;
      const isReplaced = map?.moves?.isCurrent() === false;
      if (isReplaced && map !== null) {
        map.moves?.destroy();
        map.moves = null;
      }
      if (map?.models?.isCurrent() === false) {
        map.models.destroy();
        map.models = null;
      }
      const areas = map?.areas ?? null;
      const sources = map?.sources ?? null;
      const isSame =
        shown === moment &&
        shownVersion === version &&
        shownAreas === areas &&
        shownSources === sources &&
        !isReplaced;
      // The renderer of a new map uses that map's light styles.
      if (shownMap !== map) shownStyles.fill(null);
      else if (isSame) return;
      shownMap = map;
      shown = moment;
      shownVersion = version;
      shownAreas = areas;
      shownSources = sources;
      followStyles();
      areas?.setOpen(moment?.openPortals ?? null);
      if (map === null) return;
      followBrushes(map, moment);
      followModels(map, moment);
    },
  };
}

/** Returns whether a moment shows brush models otherwise than they were built. */
function isMoved({ brushes }: MapScene, { worldFromModel, isHidden }: MapMoment): boolean {
  if (brushes === null) return false;
  for (let i = 0; i < brushes.worldFromModel.length; i++) {
    if (worldFromModel[i] !== brushes.worldFromModel[i]) return true;
  }
  for (let i = 0; i < brushes.count; i++) if (isHidden[i] !== brushes.isHidden[i]) return true;
  return false;
}

/** Returns whether any model is elsewhere than it was built, or looks otherwise. */
function areModelsMoved(moment: ModelsMoment): boolean {
  const { models, worldFromModel, isHidden, color, playhead } = moment;
  for (let i = 0; i < playhead.length; i++) if (!Number.isNaN(playhead[i])) return true;
  for (let i = 0; i < color.length; i++) if (color[i] !== models.color[i]) return true;
  for (let i = 0; i < worldFromModel.length; i++) {
    if (worldFromModel[i] !== models.worldFromModel[i]) return true;
  }
  for (let i = 0; i < isHidden.length; i++) if (isHidden[i] !== models.isHidden[i]) return true;
  return false;
}

/** Returns the brightness of a pattern that does not change, and other patterns as they are. */
function lightOf(light: number | string | null): number | string | null {
  if (typeof light !== "string" || light.length !== 1) return light;
  return Math.max(light.charCodeAt(0) - DARK_LETTER, 0) / BAKED_LETTERS;
}
