/** Limits of each quality preset. */

import type { PropShadows } from "../../render/types.ts";
import type { Quality } from "../base-viewer.ts";

export interface QualityLimits {
  /** Device pixels per CSS pixel; more than two cost time without a visible difference. */
  readonly pixelRatioLimit: number;
  /** Samples per pixel: see `RenderSettings.samples`. */
  readonly samples: number;
  /** Whether maps with bloom show it, except on a software adapter: see `RenderSettings.bloom`. */
  readonly bloom: boolean;
  /** Whether FXAA is applied, except on a software adapter: see `RenderSettings.fxaa`. */
  readonly fxaa: boolean;
  /** See `Viewer.frameGoalMs`; 0 on a software adapter. */
  readonly frameGoalMs: number;
  /** When materials show only base textures: see `LoadOptions.plainMaterials`. */
  readonly plainMaterials: "always" | "on software" | "never";
  /**
   * Whether water has planar reflections, except on a software adapter: see
   * `RenderSettings.waterReflection`.
   */
  readonly waterReflection: boolean;
  /** Kind of model shadows: see `RenderSettings.propShadows`. */
  readonly propShadows: PropShadows;
  /** Limit of a map's textures. */
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
