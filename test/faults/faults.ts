import type { Fault } from "./fault.ts";
import { CHECK } from "./list/check.ts";
import { CONSOLE } from "./list/console.ts";
import { CONVERT } from "./list/convert.ts";
import { COST } from "./list/cost.ts";
import { DECALS } from "./list/decals.ts";
import { DIALECTS } from "./list/dialects.ts";
import { DIFF } from "./list/diff.ts";
import { ERRORS } from "./list/errors.ts";
import { FILE_FAULTS } from "./list/file-page.ts";
import { FILES } from "./list/files.ts";
import { FORMATS } from "./list/formats.ts";
import { FRAME } from "./list/frame.ts";
import { FUZZ } from "./list/fuzz.ts";
import { GRADING } from "./list/grading.ts";
import { HANDS } from "./list/hands.ts";
import { LIGHT } from "./list/light.ts";
import { LUMPS } from "./list/lumps.ts";
import { MARKS } from "./list/marks.ts";
import { MATERIALS } from "./list/materials.ts";
import { MEASURE } from "./list/measure.ts";
import { MEND } from "./list/mend.ts";
import { MODELS } from "./list/models.ts";
import { MOTION } from "./list/motion.ts";
import { PAGE } from "./list/page.ts";
import { PAK } from "./list/pak.ts";
import { PLACES } from "./list/places.ts";
import { PROPS } from "./list/props.ts";
import { REPORT } from "./list/report.ts";
import { SHADOWS } from "./list/shadows.ts";
import { SKY } from "./list/sky.ts";
import { SOURCES } from "./list/sources.ts";
import { SPRITES } from "./list/sprites.ts";
import { STAND_INS } from "./list/stand-ins.ts";
import { SURFACES } from "./list/surfaces.ts";
import { TEXTURES } from "./list/textures.ts";
import { TOOLS } from "./list/tools.ts";
import { VIEWER } from "./list/viewer.ts";
import { VIEWS_OF_SURFACES } from "./list/views.ts";
import { VISIBILITY } from "./list/visibility.ts";
import { VTF } from "./list/vtf.ts";
import { WATERS } from "./list/waters.ts";
import { WORLD } from "./list/world.ts";

/**
 * Small faults, and the tests that must notice each. They are found by their text, wherever it lies in
 * `src` or `shaders`, and the tests by the end of their path: each must be there once, which
 * `faults.test.ts` checks.
 */
export const FAULTS: readonly Fault[] = [
  ...WORLD,
  ...SKY,
  ...PROPS,
  ...FILE_FAULTS,
  ...FORMATS,
  ...FILES,
  ...VISIBILITY,
  ...LIGHT,
  ...TEXTURES,
  ...FRAME,
  ...FUZZ,
  ...LUMPS,
  ...MARKS,
  ...MATERIALS,
  ...MEASURE,
  ...MEND,
  ...CONSOLE,
  ...COST,
  ...HANDS,
  ...PLACES,
  ...DECALS,
  ...DIALECTS,
  ...DIFF,
  ...ERRORS,
  ...SPRITES,
  ...GRADING,
  ...SURFACES,
  ...WATERS,
  ...MODELS,
  ...SOURCES,
  ...STAND_INS,
  ...VIEWER,
  ...TOOLS,
  ...REPORT,
  ...MOTION,
  ...SHADOWS,
  ...PAGE,
  ...PAK,
  ...CONVERT,
  ...VTF,
  ...CHECK,
  ...VIEWS_OF_SURFACES,
];
