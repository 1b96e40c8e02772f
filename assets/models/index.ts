/** Builds the sources of all models in the demo. */

import { ANIMATED_MODELS, createStillBanner } from "./animated-models.ts";
import type { ModelSource } from "./model-source.ts";
import { STATIC_MODELS } from "./props.ts";

export function buildModelSources(): ModelSource[] {
  return [...STATIC_MODELS, createStillBanner, ...ANIMATED_MODELS].map((create) => create());
}
