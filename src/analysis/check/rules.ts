/** All rules, in the order in which their findings are listed. To add one: its file, and its line here. */

import type { Rule } from "./rule.ts";
import { halfPackedMaterials } from "./rules/content/half-packed-materials.ts";
import { halfPackedModels } from "./rules/content/half-packed-models.ts";
import { incompleteContent } from "./rules/content/incomplete-content.ts";
import { missingMaterials } from "./rules/content/missing-materials.ts";
import { missingModels } from "./rules/content/missing-models.ts";
import { missingSky } from "./rules/content/missing-sky.ts";
import { missingTextures } from "./rules/content/missing-textures.ts";
import { unreadableContent } from "./rules/content/unreadable-content.ts";
import { unusedFiles } from "./rules/content/unused-files.ts";
import { brushesInSolid } from "./rules/entities/brushes-in-solid.ts";
import { deadOutputs } from "./rules/entities/dead-outputs.ts";
import { deadReferences } from "./rules/entities/dead-references.ts";
import { entitiesInSolid } from "./rules/entities/entities-in-solid.ts";
import { noSpawn } from "./rules/entities/no-spawn.ts";
import { onlyOne } from "./rules/entities/only-one.ts";
import { sharedNames } from "./rules/entities/shared-names.ts";
import { stuckPlayers } from "./rules/entities/stuck-players.ts";
import { unknownInputs } from "./rules/entities/unknown-inputs.ts";
import { displacementGaps } from "./rules/geometry/displacement-gaps.ts";
import { foldedDisplacements } from "./rules/geometry/folded-displacements.ts";
import { nodrawInSight } from "./rules/geometry/nodraw-in-sight.ts";
import { uprightWater } from "./rules/geometry/upright-water.ts";
import { waterLevels } from "./rules/geometry/water-levels.ts";
import { blackLight } from "./rules/light/black-light.ts";
import { coarseLuxels } from "./rules/light/coarse-luxels.ts";
import { cubemapsInSolid } from "./rules/light/cubemaps-in-solid.ts";
import { cubemapsNotBuilt } from "./rules/light/cubemaps-not-built.ts";
import { cubemapsOfOtherMap } from "./rules/light/cubemaps-of-other-map.ts";
import { fastLight } from "./rules/light/fast-light.ts";
import { fineLuxels } from "./rules/light/fine-luxels.ts";
import { lightsInSolid } from "./rules/light/lights-in-solid.ts";
import { noLight } from "./rules/light/no-light.ts";
import { oneLightSide } from "./rules/light/one-light-side.ts";
import { damagedLumps } from "./rules/limits/damaged-lumps.ts";
import { edicts } from "./rules/limits/edicts.ts";
import { lightmapMemory } from "./rules/limits/lightmap-memory.ts";
import { limits } from "./rules/limits/limits.ts";
import { overlayFaces } from "./rules/limits/overlay-faces.ts";
import { textureMemory } from "./rules/limits/texture-memory.ts";
import { modelsWithoutLods } from "./rules/props/models-without-lods.ts";
import { propKinds } from "./rules/props/prop-kinds.ts";
import { propsInVoid } from "./rules/props/props-in-void.ts";
import { propsLitInWall } from "./rules/props/props-lit-in-wall.ts";
import { propsWithoutFade } from "./rules/props/props-without-fade.ts";
import { fastVisibility } from "./rules/visibility/fast-visibility.ts";
import { idleAreaPortals } from "./rules/visibility/idle-area-portals.ts";
import { noVisibility } from "./rules/visibility/no-visibility.ts";
import { oneWayVisibility } from "./rules/visibility/one-way-visibility.ts";
import { seesEverything } from "./rules/visibility/sees-everything.ts";

export const RULES: readonly Rule[] = [
  ...[damagedLumps, limits, edicts, overlayFaces],
  ...[noVisibility, seesEverything, oneWayVisibility, fastVisibility, idleAreaPortals],
  ...[noLight, blackLight, oneLightSide, fastLight, lightsInSolid],
  ...[cubemapsNotBuilt, cubemapsOfOtherMap, cubemapsInSolid, fineLuxels, coarseLuxels],
  ...[incompleteContent, missingMaterials, missingTextures, missingModels, missingSky],
  ...[unreadableContent],
  ...[halfPackedModels, halfPackedMaterials, unusedFiles],
  ...[displacementGaps, foldedDisplacements, waterLevels, uprightWater, nodrawInSight],
  ...[propKinds, propsInVoid, propsLitInWall, propsWithoutFade, modelsWithoutLods],
  ...[noSpawn, stuckPlayers, entitiesInSolid, brushesInSolid],
  ...[deadOutputs, unknownInputs, deadReferences, sharedNames, onlyOne],
  ...[lightmapMemory, textureMemory],
];
