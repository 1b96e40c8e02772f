/** What stands in for missing textures: a quiet pattern of what they are of. See `shaders/families/rare/missing.wgsl`. */

import { PATTERN_BOARDS, PATTERN_CHECKS, PATTERN_GRID } from "../../map/families/missing.ts";
import {
  MATERIAL_MISSING,
  type MaterialSet,
  PASS_ALPHA_TEST,
  PASS_OPAQUE,
} from "../../map/material.ts";
import { FAMILY } from "../../map/material-families.ts";
import { ROLE_COUNT } from "../../map/texture-roles.ts";
import { listUnpatchedNames } from "../materials/unpatched-names.ts";
import { packStandIn } from "./pack-stand-in.ts";
import { SURFACE_TYPES, type SurfaceType, surfaceTypeOf } from "./surface-types.ts";

/** A model's texture is wrapped around it, so its repeat says nothing of inches: a few parts show the form. */
const PROP_CELLS = 4;
/** What is taken for the size of one that is of something: that of a crate, or of a chair. */
const PROP_INCHES = 48;

/** Textures for measuring: `dev/` and what maps and mods name after it. */
const DEV_NAME = /(^|\/)dev[/_]/;

/**
 * Gives the world's missing materials their patterns, in place.
 * @param tileSize see `WorldMaterials`
 * @param surfaceProp `$surfaceprop` of each whose VMT is there
 */
export function patternMissing(
  materials: MaterialSet,
  tileSize: Float32Array,
  surfaceProp: readonly (string | undefined)[],
): void {
  setPatterns(materials, surfaceProp, (material, type) => {
    const [s, t] = [tileSize[material * 2], tileSize[material * 2 + 1]];
    return s > 0 && t > 0 ? patternOf(type ?? SURFACE_TYPES.concrete, s, t) : 0;
  });
}

/** The same for the materials of props. */
export function patternMissingOfProps(
  materials: MaterialSet,
  surfaceProp: readonly (string | undefined)[] = [],
): void {
  const grid = packStandIn({ pattern: PATTERN_GRID, across: PROP_CELLS, down: PROP_CELLS });
  setPatterns(materials, surfaceProp, (_, type) =>
    type === null || type.pattern === PATTERN_GRID
      ? grid
      : patternOf(type, PROP_INCHES, PROP_INCHES),
  );
}

/** A type's pattern on a texture that is so many inches wide and high. */
function patternOf({ pattern, across, down, strength }: SurfaceType, s: number, t: number): number {
  // Boards lie along the longer side.
  const isTurned = pattern === PATTERN_BOARDS && t > s;
  const cellsOf = (inches: number, cell: number) => Math.max(1, Math.round(inches / cell));
  return packStandIn({
    ...{ pattern, strength, isTurned },
    across: cellsOf(isTurned ? t : s, across),
    down: cellsOf(isTurned ? s : t, down),
  });
}

/** Glass and water have none: what lies behind them gives them their scale. */
function setPatterns(
  materials: MaterialSet,
  surfaceProp: readonly (string | undefined)[],
  standInOf: (material: number, type: SurfaceType | null) => number,
): void {
  for (let material = 0; material < materials.count; material++) {
    const pass = materials.pass[material];
    const isSolid = pass === PASS_OPAQUE || pass === PASS_ALPHA_TEST;
    const rows = materials.roleTexture.subarray(material * ROLE_COUNT, (material + 1) * ROLE_COUNT);
    // One of which only the base texture is missing mirrors what it can.
    const isBare = rows.every((texture) => texture < 0);
    if ((materials.flags[material] & MATERIAL_MISSING) === 0 || !isSolid || !isBare) continue;
    const written = materials.name[material];
    const name = listUnpatchedNames(written).at(-1) ?? written;
    const named = surfaceTypeOf(name, surfaceProp[material]);
    const type = named && SURFACE_TYPES[named];
    const isDev = DEV_NAME.test(name);
    const shown = isDev ? { ...SURFACE_TYPES.concrete, pattern: PATTERN_CHECKS } : type;
    const standIn = standInOf(material, shown);
    if (standIn === 0) continue;
    materials.standIn[material] = standIn;
    materials.family[material] = FAMILY.missing;
  }
}
