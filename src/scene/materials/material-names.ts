/** Lists the world's materials by name: several texdatas may name one material. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import { SURF_INVISIBLE } from "../../formats/bsp/layouts/surface-flags.ts";
import type { BspWorld, Faces } from "../../formats/bsp/types.ts";
import { type ModelPlacement, placeBrushModels } from "../brushes/brush-models.ts";
import { MaterialVariants } from "../brushes/material-variants.ts";
import { contentName } from "./content-name.ts";

/** Linear. Textures without a known mean have 0, but hardly any is black. */
const UNKNOWN_REFLECTIVITY: readonly number[] = [0.2, 0.2, 0.2];

export interface WorldMaterials {
  /** Lower case, forward slashes, no `materials/`, no `.vmt`. */
  readonly names: string[];
  /** Linear mean colour of the base texture by vbsp, 3 numbers a material. */
  readonly reflectivity: Float32Array;
  /** `SURF_*` bits that all faces of the material have. */
  readonly surfaceFlags: Uint32Array;
  /**
   * Inches per texture repeat along s and t, 2 numbers a material: the geometric mean, by area, of
   * its faces; 0 if unknown.
   */
  readonly tileSize: Float32Array;
  /** Material of each texdata; −1 if no drawn face uses it. */
  readonly materialOfTexData: Int32Array;
  /** The materials and their variants by entities' render keys. */
  readonly variants: MaterialVariants;
}

/** Whether a face has a surface that a player may see. */
export function isFaceDrawn(bsp: BspWorld, faces: Faces, face: number): boolean {
  const texinfo = faces.texinfo[face];
  if (texinfo < 0 || faces.edgeCount[face] < 3) return false;
  if ((bsp.texInfos.flags[texinfo] & SURF_INVISIBLE) !== 0) return false;
  return bsp.texInfos.texdata[texinfo] >= 0;
}

/** Lists the face tables of all lights that were read, each once. */
function listFaceTables(bsp: BspWorld): Faces[] {
  const tables = [bsp.faces, bsp.ldr?.faces, bsp.hdr?.faces].filter((faces) => faces !== undefined);
  return [...new Set(tables)];
}

/**
 * Lists the materials that faces of either side use, so that the list does not depend on the light.
 */
export function listWorldMaterials(
  bsp: BspWorld,
  placements: readonly ModelPlacement[] = placeBrushModels(bsp),
  diagnostics?: Diagnostics,
): WorldMaterials {
  const { texDatas, texInfos } = bsp;
  const isUsed = new Uint8Array(texDatas.count);
  const flagsOfTexData = new Uint32Array(texDatas.count).fill(0xffffffff);
  for (const faces of listFaceTables(bsp)) {
    for (let face = 0; face < faces.count; face++) {
      if (!isFaceDrawn(bsp, faces, face)) continue;
      const texData = texInfos.texdata[faces.texinfo[face]];
      isUsed[texData] = 1;
      flagsOfTexData[texData] &= texInfos.flags[faces.texinfo[face]];
    }
  }
  const names: string[] = [];
  const reflectivity: number[] = [];
  const surfaceFlags: number[] = [];
  const byName = new Map<string, number>();
  const materialOfTexData = new Int32Array(texDatas.count).fill(-1);
  for (let texData = 0; texData < texDatas.count; texData++) {
    if (isUsed[texData] === 0) continue;
    const name = contentName(texDatas.name[texData], ".vmt");
    let material = byName.get(name);
    if (material === undefined) {
      material = names.length;
      byName.set(name, material);
      names.push(name);
      surfaceFlags.push(0xffffffff);
      const mean = texDatas.reflectivity.subarray(texData * 3, texData * 3 + 3);
      const isUnknown = mean.every((value) => value === 0) && !/black/.test(name);
      reflectivity.push(...(isUnknown ? UNKNOWN_REFLECTIVITY : mean));
    }
    surfaceFlags[material] &= flagsOfTexData[texData];
    materialOfTexData[texData] = material;
  }
  const { faces } = bsp;
  const tileSize = measureTiles(bsp, faces, names.length, (face) =>
    isFaceDrawn(bsp, faces, face) ? materialOfTexData[texInfos.texdata[faces.texinfo[face]]] : -1,
  );
  const variants = listVariants(bsp, placements, names.length, materialOfTexData);
  if (diagnostics) variants.warnOfLeftOut(diagnostics);
  return {
    names,
    reflectivity: Float32Array.from(reflectivity),
    surfaceFlags: Uint32Array.from(surfaceFlags),
    tileSize,
    materialOfTexData,
    variants,
  };
}

/** Adds the variants that entities' render keys make of their models' materials. */
function listVariants(
  bsp: BspWorld,
  placements: readonly ModelPlacement[],
  count: number,
  materialOfTexData: Int32Array,
): MaterialVariants {
  const { models, texInfos } = bsp;
  const variants = new MaterialVariants(count);
  const tables = listFaceTables(bsp);
  for (const { model, modulation } of placements) {
    if (modulation === null) continue;
    const end = models.firstFace[model] + models.faceCount[model];
    for (const faces of tables) {
      for (let face = models.firstFace[model]; face < end; face++) {
        if (!isFaceDrawn(bsp, faces, face)) continue;
        variants.add(materialOfTexData[texInfos.texdata[faces.texinfo[face]]], modulation);
      }
    }
  }
  return variants;
}

/**
 * Returns inches per repeat along s and t, 2 numbers a material: the geometric mean of its faces by
 * area, because mappers scale by factors of two. 0 if unknown.
 * @param materialOfFace −1 for faces that are not drawn
 */
function measureTiles(
  { texInfos, texDatas }: BspWorld,
  faces: Faces,
  count: number,
  materialOfFace: (face: number) => number,
): Float32Array {
  const sum = new Float64Array(count * 2);
  const weight = new Float64Array(count * 2);
  for (let face = 0; face < faces.count; face++) {
    const material = materialOfFace(face);
    const area = faces.area[face];
    if (material < 0 || !(area > 0 && area < Number.POSITIVE_INFINITY)) continue;
    const texinfo = faces.texinfo[face];
    const texData = texInfos.texdata[texinfo];
    for (let axis = 0; axis < 2; axis++) {
      const texels = axis === 0 ? texDatas.width[texData] : texDatas.height[texData];
      const tile = texels / texelsPerInch(texInfos.textureVecs, texinfo * 8 + axis * 4);
      if (!(tile > 0 && tile < Number.POSITIVE_INFINITY)) continue;
      sum[material * 2 + axis] += Math.log(tile) * area;
      weight[material * 2 + axis] += area;
    }
  }
  return Float32Array.from(sum, (value, i) => (weight[i] > 0 ? Math.exp(value / weight[i]) : 0));
}

function texelsPerInch(vecs: Float32Array, at: number): number {
  return Math.hypot(vecs[at], vecs[at + 1], vecs[at + 2]);
}
