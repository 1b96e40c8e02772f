/** What is not needed for a map's first picture: a module of its own, fetched while that is drawn. */

export { MapContent } from "../content/map-content.ts";
export { openPakfile } from "../content/open-pakfile.ts";
export { pakfileSource } from "../content/pakfile-source.ts";
export { buildCollision } from "./collision.ts";
export { buildPropLight } from "./light/build-prop-light.ts";
export { copyTerrain } from "./light/light-blockers.ts";
export { measurePropMaterials } from "./material-distance.ts";
export { resolveMaterials } from "./materials.ts";
export { passMissingBySurface } from "./missing-materials.ts";
export { buildProps } from "./props.ts";
export { readSky, skyByteLength } from "./sky.ts";
export { gridMissing } from "./stand-in/missing-grid.ts";
export { TextureBudget, texturesByteLength } from "./texture-budget.ts";
export { listByDistance, pendTextures } from "./texture-queue.ts";
export { reopenTexture, streamTextures } from "./textures.ts";
