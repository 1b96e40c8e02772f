import { describe, expect, it } from "vitest";
import { mipByteLength } from "../../../src/core/image.ts";
import { TEXTUREFLAGS_ENVMAP } from "../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../src/formats/vtf/write-vtf.ts";
import { TEXTURE_CLAMP_S, TEXTURE_CLAMP_T } from "../../../src/map/material.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import {
  MAX_ARRAY_LAYERS,
  texturesByteLength,
} from "../../../src/scene/textures/texture-budget.ts";
import { listByDistance, pendTextures } from "../../../src/scene/textures/texture-queue.ts";
import {
  measureTextures,
  openTextures,
  streamTextures,
  textureKey,
} from "../../../src/scene/textures/textures.ts";
import { accessTo, madeContent } from "../content-sources.ts";
import {
  IMAGE_FORMAT_DXT1,
  IMAGE_FORMAT_DXT5,
  IMAGE_FORMAT_RGBA8888,
  makeVtf,
} from "../make-vtf.ts";
import { COLORS, request } from "./texture-requests.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };
/** A paletted image format that has no decoder. */
const IMAGE_FORMAT_P8 = 7;

function textureContent(textures: Readonly<Record<string, Uint8Array>>) {
  return madeContent(
    Object.fromEntries(
      Object.entries(textures).map(([name, bytes]) => [`materials/${name}.vtf`, bytes]),
    ),
  );
}

describe("the texture table", () => {
  const bc1 = makeVtf({ width: 16, height: 16, format: IMAGE_FORMAT_DXT1, mipCount: 5 });
  const content = textureContent({
    a: bc1,
    b: makeVtf({ width: 16, height: 16, format: IMAGE_FORMAT_DXT5, mipCount: 5 }),
    c: bc1,
    d: makeVtf({ width: 16, height: 16, format: IMAGE_FORMAT_DXT1, mipCount: 1 }),
    e: makeVtf({ width: 16, height: 8, format: IMAGE_FORMAT_DXT1, mipCount: 5, flags: 0x4 }),
    f: makeVtf({ width: 16, height: 16, format: IMAGE_FORMAT_RGBA8888, flags: 0xc }),
  });
  const names = ["a", "b", "c", "d", "e", "f"];

  it("uses sRGB formats for colours and linear ones for data", async () => {
    const both = (["srgb", "linear"] as const).flatMap((space) =>
      request(["a", "f"], [], { ...COLORS, space }),
    );
    const files = await openTextures(both, accessTo(content), OPTIONS);
    const { table, row } = files;
    // One file in two colour spaces is two textures in different arrays.
    expect(table.name).toEqual(["a", "f", "a", "f"].map((name) => `materials/${name}.vtf`));
    expect(Array.from(table.array, (array) => table.arrays[array].format)).toEqual([
      ...["bc1-rgba-unorm-srgb", "rgba8unorm-srgb"],
      ...["bc1-rgba-unorm", "rgba8unorm"],
    ]);
    expect(row.get(textureKey("f", COLORS))).toBe(1);
    expect(row.get(textureKey("f", { ...COLORS, space: "linear" }))).toBe(3);
    // The image matches its array, or the upload would refuse it.
    const images = [...streamTextures(files, [2, 3], accessTo(content), OPTIONS)];
    expect(images.map(({ image }) => image.format)).toEqual(["bc1-rgba-unorm", "rgba8unorm"]);
  });

  it("groups equal format, size and mip count into one array", async () => {
    const { table } = await openTextures(request(names), accessTo(content), OPTIONS);
    expect(table.count).toBe(6);
    expect(table.name[2]).toBe("materials/c.vtf");
    expect([...table.array]).toEqual([0, 1, 0, 2, 3, 4]);
    expect([...table.layer]).toEqual([0, 0, 1, 0, 0, 0]);
    expect(table.arrays[0]).toEqual({
      dimension: "2d",
      format: "bc1-rgba-unorm-srgb",
      width: 16,
      height: 16,
      mipCount: 5,
      layerCount: 2,
    });
    expect(table.arrays[4].format).toBe("rgba8unorm-srgb");
    expect([...table.clamp]).toEqual([
      0,
      0,
      0,
      0,
      TEXTURE_CLAMP_S,
      TEXTURE_CLAMP_S | TEXTURE_CLAMP_T,
    ]);
  });

  it("has decoded formats if the device lacks BC", async () => {
    const options = { ...OPTIONS, textureCompressionBc: false };
    const { table } = await openTextures(request(names), accessTo(content), options);
    expect(new Set(table.arrays.map((a) => a.format))).toEqual(new Set(["rgba8unorm-srgb"]));
    expect([...table.array]).toEqual([0, 0, 0, 1, 2, 1]);
  });

  it("skips mips above the maximum dimension", async () => {
    const options = { ...OPTIONS, maxTextureDimension: 8 };
    const { table } = await openTextures(request(["a"]), accessTo(content), options);
    expect(table.arrays[0]).toMatchObject({ width: 8, height: 8, mipCount: 4 });
  });

  it("omits textures that the device cannot hold", async () => {
    const options = { ...OPTIONS, maxTextureDimension: 8 };
    const access = accessTo(content);
    const { table } = await openTextures(request(["d", "e"]), access, options);
    expect(table.name).toEqual(["materials/e.vtf"]);
    expect(access.diagnostics.warnings[0]).toMatchObject({
      code: "unreadable-texture",
      subject: "materials/d.vtf",
    });
    expect(access.diagnostics.warnings[0].message).toContain("at most 8 texels");
  });

  /**
   * Builds a BC1 cubemap whose face bytes are the face numbers; before 7.5 the seventh is a
   * spheremap.
   */
  const cube = (edge: number, height = edge, faceCount = 7) =>
    writeVtf({
      ...{ width: edge, height, depth: 1, frameCount: 1, firstFrame: 0, faceCount, mipCount: 2 },
      ...{ flags: TEXTUREFLAGS_ENVMAP | 0xc, format: IMAGE_FORMAT_DXT1, lowRes: null },
      ...{ reflectivity: [0, 0, 0], bumpScale: 1 },
      image: (mip, _frame, face = 0) =>
        new Uint8Array(((edge >> mip) * (height >> mip)) / 2).fill(face * 16 + mip),
    });
  const CUBES = { ...COLORS, dimension: "cube" } as const;

  it("puts cubemaps into separate arrays, with all faces of a mip together", async () => {
    const many = Array.from({ length: 44 }, (_, i) => `t${i}`);
    const files = Object.fromEntries(many.map((name) => [name, cube(8, 8, name === "t0" ? 6 : 7)]));
    const access = accessTo(textureContent({ ...files, a: bc1 }));
    const requests = [...request(many, [], CUBES), ...request(["a"])];
    const opened = await openTextures(requests, access, OPTIONS);
    const { table } = opened;
    expect(table.arrays.map((a) => [a.dimension, a.layerCount])).toEqual([
      ["cube", 42],
      ["cube", 2],
      ["2d", 1],
    ]);
    expect(table.layer[41]).toBe(41);
    // Cubemaps have no edges to clamp.
    expect(Math.max(...table.clamp)).toBe(0);
    for (const { image } of streamTextures(opened, [0, 1], access, OPTIONS)) {
      expect([image.dimension, image.mipCount, image.data.length]).toEqual([
        "cube",
        2,
        6 * (32 + 8),
      ]);
      const texels = [0, 1, 2, 3, 4, 5].map((face) => [
        image.data[image.mipOffset[0] + face * 32],
        image.data[image.mipOffset[1] + face * 8],
      ]);
      expect(texels).toEqual([0, 1, 2, 3, 4, 5].map((face) => [face * 16, face * 16 + 1]));
    }
    expect(texturesByteLength(table.arrays)).toBe(
      44 * 6 * (32 + 8) + texturesByteLength([table.arrays[2]]),
    );
  });

  it("omits textures of the wrong dimension, with a warning", async () => {
    const content = textureContent({ a: bc1, around: cube(8), oblong: cube(8, 16) });
    const access = accessTo(content);
    const requests = [
      ...request(["a", "around"]),
      ...request(["a", "around", "oblong"], [], CUBES),
    ];
    const { table, row } = await openTextures(requests, access, OPTIONS);
    expect([...row.keys()]).toEqual([textureKey("a", COLORS), textureKey("around", CUBES)]);
    expect(table.count).toBe(2);
    expect(access.diagnostics.warnings.map((w) => [w.code, w.subject])).toEqual([
      ["unreadable-texture", "materials/around.vtf"],
      ["unreadable-texture", "materials/a.vtf"],
      ["unreadable-texture", "materials/oblong.vtf"],
    ]);
    expect(access.diagnostics.warnings[1].message).toContain("a cubemap");
  });

  it("splits an array at 256 layers", async () => {
    const many = Array.from({ length: MAX_ARRAY_LAYERS + 3 }, (_, i) => `t${i}`);
    const access = accessTo(textureContent(Object.fromEntries(many.map((name) => [name, bc1]))));
    const { table } = await openTextures(request(many), access, OPTIONS);
    expect(table.arrays.map((a) => a.layerCount)).toEqual([256, 3]);
    expect(table.layer[255]).toBe(255);
    expect([table.array[256], table.layer[256]]).toEqual([1, 0]);
  });

  it("omits missing and broken textures, with a warning each", async () => {
    const access = accessTo(textureContent({ a: bc1, broken: bc1.subarray(0, 70) }));
    const files = await openTextures(request(["gone", "broken", "a"]), access, OPTIONS);
    expect(files.table.count).toBe(1);
    expect([...files.row]).toEqual([[textureKey("a", COLORS), 0]]);
    expect(access.diagnostics.warnings.map((w) => [w.code, w.subject])).toEqual([
      ["missing-texture", "materials/gone.vtf"],
      ["unreadable-texture", "materials/broken.vtf"],
    ]);
  });

  it("shows the whole mips of files that are cut short, with a warning each", async () => {
    const cut = bc1.subarray(0, bc1.length - 1);
    const least = bc1.subarray(0, bc1.length - 128 - 32 - 8);
    const access = accessTo(textureContent({ cut, least }));
    const files = await openTextures(request(["cut", "least"]), access, OPTIONS);
    const sizes = files.table.arrays.map(({ width, mipCount }) => [width, mipCount]);
    expect(sizes).toEqual([
      [8, 4],
      [2, 2],
    ]);
    const images = [...streamTextures(files, [0, 1], access, OPTIONS)].map(({ image }) => image);
    expect(images.map(({ data }) => data.length)).toEqual([32 + 8 * 3, 2 * 2 * 4 + 4]);
    expect(access.diagnostics.warnings.map(({ message }) => message)).toEqual([
      "materials/cut.vtf is cut short: its mips from 8x8 texels down are shown.",
      "materials/least.vtf is cut short: its mips from 2x2 texels down are shown.",
    ]);
  });
});

describe("texture streaming", () => {
  const texture = (value: number) =>
    makeVtf({ width: 8, height: 8, format: IMAGE_FORMAT_DXT1, mipCount: 4, texels: value });

  it("yields each image once, in the given order, in the table's format", async () => {
    const access = accessTo(textureContent({ a: texture(1), b: texture(2), c: texture(3) }));
    const files = await openTextures(request(["a", "b", "c"]), access, OPTIONS);
    const images = [...streamTextures(files, [2, 0, 1, 2], access, OPTIONS)];
    expect(images.map((i) => i.texture)).toEqual([2, 0, 1]);
    expect(images.map((i) => i.image.data[0])).toEqual([3, 1, 2]);
    for (const { texture, image } of images) {
      const { format, width, height, mipCount } = files.table.arrays[files.table.array[texture]];
      expect(image).toMatchObject({ format, width, height, mipCount });
      expect(image.data.length).toBe(
        image.mipOffset[mipCount - 1] + mipByteLength(format, width >> 3, height >> 3),
      );
    }
    expect(files.files.every((file) => file.vtf === null)).toBe(true);
  });

  it("reads every file once and decodes each image in its turn", async () => {
    const content = textureContent({ a: texture(1), b: texture(2) });
    const access = accessTo(content);
    const files = await openTextures(request(["a", "b"]), access, OPTIONS);
    const stream = streamTextures(files, [0, 1], access, OPTIONS);
    stream.next();
    expect(files.files.map((file) => file.vtf === null)).toEqual([true, false]);
    expect(content.reads).toEqual(["materials/a.vtf", "materials/b.vtf"]);
  });

  it("yields copies that can be transferred", async () => {
    const bytes = texture(7);
    const access = accessTo(textureContent({ a: bytes }));
    const files = await openTextures(request(["a"]), access, OPTIONS);
    const [{ image }] = [...streamTextures(files, [0], access, OPTIONS)];
    expect(image.data.buffer).not.toBe(bytes.buffer);
  });

  it("continues after a texture that cannot be decoded", async () => {
    const odd = makeVtf({ width: 8, height: 8, format: IMAGE_FORMAT_P8 });
    const access = accessTo(textureContent({ a: texture(1), odd, b: texture(2) }));
    const files = await openTextures(request(["odd", "a", "b"]), access, OPTIONS);
    const images = [...streamTextures(files, [0, 1, 2], access, OPTIONS)];
    expect(images.map((i) => files.table.name[i.texture])).toEqual([
      "materials/a.vtf",
      "materials/b.vtf",
    ]);
    expect(access.diagnostics.subjects("unreadable-texture")).toEqual(["materials/odd.vtf"]);
  });

  it("reduces the farthest texture, including second base textures", async () => {
    const large = makeVtf({ width: 64, height: 64, format: IMAGE_FORMAT_DXT1, mipCount: 7 });
    const access = accessTo(
      madeContent({
        "materials/m0.vmt": "WorldVertexTransition { $basetexture both $basetexture2 second }",
        "materials/m1.vmt": "LightmappedGeneric { $basetexture both }",
        "materials/m2.vmt": "LightmappedGeneric { $basetexture near }",
        "materials/both.vtf": large,
        "materials/second.vtf": large,
        "materials/near.vtf": large,
      }),
    );
    const names = ["m0", "m1", "m2"];
    const whole = await resolveMaterials(names, null, access, OPTIONS);
    const bytes = texturesByteLength(whole.materials.textures.arrays);
    const { materials } = await resolveMaterials(
      names,
      null,
      access,
      { ...OPTIONS, textureBudgetBytes: bytes - 1 },
      Float32Array.of(1000, 20, 10),
    );
    const { name, array, arrays } = materials.textures;
    const widths = name.map((path, i) => [path.slice(10, -4), arrays[array[i]].width]);
    expect(Object.fromEntries(widths)).toEqual({ both: 64, second: 32, near: 64 });
  });

  it("is ordered by the nearest material that uses a texture", async () => {
    const vmt = (a: string, b?: string) =>
      b
        ? `WorldVertexTransition { $basetexture ${a} $basetexture2 ${b} }`
        : `LightmappedGeneric { $basetexture ${a} }`;
    const access = accessTo(
      madeContent({
        "materials/m0.vmt": vmt("far"),
        "materials/m1.vmt": vmt("mid", "near"),
        "materials/m2.vmt": vmt("near"),
        "materials/m3.vmt": vmt("unseen"),
        "materials/m4.vmt": vmt("far", "second"),
        "materials/second.vtf": texture(5),
        "materials/far.vtf": texture(1),
        "materials/mid.vtf": texture(2),
        "materials/near.vtf": texture(3),
        "materials/unseen.vtf": texture(4),
      }),
    );
    const names = ["m0", "m1", "m2", "m3", "m4"];
    const resolved = await resolveMaterials(names, null, access, OPTIONS);
    const { materials } = resolved;
    const distance = Float32Array.of(900, 50, 10, Number.POSITIVE_INFINITY, 1000);
    const nearest = measureTextures(materials, distance);
    const ofName = materials.textures.name.map((name, i) => [name.slice(10, -4), nearest[i]]);
    expect(Object.fromEntries(ofName)).toEqual({
      ...{ far: 900, mid: 50, near: 10, unseen: Number.POSITIVE_INFINITY },
      // Second texture of a material with another base texture.
      second: 1000,
    });
    const queue = listByDistance([pendTextures("world", resolved, distance)]);
    expect(queue.map(({ texture }) => materials.textures.name[texture])).toEqual([
      "materials/near.vtf",
      "materials/mid.vtf",
      "materials/far.vtf",
      "materials/second.vtf",
      "materials/unseen.vtf",
    ]);
  });
});
