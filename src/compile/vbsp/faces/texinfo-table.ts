/** Mapping of sides to texels and luxels: the source of LUMP_TEXINFO and LUMP_TEXDATA. */

import { SURF_BUMPLIGHT, SURF_NOLIGHT } from "../../../formats/bsp/layouts/surface-flags.ts";
import type { VmfSide } from "../../../formats/vmf/types.ts";
import type { CompilerMaterial, FindMaterial } from "../../types.ts";
import { normalizeMaterial } from "../brushes/tool-materials.ts";

export interface TexInfo {
  /** [s.xyz, s.offset, t.xyz, t.offset], texels per inch. */
  readonly textureVecs: readonly number[];
  /** Same layout, luxels per inch. */
  readonly lightmapVecs: readonly number[];
  readonly flags: number;
  /** Normalized name. */
  readonly material: string;
  readonly info: CompilerMaterial;
}

export class TexInfoTable {
  readonly rows: TexInfo[] = [];
  /**
   * Lower bound of the faces and luxels of all lit surfaces. `subdivideFace` counts and limits
   * them.
   */
  readonly lit = { faces: 0, luxels: 0 };
  readonly #byKey = new Map<string, number>();

  /**
   * Returns the row of a side's mapping. Adds it if none.
   * @param origin of the entity that the side moves with. Texture coordinates do not change.
   */
  find(side: VmfSide, info: CompilerMaterial, flags: number, origin: readonly number[]): number {
    const textureVecs: number[] = [];
    const lightmapVecs: number[] = [];
    for (const axis of [side.uaxis, side.vaxis]) {
      const scale = axis.scale === 0 ? 1 : axis.scale;
      const direction = [axis.x, axis.y, axis.z];
      const along = direction.reduce((sum, value, i) => sum + value * origin[i], 0);
      // Luxels use the texture's axes and shift, with their own scale.
      const luxel = side.lightmapScale;
      textureVecs.push(...direction.map((v) => v / scale), axis.shift + along / scale);
      lightmapVecs.push(
        ...direction.map((v) => v / luxel),
        (axis.shift * scale) / luxel + along / luxel,
      );
    }
    return this.#intern({
      textureVecs: textureVecs.map(Math.fround),
      lightmapVecs: lightmapVecs.map(Math.fround),
      flags,
      material: normalizeMaterial(side.material),
      info,
    });
  }

  /**
   * Returns the row of a water surface seen from below, which differs from its side only in the
   * material. `null` if the material names none, or a missing one.
   */
  findBeneath(row: number, find: FindMaterial): number | null {
    const side = this.rows[row];
    const name = side.info.bottomMaterial;
    const info = name === undefined ? null : find(name);
    if (name === undefined || info === null) return null;
    return this.#intern({ ...side, material: normalizeMaterial(name), info });
  }

  /** Returns the row of a mapping that belongs to no side. */
  findPlain(material: string, info: CompilerMaterial, vecs: readonly number[]): number {
    return this.#intern({
      textureVecs: vecs,
      lightmapVecs: vecs,
      flags: 0,
      material: normalizeMaterial(material),
      info,
    });
  }

  #intern(row: TexInfo): number {
    const key = [...row.textureVecs, ...row.lightmapVecs, row.flags, row.material].join();
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    this.#byKey.set(key, this.rows.length);
    return this.rows.push(row) - 1;
  }
}

/** Returns the `SURF_*` bits of a side with this material. */
export function surfaceFlagsOf(info: CompilerMaterial): number {
  const flags = info.surfaceFlags;
  return info.isBumped && (flags & SURF_NOLIGHT) === 0 ? flags | SURF_BUMPLIGHT : flags;
}
