/** Builds material sets and images for tests. */

import type { GpuImage } from "../../src/core/image.ts";
import {
  MATERIAL_MISSING,
  type MaterialSet,
  PASS_OPAQUE,
  type TextureArray,
} from "../../src/map/material.ts";
import { FAMILY, restOwnParams } from "../../src/map/material-families.ts";
import {
  PARAM_COUNT,
  PARAM_NUMBERS,
  type ParamRow,
  paramsAtRest,
} from "../../src/map/material-params.ts";
import {
  ROLE_BASE,
  ROLE_BASE2,
  ROLE_BUMP,
  ROLE_BUMP2,
  ROLE_COUNT,
  ROLE_DETAIL,
  ROLE_ENV,
} from "../../src/map/texture-roles.ts";

export interface TestMaterial {
  readonly name: string;
  /** Lit by default, and blended if there is a second texture. */
  readonly family?: number;
  readonly pass?: number;
  readonly flags?: number;
  readonly tint?: readonly [number, number, number];
  readonly alpha?: number;
  readonly alphaTestReference?: number;
  readonly fallback?: readonly [number, number, number];
  /** See `map/families/missing.ts`. */
  readonly standIn?: number;
  /** By row of `MATERIAL_PARAMS`; defaults where omitted. */
  readonly params?: readonly ParamRow[];
  readonly paramRates?: readonly ParamRow[];
  readonly texture?: number;
  readonly texture2?: number;
  readonly bump?: number;
  readonly bump2?: number;
  readonly detail?: number;
  /** Texture index of a cubemap. */
  readonly env?: number;
}

export interface TestTexture {
  readonly array: number;
  readonly layer: number;
  readonly frames?: number;
  readonly clamp?: number;
}

function familyOf({ family, texture2 }: TestMaterial): number {
  return family ?? (texture2 === undefined ? FAMILY.lit : FAMILY.blend);
}

const slotsOf = (count: number) => Array.from({ length: count }, (_, slot) => slot);

export function makeMaterials(
  materials: readonly TestMaterial[],
  textures: readonly TestTexture[] = [],
  arrays: readonly TextureArray[] = [],
): MaterialSet {
  const params = paramsAtRest(materials.length);
  for (const [i, material] of materials.entries()) {
    restOwnParams(params, i, familyOf(material));
    for (const [slot, row] of (material.params ?? []).entries()) {
      if (row !== undefined) params.set(row, i * PARAM_NUMBERS + slot * 4);
    }
  }
  return {
    count: materials.length,
    name: materials.map((m) => m.name),
    family: Uint8Array.from(materials, familyOf),
    pass: Uint8Array.from(materials, (m) => m.pass ?? PASS_OPAQUE),
    flags: Uint32Array.from(
      materials,
      (m) => m.flags ?? (m.texture === undefined ? MATERIAL_MISSING : 0),
    ),
    tint: Float32Array.from(materials.flatMap((m) => m.tint ?? [1, 1, 1])),
    alpha: Float32Array.from(materials, (m) => m.alpha ?? 1),
    alphaTestReference: Float32Array.from(materials, (m) => m.alphaTestReference ?? 0.5),
    fallbackColor: Float32Array.from(materials.flatMap((m) => m.fallback ?? [0.5, 0.5, 0.5])),
    standIn: Uint32Array.from(materials, (m) => m.standIn ?? 0),
    params,
    paramRates: Float32Array.from(
      materials.flatMap((m) =>
        slotsOf(PARAM_COUNT).flatMap((slot) => m.paramRates?.[slot] ?? [0, 0, 0, 0]),
      ),
    ),
    motion: null,
    roleTexture: Int32Array.from(
      materials.flatMap((m) => {
        const byRole: Record<number, number | undefined> = {
          [ROLE_BASE]: m.texture,
          [ROLE_BASE2]: m.texture2,
          [ROLE_BUMP]: m.bump,
          [ROLE_BUMP2]: m.bump2,
          [ROLE_DETAIL]: m.detail,
          [ROLE_ENV]: m.env,
        };
        return slotsOf(ROLE_COUNT).map((slot) => byRole[slot] ?? -1);
      }),
    ),
    textures: {
      count: textures.length,
      name: textures.map((_, i) => `test/texture${i}`),
      array: Uint16Array.from(textures, (t) => t.array),
      layer: Uint16Array.from(textures, (t) => t.layer),
      frames: Uint16Array.from(textures, (t) => t.frames ?? 1),
      clamp: Uint8Array.from(textures, (t) => t.clamp ?? 0),
      arrays,
    },
  };
}

/** Builds an RGBA image without mips, texel by texel. */
export function makeImage(
  width: number,
  height: number,
  texel: (x: number, y: number) => readonly [number, number, number, number],
  format: "rgba8unorm" | "rgba8unorm-srgb" = "rgba8unorm-srgb",
): GpuImage {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(texel(x, y), (y * width + x) * 4);
  }
  return {
    dimension: "2d",
    format,
    width,
    height,
    mipCount: 1,
    mipOffset: Uint32Array.of(0),
    data,
  };
}

export function rgbaArray(
  width: number,
  height: number,
  layerCount: number,
  format: "rgba8unorm" | "rgba8unorm-srgb" = "rgba8unorm-srgb",
): TextureArray {
  return { dimension: "2d", format, width, height, mipCount: 1, layerCount };
}

export function cubeArray(edge: number, layerCount: number): TextureArray {
  return { ...rgbaArray(edge, edge, layerCount), dimension: "cube" };
}
