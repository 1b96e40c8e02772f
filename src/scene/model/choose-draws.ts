/** Selects the draws of a single model by skin, body groups and level of detail. */

import { MAX_LODS, type PropSet } from "../../map/props.ts";

/** All skins, body groups and levels of detail of one model, in one set. */
export interface ModelDraws {
  /** One instance, and a variant for each skin with the draws of all models of all body parts. */
  readonly all: PropSet;
  /** Body part of each draw of `all`; `drawModel` is the model's index within it. */
  readonly drawBodyPart: Uint16Array;
  readonly drawModel: Uint16Array;
  /** Row of `Mdl.meshes`. */
  readonly drawMesh: Uint32Array;
  /** Number of body parts, including those without draws. */
  readonly bodyPartCount: number;
}

export interface ModelChoice {
  /** Row of the skin table; invalid rows count as 0, as in the engine. */
  readonly skin: number;
  /** Selected model of each body part; 0 if omitted. */
  readonly bodyGroups: readonly number[];
  /** `null` selects the level by size on screen. */
  readonly lod: number | null;
}

export const FIRST_CHOICE: ModelChoice = { skin: 0, bodyGroups: [], lod: null };

/**
 * Returns the draws of a choice: a set with one variant, which shares all buffers with the whole.
 */
export function chooseDraws({ all, drawBodyPart, drawModel }: ModelDraws, choice: ModelChoice) {
  const variant = Math.max(0, all.variantSkin.indexOf(choice.skin));
  const lodCount = all.variantLodCount[variant];
  const lod = choice.lod === null ? null : Math.min(Math.max(choice.lod, 0), lodCount - 1);
  const first = all.variantFirstDraw[variant];
  const rows: number[] = [];
  for (let draw = first; draw < first + all.variantDrawCount[variant]; draw++) {
    if ((choice.bodyGroups[drawBodyPart[draw]] ?? 0) !== drawModel[draw]) continue;
    if (lod === null || all.drawLod[draw] === lod) rows.push(draw);
  }
  const of = <A extends Uint32Array | Uint16Array | Uint8Array>(column: A) =>
    (column.constructor as unknown as { from(values: number[]): A }).from(
      rows.map((row) => column[row]),
    );
  const switchPoint = new Float32Array(MAX_LODS);
  if (lod === null) {
    switchPoint.set(all.variantSwitchPoint.subarray(variant * MAX_LODS, (variant + 1) * MAX_LODS));
  }
  return {
    ...all,
    variantCount: 1,
    variantModel: all.variantModel.slice(variant, variant + 1),
    variantSkin: all.variantSkin.slice(variant, variant + 1),
    variantLodCount: Uint8Array.of(lod === null ? lodCount : 1),
    variantSwitchPoint: switchPoint,
    variantFirstBone: all.variantFirstBone.slice(variant, variant + 1),
    variantFirstDraw: new Uint32Array(1),
    variantDrawCount: Uint32Array.of(rows.length),
    drawCount: rows.length,
    drawVariant: new Uint32Array(rows.length),
    // A fixed level is drawn at any distance, so it becomes level 0.
    drawLod: lod === null ? of(all.drawLod) : new Uint8Array(rows.length),
    drawMaterial: of(all.drawMaterial),
    drawFirstIndex: of(all.drawFirstIndex),
    drawIndexCount: of(all.drawIndexCount),
    instanceVariant: new Uint32Array(all.instanceCount),
  } satisfies PropSet;
}
