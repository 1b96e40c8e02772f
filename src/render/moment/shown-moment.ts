/**
 * Shows the state that a simulation gives the map: places of brush models and light styles. Fetched
 * with the first moment.
 */

import { type MapMoment, SIMULATED_STYLES } from "../../map/motion/brush-models.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import type { LightStyleTable } from "../frame/frame-uniforms.ts";
import type { MapDraws } from "../views/map-draws.ts";

const DARK_LETTER = 97;
/** Steps from `a` to `m`, which is the baked brightness. */
const BAKED_LETTERS = 12;

export interface ShownMoment {
  /** Call before each frame. */
  readonly follow: () => void;
}

export function createShownMoment(job: FrameJob, styles: LightStyleTable): ShownMoment {
  const shownStyles: (number | string | null)[] = new Array(SIMULATED_STYLES).fill(null);
  let shown: MapMoment | null = null;
  let shownVersion = -1;
  let shownMap: MapDraws | null = null;

  function followStyles(): void {
    for (let style = 0; style < SIMULATED_STYLES; style++) {
      const light = lightOf(job.moment?.lightStyles[style] ?? null);
      if (shownStyles[style] === light) continue;
      shownStyles[style] = light;
      styles.set(style, light);
    }
  }

  return {
    follow() {
      const { map, moment } = job;
      const version = moment?.version ?? -1;
      // A new map starts with styles of its own.
      if (shownMap !== map) shownStyles.fill(null);
      else if (shown === moment && shownVersion === version) return;
      shownMap = map;
      shown = moment;
      shownVersion = version;
      followStyles();
    },
  };
}

/** Returns the brightness of a pattern that does not change, and other patterns as they are. */
function lightOf(light: number | string | null): number | string | null {
  if (typeof light !== "string" || light.length !== 1) return light;
  return Math.max(light.charCodeAt(0) - DARK_LETTER, 0) / BAKED_LETTERS;
}
