import {
  findMaterialTexture,
  listMaterialPaths,
} from "../../formats/studio/list-material-paths.ts";
import { contentName } from "../materials/content-name.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { GHOST_MATERIAL, STAND_IN_MATERIAL } from "../stand-in/stand-in-model.ts";
import type { PropModel } from "./prop-model.ts";

/**
 * The materials of props' models, each once. A model looks for each of its textures in each of its
 * directories: a small file can name thousands of both.
 */
export class PropMaterials {
  /** Names at which each material may lie. */
  readonly candidates: string[][] = [];
  readonly #access: ContentAccess;
  readonly #subject: string;
  readonly #byPaths = new Map<string, number>();
  readonly #byTexture = new Map<string, number>();

  /** @param subject what is said to be too large where the materials are too many */
  constructor(access: ContentAccess, subject: string) {
    this.#access = access;
    this.#subject = subject;
  }

  /** Row of the material that a draw of a model has under a skin. Throws FormatError (too-large). */
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
    const message = `${name} names ${mdl.textureDirs.length} directories for its materials, more than are looked at: only the first is.`;
    diagnostics.warn("over-budget", name, message);
    return listMaterialPaths(mdl, skin, material, 1);
  }

  #addPaths(paths: readonly string[]): number {
    const key = paths.join("|");
    let row = this.#byPaths.get(key);
    if (row === undefined) {
      // The world's materials are in the same rows: 65,536 of both always fit `drawMaterial`.
      this.#access.ledger.take("materials", 1, this.#subject);
      row = this.candidates.push(paths.map((path) => contentName(path, ".vmt"))) - 1;
      this.#byPaths.set(key, row);
    }
    return row;
  }
}
