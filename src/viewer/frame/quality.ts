/** What a viewer may take of a machine, by preset. */

import type { PropShadows } from "../../render/types.ts";
import type { Quality } from "../base-viewer.ts";

export interface QualityLimits {
  /** Pixels of the device for a CSS pixel: more than two cost time that no eye sees. */
  readonly pixelRatioLimit: number;
  /** Samples a pixel: see `RenderSettings.samples`. */
  readonly samples: number;
  /** Whether maps that bloom do, where a GPU does the drawing: see `RenderSettings.bloom`. */
  readonly bloom: boolean;
  /** Whether edges are smoothed in the finished picture, where a GPU does the drawing: see `RenderSettings.fxaa`. */
  readonly fxaa: boolean;
  /** See `Viewer.frameGoalMs`; 0 where the CPU does the drawing. */
  readonly frameGoalMs: number;
  /** Whether materials show their base textures alone: see `LoadOptions.plainMaterials`. */
  readonly plainMaterials: "always" | "on software" | "never";
  /** Whether water mirrors what is above it, where a GPU does the drawing: see `RenderSettings.waterReflection`. */
  readonly waterReflection: boolean;
  /** What shadows of models look like: see `RenderSettings.propShadows`. */
  readonly propShadows: PropShadows;
  /** Of a map's textures. */
  readonly textureBudgetBytes: number;
}

const MEBIBYTE = 2 ** 20;

const HIGH: QualityLimits = {
  pixelRatioLimit: 2,
  samples: 0,
  bloom: true,
  waterReflection: true,
  propShadows: "silhouette",
  fxaa: false,
  frameGoalMs: 0,
  plainMaterials: "never",
  textureBudgetBytes: 1024 * MEBIBYTE,
};

export const QUALITY_LIMITS: Readonly<Record<Quality, QualityLimits>> = {
  low: {
    pixelRatioLimit: 1,
    samples: 1,
    bloom: false,
    waterReflection: false,
    propShadows: "blob",
    fxaa: true,
    frameGoalMs: 0,
    plainMaterials: "always",
    textureBudgetBytes: 96 * MEBIBYTE,
  },
  high: HIGH,
  auto: { ...HIGH, frameGoalMs: 1000 / 30, plainMaterials: "on software" },
};
