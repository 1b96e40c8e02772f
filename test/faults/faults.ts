import type { Fault } from "./fault.ts";
import { CONVERT } from "./list/files/convert.ts";
import { DIALECTS } from "./list/files/dialects.ts";
import { ERRORS } from "./list/files/errors.ts";
import { FILES } from "./list/files/files.ts";
import { FORMATS } from "./list/files/formats.ts";
import { FUZZ } from "./list/files/fuzz.ts";
import { LUMPS } from "./list/files/lumps.ts";
import { MEND } from "./list/files/mend.ts";
import { PAK } from "./list/files/pak.ts";
import { REPORT } from "./list/files/report.ts";
import { SERVE } from "./list/files/serve.ts";
import { VTF } from "./list/files/vtf.ts";
import { CHECK } from "./list/mapping/check.ts";
import { COST } from "./list/mapping/cost.ts";
import { DIFF } from "./list/mapping/diff.ts";
import { HANDS } from "./list/mapping/hands.ts";
import { MARKS } from "./list/mapping/marks.ts";
import { MEASURE } from "./list/mapping/measure.ts";
import { PLACES } from "./list/mapping/places.ts";
import { SECOND_USES } from "./list/mapping/second-uses.ts";
import { VIEWS_OF_SURFACES } from "./list/mapping/views.ts";
import { EXPORT } from "./list/models/export.ts";
import { FIRST_PICTURE } from "./list/models/first-picture.ts";
import { MODELS } from "./list/models/models.ts";
import { MOTION } from "./list/models/motion.ts";
import { RIGS } from "./list/models/rigs.ts";
import { SOURCES } from "./list/models/sources.ts";
import { VIEWER } from "./list/models/viewer.ts";
import { CONSOLE } from "./list/page/console.ts";
import { FILE_FAULTS } from "./list/page/file-page.ts";
import { PAGE } from "./list/page/page.ts";
import { DECALS } from "./list/picture/decals.ts";
import { FRAME } from "./list/picture/frame.ts";
import { GRADING } from "./list/picture/grading.ts";
import { LIGHT } from "./list/picture/light.ts";
import { MATERIALS } from "./list/picture/materials.ts";
import { PROPS } from "./list/picture/props.ts";
import { SHADOWS } from "./list/picture/shadows.ts";
import { SKY } from "./list/picture/sky.ts";
import { SPRITES } from "./list/picture/sprites.ts";
import { STAND_INS } from "./list/picture/stand-ins.ts";
import { SURFACES } from "./list/picture/surfaces.ts";
import { TEXTURES } from "./list/picture/textures.ts";
import { VISIBILITY } from "./list/picture/visibility.ts";
import { WALLS } from "./list/picture/walls.ts";
import { WATERS } from "./list/picture/waters.ts";
import { WORLD } from "./list/picture/world.ts";

/**
 * Small faults, and the tests that must notice each. Faults are found by their text anywhere in
 * `src` or `shaders`, and tests by the end of their path. Each must occur once, which
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
  ...WALLS,
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
  ...RIGS,
  ...STAND_INS,
  ...VIEWER,
  ...EXPORT,
  ...FIRST_PICTURE,
  ...REPORT,
  ...MOTION,
  ...SHADOWS,
  ...PAGE,
  ...PAK,
  ...CONVERT,
  ...VTF,
  ...SERVE,
  ...CHECK,
  ...SECOND_USES,
  ...VIEWS_OF_SURFACES,
];
