/** Tests the memory limits of a map's textures, however many names a file has. */

import { describe, expect, it } from "vitest";
import { pakfileSource } from "../../../src/content/archives/pakfile-source.ts";
import { openZip } from "../../../src/content/archives/zip-archive.ts";
import { memoryBytes } from "../../../src/content/bytes/memory-bytes.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import type { Limits } from "../../../src/core/limits.ts";
import { SKY_SIDES, type Sky } from "../../../src/map/material.ts";
import type { ContentAccess } from "../../../src/scene/open/read-content.ts";
import { readSky } from "../../../src/scene/sky/sky.ts";
import { imageByteLength, texturesByteLength } from "../../../src/scene/textures/texture-budget.ts";
import {
  openTextures,
  reopenTexture,
  streamTextures,
  textureKey,
} from "../../../src/scene/textures/textures.ts";
import { countAllocations } from "../../support/hostile/count-allocations.ts";
import { zipVtfOverlap } from "../../support/hostile/zip-vtf-overlap.ts";
import { madeContent } from "../content-sources.ts";
import { IMAGE_FORMAT_DXT1, IMAGE_FORMAT_RGBA8888, makeVtf } from "../make-vtf.ts";
import { COLORS, request } from "./texture-requests.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };

function skyByteLength({ sides }: Sky): number {
  return sides.reduce((sum, image) => sum + (image === null ? 0 : imageByteLength(image)), 0);
}

function accessWith(content: ContentAccess["content"], limits: Limits = {}) {
  return { content, diagnostics: new Diagnostics(), ledger: new Ledger(limits) };
}

const textureOf = (value: number, edge = 64) =>
  makeVtf({ width: edge, height: edge, format: IMAGE_FORMAT_DXT1, mipCount: 7, texels: value });

describe("the textures of a pakfile", () => {
  it("that share one file under many names are unpacked up to the budget", async () => {
    const vtf = makeVtf({ width: 1024, height: 1024, format: IMAGE_FORMAT_RGBA8888 });
    const zip = zipVtfOverlap(vtf, 200);
    expect(zip.length).toBeLessThan(30_000);
    const ledger = new Ledger({ pakfileBytes: vtf.length * 3 + 1 });
    const pak = pakfileSource(await openZip(memoryBytes("pak", zip)), ledger);
    const access = { content: pak, diagnostics: new Diagnostics(), ledger };
    const names = Array.from({ length: 200 }, (_, i) => `t${i}`);
    const files = await openTextures(request(names), access, OPTIONS);
    const kept = ["t0", "t1", "t2"].map((name) => textureKey(name, COLORS));
    expect([...files.row.keys()]).toEqual(kept);
    expect(ledger.used("pakfileBytes")).toBe(vtf.length * 3);
    expect(access.diagnostics.subjects("over-budget").length).toBe(197);
  });
});

describe("waiting textures", () => {
  const contents = { "materials/a.vtf": textureOf(1), "materials/b.vtf": textureOf(2) };

  async function streamAll(limits: Limits, change?: (files: Record<string, Uint8Array>) => void) {
    const files: Record<string, Uint8Array> = { ...contents };
    const content = madeContent(files);
    const access = accessWith(content, limits);
    const textures = await openTextures(request(["a", "b"]), access, OPTIONS);
    const isHeld = textures.files.map((file) => file.isHeld);
    change?.(files);
    const values: number[] = [];
    for (const texture of [0, 1]) {
      await reopenTexture(textures, texture, access, OPTIONS);
      for (const { image } of streamTextures(textures, [texture], access, OPTIONS)) {
        values.push(image.data[0]);
      }
    }
    const { reads } = content;
    return { isHeld, values, reads, access, table: textures.table };
  }

  it("stay in memory up to the budget, and are otherwise read again", async () => {
    const all = await streamAll({});
    expect(all).toMatchObject({ isHeld: [true, true], values: [1, 2] });
    expect(all.reads.length).toBe(2);
    const one = await streamAll({ heldBytes: textureOf(1).length });
    expect(one).toMatchObject({ isHeld: [true, false], values: [1, 2], table: all.table });
    expect(one.reads).toEqual(["materials/a.vtf", "materials/b.vtf", "materials/b.vtf"]);
    const none = await streamAll({ heldBytes: 0 });
    expect(none).toMatchObject({ isHeld: [false, false], values: [1, 2], table: all.table });
    expect(none.reads.length).toBe(4);
    expect(none.access.diagnostics.warnings).toEqual([]);
  });

  it("are dropped if the file changed when read again", async () => {
    const { values, access } = await streamAll({ heldBytes: 0 }, (files) => {
      files["materials/a.vtf"] = textureOf(3, 128);
      delete files["materials/b.vtf"];
    });
    expect(values).toEqual([]);
    expect(access.diagnostics.warnings.map(({ code, subject }) => [code, subject])).toEqual([
      ["unreadable-texture", "materials/a.vtf"],
      ["missing-texture", "materials/b.vtf"],
    ]);
  });

  it("are decoded up to the texel budget", async () => {
    const whole = await streamAll({});
    const texelBytes = texturesByteLength(whole.table.arrays);
    expect(whole.access.ledger.used("texelBytes")).toBe(texelBytes);
    const { values, access } = await streamAll({ texelBytes: texelBytes - 1 });
    expect(values).toEqual([1]);
    expect(access.diagnostics.subjects("over-budget")).toEqual(["materials/b.vtf"]);
  });
});

describe("the sky textures", () => {
  const skyFiles = (param: string, vtf: Uint8Array, more = "") =>
    Object.fromEntries(
      SKY_SIDES.flatMap((side) => [
        [`materials/skybox/s${side}.vmt`, `sky { ${param} skybox/side ${more} }`],
        ["materials/skybox/side.vtf", vtf],
      ]),
    );
  const square = (edge: number, mipCount: number) =>
    makeVtf({ width: edge, height: edge, format: IMAGE_FORMAT_RGBA8888, mipCount });

  it.each([
    ["$basetexture", ""],
    ["$hdrcompressedtexture", ""],
    ["$basetexture", '$basetexturetransform "center 0 0 scale 1 4 rotate 0 translate 0 0"'],
  ])("count their final size (%s %s)", async (param, more) => {
    const access = accessWith(madeContent(skyFiles(param, square(64, 3), more)));
    const sky = await readSky("s", "ldr", access, OPTIONS);
    expect(access.ledger.used("texelBytes")).toBe(skyByteLength(sky!));
    expect(skyByteLength(sky!)).toBeGreaterThan(0);
  });

  it("are reduced before decoding", async () => {
    const content = madeContent(skyFiles("$hdrcompressedtexture", square(512, 10)));
    const access = accessWith(content);
    const textureBudgetBytes = 6 * 64 * 64 * 8 * 1.4;
    let sky: Sky | null = null;
    const { bytes } = await countAllocations("Uint16Array", async () => {
      sky = await readSky("s", "ldr", access, { ...OPTIONS, textureBudgetBytes });
    });
    expect((sky as Sky | null)?.sides.map((side) => side?.width)).toEqual([64, 64, 64, 64, 64, 64]);
    expect(bytes).toBeLessThan(textureBudgetBytes);
    expect(content.reads.filter((path) => path.endsWith(".vtf")).length).toBe(6);
  });

  it("above the budget are dropped with one warning", async () => {
    const access = accessWith(madeContent(skyFiles("$basetexture", square(64, 1))), {
      texelBytes: 6 * 64 * 64 * 4 - 1,
    });
    expect(await readSky("s", "ldr", access, OPTIONS)).toBeNull();
    expect(access.diagnostics.warnings).toMatchObject([
      { code: "over-budget", subject: "materials/skybox/s" },
    ]);
  });
});
