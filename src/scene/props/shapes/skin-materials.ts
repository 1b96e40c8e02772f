/** The materials of models' skins by name: of the places where each may lie, the one where it does. */

import type { Ledger } from "../../../core/ledger.ts";
import type { StaticProps } from "../../../formats/bsp/types.ts";
import { listMaterialPaths } from "../../../formats/studio/list-material-paths.ts";
import { contentName } from "../../materials/content-name.ts";
import { mapConcurrent } from "../../open/concurrent.ts";
import { type ContentAccess, readOrWarn } from "../../open/read-content.ts";
import type { PropModel } from "../prop-model.ts";

/** Directories of a model that are looked in: real ones name a handful. */
const MOST_DIRS = 16;
const NOWHERE: readonly string[] = [];

export class SkinMaterials {
  readonly #models: readonly PropModel[];
  readonly #ledger: Ledger;
  readonly #rows = new Map<string, number>();
  readonly #candidates: (readonly string[])[] = [];

  constructor(models: readonly PropModel[], ledger: Ledger) {
    this.#models = models;
    this.#ledger = ledger;
  }

  /** A skin that the model lacks is its first. */
  skinOf(model: number, { skin }: Pick<StaticProps, "skin">, prop: number): number {
    const stored = skin[prop];
    return stored >= 0 && stored < this.#models[model].mdl.skinFamilyCount ? stored : 0;
  }

  /** First of the rows of a skin, one a column of the skin table. */
  add(model: number, skin: number): number {
    const key = `${model} ${skin}`;
    let first = this.#rows.get(key);
    if (first !== undefined) return first;
    first = this.#candidates.length;
    this.#rows.set(key, first);
    const { mdl, isStandIn } = this.#models[model];
    const columns = Math.max(isStandIn ? 0 : mdl.skinReferenceCount, 1);
    const isNamed = !isStandIn && mdl.skinReferenceCount > 0;
    const hasRoom = isNamed && this.#ledger.tryTake("materials", columns);
    for (let column = 0; column < columns; column++) {
      this.#candidates.push(hasRoom ? listMaterialPaths(mdl, skin, column, MOST_DIRS) : NOWHERE);
    }
    return first;
  }

  /** Columns of `PropShapes`. What lies nowhere is named by where it was looked for first. */
  async resolve(access: ContentAccess) {
    const lists = new Map(this.#candidates.map((paths) => [paths.join("|"), paths]));
    const nameOf = new Map<string, string>();
    const find = async ([key, paths]: [string, readonly string[]]) => {
      let found = paths[0] ?? "";
      for (const path of paths) {
        if (!(await readOrWarn(access, path, "unreadable-material"))) continue;
        found = path;
        break;
      }
      nameOf.set(key, found === "" ? "" : contentName(found, ".vmt"));
    };
    await mapConcurrent([...lists], find, access.signal);
    const names = [...new Set(nameOf.values())];
    const rowOf = new Map(names.map((name, row) => [name, row]));
    const skinMaterial = Uint32Array.from(
      this.#candidates,
      (paths) => rowOf.get(nameOf.get(paths.join("|")) as string) as number,
    );
    return { skinMaterial, materialName: names };
  }
}
