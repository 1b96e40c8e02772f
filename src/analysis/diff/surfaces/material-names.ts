/** Names of materials that stay the same between versions of a map. */

import type { Bsp } from "../../../formats/bsp/types.ts";

/** Name for surfaces without a material. */
export const NO_MATERIAL = "(none)";

/**
 * Returns a texdata's name in lower case. Removes the map's name from the path of materials that
 * compilers patch, because it differs between versions.
 */
export function shownName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(/^maps\/[^/]+\//, "maps/*/");
}

/** Returns the material name of a texinfo. */
export function materialNameOf({ texInfos, texDatas }: Bsp, texInfo: number): string {
  const texData = texInfo < 0 ? -1 : texInfos.texdata[texInfo];
  return texData < 0 ? NO_MATERIAL : texDatas.name[texData];
}

/**
 * Returns the material that the mapper chose, if the compiler replaced it with a patch for the
 * nearest cubemap or for water depth: `maps/NAME/concrete/floor_-128_64_8`,
 * `maps/NAME/water_depth_40`.
 */
export function paintedName(name: string): string {
  const shown = shownName(name);
  const patched = /^maps\/\*\/(.+?)(?:_-?\d+_-?\d+_-?\d+|_depth_-?\d+)$/.exec(shown);
  return patched === null ? shown : patched[1];
}

/** Rows of the shared material table by texinfo of each version, and its names. */
export interface PaintedRows {
  readonly materialsA: Int32Array;
  readonly materialsB: Int32Array;
  readonly names: readonly string[];
}

/** Table of the materials of both versions, by their painted names. */
export class PaintedMaterials {
  readonly names: string[] = [];
  readonly #rows = new Map<string, number>();

  rowOf(name: string): number {
    const painted = paintedName(name);
    let row = this.#rows.get(painted);
    if (row === undefined) {
      row = this.names.length;
      this.names.push(painted);
      this.#rows.set(painted, row);
    }
    return row;
  }

  /** Returns the row of each texinfo of a map. */
  rowsOf(bsp: Bsp): Int32Array {
    return Int32Array.from({ length: bsp.texInfos.count }, (_, i) =>
      this.rowOf(materialNameOf(bsp, i)),
    );
  }
}
