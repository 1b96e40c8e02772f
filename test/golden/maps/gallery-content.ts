/** Content of the gallery's panels and balls, each of which shows one material feature. */

import { compileModelSource } from "../../../assets/demo-content.ts";
import { writeVmt } from "../../../assets/materials/write-vmt.ts";
import { Mesh } from "../../../assets/models/mesh.ts";
import { createStaticModel } from "../../../assets/models/model-source.ts";
import { compileVtex, type VtexOptions } from "../../../src/compile/compile-vtex.ts";
import type { CompileReport } from "../../../src/compile/types.ts";
import {
  TEXTUREFLAGS_CLAMPS,
  TEXTUREFLAGS_CLAMPT,
} from "../../../src/formats/vtf/texture-flags.ts";

type Rgba = readonly [r: number, g: number, b: number, a: number];
export type Texel = (x: number, y: number) => Rgba;

const SIZE = 32;

export function makeTexture(
  texels: readonly Texel[],
  options: Partial<VtexOptions> = {},
): Uint8Array {
  const images = texels.map((texel) => {
    const rgba = new Uint8Array(SIZE * SIZE * 4);
    for (let i = 0; i < SIZE * SIZE; i++) rgba.set(texel(i % SIZE, Math.floor(i / SIZE)), i * 4);
    return rgba;
  });
  return compileVtex(images, { width: SIZE, height: SIZE, format: "BGRA8888", ...options });
}

/**
 * A tile with a sloped corner mark, asymmetric when rotated or mirrored. Alpha increases to the
 * right.
 */
const tile: Texel = (x, y) => {
  const alpha = Math.round((x / (SIZE - 1)) * 255);
  if (x < 3) return [200, 60, 50, alpha];
  if (y < 3) return [60, 80, 200, alpha];
  return x < 14 && y < 14 && x + y < 20 ? [50, 50, 60, alpha] : [200, 190, 170, alpha];
};

/**
 * Normal map of four domes on a plane. Its alpha, the reflection or highlight mask, increases
 * upwards.
 */
const domes: Texel = (x, y) => {
  const [u, v] = [(x % 16) - 7.5, (y % 16) - 7.5].map((value) => value / 7);
  const inside = u * u + v * v < 1;
  const z = inside ? Math.sqrt(Math.max(0.1, 1 - 0.8 * (u * u + v * v))) : 1;
  const [nx, ny] = inside ? [u * 0.89, v * 0.89] : [0, 0];
  const length = Math.hypot(nx, ny, z);
  const byte = (value: number) => Math.round((value / length) * 127 + 128);
  return [byte(nx), byte(ny), byte(z), 255 - y * 8];
};

/** Light shares of the three basis directions in three bands. */
const bands: Texel = (x) =>
  x < 11 ? [220, 60, 60, 255] : x < 22 ? [60, 220, 60, 255] : [60, 60, 220, 255];
const fine: Texel = (x, y) =>
  ((x >> 2) + (y >> 2)) % 2 === 0 ? [190, 150, 110, 255] : [80, 100, 120, 90];
const stripes: Texel = (_x, y) => (y % 16 < 8 ? [255, 255, 255, 255] : [20, 20, 20, 0]);
const ramp: Texel = (x) =>
  x < 10 ? [40, 40, 90, 255] : x < 20 ? [140, 110, 90, 255] : [255, 240, 200, 255];

/** A room of six colours with a bright spot on each side, right side first. */
const ROOM: readonly Rgba[] = [
  [180, 60, 50, 255],
  [60, 160, 70, 255],
  [70, 80, 190, 255],
  [200, 190, 70, 255],
  [150, 200, 230, 255],
  [60, 50, 50, 255],
];
const side =
  (color: Rgba): Texel =>
  (x, y) =>
    Math.hypot(x - 20, y - 12) < 6 ? [255, 255, 245, 255] : color;

export const ROOM_SIDES: readonly Texel[] = ROOM.map(side);

const PICTURES: Readonly<Record<string, Uint8Array>> = {
  tile: makeTexture([tile]),
  plain: makeTexture([() => [170, 170, 170, 255]]),
  domes: makeTexture([domes], { kind: "normal" }),
  bands: makeTexture([bands], { kind: "data" }),
  fine: makeTexture([fine]),
  stripes: makeTexture([stripes]),
  ramp: makeTexture([ramp], { flags: TEXTUREFLAGS_CLAMPS | TEXTUREFLAGS_CLAMPT }),
  room: makeTexture(ROOM_SIDES, { cubemap: true }),
};

type Params = Readonly<Record<string, string | number>>;
type Row = readonly [shader: string, params: Params];

const BASE = { $basetexture: "gallery/tile" };
const PLAIN = { $basetexture: "gallery/plain" };
const BUMPED = { ...PLAIN, $bumpmap: "gallery/domes" };
const MIRROR = { ...PLAIN, $envmap: "gallery/room" };
const DETAIL = { ...BASE, $detail: "gallery/fine", $detailscale: 2 };

const world = (params: Params): Row => ["LightmappedGeneric", params];
const model = (params: Params): Row => ["VertexLitGeneric", params];

/** Materials of the panels on the wall, from the left. */
export const PANELS: readonly Row[] = [
  world(BASE),
  world({ ...BASE, $basetexturetransform: "center .5 .5 scale 2 1 rotate 30 translate .1 .2" }),
  world({ ...BASE, $color: "[.4 1 .6]" }),
  world({ ...BASE, $alphatest: 1, $alphatestreference: 0.5 }),
  world({ ...BASE, $translucent: 1 }),
  world({ ...BASE, $additive: 1 }),
  world({ ...BASE, $selfillum: 1 }),
  world(BUMPED),
  world({ ...PLAIN, $bumpmap: "gallery/bands", $ssbump: 1 }),
  world({ ...MIRROR, $envmaptint: "[.5 .5 .5]" }),
  world({ ...MIRROR, $envmapmask: "gallery/stripes", $envmapcontrast: 1 }),
  world({ ...BUMPED, $envmap: "gallery/room", $normalmapalphaenvmapmask: 1 }),
  world({
    ...MIRROR,
    $basetexture: "gallery/tile",
    $basealphaenvmapmask: 1,
    $fresnelreflection: 0.2,
  }),
  world(DETAIL),
  world({ ...DETAIL, $detailblendmode: 1, $detailblendfactor: 0.6 }),
  world({ ...DETAIL, $detailblendmode: 2, $detailtint: "[1 .5 .5]" }),
  world({ ...DETAIL, $detailblendmode: 7 }),
  [
    "PBR",
    { ...BASE, $mraotexture: "gallery/bands", $bumpmap: "gallery/domes", $envmap: "gallery/room" },
  ],
  ["UnlitGeneric", BASE],
  ["UnlitTwoTexture", { ...BASE, $texture2: "gallery/fine" }],
  ["Modulate", { $basetexture: "gallery/fine", $mod2x: 1 }],
  ["Refract", { $normalmap: "gallery/domes", $refractamount: 0.4, $refracttint: "{200 255 220}" }],
];

/** Materials of the balls on the floor. */
export const BALLS: readonly Row[] = [
  model(BASE),
  model(BUMPED),
  model({ ...MIRROR, $envmaptint: "[.6 .6 .6]", $envmapfresnel: 1 }),
  model({ ...BUMPED, $envmap: "gallery/room", $normalmapalphaenvmapmask: 1 }),
  model({ ...BASE, $selfillum: 1 }),
  model({ ...DETAIL, $detailblendmode: 5, $detailblendfactor: 0.5 }),
  model({ ...BASE, $translucent: 1 }),
  model({
    ...BUMPED,
    $phong: 1,
    $phongexponent: 20,
    $phongboost: 4,
    $phongfresnelranges: "[1 1 1]",
  }),
  model({
    ...PLAIN,
    $phong: 1,
    $basemapalphaphongmask: 1,
    $rimlight: 1,
    $lightwarptexture: "gallery/ramp",
  }),
  model({ ...BASE, $selfillum: 1, $selfillummask: "gallery/stripes", $selfillumtint: "[1 .6 .2]" }),
  ["Teeth", { ...BASE, $bumpmap: "gallery/domes", $phongexponent: 20, $forward: "[0 0 1]" }],
];

/** Lower half of a ball's outline for a surface of revolution. */
export const PROFILE = Array.from({ length: 13 }, (_, i) => {
  const angle = (i / 12 - 0.5) * Math.PI;
  return [Math.max(0, Math.cos(angle) * 16), Math.sin(angle) * 16 + 16] as const;
});

export const panelName = (row: number): string => `gallery/panel${row}`;
const ballName = (row: number): string => `ball${row}`;

/** Builds all files, by content path. A ball's skin is its row. */
export function makeGalleryContent(report: CompileReport): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const write = (path: string, [shader, params]: Row): void => {
    files.set(`materials/${path}.vmt`, new TextEncoder().encode(writeVmt(shader, params)));
  };
  for (const [name, bytes] of Object.entries(PICTURES))
    files.set(`materials/gallery/${name}.vtf`, bytes);
  for (const [i, row] of PANELS.entries()) write(panelName(i), row);
  for (const [i, row] of BALLS.entries()) write(`models/visleaf/${ballName(i)}`, row);
  const ball = createStaticModel({
    name: "ball",
    skins: BALLS.map((_, i) => [ballName(i)]),
    build() {
      const mesh = new Mesh();
      mesh.lathe(ballName(0), PROFILE, 24, { repeat: 2 });
      return mesh;
    },
  });
  for (const [path, bytes] of compileModelSource(ball, report)) files.set(path, bytes);
  return files;
}
