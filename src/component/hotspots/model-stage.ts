/** A model that hotspots lie on. */

import { type ModelRays, modelRaysOf } from "../../viewer/model/model-rays.ts";
import type { ModelViewer } from "../../viewer/model/model-types.ts";
import type { HotspotStage } from "./hotspot-stage.ts";

/** Part of the model's diagonal before a hotspot that counts as the surface it lies on. */
const SURFACE_SHARE = 0.01;
/** Diagonals around the model in which a hotspot may be. */
const REACH = 10;
/** Milliseconds after which the sight of a moving model is tested again. */
const MOVING_MS = 200;

export function createModelStage(viewer: ModelViewer): HotspotStage {
  const rays: ModelRays = modelRaysOf(viewer);
  let pose = -1;
  let testedMs = 0;
  const diagonal = (): number => {
    const box = viewer.info?.box;
    return box === undefined ? 1 : Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  };
  return {
    get camera() {
      return viewer.camera;
    },
    get isShown() {
      return viewer.info !== null;
    },
    get surface() {
      return diagonal() * SURFACE_SHARE;
    },
    cast: rays.cast,
    readShapes: () => null,
    findFault(at) {
      const box = viewer.info?.box;
      if (box === undefined) return null;
      const reach = diagonal() * REACH;
      const isNear = at.every(
        (value, axis) => value >= box[axis] - reach && value <= box[axis + 3] + reach,
      );
      return isNear ? null : "is far from the model";
    },
    follow(onFrame, onChange) {
      const stops = [
        viewer.on("frame", (nowMs) => {
          if (rays.pose !== pose && nowMs - testedMs >= MOVING_MS) {
            pose = rays.pose;
            testedMs = nowMs;
            onChange();
          }
          onFrame();
        }),
        viewer.on("model", onChange),
        viewer.on("change", onChange),
        viewer.on("unload", onFrame),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
