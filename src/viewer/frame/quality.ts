/** What a viewer may take of a machine, by preset. */

import type { Quality } from "../viewer-types.ts";

export interface QualityLimits {
  /** Pixels of the device for a CSS pixel: more than two cost time that no eye sees. */
  readonly pixelRatioLimit: number;
  /** Samples a pixel: see `RenderSettings.samples`. */
  readonly samples: number;
  /** Whether maps that bloom do, where a GPU does the drawing: see `RenderSettings.bloom`. */
  readonly bloom: boolean;
  /** Of a map's textures. */
  readonly textureBudgetBytes: number;
}

const MEBIBYTE = 2 ** 20;

export const QUALITY_LIMITS: Readonly<Record<Quality, QualityLimits>> = {
  low: { pixelRatioLimit: 1, samples: 1, bloom: false, textureBudgetBytes: 96 * MEBIBYTE },
  high: { pixelRatioLimit: 2, samples: 0, bloom: true, textureBudgetBytes: 1024 * MEBIBYTE },
};
