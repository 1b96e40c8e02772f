/**
 * Tests model materials with more than lit textures, from the VMT and VTFs on: pixels against the
 * engine's formulas (`test/oracle/materials/model.ts`, `test/oracle/materials/teeth.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  TEXTUREFLAGS_CLAMPS,
  TEXTUREFLAGS_CLAMPT,
  TEXTUREFLAGS_EIGHTBITALPHA,
  TEXTUREFLAGS_ENVMAP,
} from "../../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import {
  PROP_BUMPS_UNBAKED,
  WORLD_LIGHT_ROW,
  WORLD_LIGHT_SUN,
} from "../../../../src/map/world-lights.ts";
import { propSource } from "../../../../src/render/props/prop-source.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb } from "../../../oracle/light/color.ts";
import { normalOf, worldNormalOf } from "../../../oracle/materials/bump.ts";
import {
  ambientLight,
  blendedTint,
  type Diffuse,
  diffuseLight,
  type Emissive,
  emissiveLight,
  type Facing,
  facingGlow,
  type Highlight,
  highlightOf,
  infectedColor,
  mirroredIn,
  mix,
  rangedFresnel,
  scaled,
  sumOf,
  type Triple,
  times,
  unitOf,
} from "../../../oracle/materials/model.ts";
import { letIn, toothExponent, toothHighlight } from "../../../oracle/materials/teeth.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeMaterials } from "../../make-materials.ts";
import { IDENTITY_BONE, makeProps, type TestInstance } from "../../make-props.ts";
import { makeMap } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 64;
/** Field of view for a picture as wide and high as far. */
const FOV = 106.26020470831196;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };

const BASE = [120, 90, 60] as const;
const BASE_ALPHA = 102;
const NORMAL = [150, 96, 236] as const;
const NORMAL_ALPHA = 178;
/** Alpha of a second normal map. */
const SOFT_ALPHA = 12;
/** Red, green and alpha of the exponent texture. */
const EXPONENT = [20, 77, 0, 140] as const;
const GLOW = [200, 60, 20] as const;
const MASK = [120, 200, 40, 17] as const;
const ENV = [90, 160, 40] as const;
const DETAIL = [150, 90, 200] as const;
const FLOW = [100, 60, 0] as const;
const flowingTexel = (x: number, y: number) =>
  [60 + x * 45, 220 - y * 40, 50 + x * 20 + y * 30] as const;
const RAMP = 16;
const gradientTexel = (x: number, y: number) =>
  [30 + x * 12, 210 - x * 7 - y * 4, 40 + y * 11] as const;
const rampTexel = (x: number) => [20 + x * 11, 200 - x * 9, 60 + x * 5] as const;
const WARP = 8;
const warpTexel = (x: number, y: number) =>
  [40 + x * 26, 230 - y * 22, 20 + x * 9 + y * 14] as const;

type Texel = (x: number, y: number) => readonly number[];
function texture(flags: number, width: number, height: number, texel: Texel): Uint8Array {
  return writeVtf({
    ...{ width, height, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1, mipCount: 1 },
    ...{ flags, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () =>
      Uint8Array.from({ length: width * height * 4 }, (_, i) => {
        const at = i >> 2;
        return [...texel(at % width, Math.floor(at / width)), 255][i & 3];
      }),
  });
}

const CLAMPED = TEXTUREFLAGS_CLAMPS | TEXTUREFLAGS_CLAMPT;
const ALPHA = TEXTUREFLAGS_EIGHTBITALPHA;
const FILES = {
  "materials/base.vtf": texture(ALPHA, 4, 4, () => [...BASE, BASE_ALPHA]),
  "materials/solid.vtf": texture(0, 4, 4, () => BASE),
  "materials/normal.vtf": texture(ALPHA, 4, 4, () => [...NORMAL, NORMAL_ALPHA]),
  "materials/soft.vtf": texture(ALPHA, 4, 4, () => [...NORMAL, SOFT_ALPHA]),
  "materials/exponent.vtf": texture(ALPHA, 4, 4, () => EXPONENT),
  "materials/glow.vtf": texture(0, 4, 4, () => GLOW),
  "materials/mask.vtf": texture(ALPHA, 4, 4, () => MASK),
  "materials/detail.vtf": texture(0, 4, 4, () => DETAIL),
  "materials/ramp.vtf": texture(CLAMPED, RAMP, 1, (x) => rampTexel(x)),
  "materials/flow.vtf": texture(0, 4, 4, () => FLOW),
  "materials/flowing.vtf": texture(0, 4, 4, flowingTexel),
  "materials/gradient.vtf": texture(CLAMPED, RAMP, 16, gradientTexel),
  "materials/warp.vtf": texture(CLAMPED, WARP, WARP, warpTexel),
  "materials/env.vtf": writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 7, mipCount: 1 },
    ...{ flags: TEXTUREFLAGS_ENVMAP, format: 0, reflectivity: [0, 0, 0], bumpScale: 1 },
    lowRes: null,
    image: () => Uint8Array.from({ length: 64 }, (_, i) => [...ENV, 255][i & 3]),
  }),
};

const clampedAt = (at: number, count: number) => Math.min(Math.max(at, 0), count - 1);
/** Interpolates four texels, clamped at the edges. */
function filtered(s: number, t: number, width: number, height: number, texel: Texel): Triple {
  const [x, y] = [s * width - 0.5, t * height - 0.5];
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const read = (dx: number, dy: number) =>
    scaled(texel(clampedAt(column + dx, width), clampedAt(row + dy, height)) as never, 1 / 255);
  const along = (dy: number) => mix(read(0, dy), read(1, dy), x - column);
  return mix(along(0), along(1), y - row);
}
const ramp = (share: number) => filtered(share, 0, RAMP, 1, (x) => rampTexel(x));
const warp = (strength: number, fresnel: number) =>
  filtered(strength, fresnel, WARP, WARP, warpTexel);

/** Two lamps and a sun. */
const LAMPS = [
  { origin: [-40, 30, 60], intensity: [1.1, 0.8, 0.5], quadratic: 1 / 6000 },
  { origin: [70, 55, -20], intensity: [0.2, 0.5, 1.0], quadratic: 1 / 5000 },
] as const;
const SUN = { direction: unitOf([0.9, 0.35, -0.2]), intensity: [0.25, 0.2, 0.15] } as const;
const CUBE: readonly Triple[] = [
  [0.09, 0.05, 0.06],
  [0.05, 0.08, 0.03],
  [0.1, 0.03, 0.07],
  [0.06, 0.05, 0.01],
  [0.04, 0.09, 0.02],
  [0.03, 0.02, 0.06],
];

function lightRows(): Uint32Array {
  const words = WORLD_LIGHT_ROW.strideBytes / 4;
  const rows = new Uint32Array((LAMPS.length + 1) * words);
  const floats = new Float32Array(rows.buffer);
  const write = (row: number, name: keyof typeof WORLD_LIGHT_ROW, ...values: number[]) =>
    floats.set(values, row * words + WORLD_LIGHT_ROW[name] / 4);
  for (const [row, { origin, intensity, quadratic }] of LAMPS.entries()) {
    write(row, "origin", ...origin);
    write(row, "intensity", ...intensity);
    write(row, "innerCosine", -2);
    write(row, "outerCosine", -3);
    write(row, "quadratic", quadratic);
  }
  const sun = LAMPS.length;
  rows[sun * words + WORLD_LIGHT_ROW.flags / 4] = WORLD_LIGHT_SUN;
  write(sun, "normal", ...SUN.direction);
  write(sun, "intensity", ...SUN.intensity);
  return rows;
}

const SUN_ROW = LAMPS.length;
const lampsAt = (point: Triple, rows: readonly number[]) =>
  rows.map((row) => {
    if (row === SUN_ROW) return { toLamp: scaled(SUN.direction, -1), light: SUN.intensity };
    const { origin, intensity, quadratic } = LAMPS[row];
    const delta = sumOf(origin, scaled(point, -1));
    const inches = Math.max(Math.hypot(...delta), 1);
    return {
      toLamp: scaled(delta, 1 / inches),
      light: scaled(intensity, 1 / (quadratic * inches * inches)),
    };
  });

const EYE: Triple = [7, -11, 5];
/** A wall across y whose vertex normals lean: s increases along x, t decreases along z. */
const WALL = 90;
const LEAN = unitOf([0.3, -0.9, 0.4]);
const TANGENT = unitOf(sumOf([1, 0, 0], scaled(LEAN, -LEAN[0])));
/** Rounds a normal as stored. */
const stored = (v: Triple): Triple => v.map((c) => Math.round(c * 127) / 127) as never;

interface Look {
  /** Diffuse parameters; without lamps the light is ambient only. */
  readonly diffuse?: Diffuse;
  readonly highlight?: Highlight;
  /** Whether the normal map is ignored. */
  readonly isFlat?: boolean;
  readonly lamps?: readonly number[];
  readonly albedo?: Triple;
  readonly tint?: Triple;
  /** Light added by a detail texture. */
  readonly added?: Triple;
  readonly alpha?: number;
  /** Self-illumination and its color. */
  readonly glow?: Triple | ((at: Facing) => number);
  readonly glowTint?: Triple;
  /** Blends over the lit colour: remaining share and added share. */
  readonly over?: readonly [left: number, added: number];
  readonly env?: (at: Facing, light: Triple) => Triple;
  /** Flowing overlay at a number of seconds. */
  readonly flowing?: readonly [time: number, how: Emissive];
  /** Factor of the result. */
  readonly left?: (at: Facing) => number;
}

const LIGHT = BASE.map((c) => decodeSrgb(c)) as never as Triple;
const COLOR: Triple = [0.8, 1, 0.9];
const ALL = [0, 1, 2];

function predict(point: Triple, look: Look): Triple {
  const [normal, tangent] = [stored(LEAN), stored(TANGENT)];
  const cross = (a: Triple, b: Triple): Triple => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const binormal = scaled(cross(normal, tangent), -1);
  const texel = look.isFlat ? ([0, 0, 1] as const) : normalOf(NORMAL);
  const at: Facing = {
    normal: unitOf(worldNormalOf(texel, [tangent, binormal, normal])),
    vertexNormal: unitOf(normal),
    toEye: unitOf(sumOf(EYE, scaled(point, -1))),
  };
  const lamps = lampsAt(point, look.lamps ?? ALL);
  const light = sumOf(
    ambientLight(CUBE, at.normal),
    diffuseLight(at.normal, lamps, look.diffuse ?? {}),
  );
  const albedo = look.albedo ?? times(LIGHT, times(COLOR, look.tint ?? [1, 1, 1]));
  const lit = sumOf(times(albedo, light), look.added ?? [0, 0, 0]);
  const glows = times(albedo, look.glowTint ?? [1, 1, 1]);
  const { glow = [0, 0, 0] } = look;
  const share = typeof glow === "function" ? ([0, 0, 0].fill(glow(at)) as never as Triple) : glow;
  let shown: Triple = lit.map((c, k) => c + (glows[k] - c) * share[k]) as never;
  if (look.over) shown = sumOf(scaled(lit, look.over[0]), scaled(glows, look.over[1]));
  if (look.highlight) shown = sumOf(shown, highlightOf(at, lamps, CUBE, look.highlight));
  if (look.env) shown = sumOf(shown, look.env(at, light));
  if (look.flowing) shown = sumOf(shown, emissiveLight(look.flowing[1], look.flowing[0]));
  return scaled(shown, (look.alpha ?? 1) * (look.left?.(at) ?? 1));
}

const RANGES: Triple = [0.2, 0.7, 1.6];
const WRITTEN = '$phongfresnelranges "[.2 .7 1.6]"';
const PHONG = `$basetexture base $bumpmap normal $phong 1 ${WRITTEN}`;
const WHITE: Triple = [1, 1, 1];
const phong: Highlight = {
  ...{ exponent: 12, boost: 3, mask: NORMAL_ALPHA / 255, ranges: RANGES, tint: WHITE },
};
const fromTexture = 1 + 149 * (EXPONENT[0] / 255);
const emissive: Emissive = {
  base: GLOW.map((c) => decodeSrgb(c)) as never,
  flow: [FLOW[0] / 255, FLOW[1] / 255],
  light: (s, t) =>
    filtered(s - Math.floor(s), t - Math.floor(t), 4, 4, (x, y) =>
      flowingTexel(x, y).map((c) => decodeSrgb(c) * 255),
    ),
  ...{ tint: [1.6, 0.9, 1.2], strength: 0.7, scroll: [0.1, 0.05] },
};
const EMISSIVE =
  '$emissiveblendenabled 1 $emissiveblendtexture flowing $emissiveblendbasetexture glow $emissiveblendflowtexture flow $emissiveblendtint "[1.6 .9 1.2]" $emissiveblendstrength .7 $emissiveblendscrollvector "[.1 .05]"';
const infected = infectedColor([BASE[2] / 255, BASE_ALPHA / 255], (s, t) =>
  filtered(s, t, RAMP, 16, (x, y) => gradientTexel(x, y).map((c) => decodeSrgb(c) * 255)),
);
const envLight = ENV.map((c) => decodeSrgb(c)) as never as Triple;
const alphaOf = (texel: number) => texel / 255;
const gamma = (c: number) => c ** 2.2;

/** Forward direction of a mouth. */
const FORWARD = unitOf([0.2, -0.9, 0.1]);
const TOOTH = '$forward "[.2156655464 -.9704949588 .1078327732]" $illumfactor .8';
const tooth: Look = {
  ...{ albedo: LIGHT, left: (at) => letIn(at.vertexNormal, FORWARD, 0.8) },
};

/**
 * Model materials with the expected parts of the engine's shading. The base is blended only where
 * stated.
 */
const CASES: readonly (readonly [name: string, vmt: string, look: Look])[] = [
  [
    "a highlight by a number",
    `${PHONG} $phongexponent 12 $phongboost 3`,
    { diffuse: { wraps: true }, highlight: phong },
  ],
  [
    "a highlight by a texture, in the base's colour as that says",
    `${PHONG} $phongexponenttexture exponent $phongboost 4 $phongalbedotint 1`,
    {
      diffuse: { wraps: true },
      highlight: {
        ...{ ...phong, exponent: fromTexture, boost: 4 },
        tint: mix(WHITE, LIGHT, EXPONENT[1] / 255),
      },
    },
  ],
  [
    "a highlight by a factor of a texture, in a colour of its own",
    `${PHONG} $phongexponenttexture exponent $phongexponentfactor 400 $phongboost 5 $phongtint "[.9 .4 .2]"`,
    {
      diffuse: { wraps: true },
      highlight: {
        ...{ ...phong, exponent: 1 + (400 * EXPONENT[0]) / 255, boost: 5 },
        tint: [0.9, 0.4, 0.2],
      },
    },
  ],
  [
    "a highlight masked by the base texture, without its normal map",
    `${PHONG} $phongexponent 7 $phongboost 3 $basemapalphaphongmask 1`,
    {
      ...{ diffuse: { wraps: true }, isFlat: true },
      highlight: { ...phong, exponent: 7, mask: alphaOf(BASE_ALPHA) },
    },
  ],
  [
    "a highlight by the luminance of the base texture, in light that does not wrap",
    `${PHONG} $phongexponent 12 $phongboost 9 $basemapluminancephongmask 1 $phongdisablehalflambert 1`,
    {
      highlight: {
        ...{ ...phong, boost: 9 },
        mask: LIGHT[0] * 0.299 + LIGHT[1] * 0.587 + LIGHT[2] * 0.114,
      },
    },
  ],
  [
    "a highlight through a warp",
    `${PHONG} $phongexponent 5 $phongboost 3 $phongwarptexture warp`,
    { diffuse: { wraps: true }, highlight: { ...phong, exponent: 5, warp } },
  ],
  [
    "a highlight on a detailed texture",
    `${PHONG} $phongexponent 12 $phongboost 3 $detail detail $detailblendfactor .8`,
    {
      ...{ diffuse: { wraps: true }, highlight: phong },
      albedo: times(times(LIGHT, COLOR), DETAIL.map((c) => 0.2 + (1.6 * c) / 255) as never),
    },
  ],
  [
    "what a detail texture adds to what is lit, under what glows",
    "$basetexture solid $selfillum 1 $selfillummask glow $detail detail $detailblendmode 5 $detailblendfactor .5",
    {
      ...{ isFlat: true, lamps: [SUN_ROW], glow: scaled(GLOW, 1 / 255) },
      added: DETAIL.map((c) => 0.5 * decodeSrgb(c)) as never,
    },
  ],
  [
    "a rim",
    `${PHONG} $phongexponent 60 $phongboost .2 $rimlight 1 $rimlightexponent 2 $rimlightboost 30`,
    {
      diffuse: { wraps: true },
      highlight: {
        ...{ ...phong, exponent: 60, boost: 0.2 },
        rim: { exponent: 2, boost: 30, mask: 1 },
      },
    },
  ],
  [
    "a rim that is masked",
    `${PHONG} $phongexponenttexture exponent $phongboost .1 $rimlight 1 $rimlightboost 60 $rimmask 1`,
    {
      diffuse: { wraps: true },
      highlight: {
        ...{ ...phong, exponent: fromTexture, boost: 0.1 },
        rim: { exponent: 4, boost: 60, mask: EXPONENT[3] / 255 },
      },
    },
  ],
  [
    "a highlight on light through a ramp, without a normal map",
    `$basetexture solid $phong 1 ${WRITTEN} $phongexponent 12 $phongboost 2 $lightwarptexture ramp`,
    {
      ...{ diffuse: { wraps: true, warp: ramp }, isFlat: true },
      highlight: { ...phong, boost: 2, mask: 1 },
    },
  ],
  [
    "no highlight without a mask or a normal map",
    `$basetexture solid $phong 1 ${WRITTEN} $phongexponent 12 $phongboost 2`,
    { isFlat: true, lamps: [SUN_ROW] },
  ],
  [
    "light through a ramp",
    "$basetexture solid $bumpmap normal $lightwarptexture ramp",
    { diffuse: { warp: ramp } },
  ],
  [
    "light through a ramp that wraps",
    "$basetexture solid $bumpmap normal $lightwarptexture ramp $halflambert 1",
    { diffuse: { wraps: true, warp: ramp } },
  ],
  [
    "light that wraps, by its vertices",
    "$basetexture solid $halflambert 1",
    { diffuse: { wraps: true }, isFlat: true, lamps: [SUN_ROW] },
  ],
  [
    "light that wraps, by its normal map",
    "$basetexture solid $bumpmap normal $halflambert 1",
    { diffuse: { wraps: true } },
  ],
  ["ambient light alone", "$basetexture solid $ambientonly 1", { isFlat: true, lamps: [] }],
  [
    "a glow by a texture, tinted",
    '$basetexture solid $selfillum 1 $selfillummask glow $selfillumtint "[.9 .5 2]"',
    {
      ...{ isFlat: true, lamps: [SUN_ROW], glow: scaled(GLOW, 1 / 255) },
      glowTint: [0.9, 0.5, 2],
    },
  ],
  [
    "a glow by its own alpha, tinted, where light wraps around its vertices",
    '$basetexture base $selfillum 1 $selfillumtint "[.9 .5 2]" $halflambert 1',
    {
      ...{ isFlat: true, lamps: [SUN_ROW], diffuse: { wraps: true } },
      glow: [1, 1, 1].map(() => alphaOf(BASE_ALPHA)) as never,
      glowTint: [0.9, 0.5, 2],
    },
  ],
  [
    "a glow by a texture under a highlight",
    `${PHONG} $phongexponent 12 $phongboost 3 $selfillum 1 $selfillummask glow`,
    { diffuse: { wraps: true }, highlight: phong, glow: scaled(GLOW, 1 / 255) },
  ],
  [
    "a glow by how it faces the eye",
    '$basetexture base $bumpmap normal $selfillum 1 $selfillumfresnel 1 $selfillumfresnelminmaxexp "[.2 1.5 3]"',
    {
      glow: (at) => alphaOf(BASE_ALPHA) * facingGlow(at, [0.2, 1.5, 3]),
      glowTint: [1.5, 1.5, 1.5],
    },
  ],
  [
    "a glow of all of it where a normal map leaves no room for its mask",
    "$basetexture solid $bumpmap normal $selfillum 1 $selfillummask glow",
    { glow: WHITE, lamps: [SUN_ROW] },
  ],
  [
    "a glow by the alpha of the mask of what is mirrored",
    '$basetexture solid $envmap env $envmapmask mask $envmaptint "[0 0 0]" $selfillum_envmapmask_alpha 1',
    {
      ...{ isFlat: true, lamps: [SUN_ROW] },
      over: [1 - (8 * MASK[3]) / 255, (8 * MASK[3]) / 255],
    },
  ],
  [
    "a tint as far as it is opaque",
    '$basetexture base $blendtintbybasealpha 1 $color2 "[.2 .9 .6]" $blendtintcoloroverbase .3',
    {
      ...{ isFlat: true, lamps: [SUN_ROW] },
      albedo: blendedTint(
        LIGHT,
        alphaOf(BASE_ALPHA),
        times(COLOR, [gamma(0.2), gamma(0.9), gamma(0.6)]),
        0.3,
      ),
    },
  ],
  [
    "what it mirrors, masked as its highlight is, and as strong",
    `${PHONG} $phongexponent 12 $phongboost 3 $envmap env $envmaptint "[.5 .4 .3]" $normalmapalphaenvmapmask 1 $envmapfresnel .6`,
    {
      ...{ diffuse: { wraps: true }, highlight: phong },
      env: (at) =>
        scaled(
          times(envLight, [0.5, 0.4, 0.3]),
          (NORMAL_ALPHA / 255) * (0.4 + 0.6 * rangedFresnel(at, RANGES)),
        ),
    },
  ],
  [
    "what it mirrors, where the base texture is not opaque",
    `${PHONG} $phongexponent 12 $phongboost 3 $envmap env $invertphongmask 1`,
    {
      ...{ diffuse: { wraps: true }, highlight: phong },
      env: () => scaled(envLight, 1 - alphaOf(BASE_ALPHA)),
    },
  ],
  [
    "what it mirrors, by its normal map alone",
    '$basetexture solid $bumpmap normal $lightwarptexture ramp $envmap env $normalmapalphaenvmapmask 1 $envmaptint "{128 64 255}"',
    {
      diffuse: { warp: ramp },
      env: () =>
        scaled(times(envLight, [gamma(128 / 255), gamma(64 / 255), 1]), NORMAL_ALPHA / 255),
    },
  ],
  [
    "what it mirrors, in the light that falls on it, from a threshold on",
    `${PHONG} $phongexponent 12 $phongboost 3 $envmap env $normalmapalphaenvmapmask 1 $envmaplightscale .8 $envmaplightscaleminmax "[.15 .9]"`,
    {
      ...{ diffuse: { wraps: true }, highlight: phong },
      env: (_, light) =>
        times(scaled(envLight, NORMAL_ALPHA / 255), mirroredIn(light, 0.8, 0.15, 0.9)),
    },
  ],
  [
    "what it mirrors in the light of its vertices",
    "$basetexture solid $envmap env $envmaplightscale 1",
    {
      ...{ isFlat: true, lamps: [SUN_ROW] },
      env: (_, light) => times(envLight, mirroredIn(light, 1, 0, 1)),
    },
  ],
  [
    "a highlight in the base texture's colour, boosted",
    `${PHONG} $phongexponenttexture exponent $phongboost 3 $phongalbedotint 1 $phongalbedoboost 4`,
    {
      diffuse: { wraps: true },
      highlight: {
        ...{ ...phong, exponent: fromTexture },
        tint: mix(WHITE, scaled(LIGHT, 4), EXPONENT[1] / 255),
      },
    },
  ],
  [
    "a character's highlight and rim, by the masks of its own",
    `Character { $basetexture base $bumpmap normal $masks1 exponent $phongexponent 12 $phongboost 2 $phongalbedoboost 4 $fresnelranges "[.2 .7 1.6]" $rimlightboost 30 $rimlightexponent 3 $envmap env $envmaptint "[.5 .4 .3]" }`,
    {
      diffuse: { wraps: true },
      highlight: {
        ...{ ...phong, boost: 2, tint: mix(WHITE, scaled(LIGHT, 4), EXPONENT[1] / 255) },
        rim: { exponent: 3, boost: 30, mask: EXPONENT[0] / 255 },
      },
      env: () => times(envLight, [0.5, 0.4, 0.3]),
    },
  ],
  [
    "what a character mirrors, as its normal map's alpha says",
    `Character { $basetexture base $bumpmap normal $phongexponent 12 $phongboost 3 ${WRITTEN} $envmap env $bumpalphaenvmask 1 $envmaplightscale .5 }`,
    {
      ...{ diffuse: { wraps: true }, highlight: phong },
      env: (_, light) => times(scaled(envLight, NORMAL_ALPHA / 255), mirroredIn(light, 0.5, 0, 1)),
    },
  ],
  ...[0, 2.5, 12.5].map(
    (time) =>
      [
        `light that flows over a highlight, after ${time} seconds`,
        `${PHONG} $phongexponent 12 $phongboost 3 ${EMISSIVE}`,
        { diffuse: { wraps: true }, highlight: phong, flowing: [time, emissive] },
      ] as const,
  ),
  [
    "the infected, in the colours of their gradient",
    `Infected { $basetexture base $bumpmap normal $gradienttexture gradient ${WRITTEN} $phongexponent 12 $phongboost 3 $translucent 1 }`,
    { diffuse: { wraps: true }, highlight: phong, albedo: times(infected, COLOR) },
  ],
  [
    "light that flows over what is lit by its vertices",
    `$basetexture solid ${EMISSIVE}`,
    { isFlat: true, lamps: [SUN_ROW], flowing: [2.5, emissive] },
  ],
  [
    "no light that flows where the material says no strength",
    `$basetexture solid ${EMISSIVE.replace("$emissiveblendstrength .7", "")}`,
    { isFlat: true, lamps: [SUN_ROW] },
  ],
  [
    "a highlight that covers as little as the surface",
    `${PHONG} $phongexponent 12 $phongboost 3 $alpha .5`,
    { diffuse: { wraps: true }, highlight: phong, alpha: 0.5 * alphaOf(BASE_ALPHA) },
  ],
  [
    "teeth, dark as they face out of the mouth",
    `Teeth { $basetexture solid ${TOOTH} $halflambert 1 }`,
    { ...tooth, isFlat: true, lamps: [SUN_ROW] },
  ],
  [
    "teeth of a mouth that opens along its model",
    "Teeth { $basetexture solid }",
    {
      ...{ albedo: LIGHT, isFlat: true, lamps: [SUN_ROW] },
      left: (at) => letIn(at.vertexNormal, [1, 0, 0], 1),
    },
  ],
  [
    "no teeth that face into the throat",
    'Teeth { $basetexture solid $forward "[0 1 0]" }',
    {
      ...{ albedo: LIGHT, isFlat: true, lamps: [SUN_ROW] },
      left: (at) => letIn(at.vertexNormal, [0, 1, 0], 1),
    },
  ],
  [
    "teeth with highlights by a number",
    `Teeth { $basetexture base $bumpmap normal ${TOOTH} $phongexponent 9 }`,
    {
      ...{ ...tooth, diffuse: { wraps: true } },
      highlight: toothHighlight(9, alphaOf(BASE_ALPHA)),
    },
  ],
  [
    "teeth with highlights as sharp as their normal map says",
    `Teeth { $basetexture base $bumpmap soft ${TOOTH} }`,
    {
      ...{ ...tooth, diffuse: { wraps: true } },
      highlight: toothHighlight(toothExponent(SOFT_ALPHA / 255), alphaOf(BASE_ALPHA)),
    },
  ],
];

describe.skipIf(test === null)("a model's material shows", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    t.renderer.settings.sky = false;
    t.renderer.setScene(makeMap([], makeMaterials([])));
  });
  afterAll(() => {
    t.destroy();
    test!.close();
    expect(t.errors).toEqual([]);
  });

  async function open(
    vmt: string,
    lights: readonly number[],
    light: Partial<TestInstance> = {},
    bone: TestInstance["worldFromModel"] = IDENTITY_BONE,
  ): Promise<void> {
    const written = vmt.includes("{ ") ? vmt : `VertexLitGeneric { ${vmt} }`;
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": written }));
    const { materials, textures } = await resolveMaterials(["m"], null, access, OPTIONS);
    expect(access.diagnostics.warnings).toEqual([]);
    const corners: Triple[] = [
      [-300, WALL, -300],
      [300, WALL, -300],
      [300, WALL, 300],
      [-300, WALL, 300],
    ];
    const vertices = corners.map((position) => ({
      ...{ position, normal: LEAN, texCoord: [position[0] / 100, -position[2] / 100] as const },
      tangent: [...TANGENT, -1] as const,
    }));
    const mesh = { switchPoint: 0, material: 0, vertices, indices: [0, 1, 2, 0, 2, 3] };
    const worldFromModel = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
    const instance = {
      ...{ variant: 0, worldFromModel, ambient: CUBE.flat(), lights },
      color: [...COLOR, 1] as const,
      ...light,
    };
    const variants = [{ bones: [bone], lods: [mesh] }];
    t.renderer.setSource(propSource(makeProps(variants, [instance], materials, lightRows())));
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("props", texture, image);
    }
    await t.renderer.settled();
  }

  /** Compares a grid of pixels and returns how many different colours there are. */
  async function compare(look: Look): Promise<number> {
    const [x, y, z] = EYE;
    t.renderer.render({ x, y, z, pitch: 0, yaw: 90, fov: FOV }, look.flowing?.[0] ?? 0);
    const pixels = await t.renderer.readPixels();
    const seen = new Set<string>();
    for (let row = 5; row < SIZE; row += 9) {
      for (let column = 4; column < SIZE; column += 9) {
        const across = ((column + 0.5) / SIZE) * 2 - 1;
        const down = ((row + 0.5) / SIZE) * 2 - 1;
        const far = WALL - EYE[1];
        const point = sumOf(EYE, [across * far, far, -down * far]);
        const expected = predict(point, look).map((c) => encodeSrgb(c));
        const at = (row * SIZE + column) * 4;
        const drawn = [...pixels.subarray(at, at + 3)];
        const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
        expect(off, `${drawn} at ${column}, ${row}, not ${expected}`).toBeLessThanOrEqual(1);
        seen.add(drawn.join());
      }
    }
    return seen.size;
  }

  for (const [name, vmt, look] of CASES) {
    it(name, async () => {
      await open(vmt, look.lamps ?? ALL);
      const seen = await compare(look);
      // A uniform picture would prove little about lamps.
      if (look.lamps === undefined) expect(seen).toBeGreaterThan(20);
    });
  }

  it("no highlights, rims or bumps while these are switched off", async () => {
    const { settings } = t.renderer;
    await open(`${PHONG} $phongexponent 12 $phongboost 3 $rimlight 1 $rimlightboost 30`, ALL);
    settings.phong = false;
    await compare({ diffuse: { wraps: true } });
    settings.phong = true;
    await open("$basetexture solid $bumpmap normal", ALL);
    settings.bumps = false;
    await compare({ isFlat: true });
    settings.bumps = true;
    await compare({});
  });

  it("teeth lit along their model's forward direction", async () => {
    const toWorld = [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0];
    const back = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0];
    // Its forward direction before the rotation.
    const own = '$forward "[-.9704949588 -.2156655464 .1078327732]" $illumfactor .8';
    await open(`Teeth { $basetexture solid ${own} }`, [SUN_ROW], { worldFromModel: toWorld }, back);
    await compare({ ...tooth, isFlat: true, lamps: [SUN_ROW] });
  });

  // Red, green and blue of light to the power of 1 / 2.2, halved, for each of the four vertices.
  const BAKED = { baked: new Array(4).fill(0xff5a7a96), lightFlags: PROP_BUMPS_UNBAKED };
  const bakedLight: Triple = [0x96, 0x7a, 0x5a].map((c) => ((2 * c) / 255) ** 2.2) as never;

  it("no vertex-baked light if it is lit per fragment", async () => {
    await open(`${PHONG} $phongexponent 12 $phongboost 3`, ALL, BAKED);
    await compare({ diffuse: { wraps: true }, highlight: phong });
    await open("$basetexture solid $bumpmap normal", ALL, BAKED);
    await compare({});
  });

  it("no baked lamps if it is lit per vertex", async () => {
    const albedo = times(times(LIGHT, COLOR), bakedLight);
    const look: Look = { ...{ isFlat: true, lamps: [] }, albedo: [0, 0, 0], added: albedo };
    await open("$basetexture solid", ALL, BAKED);
    await compare(look);
    await open("$basetexture solid $selfillum 1 $selfillumtint 2", ALL, BAKED);
    await compare(look);
  });
});
