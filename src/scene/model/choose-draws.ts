/** A model alone: all that can be drawn of it, and what is chosen of that. */

import { MAX_LODS, type PropSet } from "../../map/props.ts";

/** Skins, body groups and levels of detail of one model, all in one set. */
export interface ModelDraws {
  /** One instance, and a variant a skin: each has the draws of all models of all body parts. */
  readonly all: PropSet;
  /** Of each draw of `all`: the body part, and the number inside it of the model that it is of. */
  readonly drawBodyPart: Uint16Array;
  readonly drawModel: Uint16Array;
  /** Row of `Mdl.meshes`. */
  readonly drawMesh: Uint32Array;
  /** Those that nothing is drawn of, too. */
  readonly bodyPartCount: number;
}

export interface ModelChoice {
  /** Row of the skin table; one that is not there is 0, as in the engine. */
  readonly skin: number;
  /** Of each body part, the model that is shown: 0 where left out. */
  readonly bodyGroups: readonly number[];
  /** null: by the size on the screen. */
  readonly lod: number | null;
}

export const FIRST_CHOICE: ModelChoice = { skin: 0, bodyGroups: [], lod: null };

/** What of a model is drawn by a choice: a set of one variant, which shares all buffers with the whole. */
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
    // One level that is shown at any distance is the first there is.
    drawLod: lod === null ? of(all.drawLod) : new Uint8Array(rows.length),
    drawMaterial: of(all.drawMaterial),
    drawFirstIndex: of(all.drawFirstIndex),
    drawIndexCount: of(all.drawIndexCount),
    instanceVariant: new Uint32Array(all.instanceCount),
  } satisfies PropSet;
}
