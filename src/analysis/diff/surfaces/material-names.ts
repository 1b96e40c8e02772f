/** Names of materials, so that those of one map are those of its next version. */

import type { Bsp } from "../../../formats/bsp/types.ts";

/** What a surface without a material is called. */
export const NO_MATERIAL = "(none)";

/**
 * As a map's texdata has it, in lower case. What compilers patch for a map lies below its name, which
 * changes from version to version: that is left out. So is the place of the cubemap in it: the nearest
 * one is another where any was added.
 */
export function shownName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(/^maps\/[^/]+\//, "maps/*/");
}

/** Of a texinfo. */
export function materialNameOf({ texInfos, texDatas }: Bsp, texInfo: number): string {
  const texData = texInfo < 0 ? -1 : texInfos.texdata[texInfo];
  return texData < 0 ? NO_MATERIAL : texDatas.name[texData];
}

/**
 * The material that was painted with, where the compiler put a patch of its own for the nearest cubemap or for
 * the depth of water in its place: `maps/NAME/concrete/floor_-128_64_8`, `maps/NAME/water_depth_40`.
 */
export function paintedName(name: string): string {
  const shown = shownName(name);
  const patched = /^maps\/\*\/(.+?)(?:_-?\d+_-?\d+_-?\d+|_depth_-?\d+)$/.exec(shown);
  return patched === null ? shown : patched[1];
}

/** Rows of all materials of both versions, by their painted names. */
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

  /** Of each texinfo of a map. */
  rowsOf(bsp: Bsp): Int32Array {
    return Int32Array.from({ length: bsp.texInfos.count }, (_, i) =>
      this.rowOf(materialNameOf(bsp, i)),
    );
  }
}
