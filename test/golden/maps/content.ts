/**
 * Content of the generated maps: small textures that look different when rotated or mirrored, and a
 * model.
 */

import { compileModelSource } from "../../../assets/demo-content.ts";
import { writeVmt } from "../../../assets/materials/write-vmt.ts";
import { Mesh } from "../../../assets/models/mesh.ts";
import { createStaticModel } from "../../../assets/models/model-source.ts";
import { compileVtex } from "../../../src/compile/compile-vtex.ts";
import type { CompileReport } from "../../../src/compile/types.ts";

type Rgb = readonly [r: number, g: number, b: number];

const SIZE = 32;

function makeTexture(texel: (x: number, y: number) => Rgb): Uint8Array {
  const rgba = new Uint8Array(SIZE * SIZE * 4).fill(255);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) rgba.set(texel(x, y), (y * SIZE + x) * 4);
  }
  return compileVtex([rgba], { width: SIZE, height: SIZE, format: "BGRA8888" });
}

/** Draws an F on a tile with a red left edge and a blue top edge. */
function letterTexel(x: number, y: number): Rgb {
  if (x < 3) return [200, 60, 50];
  if (y < 3) return [60, 80, 200];
  const isStem = x >= 9 && x < 13 && y >= 7;
  const isUpperBar = y >= 7 && y < 11 && x >= 9 && x < 25;
  const isLowerBar = y >= 16 && y < 20 && x >= 9 && x < 20;
  return isStem || isUpperBar || isLowerBar ? [50, 50, 60] : [215, 210, 200];
}

const TEXTURES: Readonly<Record<string, (x: number, y: number) => Rgb>> = {
  letter: letterTexel,
  plain: () => [220, 220, 220],
  rock: (x, y) => (x % 8 < 3 ? [120, 84, 60] : y < 4 ? [90, 60, 50] : [170, 130, 100]),
  grass: (x, y) => (y % 8 < 3 ? [40, 110, 50] : x < 4 ? [20, 80, 60] : [90, 170, 70]),
  paint: (x, y) => (x < 16 ? [240, 200, 60] : y < 16 ? [200, 70, 160] : [70, 160, 220]),
  flat_normal: () => [128, 128, 255],
};

const VMTS: Readonly<Record<string, string>> = {
  "made/letter": writeVmt("LightmappedGeneric", { $basetexture: "made/letter" }),
  "made/plain": writeVmt("LightmappedGeneric", { $basetexture: "made/plain" }),
  "made/bumped": writeVmt("LightmappedGeneric", {
    $basetexture: "made/plain",
    $bumpmap: "made/flat_normal",
  }),
  "made/blend": writeVmt("WorldVertexTransition", {
    $basetexture: "made/rock",
    $basetexture2: "made/grass",
  }),
  "made/water": writeVmt("Water", {
    $bumpmap: "made/flat_normal",
    $reflectivity: "[.03 .09 .09]",
    $fogenable: 1,
    $fogcolor: "{30 90 120}",
    $abovewater: 1,
    "%compilewater": 1,
    "%tooltexture": "made/flat_normal",
  }),
  "models/visleaf/paint": writeVmt("VertexLitGeneric", { $basetexture: "made/paint" }),
  "tools/toolsskybox": writeVmt("UnlitGeneric", {
    $basetexture: "made/plain",
    "%compilesky": 1,
  }),
};

/** A column that gets thinner with each LOD, so that pictures distinguish LODs. */
const COLUMN = createStaticModel({
  name: "column",
  lods: [6, 14],
  build(lod) {
    const mesh = new Mesh();
    const foot = [24, 16, 8][lod];
    mesh.box("paint", [-foot, -foot, 0], [foot, foot, 24]);
    // Asymmetric on all axes.
    mesh.box("paint", [-8, -12, 24], [16, 4, 96 - lod * 16]);
    return mesh;
  },
});

/** Value of `skyname`. */
export const SKY_NAME = "made";

/** Each side has a letter in its own color. */
const SKY_COLORS: Readonly<Record<string, Rgb>> = {
  rt: [230, 150, 120],
  lf: [130, 200, 230],
  bk: [220, 210, 130],
  ft: [150, 140, 220],
  up: [120, 170, 240],
  dn: [110, 120, 100],
};

/** Builds all files, by content path. */
export function makeContent(report: CompileReport): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [name, texel] of Object.entries(TEXTURES)) {
    files.set(`materials/made/${name}.vtf`, makeTexture(texel));
  }
  const texts = new Map(Object.entries(VMTS));
  for (const [side, [r, g, b]] of Object.entries(SKY_COLORS)) {
    const name = `skybox/${SKY_NAME}${side}`;
    const texture = makeTexture((x, y) => {
      const [light] = letterTexel(x, y);
      return light > 150 ? [r, g, b] : [r >> 1, g >> 1, b >> 1];
    });
    files.set(`materials/${name}.vtf`, texture);
    texts.set(name, writeVmt("UnlitGeneric", { $basetexture: name }));
  }
  for (const [name, text] of texts) {
    files.set(`materials/${name}.vmt`, new TextEncoder().encode(text));
  }
  for (const [path, bytes] of compileModelSource(COLUMN, report)) files.set(path, bytes);
  return files;
}
