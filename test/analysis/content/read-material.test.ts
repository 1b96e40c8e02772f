/** Material reports of made files. */

import { describe, expect, it } from "vitest";
import {
  MAX_MIP_EDGE,
  MAX_TEXT,
  readMaterial,
  readMips,
} from "../../../src/analysis/content/read-material.ts";
import type { ContentSource } from "../../../src/content/types.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { TEXTUREFLAGS_EIGHTBITALPHA } from "../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../src/formats/vtf/write-vtf.ts";

const text = (value: string) => new TextEncoder().encode(value);

function source(label: string, files: Record<string, Uint8Array>): ContentSource {
  return { label, read: async (path) => files[path] ?? null };
}

/** Returns a texture whose RGBA texels encode their position, with a different blue in each mip. */
function vtf(width: number, height: number, mipCount: number, flags = 0): Uint8Array {
  return writeVtf({
    ...{ width, height, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1, mipCount, flags },
    ...{ format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: (mip) => {
      const [w, h] = [width, height].map((edge) => Math.max(1, edge >> mip));
      return Uint8Array.from({ length: w * h * 4 }, (_, i) => {
        const texel = i >> 2;
        return [texel % w, Math.floor(texel / w), 100 + mip, 7][i & 3];
      });
    },
  });
}

const PATCH = `patch { include "materials/brick/wall.vmt" insert { $envmap env_cubemap } }`;
const WALL = `LightmappedGeneric { $basetexture "Brick\\Wall" $bumpmap brick/none $surfaceprop brick
  $detail brick/torn $detailscale 4 $color "[1 1 1]" }`;

describe("readMaterial", () => {
  const pakfile = source("pakfile", { "materials/maps/m/wall.vmt": text(PATCH) });
  const game = source("game", {
    "materials/brick/wall.vmt": text(WALL),
    "materials/brick/wall.vtf": vtf(8, 4, 3, TEXTUREFLAGS_EIGHTBITALPHA),
    "materials/brick/torn.vtf": vtf(8, 4, 3).slice(0, 40),
  });

  it("returns the files as written, with the source of each", async () => {
    const report = await readMaterial("maps/m/wall", [pakfile, game]);
    expect(report).toMatchObject({ shader: "lightmappedgeneric", problem: null });
    expect(report.files).toEqual([
      { path: "materials/maps/m/wall.vmt", source: "pakfile", text: PATCH, isCut: false },
      { path: "materials/brick/wall.vmt", source: "game", text: WALL, isCut: false },
    ]);
  });

  it("lists textures with missing and torn ones, and no other values", async () => {
    const { textures } = await readMaterial("maps/m/wall", [pakfile, game]);
    expect(textures.map(({ path, source, params }) => [path, source, params])).toEqual([
      ["materials/brick/wall.vtf", "game", ["$basetexture"]],
      ["materials/brick/none.vtf", null, ["$bumpmap"]],
      ["materials/brick/torn.vtf", "game", ["$detail"]],
    ]);
    expect(textures[0].image).toMatchObject({
      ...{ width: 8, height: 4, mips: 3, frames: 1, faces: 1, hasAlpha: true, format: "RGBA8888" },
    });
    expect(textures[1]).toMatchObject({ image: null, problem: null });
    expect(textures[2].image).toBeNull();
    expect(textures[2].problem).toMatch(/VTF/);
  });

  it("reports a missing, endless or broken material", async () => {
    expect(await readMaterial("gone", [pakfile, game])).toEqual({
      ...{ name: "gone", shader: null, problem: null, textures: [] },
      files: [{ path: "materials/gone.vmt", source: null, text: "", isCut: false }],
    });
    const broken = source("game", {
      "materials/a.vmt": text(`patch { include materials/a.vmt }`),
      "materials/long.vmt": text(`UnlitGeneric { }${" ".repeat(MAX_TEXT)}`),
    });
    const endless = await readMaterial("a", [broken]);
    expect(endless.problem).toMatch(/cycle/);
    expect(endless.shader).toBeNull();
    const [{ text: cut, isCut }] = (await readMaterial("long", [broken])).files;
    expect([cut.length, isCut]).toEqual([MAX_TEXT, true]);
  });

  it("reads all mips but those too large for the page", async () => {
    const large = source("game", {
      "materials/a.vtf": vtf(4, 2, 3),
      "materials/b.vtf": vtf(MAX_MIP_EDGE * 2, 1, 2),
      "materials/c.vtf": vtf(4, 2, 3).slice(0, 70),
    });
    const mips = await readMips("materials/a.vtf", [large]);
    expect(mips?.map(({ level, width, height }) => [level, width, height])).toEqual([
      [0, 4, 2],
      [1, 2, 1],
      [2, 1, 1],
    ]);
    expect([...mips![1].rgba]).toEqual([0, 0, 101, 7, 1, 0, 101, 7]);
    expect((await readMips("materials/b.vtf", [large]))?.map(({ level }) => level)).toEqual([1]);
    expect(await readMips("materials/none.vtf", [large])).toBeNull();
    await expect(readMips("materials/c.vtf", [large])).rejects.toThrow(FormatError);
  });
});
