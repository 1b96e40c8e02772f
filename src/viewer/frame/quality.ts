/** What a viewer may take of a machine, by preset. */

import type { Quality } from "../viewer-types.ts";

export interface QualityLimits {
  /** Pixels of the device for a CSS pixel: more than two cost time that no eye sees. */
  readonly pixelRatioLimit: number;
  /** Samples a pixel: see `RenderSettings.samples`. */
  readonly samples: number;
  /** Of a map's textures. */
  readonly textureBudgetBytes: number;
}

const MEBIBYTE = 2 ** 20;

export const QUALITY_LIMITS: Readonly<Record<Quality, QualityLimits>> = {
  low: { pixelRatioLimit: 1, samples: 1, textureBudgetBytes: 96 * MEBIBYTE },
  high: { pixelRatioLimit: 2, samples: 0, textureBudgetBytes: 1024 * MEBIBYTE },
};
