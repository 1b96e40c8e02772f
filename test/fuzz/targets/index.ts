/** Every parser and reader of foreign bytes or text: one row each. */

import { ARCHIVE_TARGETS } from "./archives.ts";
import { BSP_TARGETS } from "./bsp.ts";
import { CHECK_TARGETS } from "./check.ts";
import { CONVERT_MAP_TARGETS } from "./convert.ts";
import { DIFF_TARGETS } from "./diff.ts";
import { MODEL_TARGETS } from "./models.ts";
import { PAGE_TARGETS } from "./page.ts";
import { PARTICLE_TARGETS } from "./particles.ts";
import { RECORDING_TARGETS } from "./recordings.ts";
import { SOUND_TARGETS } from "./sounds.ts";
import { SOURCE_TARGETS } from "./sources.ts";
import type { Target } from "./target.ts";
import { TEXTURE_TARGETS } from "./textures.ts";
import { WRITTEN_MODEL_TARGETS } from "./written-models.ts";

/** A new parser is a row in one of these lists. */
export const TARGETS: readonly Target[] = [
  ...BSP_TARGETS,
  ...CONVERT_MAP_TARGETS,
  ...CHECK_TARGETS,
  ...DIFF_TARGETS,
  ...ARCHIVE_TARGETS,
  ...TEXTURE_TARGETS,
  ...MODEL_TARGETS,
  ...WRITTEN_MODEL_TARGETS,
  ...PARTICLE_TARGETS,
  ...RECORDING_TARGETS,
  ...SOUND_TARGETS,
  ...SOURCE_TARGETS,
  ...PAGE_TARGETS,
];
