/** Builds a model's columns: the draws of all its skins, body groups and levels of detail. */

import { MAX_LODS, type PropLight, type PropSet } from "../../map/props.ts";
import { ROLE_ENV } from "../../map/texture-roles.ts";
import { NEAREST_CUBEMAP } from "../materials/families/reflection.ts";
import { type FoundMaterial, findMaterials, openMaterials } from "../materials/materials.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { hasEyes, placeEyes } from "../props/prop-eyes.ts";
import { buildPropGeometry } from "../props/prop-geometry.ts";
import type { PropModel } from "../props/prop-model.ts";
import { listDraws, type Variants } from "../props/prop-variants.ts";
import { patternMissingOfProps } from "../stand-in/missing-patterns.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureFiles } from "../textures/textures.ts";
import type { ModelDraws } from "./choose-draws.ts";

/** Cubemap that Valve's own model viewer uses. */
export const STUDIO_CUBEMAP = "hlmv/cubemap";

/** Environment of a model. */
export interface ModelLight {
  readonly light: PropLight;
  /** Cubemap to reflect, without `materials/` and `.vtf`. */
  readonly cubemap: string;
}

export interface BuiltModelDraws {
  readonly draws: ModelDraws;
  /** Textures of the model's materials, not yet streamed. */
  readonly textures: TextureFiles;
}

/** @param reach 6 numbers: a box that the model never leaves in any pose */
export async function buildModelDraws(
  model: PropModel,
  reach: Float32Array,
  { light, cubemap }: ModelLight,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltModelDraws> {
  const { mdl, mesh, lodCount } = model;
  const skinCount = countSkins(model, access);
  const variants: Variants = {
    model: new Array<number>(skinCount).fill(0),
    skin: Array.from({ length: skinCount }, (_, skin) => skin),
    ofInstance: new Uint32Array(1),
  };
  const draws = listDraws([model], variants, access, model.name);
  const written = await findMaterials(draws.candidates, access, options);
  const mirroring = await mirrorPlace(written, cubemap, access);
  const split = { variants, draws, found: mirroring };
  const found = hasEyes(mirroring) ? await placeEyes([model], split, access) : mirroring;
  const opened = await openMaterials(found, null, access, options);
  patternMissingOfProps(opened.materials, opened.surfaceProp);
  const { modelFirstIndex, modelFirstBone, modelFirstVertex, ...geometry } = buildPropGeometry([
    model,
  ]);
  const drawCount = draws.variant.length;
  const ofDraw = (column: ArrayLike<number>) => draws.modelDraw.map((draw) => column[draw]);
  const switchPoint = new Float32Array(skinCount * MAX_LODS);
  for (let skin = 0; skin < skinCount; skin++) {
    switchPoint.set(mesh.switchPoint.subarray(0, lodCount), skin * MAX_LODS);
  }
  const all: PropSet = {
    ...geometry,
    modelCount: 1,
    modelName: [model.name],
    variantCount: skinCount,
    variantModel: new Uint32Array(skinCount),
    variantSkin: Uint32Array.from(variants.skin),
    variantLodCount: new Uint8Array(skinCount).fill(lodCount),
    variantSwitchPoint: switchPoint,
    variantFirstBone: new Uint32Array(skinCount).fill(modelFirstBone[0]),
    variantFirstDraw: Uint32Array.from(draws.first),
    variantDrawCount: Uint32Array.from(
      draws.first,
      (first, i) => (draws.first[i + 1] ?? drawCount) - first,
    ),
    drawCount,
    drawVariant: Uint32Array.from(draws.variant),
    drawLod: Uint8Array.from(ofDraw(mesh.drawLod)),
    drawMaterial: Uint16Array.from(draws.material),
    drawFirstIndex: Uint32Array.from(ofDraw(mesh.drawFirstIndex), (i) => i + modelFirstIndex[0]),
    drawIndexCount: Uint32Array.from(ofDraw(mesh.drawIndexCount)),
    instanceCount: 1,
    instanceVariant: new Uint32Array(1),
    worldFromModel: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0),
    instanceBox: reach,
    instanceFirstCluster: new Uint32Array(1),
    instanceClusterCount: new Uint32Array(1),
    clusters: new Uint32Array(0),
    instanceLeaf: new Uint32Array(1),
    fadeMinDist: new Float32Array(1),
    fadeMaxDist: new Float32Array(1),
    light,
    instanceColor: new Float32Array(4).fill(1),
    materials: opened.materials,
  };
  const meshRow = ofDraw(mesh.drawMesh);
  return {
    draws: {
      all,
      drawBodyPart: Uint16Array.from(meshRow, (row) => mdl.meshes.bodyPart[row]),
      drawMesh: Uint32Array.from(meshRow),
      drawModel: Uint16Array.from(meshRow, (row) => mdl.meshes.model[row]),
      bodyPartCount: mdl.bodyParts.length,
    },
    textures: opened.textures,
  };
}

/**
 * Returns the number of skins drawn. It is limited because a small file may name thousands, each
 * with its own draws.
 */
function countSkins(
  { mdl, mesh, name }: PropModel,
  { ledger, diagnostics }: ContentAccess,
): number {
  const wanted = Math.max(1, mdl.skinFamilyCount);
  const draws = Math.max(1, mesh.drawCount);
  if (ledger.tryTake("surfaces", wanted * draws)) return wanted;
  const room = Math.floor((ledger.limit("surfaces") - ledger.used("surfaces")) / draws);
  const count = Math.max(1, Math.min(room, wanted));
  ledger.take("surfaces", count * draws, name, "MDL");
  const message = `${name} has ${wanted} skins of ${draws} meshes: only the first ${count} are shown.`;
  diagnostics.warn("over-budget", name, message);
  return count;
}

/**
 * Replaces the nearest-cubemap reference of materials with the given cubemap, or with the studio's
 * if the content has it.
 */
async function mirrorPlace(
  found: readonly FoundMaterial[],
  cubemap: string,
  { content, signal }: ContentAccess,
): Promise<readonly FoundMaterial[]> {
  const mirrors = ({ state }: FoundMaterial) => state?.textures[ROLE_ENV] === NEAREST_CUBEMAP;
  if (!found.some(mirrors)) return found;
  // The studio cubemap is often missing. A missing cubemap of a map is reported like any texture.
  const isStudio = cubemap === STUDIO_CUBEMAP;
  if (isStudio && (await content.read(`materials/${cubemap}.vtf`, signal)) === null) return found;
  return found.map((material) => {
    if (!mirrors(material) || material.state === null) return material;
    const textures = [...material.state.textures];
    textures[ROLE_ENV] = cubemap;
    return { ...material, state: { ...material.state, textures } };
  });
}
