/** Tests the small mips of textures, which are read and sent before the rest of their files. */

import { describe, expect, it } from "vitest";
import type { GpuImage } from "../../../src/core/image.ts";
import { decodeBc } from "../../../src/formats/vtf/decode-bc.ts";
import { TEXTUREFLAGS_ENVMAP } from "../../../src/formats/vtf/texture-flags.ts";
import type { ContentAccess } from "../../../src/scene/open/read-content.ts";
import {
  listSmallMips,
  openTextures,
  reopenTexture,
  streamTextures,
  type TextureFiles,
} from "../../../src/scene/textures/textures.ts";
import { makeVtf as makeAnyVtf } from "../../formats/vtf/make-vtf.ts";
import { accessTo } from "../content-sources.ts";
import {
  IMAGE_FORMAT_DXT1,
  IMAGE_FORMAT_DXT5,
  IMAGE_FORMAT_RGBA8888,
  makeVtf,
} from "../make-vtf.ts";
import { headContent } from "./head-content.ts";
import { request } from "./texture-requests.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096, headBytes: 8192 };

const large = makeVtf({ width: 256, height: 128, format: IMAGE_FORMAT_DXT5, mipCount: 9 });
const texelsOf = (value: number) =>
  makeVtf({ width: 128, height: 128, format: IMAGE_FORMAT_DXT1, mipCount: 8, texels: value });

async function streamAll(files: TextureFiles, access: ContentAccess): Promise<GpuImage[]> {
  const images: GpuImage[] = [];
  for (const texture of files.files.keys()) {
    await reopenTexture(files, texture, access, OPTIONS);
    for (const { image } of streamTextures(files, [texture], access, OPTIONS)) images.push(image);
  }
  return images;
}

function messagesOf({ diagnostics }: ContentAccess): string[] {
  return diagnostics.warnings.map(({ message }) => message);
}

describe("small mips", () => {
  it("are the last mips of a texture, in its array's format, from the file's head alone", async () => {
    const { content, reads } = headContent({ large });
    const access = accessTo(content);
    const files = await openTextures(request(["large"]), access, OPTIONS);
    const [{ image, texture }] = listSmallMips(files, access, OPTIONS);
    expect(texture).toBe(0);
    expect(image).toMatchObject({ width: 64, height: 32, mipCount: 7 });
    expect(image.format).toBe(files.table.arrays[0].format);
    expect(reads).toEqual(["head large"]);
    const [whole] = await streamAll(files, access);
    expect(reads).toEqual(["head large", "rest large"]);
    expect(whole).toMatchObject({ width: 256, height: 128, mipCount: 9 });
    expect(whole.data.subarray(whole.mipOffset[2])).toEqual(image.data);
    expect(access.ledger.used("texelBytes")).toBe(whole.data.length);
    expect(access.ledger.used("contentBytes")).toBe(8192);
    expect(messagesOf(access)).toEqual([]);
  });

  it("are all of a texture that is small itself, which is not streamed again", async () => {
    const small = makeVtf({ width: 64, height: 16, format: IMAGE_FORMAT_DXT1, mipCount: 7 });
    const { content } = headContent({ small });
    const access = accessTo(content);
    const files = await openTextures(request(["small"]), access, OPTIONS);
    const images = listSmallMips(files, access, OPTIONS);
    expect(images.map(({ image }) => [image.width, image.mipCount])).toEqual([[64, 7]]);
    expect(await streamAll(files, access)).toEqual([]);
  });

  it("are fewer if the head has fewer, and none without mips", async () => {
    const rgba = makeVtf({ width: 256, height: 256, format: IMAGE_FORMAT_RGBA8888, mipCount: 9 });
    const flat = makeVtf({ width: 256, height: 256, format: IMAGE_FORMAT_DXT1, mipCount: 1 });
    const { content } = headContent({ rgba, flat });
    const access = accessTo(content);
    const files = await openTextures(request(["rgba", "flat"]), access, OPTIONS);
    const small = listSmallMips(files, access, OPTIONS);
    expect(small.map(({ texture, image }) => [texture, image.width])).toEqual([[0, 32]]);
    expect((await streamAll(files, access)).map(({ width }) => width)).toEqual([256, 256]);
  });

  it.each([
    ["DXT1", 1],
    ["DXT5", 3],
    ["BGRA8888", 0],
  ] as const)("are an enlarged thumbnail of a %s texture without mips", async (format, kind) => {
    const vtf = makeAnyVtf({ width: 256, height: 128, format, lowRes: true });
    // Two red columns, and two blue ones.
    vtf.set([0x00, 0xf8, 0x1f, 0x00, 0x50, 0x50, 0x50, 0x50], 80);
    const { content, reads } = headContent({ vtf });
    const access = accessTo(content);
    const files = await openTextures(request(["vtf"]), access, OPTIONS);
    const [{ image }] = listSmallMips(files, access, OPTIONS);
    expect(reads).toEqual(["head vtf"]);
    const { width, height, data } = image;
    expect([width, height, image.mipCount]).toEqual([256, 128, 1]);
    const texels = kind === 0 ? data : decodeBc(kind, data, width, height);
    const at = (x: number, y: number) => [
      ...texels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
    ];
    for (const y of [0, 127]) {
      for (const x of [0, 127]) expect(at(x, y)).toEqual([255, 0, 0, 255]);
      for (const x of [128, 255]) expect(at(x, y)).toEqual([0, 0, 255, 255]);
    }
    const [whole] = await streamAll(files, access);
    expect(whole.data.length).toBe(data.length);
    expect(whole.data).not.toEqual(data);
  });

  it("are six faces of cubemaps", async () => {
    const flags = TEXTUREFLAGS_ENVMAP;
    const options = { width: 128, height: 128, format: "DXT1", mipCount: 8, flags };
    const cube = makeAnyVtf({ ...options, minorVersion: 5, faceCount: 6 });
    const { content } = headContent({ cube });
    const access = accessTo(content);
    const reading = { space: "srgb", dimension: "cube" } as const;
    const files = await openTextures(request(["cube"], [], reading), access, OPTIONS);
    const [{ image }] = listSmallMips(files, access, OPTIONS);
    expect(image).toMatchObject({ dimension: "cube", width: 32 });
    const [whole] = await streamAll(files, access);
    expect(whole.data.subarray(whole.mipOffset[2])).toEqual(image.data);
  });

  it("stay, enlarged, with one warning, if the rest cannot be read", async () => {
    const { content } = headContent({ large, other: large }, ["large"]);
    const access = accessTo(content);
    const files = await openTextures(request(["large", "other"]), access, OPTIONS);
    const [{ image }] = listSmallMips(files, access, OPTIONS);
    const [enlarged, whole] = await streamAll(files, access);
    expect(enlarged).toMatchObject({ width: 256, height: 128, mipCount: 9 });
    expect(enlarged.mipOffset).toEqual(whole.mipOffset);
    expect(enlarged.data.length).toBe(whole.data.length);
    expect(enlarged.data.subarray(enlarged.mipOffset[2])).toEqual(image.data);
    expect(messagesOf(access)).toEqual([
      "materials/large.vtf cannot be read: the line is cut. Its small mips are shown.",
    ]);
  });

  it("stay if the file is another one when the rest is read", async () => {
    const { content, rest } = headContent({ a: texelsOf(1), b: texelsOf(2) });
    const access = accessTo(content);
    const files = await openTextures(request(["a", "b"]), access, OPTIONS);
    const small = listSmallMips(files, access, OPTIONS);
    expect(small.length).toBe(2);
    rest.a = large;
    rest.b = texelsOf(2).subarray(0, 5000);
    const images = await streamAll(files, access);
    expect(images.map(({ width, data }) => [width, data[0]])).toEqual([
      [128, 1],
      [128, 2],
    ]);
    expect(messagesOf(access)).toEqual([
      "materials/a.vtf changed before it was read again: its small mips are shown.",
      "materials/b.vtf is cut short: its mips from 64x64 texels down are shown.",
    ]);
  });

  it("of a file that is cut short are those that are there, with one warning", async () => {
    const { content } = headContent({ cut: large.subarray(0, large.length - 100) });
    const access = accessTo(content);
    const files = await openTextures(request(["cut"]), access, OPTIONS);
    expect(listSmallMips(files, access, OPTIONS).length).toBe(1);
    const [image] = await streamAll(files, access);
    expect(image).toMatchObject({ width: 128, height: 64, mipCount: 8 });
    expect(messagesOf(access)).toEqual([
      "materials/cut.vtf is cut short: its mips from 128x64 texels down are shown.",
    ]);
  });

  it("are left out of whole files unless they are wanted", async () => {
    const { content, reads } = headContent({ large });
    const access = accessTo(content);
    await openTextures(request(["large"]), access, { ...OPTIONS, headBytes: undefined });
    expect(reads).toEqual(["whole large"]);
  });
});
