/** What of props' models is drawn: their variants, and the draws of these. */

import type { StaticProps } from "../../formats/bsp/types.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { PropMaterials } from "./prop-materials.ts";
import type { PropModel } from "./prop-model.ts";

/** Pairs of a model and a skin. */
export interface Variants {
  readonly model: number[];
  readonly skin: number[];
  readonly ofInstance: Uint32Array;
}

/** Variants of which the engine draws some as what it is and some as what is seen through. */
export interface ListedVariants extends Variants {
  /** Whether its instances are less than opaque. */
  readonly isFaint: boolean[];
}

export function listVariants(
  table: StaticProps,
  shown: Uint32Array,
  modelOf: (prop: number) => PropModel | null,
  models: readonly PropModel[],
): ListedVariants {
  const ofInstance = new Uint32Array(shown.length);
  const variants: ListedVariants = { model: [], skin: [], isFaint: [], ofInstance };
  const rows = new Map<string, number>();
  const modelRow = new Map(models.map((model, row) => [model, row]));
  for (const [i, prop] of shown.entries()) {
    const model = modelOf(prop) as PropModel;
    const stored = table.skin[prop];
    const skin = stored >= 0 && stored < model.mdl.skinFamilyCount ? stored : 0;
    const modelIndex = modelRow.get(model) as number;
    const isFaint = table.diffuseModulation[prop * 4 + 3] < 255;
    const key = `${modelIndex} ${skin} ${isFaint}`;
    let row = rows.get(key);
    if (row === undefined) {
      row = variants.model.push(modelIndex) - 1;
      variants.skin.push(skin);
      variants.isFaint.push(isFaint);
      rows.set(key, row);
    }
    variants.ofInstance[i] = row;
  }
  return variants;
}

/** Draws of all variants, and the materials that they need, each once. */
export interface Draws {
  readonly variant: number[];
  /** Row of the model's own draws. */
  readonly modelDraw: number[];
  readonly material: number[];
  /** Names at which each material may lie. */
  readonly candidates: string[][];
  readonly first: number[];
}

/** @param subject what is said to be too large where the materials are too many */
export function listDraws(
  models: readonly PropModel[],
  variants: Variants,
  access: ContentAccess,
  subject: string,
): Draws {
  const materials = new PropMaterials(access, subject);
  const { candidates } = materials;
  const draws: Draws = { variant: [], modelDraw: [], material: [], candidates, first: [] };
  for (const [variant, modelRow] of variants.model.entries()) {
    const model = models[modelRow];
    const { mesh, lodCount } = model;
    draws.first.push(draws.variant.length);
    for (let draw = 0; draw < mesh.drawCount; draw++) {
      if (mesh.drawLod[draw] >= lodCount) continue;
      draws.variant.push(variant);
      draws.modelDraw.push(draw);
      draws.material.push(
        materials.add(model, modelRow, variants.skin[variant], mesh.drawMaterial[draw]),
      );
    }
  }
  return draws;
}
