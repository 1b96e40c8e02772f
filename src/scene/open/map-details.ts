/** What is not needed for a map's first picture: a module of its own, fetched while that is drawn. */

export { openPakfile } from "../../content/archives/open-pakfile.ts";
export { pakfileSource } from "../../content/archives/pakfile-source.ts";
export { MapContent } from "../../content/maps/map-content.ts";
export { buildAreas } from "../areas/areas.ts";
export { buildCollision } from "../collision/collision.ts";
export { readColorCorrections } from "../color-correction/read-color-corrections.ts";
export { buildPropLight } from "../light/build-prop-light.ts";
export { copyTerrain } from "../light/light-blockers.ts";
export { buildLightPatterns } from "../light/light-patterns.ts";
export { unlightUnlisted } from "../lightmaps/unlight-unlisted.ts";
export { passMissingBySurface } from "../materials/missing-materials.ts";
export { resolveWorldMaterials } from "../materials/resolve-world.ts";
export { measurePropMaterials } from "../props/prop-distance.ts";
export { buildProps } from "../props/props.ts";
export { openShadows } from "../shadows/open-shadows.ts";
export { readSky, skyByteLength } from "../sky/sky.ts";
export { patternMissing } from "../stand-in/missing-patterns.ts";
export { TextureBudget, texturesByteLength } from "../textures/texture-budget.ts";
export { listByDistance, pendTextures } from "../textures/texture-queue.ts";
export { reopenTexture, streamTextures } from "../textures/textures.ts";
export { buildLeafWaters } from "../world/leaf-waters.ts";
export { GEOMETRY_BUILDERS } from "./geometry.ts";
export { readBrushLumps, readDetailLumps, readSideLumps } from "./read-map-details.ts";
