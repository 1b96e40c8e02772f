/** The stages of lighting that run in threads: each writes only the rows it is given. */

import type { Program } from "../job-pool.ts";
import { gatherBounce, traceTransfers } from "./bounce/transfers.ts";
import { lightFace } from "./faces/light-face.ts";
import type { LightScene } from "./light-scene.ts";
import { lightAmbientPoint, lightPropPoint } from "./points/light-point.ts";

const STAGES: Readonly<Record<string, (scene: LightScene, row: number) => void>> = {
  /** Rows are faces. */
  direct: lightFace,
  /** Rows are patches. */
  transfers: traceTransfers,
  bounce: gatherBounce,
  /** Rows are points. */
  ambient: lightAmbientPoint,
  props: lightPropPoint,
};

export const lightProgram: Program<LightScene> = {
  name: "vrad",
  run(scene, stage, first, end) {
    const light = STAGES[stage];
    for (let row = first; row < end; row++) light(scene, row);
  },
};
