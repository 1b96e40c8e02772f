/**
 * Chooses placeholder patterns for missing textures, by the material that their names suggest. See
 * `shaders/families/rare/missing.wgsl`.
 */

import {
  PATTERN_BOARDS,
  PATTERN_BRICKS,
  PATTERN_CHECKS,
  PATTERN_GRAIN,
  PATTERN_GRID,
  PATTERN_PANELS,
  PATTERN_TILES,
  PATTERN_WEAVE,
  STAND_IN_CELL_BITS,
  STAND_IN_CELL_MASK,
  STAND_IN_PATTERN_SHIFT,
  STAND_IN_STRENGTH_SHIFT,
  STAND_IN_STRENGTHS,
  STAND_IN_TURNED,
} from "../../map/families/missing.ts";
import {
  MATERIAL_MISSING,
  type MaterialSet,
  PASS_ALPHA_TEST,
  PASS_OPAQUE,
} from "../../map/material.ts";
import { FAMILY } from "../../map/material-families.ts";
import { ROLE_COUNT } from "../../map/texture-roles.ts";
import { listUnpatchedNames } from "../materials/unpatched-names.ts";

// The packed word that describes a placeholder pattern.

export interface StandInPattern {
  /** One of `PATTERN_*`. */
  readonly pattern: number;
  /** Cells per repeat, an integer of at least 1. Larger values are clamped. */
  readonly across: number;
  readonly down: number;
  readonly isTurned?: boolean;
  /** 1 to `STAND_IN_STRENGTHS`, which is the strongest and the default. */
  readonly strength?: number;
}

export function packStandIn(standIn: StandInPattern): number {
  const { pattern, across, down, isTurned = false, strength = STAND_IN_STRENGTHS } = standIn;
  const cells =
    Math.min(across, STAND_IN_CELL_MASK) +
    Math.min(down, STAND_IN_CELL_MASK) * 2 ** STAND_IN_CELL_BITS;
  const turn = isTurned ? STAND_IN_TURNED : 0;
  const level = (strength - 1) * 2 ** STAND_IN_STRENGTH_SHIFT;
  return cells + pattern * 2 ** STAND_IN_PATTERN_SHIFT + turn + level;
}

// Guesses what a material is made of from its name. Names of Source's materials are descriptive:
// the folder names the substance (`brick/brickwall003a`), and mappers follow this
// (`mymap/redbrick`).

export interface SurfaceType {
  readonly pattern: number;
  /** Inches per cell; infinite if a cell is a whole repeat. */
  readonly across: number;
  readonly down: number;
  /** 1 to 8, the strongest. */
  readonly strength: number;
}

const WHOLE = Number.POSITIVE_INFINITY;

function type(pattern: number, across: number, down: number, strength = 8): SurfaceType {
  return { pattern, across, down, strength };
}

/**
 * Cell sizes of the games' own textures, which are made for people of 72 inches and for viewing
 * from afar.
 */
const SURFACE_TYPES = {
  concrete: type(PATTERN_GRID, 64, 64),
  brick: type(PATTERN_BRICKS, 12, 8),
  block: type(PATTERN_BRICKS, 24, 24),
  shingle: type(PATTERN_BRICKS, 16, 20),
  board: type(PATTERN_BOARDS, 96, 6),
  metal: type(PATTERN_PANELS, 64, 64),
  grate: type(PATTERN_TILES, 4, 4),
  tile: type(PATTERN_TILES, 12, 12),
  slab: type(PATTERN_TILES, 24, 24),
  grass: type(PATTERN_GRAIN, 20, 20, 6),
  soil: type(PATTERN_GRAIN, 28, 28, 6),
  sand: type(PATTERN_GRAIN, 40, 20, 4),
  gravel: type(PATTERN_GRAIN, 10, 10, 8),
  snow: type(PATTERN_GRAIN, 64, 64, 3),
  rock: type(PATTERN_GRAIN, 72, 48, 8),
  asphalt: type(PATTERN_GRAIN, 16, 16, 4),
  plaster: type(PATTERN_GRAIN, 56, 56, 3),
  sheet: type(PATTERN_GRAIN, 8, 8, 3),
  cloth: type(PATTERN_WEAVE, 2.5, 2.5),
  piece: type(PATTERN_PANELS, WHOLE, WHOLE),
  /** Distant or single-coloured surfaces. */
  plain: type(PATTERN_GRAIN, WHOLE, WHOLE, 1),
} as const satisfies Record<string, SurfaceType>;

export type SurfaceTypeName = keyof typeof SURFACE_TYPES;

/**
 * The first match decides. Most words match anywhere, because names are run together. Words that
 * are parts of other words must match at a word's start.
 */
const WORDS: readonly (readonly [SurfaceTypeName, RegExp])[] = [
  [
    "plain",
    /^(black|white|gr[ae]y|invisible|color|colour|blank|solid)[\d_]*[a-z]?$|^skybox$|planet|stars/,
  ],
  ["tile", /(?<!p|x)tile|linoleum|lino(?![a-z])|mosaic|(?<![a-z])pool/],
  ["sheet", /particle_?board|plywood|cardboard|drywall|rubber|cork(?![a-z])|plastic/],
  ["slab", /ceiling(?!_?light)|ceil(?![a-z])|marble|granite|terrazzo|pavement|paving|flagstone/],
  ["slab", /sidewalk|stone_?(floor|tile|slab)|acoustic/],
  ["brick", /brick|(?<![a-z])brk/],
  ["block", /cinder|block(?!(er|ing|ade))|stone_?(wall|trim)|masonry|(?<![a-z])ashlar|castle/],
  ["shingle", /shingle|roof(?!top)|(?<![a-z])thatch/],
  ["grass", /grass|lawn|(?<![a-z])(turf|moss|ivy|hedge|leaves|foliage|fern|hay)/],
  ["snow", /snow|(?<![a-z])(ice|icy|frost|glacier)(?![a-z]*ream)/],
  ["gravel", /gravel|pebble|rubble|cobble|debris|ballast/],
  [
    "rock",
    /cliff|(?<!sham|b)rock(?!e[rt])|boulder|(?<![a-z])(cave|lava|canyon|mountain|moon|stone)/,
  ],
  ["sand", /(?<!thou)sand(?![wr])|(?<![a-z])(beach|dune|desert)/],
  ["asphalt", /asphalt|asphault|tarmac|blacktop|(?<![a-z])(road|street|parking)(?![a-z]*rail)/],
  ["soil", /dirt(?!y)|(?<![a-z])(mud|soil|earth|ground|forest|terrain|clay)|blendground/],
  ["grate", /grate|grating|(?<![a-z])(mesh|vent|grill)|(barbed|chicken)_?wire|chain_?link/],
  ["board", /plank|wood(?!land)|(?<![a-z])(board|timber|parquet|siding|clapboard|deck)|floorboard/],
  ["board", /(?<![a-z])(oak|pine|bamboo|fence|dock|pallet|log)(?![a-z])/],
  ["concrete", /concrete|concrt|cement|(?<![a-z])(conc|curb)/],
  ["plaster", /plaster|stucco|(?<![a-z])(adobe|wallpaper|paint)|whitewash/],
  ["cloth", /carpet|fabric|(?<![a-z])(rug|cloth|curtain|canvas|drape|tarp|felt|cushion)|leather/],
  ["metal", /metal|steel|(?<![a-z])(iron|alumin|copper|brass|chrome|rust|duct|truss)/],
  ["metal", /ibeam|girder|squarebeam|corrugat|(?<![a-z])(rail|ladder|elev|combine)/],
  ["piece", /glass|wndw|window|mirror|door|monitor|computer|screen|billboard|poster|button/],
  [
    "piece",
    /(?<![a-z])(gc)?(light|lamp|sign|trunk|crate|barrel|box|trim|panel|picture|logo|banner)/,
  ],
  ["metal", /pipe|tank(?!top)|force_?field|machine|engine|generator|antenna|(?<![a-z])antn/],
  ["piece", /locker|shelf|cabinet|console|shutter|blinds|hazard|projector|backpanel/],
];

/** Words for the purpose of a surface, which are the weakest hints. */
const PURPOSES: typeof WORDS = [
  ["concrete", /wall|building|(?<![a-z])(gen\d|skyscraper|tower|facade)/],
  ["slab", /floor|(?<![a-z])(i?flr|step|stair)/],
  ["board", /table|desk|chair|furniture|bench/],
];

/** The engine's surface properties, used if the name gives no hint. */
const SURFACE_PROPS: readonly (readonly [SurfaceTypeName, RegExp])[] = [
  ["concrete", /^(concrete|default)/],
  ["cloth", /^(carpet|cloth|upholstery)/],
  ["plaster", /^(plaster|ceiling|paper)/],
  ["piece", /^(computer|glass|metal_box|item)/],
];

/** Returns `null` if neither gives a hint. */
export function surfaceTypeOf(name: string, surfaceProp = ""): SurfaceTypeName | null {
  const parts = name.split("/").reverse();
  return (
    findFirst(parts, WORDS) ??
    findFirst([surfaceProp], SURFACE_PROPS) ??
    findFirst([surfaceProp], WORDS) ??
    findFirst(parts, PURPOSES)
  );
}

function findFirst(parts: readonly string[], words: typeof WORDS): SurfaceTypeName | null {
  for (const part of parts) {
    const found = words.find(([, pattern]) => pattern.test(part));
    if (found !== undefined) return found[0];
  }
  return null;
}

/**
 * Cells across a model's texture. It is wrapped around the model, so its repeat has no size in
 * inches; a few cells show the shape.
 */
const PROP_CELLS = 4;
/** Assumed size of a model's texture with a known substance: about that of a crate or chair. */
const PROP_INCHES = 48;

/** Textures for measuring: `dev/` and similar names of maps and mods. */
const DEV_NAME = /(^|\/)dev[/_]/;

/**
 * Sets the patterns of the world's missing materials, in place.
 * @param tileSize see `WorldMaterials`
 * @param surfaceProp `$surfaceprop` of each material whose VMT exists
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

/** Sets the patterns of props' missing materials, in place. */
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

/** Returns a type's pattern for a texture of a size in inches. */
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

/**
 * Sets patterns of opaque materials. Glass and water need none, because the background shows their
 * scale.
 */
function setPatterns(
  materials: MaterialSet,
  surfaceProp: readonly (string | undefined)[],
  standInOf: (material: number, type: SurfaceType | null) => number,
): void {
  for (let material = 0; material < materials.count; material++) {
    const pass = materials.pass[material];
    const isSolid = pass === PASS_OPAQUE || pass === PASS_ALPHA_TEST;
    const rows = materials.roleTexture.subarray(material * ROLE_COUNT, (material + 1) * ROLE_COUNT);
    // A material that lacks only its base texture still reflects its cubemap.
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
