/** The demo's textures: their paint functions and storage formats. */

import { compileVtex, type VtexOptions } from "../../src/compile/compile-vtex.ts";
import { PALETTE, scale } from "../textures/color.ts";
import { type Surface, toNormalMap, toRgba } from "../textures/surface.ts";
import * as floors from "./floors.ts";
import * as metal from "./metal.ts";
import * as particles from "./particles.ts";
import * as props from "./props.ts";
import * as signs from "./signs.ts";
import { isSkyAround, SKY_NAME, SKY_SIDES, skyByte, skySide } from "./sky.ts";
import * as walls from "./walls.ts";
import { waves } from "./water.ts";

const TEXTUREFLAGS_CLAMP = 0x0004 | 0x0008;
const ALPHA_REFERENCE = 0.5;

const { woodDark, wood, woodLight, grassDark, grass, grassDry, orangeDark, brickDark } = PALETTE;

interface Plan {
  readonly paint: () => Surface;
  readonly options?: Partial<VtexOptions>;
  /** Height of the relief in texels; requests a `<name>_normal` texture. */
  readonly relief?: number;
  /** True if only the normal map is stored. */
  readonly normalOnly?: boolean;
  /** Factor of the relief that gives the gloss, stored in the normal map's alpha. */
  readonly gloss?: number;
}

/** Alpha-tested; colours of transparent texels do not bleed into the mips. */
const CUT_OUT = { alphaTestReference: ALPHA_REFERENCE } as const;
const BOARD = { alphaTestReference: ALPHA_REFERENCE, flags: TEXTUREFLAGS_CLAMP } as const;
const DECAL = { format: "DXT5", flags: TEXTUREFLAGS_CLAMP } as const;
const SOFT = { format: "DXT5", flags: TEXTUREFLAGS_CLAMP } as const;
const BLENDED = { format: "DXT5" } as const;

/** Plans by texture name under `materials/`. */
const PLANS: Readonly<Record<string, Plan>> = {
  "visleaf/plaster": { paint: walls.plasterWall },
  "visleaf/brick": { paint: walls.brickWall, relief: 3 },
  "visleaf/stone": { paint: walls.stoneBlocks, relief: 3 },
  "visleaf/concrete": { paint: walls.concreteWall },
  "visleaf/wood": { paint: walls.planks },
  "visleaf/roof_tiles": { paint: walls.roofTiles },
  "visleaf/trim": { paint: walls.trim },
  "visleaf/rock": { paint: walls.rock },
  "visleaf/paving": { paint: floors.paving },
  "visleaf/carpet": { paint: floors.carpet },
  "visleaf/tiles": { paint: floors.tiles, relief: 1.5, gloss: 0.55 },
  "visleaf/grass": { paint: floors.grass },
  "visleaf/dirt": { paint: floors.dirt },
  "visleaf/sand": { paint: floors.sand },
  "visleaf/metal": { paint: metal.metalPlate, relief: 2.5, gloss: 0.7 },
  "visleaf/metal_tread": { paint: metal.metalTread },
  "visleaf/metal_corrugated": { paint: metal.metalCorrugated },
  "visleaf/grate": { paint: metal.grate, options: CUT_OUT },
  "visleaf/glass": { paint: metal.glass, options: BLENDED },
  "visleaf/lamp_glow": { paint: () => metal.lamp(PALETTE.orange), options: BLENDED },
  "visleaf/lamp_teal": { paint: () => metal.lamp(PALETTE.tealLight), options: BLENDED },
  "visleaf/glow": {
    paint: () => metal.glow(PALETTE.orange),
    options: { flags: TEXTUREFLAGS_CLAMP },
  },
  "visleaf/smoke": { paint: particles.smoke, options: SOFT },
  "visleaf/droplet": { paint: particles.droplet, options: SOFT },
  "visleaf/ceiling": { paint: props.ceiling },
  "visleaf/door": { paint: props.door },
  "visleaf/window_lit": { paint: props.litWindow, options: BLENDED },
  "visleaf/water": { paint: waves, relief: 9, normalOnly: true },
  "visleaf/sign_arrow": { paint: signs.arrow, options: DECAL },
  "visleaf/sign_court": { paint: () => signs.wordSign("COURT"), options: BOARD },
  "visleaf/sign_gallery": { paint: () => signs.wordSign("GALLERY"), options: BOARD },
  "visleaf/sign_machines": { paint: () => signs.wordSign("MACHINES"), options: BOARD },
  "visleaf/emblem": { paint: signs.emblem, options: BOARD },
  "visleaf/stripes": { paint: signs.stripes, options: BLENDED },
  "visleaf/stain": { paint: signs.stain, options: DECAL },
  "visleaf/litter": { paint: signs.litter, options: BOARD },
  "models/visleaf/crate": { paint: () => props.crate([woodDark, wood, woodLight]) },
  "models/visleaf/crate_b": {
    paint: () => props.crate([PALETTE.tealDark, PALETTE.teal, PALETTE.tealLight]),
  },
  "models/visleaf/barrel": { paint: () => props.barrel(scale(orangeDark, 1.12)) },
  "models/visleaf/barrel_b": { paint: () => props.barrel(PALETTE.teal) },
  "models/visleaf/leaves": {
    paint: () => props.leaves([grassDark, grass, grass, grassDry]),
    options: CUT_OUT,
  },
  "models/visleaf/leaves_b": {
    paint: () => props.leaves([brickDark, orangeDark, PALETTE.orange, grassDry]),
    options: CUT_OUT,
  },
  "models/visleaf/stone": { paint: walls.carvedStone },
  "models/visleaf/bark": { paint: props.bark },
  "models/visleaf/banner": { paint: props.banner },
  "models/visleaf/pot": { paint: props.pot },
  "models/visleaf/lamp": { paint: () => metal.machineMetal(PALETTE.steelDark, 581) },
  "models/visleaf/crane": { paint: () => metal.machineMetal(PALETTE.orangeDark, 587) },
  "detail/visleaf": {
    paint: props.grassSprites,
    options: { ...CUT_OUT, flags: TEXTUREFLAGS_CLAMP },
  },
};

const SKY_SIZE = 512;
const SKY_GROUND_SIZE = 64;

/** Adds all textures to `files`, by content path. */
export function buildTextures(files: Map<string, Uint8Array>): void {
  for (const [name, plan] of Object.entries(PLANS)) buildTexture(files, name, plan);
  buildSky(files);
}

function buildTexture(files: Map<string, Uint8Array>, name: string, plan: Plan): void {
  const surface = plan.paint();
  const { width, height } = surface;
  if (!plan.normalOnly) {
    const options = { width, height, ...plan.options };
    files.set(`materials/${name}.vtf`, compileVtex([toRgba(surface)], options));
  }
  if (plan.relief === undefined) return;
  const { gloss } = plan;
  const shine = gloss === undefined ? undefined : (i: number) => surface.relief[i] * gloss;
  const normals = toNormalMap(surface, plan.relief, shine);
  const format = shine ? "DXT5" : "DXT1";
  const vtf = compileVtex([normals], { width, height, kind: "normal", format });
  files.set(`materials/${name}_normal.vtf`, vtf);
}

/**
 * Stores the sky. Of the horizontal sides only the upper half is stored; `$basetexturetransform`
 * stretches it.
 */
function buildSky(files: Map<string, Uint8Array>): void {
  for (const [i, side] of SKY_SIDES.entries()) {
    // Below the horizon there is only haze, so a small texture suffices.
    const size = side === "dn" ? SKY_GROUND_SIZE : SKY_SIZE;
    const halves = isSkyAround(side) ? 2 : 1;
    const upper = (width: number) => skySide(i, width).subarray(0, (width * width * 4) / halves);
    const shape = { mips: false, flags: TEXTUREFLAGS_CLAMP };
    const ldr = compileVtex([skyByte(upper(size), size)], {
      ...{ ...shape, width: size, height: size / halves },
    });
    files.set(`materials/skybox/${SKY_NAME}${side}.vtf`, ldr);
  }
}
