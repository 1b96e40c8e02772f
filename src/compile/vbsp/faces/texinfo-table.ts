/** Table of texinfos, and subdivision of faces by their lightmap size. */

import { SURF_BUMPLIGHT, SURF_NOLIGHT } from "../../../formats/bsp/layouts/surface-flags.ts";
import type { VmfSide } from "../../../formats/vmf/types.ts";
import type { CompilerMaterial, FindMaterial } from "../../types.ts";
import { normalizeMaterial } from "../brushes/tool-materials.ts";
import { splitWinding } from "../brushes/winding.ts";
import { MAX_LUXELS, MAX_MAP_FACES } from "../limits.ts";
import type { BspFace } from "../tree/tree.ts";
import { vmfFault } from "../vmf-fault.ts";

// Mapping of sides to texels and luxels: the source of LUMP_TEXINFO and LUMP_TEXDATA.

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

/** `MAX_BRUSH_LIGHTMAP_DIM_WITHOUT_BORDER`: most luxels along a lit face. */
const MAX_FACE_LUXELS = 32;

/**
 * Splits a face until no lightmap is larger than 32 luxels plus its border.
 * @throws FormatError (too-large) before splitting, if all faces together exceed the map's limit
 */
export function subdivideFace(face: BspFace, texInfos: TexInfoTable): BspFace[] {
  const { flags, lightmapVecs } = texInfos.rows[face.texInfo];
  if (flags & SURF_NOLIGHT) return [face];
  takeLuxels(face, texInfos.rows[face.texInfo], texInfos.lit);
  const done: BspFace[] = [];
  const open = [face];
  for (let next = open.pop(); next; next = open.pop()) {
    const parts = halve(next, lightmapVecs);
    if (parts) open.push(...parts);
    else done.push(next);
  }
  return done;
}

/** Adds the lower bound of a surface's faces and luxels to the totals. */
function takeLuxels({ winding, side }: BspFace, texInfo: TexInfo, lit: TexInfoTable["lit"]): void {
  const { flags, lightmapVecs } = texInfo;
  const at = (i: number, axis: 0 | 4) =>
    winding[i] * lightmapVecs[axis] +
    winding[i + 1] * lightmapVecs[axis + 1] +
    winding[i + 2] * lightmapVecs[axis + 2];
  let doubleArea = 0;
  const us: number[] = [];
  const vs: number[] = [];
  for (let i = 0; i < winding.length; i += 3) {
    const next = (i + 3) % winding.length;
    us.push(at(i, 0));
    vs.push(at(i, 4));
    doubleArea += at(i, 0) * at(next, 4) - at(next, 0) * at(i, 4);
  }
  const luxels = Math.abs(doubleArea) / 2;
  const extent = Math.max(...[us, vs].map((row) => Math.max(...row) - Math.min(...row)));
  lit.luxels += luxels * (flags & SURF_BUMPLIGHT ? 4 : 1);
  lit.faces += Math.ceil(Math.max(1, luxels / MAX_FACE_LUXELS ** 2, extent / MAX_FACE_LUXELS));
  const fault = (expected: string, found: number) => {
    const message = `${expected}: fewer brushes, or a larger lightmapscale`;
    return vmfFault("too-large", `side ${side.id}`, side.line, message, String(Math.ceil(found)));
  };
  if (!(lit.faces <= MAX_MAP_FACES)) {
    throw fault(`lightmaps that cut the map into at most ${MAX_MAP_FACES} faces`, lit.faces);
  }
  if (!(lit.luxels <= MAX_LUXELS)) {
    throw fault(`lightmaps of at most ${MAX_LUXELS} luxels in all`, lit.luxels);
  }
}

/** Splits a face that is too large in two; `null` if it is not. */
function halve(face: BspFace, lightmapVecs: readonly number[]): [BspFace, BspFace] | null {
  const { winding } = face;
  for (const at of [0, 4]) {
    const [x, y, z] = lightmapVecs.slice(at, at + 3);
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < winding.length; i += 3) {
      const value = winding[i] * x + winding[i + 1] * y + winding[i + 2] * z;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    if (max - min <= MAX_FACE_LUXELS) continue;
    const scale = Math.hypot(x, y, z);
    // One luxel less than the maximum, which leaves room for the border.
    const dist = (min + MAX_FACE_LUXELS - 1) / scale;
    const { front, back } = splitWinding(winding, x / scale, y / scale, z / scale, dist);
    if (front && back) {
      return [
        { ...face, winding: front },
        { ...face, winding: back },
      ];
    }
  }
  return null;
}
