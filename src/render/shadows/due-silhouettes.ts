/** Which silhouettes are drawn anew in a frame: those in view that do not stand as they were drawn, some at a time. */

import type { DecalSet } from "../../map/decals.ts";
import type { MovingShadows } from "../../map/motion/moving-shadows.ts";
import { type PropMotion, TRACK_LOOPING } from "../../map/motion/prop-motion.ts";
import { cullBoxes, pickRows } from "../../visibility/cull.ts";
import type { RenderSettings } from "../types.ts";
import type { CastView } from "./casting.ts";

/** What one frame draws at most: the rest takes its turn in the next. */
export interface CastBudget {
  readonly silhouettes: number;
  /** One that has more alone is drawn by itself. */
  readonly triangles: number;
}

export interface DueSilhouettes {
  /** Rows that are drawn anew: the first `count`. */
  readonly rows: Uint32Array;
  count: number;
  readonly choose: (
    views: readonly Pick<CastView, "view">[],
    settings: Pick<RenderSettings, "animations" | "frustum">,
    seconds: number,
  ) => void;
  /** All are drawn as they stand at first. */
  readonly restart: () => void;
}

/** Frames of its track that have gone by at a moment: `frameOf` of `shaders/surfaces/pose-props.wgsl`. */
export function frameAt(motion: PropMotion, row: number, seconds: number): number {
  const track = motion.posedTrack[row];
  const period = motion.posedPeriod[row];
  const last = motion.trackFrameCount[track] - 1;
  let since = Math.max(0, seconds - motion.posedDelay[row]);
  if (period > 0) since %= period;
  const at = since * motion.trackFps[track];
  const loops = (motion.trackFlags[track] & TRACK_LOOPING) !== 0 && last > 0;
  return loops ? at % last : Math.min(at, last);
}

export function createDueSilhouettes(
  chunks: DecalSet["chunks"],
  { motion, chunk, indexCount }: Pick<MovingShadows, "motion" | "chunk" | "indexCount">,
  budget: CastBudget,
): DueSilhouettes {
  const total = motion.posedCount;
  const boxes = pickRows({ ...chunks, count: chunks.count }, chunk);
  const found = new Uint32Array(total);
  const isSeen = new Uint8Array(total);
  /** Frame of the track that each was drawn in. */
  const drawnAt = new Float64Array(total);
  /** Who is looked at first. */
  let turn = 0;
  const due: DueSilhouettes = {
    rows: new Uint32Array(Math.min(total, budget.silhouettes)),
    count: 0,
    choose(views, settings, seconds) {
      due.count = 0;
      isSeen.fill(0);
      for (let i = 0; i < views.length; i++) {
        const { visible, frustum } = views[i].view;
        const count = cullBoxes(boxes, visible, settings.frustum ? frustum : null, found);
        for (let k = 0; k < count; k++) isSeen[found[k]] = 1;
      }
      let triangles = 0;
      const first = turn;
      for (let k = 0; k < total && due.count < due.rows.length; k++) {
        const row = (first + k) % total;
        if (isSeen[row] === 0) continue;
        const at = settings.animations ? frameAt(motion, row, seconds) : 0;
        if (drawnAt[row] === at) continue;
        triangles += indexCount[row] / 3;
        if (due.count > 0 && triangles > budget.triangles) break;
        drawnAt[row] = at;
        due.rows[due.count++] = row;
        turn = (row + 1) % total;
      }
    },
    restart() {
      drawnAt.fill(0);
    },
  };
  return due;
}
