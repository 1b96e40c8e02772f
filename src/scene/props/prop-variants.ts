/** Lists variants of props' models, and their draws. */

import type { StaticProps } from "../../formats/bsp/types.ts";
import {
  findMaterialTexture,
  listMaterialPaths,
} from "../../formats/studio/list-material-paths.ts";
import { contentName } from "../materials/content-name.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { GHOST_MATERIAL, STAND_IN_MATERIAL } from "../stand-in/stand-in-model.ts";
import type { PropModel } from "./prop-model.ts";

/**
 * Collects the materials of props' models, each once. A model searches each texture in each of its
 * directories, and a small file can name thousands of both.
 */
export class PropMaterials {
  /** Candidate paths of each material. */
  readonly candidates: string[][] = [];
  readonly #access: ContentAccess;
  readonly #subject: string;
  readonly #byPaths = new Map<string, number>();
  readonly #byTexture = new Map<string, number>();

  /** @param subject subject of the error if there are too many materials */
  constructor(access: ContentAccess, subject: string) {
    this.#access = access;
    this.#subject = subject;
  }

  /**
   * Returns the row of the material of a model's draw under a skin. Throws FormatError (too-large).
   */
  add(model: PropModel, modelRow: number, skin: number, material: number): number {
    const { mdl, isStandIn, isGhost } = model;
    const texture = isStandIn ? -1 : findMaterialTexture(mdl, skin, material);
    const key = `${modelRow} ${texture}`;
    let row = this.#byTexture.get(key);
    if (row === undefined) {
      const placeholder = isGhost ? GHOST_MATERIAL : STAND_IN_MATERIAL;
      row = this.#addPaths(isStandIn ? [placeholder] : this.#list(model, skin, material));
      this.#byTexture.set(key, row);
    }
    return row;
  }

  #list({ mdl, name }: PropModel, skin: number, material: number): string[] {
    const { ledger, diagnostics } = this.#access;
    if (ledger.tryTake("materialPlaces", Math.max(1, mdl.textureDirs.length))) {
      return listMaterialPaths(mdl, skin, material);
    }
    const message = `${name} names ${mdl.textureDirs.length} directories for its materials: only the first is searched.`;
    diagnostics.warn("over-budget", name, message);
    return listMaterialPaths(mdl, skin, material, 1);
  }

  #addPaths(paths: readonly string[]): number {
    const key = paths.join("|");
    let row = this.#byPaths.get(key);
    if (row === undefined) {
      // The world's materials share this limit: 65,536 of both always fit `drawMaterial`.
      this.#access.ledger.take("materials", 1, this.#subject);
      row = this.candidates.push(paths.map((path) => contentName(path, ".vmt"))) - 1;
      this.#byPaths.set(key, row);
    }
    return row;
  }
}

/** Pairs of a model and a skin. */
export interface Variants {
  readonly model: number[];
  readonly skin: number[];
  readonly ofInstance: Uint32Array;
}

/** Variants, separated by whether their instances are translucent. */
export interface ListedVariants extends Variants {
  /** True if the variant's instances have an opacity below 1. */
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

/** Draws of all variants, and their materials, each once. */
export interface Draws {
  readonly variant: number[];
  readonly modelDraw: number[];
  readonly material: number[];
  /** Candidate paths of each material. */
  readonly candidates: string[][];
  readonly first: number[];
}

/** @param subject subject of the error if there are too many materials */
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
