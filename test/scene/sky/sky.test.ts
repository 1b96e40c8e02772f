import { describe, expect, it } from "vitest";
import type { GpuImage } from "../../../src/core/image.ts";
import { SKY_SIDES } from "../../../src/map/material.ts";
import { openSky, placeSky, readSky } from "../../../src/scene/sky/sky.ts";
import { measureSeen } from "../../../src/scene/textures/texture-places.ts";
import { reopenTexture, streamTextures } from "../../../src/scene/textures/textures.ts";
import { accessTo, madeContent } from "../content-sources.ts";
import { IMAGE_FORMAT_DXT1, IMAGE_FORMAT_RGBA8888, makeVtf } from "../make-vtf.ts";
import { headContent } from "../textures/head-content.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };
const SIDE = makeVtf({ width: 16, height: 16, format: IMAGE_FORMAT_DXT1 });

function skyFiles(
  sides: readonly string[],
  vmt = (side: string) => `sky { $basetexture skybox/s${side} }`,
) {
  const files: Record<string, string | Uint8Array> = {};
  for (const side of sides) {
    files[`materials/skybox/s${side}.vmt`] = vmt(side);
    files[`materials/skybox/s${side}.vtf`] = SIDE;
  }
  return files;
}

function half(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const mantissa = bits & 0x3ff;
  return exponent === 0 ? mantissa * 2 ** -24 : (1 + mantissa / 1024) * 2 ** (exponent - 15);
}

describe("readSky", () => {
  it("reads six sides in order", async () => {
    const files = skyFiles(SKY_SIDES);
    files["materials/skybox/sup.vtf"] = makeVtf({ width: 8, height: 8, format: IMAGE_FORMAT_DXT1 });
    const access = accessTo(madeContent(files));
    const sky = await readSky("S", "ldr", access, OPTIONS);
    expect(sky?.name).toBe("s");
    expect(sky?.sides.map((side) => side?.width)).toEqual([16, 16, 16, 16, 8, 16]);
    expect(sky?.sides[0]?.format).toBe("bc1-rgba-unorm-srgb");
    expect(access.diagnostics.warnings).toEqual([]);
  });

  it("warns once about all missing sides", async () => {
    const access = accessTo(madeContent(skyFiles(["rt", "up"])));
    const sky = await readSky("s", "ldr", access, OPTIONS);
    expect(sky?.sides.map((side) => side !== null)).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(access.diagnostics.warnings).toHaveLength(1);
    expect(access.diagnostics.warnings[0]).toMatchObject({ code: "missing-texture", count: 1 });
    expect(access.diagnostics.warnings[0].message).toContain("4 of its 6 sides (lf, bk, ft, dn)");
  });

  it("returns null without a name, or with a warning if no side exists", async () => {
    const access = accessTo(madeContent({}));
    expect(await readSky("", "ldr", access, OPTIONS)).toBeNull();
    expect(access.diagnostics.warnings).toEqual([]);
    expect(await readSky("gone", "ldr", access, OPTIONS)).toBeNull();
    expect(access.diagnostics.warnings).toHaveLength(1);
  });

  it("reports a broken texture separately", async () => {
    const files = skyFiles(SKY_SIDES);
    files["materials/skybox/srt.vtf"] = SIDE.subarray(0, 90);
    const access = accessTo(madeContent(files));
    const sky = await readSky("s", "ldr", access, OPTIONS);
    expect(sky?.sides[0]).toBeNull();
    expect(access.diagnostics.subjects("unreadable-texture")).toEqual(["materials/skybox/srt.vtf"]);
  });

  it("reads the texture for the current light and reports whether another exists", async () => {
    const files = skyFiles(
      SKY_SIDES,
      (side) => `sky { $hdrcompressedtexture skybox/h${side} $basetexture skybox/s${side} }`,
    );
    const read = (light: "hdr" | "ldr") =>
      readSky("s", light, accessTo(madeContent(files)), OPTIONS);
    const base = await read("ldr");
    expect(base).toMatchObject({ isOfLight: true });
    expect(base?.sides[3]?.format).toBe("bc1-rgba-unorm-srgb");
    // A missing HDR texture is replaced by the LDR one.
    expect((await read("hdr"))?.sides[3]?.format).toBe("bc1-rgba-unorm-srgb");
    for (const side of SKY_SIDES) files[`materials/skybox/h${side}.vtf`] = SIDE;
    expect((await read("hdr"))?.sides[3]?.format).toBe("rgba16float");
    const plain = await readSky("s", "hdr", accessTo(madeContent(skyFiles(SKY_SIDES))), OPTIONS);
    expect(plain).toMatchObject({ isOfLight: false });
  });

  it("decodes RGBS to linear light: rgb * a * 8", async () => {
    const files = skyFiles(SKY_SIDES, () => "sky { $hdrcompressedtexture skybox/h }");
    const texel = [255, 51, 0, 51];
    files["materials/skybox/h.vtf"] = makeVtf({
      width: 4,
      height: 4,
      format: IMAGE_FORMAT_RGBA8888,
      mipCount: 3,
      texels: (byte) => texel[byte % 4],
    });
    const sky = await readSky("s", "ldr", accessTo(madeContent(files)), OPTIONS);
    const image = sky?.sides[0] as GpuImage;
    expect(image).toMatchObject({ format: "rgba16float", width: 4, height: 4, mipCount: 3 });
    expect([...image.mipOffset]).toEqual([0, 128, 160]);
    const bits = new Uint16Array(image.data.buffer);
    expect(bits.length).toBe((16 + 4 + 1) * 4);
    for (const at of [0, 80]) {
      expect(half(bits[at])).toBeCloseTo(0.2 * 8, 2);
      expect(half(bits[at + 1])).toBeCloseTo(0.2 * 0.2 * 8, 3);
      expect(half(bits[at + 2])).toBe(0);
      expect(half(bits[at + 3])).toBe(1);
    }
  });

  it("keeps a side's blocks and mips, its transform and its colour", async () => {
    const moved = '$basetexturetransform "center 0 0 scale 1 2 rotate 0 translate 0 0"';
    const files = skyFiles(SKY_SIDES, (side) =>
      side === "up" ? "" : `sky { $basetexture skybox/low ${moved} $color "{255 0 51}" }`,
    );
    files["materials/skybox/low.vtf"] = makeVtf({
      ...{ width: 8, height: 4, format: IMAGE_FORMAT_DXT1, mipCount: 2 },
    });
    const sky = await readSky("s", "ldr", accessTo(madeContent(files)), OPTIONS);
    expect(sky?.sides[0]).toMatchObject({ format: "bc1-rgba-unorm-srgb", height: 4, mipCount: 2 });
    expect(sky?.sides[4]).toBeNull();
    expect([...sky!.transform.subarray(18, 30)].map((c) => c + 0)).toEqual([
      1, 0, 0, 0, 2, 0, 1, 0, 0, 0, 1, 0,
    ]);
    expect([...sky!.tint.subarray(9, 15)].map((c) => Math.round(c * 10))).toEqual([
      10, 0, 2, 10, 10, 10,
    ]);
  });
});

describe("openSky", () => {
  const HEADS = { ...OPTIONS, headBytes: 8192 };
  const large = (value: number) =>
    makeVtf({
      ...{ width: 256, height: 256, mipCount: 9 },
      format: IMAGE_FORMAT_DXT1,
      texels: value,
    });

  /** A sky whose files are read in two parts, but for `broken` textures; `up` is missing. */
  function content(broken: readonly string[] = [], param = "$basetexture") {
    const files: Record<string, Uint8Array> = {};
    for (const [i, side] of SKY_SIDES.entries()) {
      if (side === "up") continue;
      files[`skybox/s${side}`] = new TextEncoder().encode(`sky { ${param} t${side} }`);
      files[`t${side}`] = large(i + 1);
    }
    return headContent(files, broken);
  }

  /** Compares the bytes by themselves: element by element it takes seconds. */
  function expectSame(image: GpuImage | null, other: GpuImage | null): void {
    expect(image && { ...image, data: null }).toEqual(other && { ...other, data: null });
    if (image && other) expect(Buffer.compare(image.data, other.data)).toBe(0);
  }

  it.each(["$basetexture", "$hdrcompressedtexture"])(
    "has small mips first, and the sides of readSky in the end (%s)",
    async (param) => {
      const { content: heads, reads } = content([], param);
      const access = accessTo(heads);
      const opened = (await openSky("s", "hdr", access, HEADS))!;
      expect(opened.sky.sides.map((side) => side?.width)).toEqual([64, 64, 64, 64, undefined, 64]);
      expect(reads.filter((read) => read.startsWith("rest"))).toEqual([]);
      const whole = (await readSky("s", "hdr", accessTo(content([], param).content), OPTIONS))!;
      for (const side of SKY_SIDES.keys()) {
        await reopenTexture(opened.rest!, side, access, HEADS);
        const [sent] = streamTextures(opened.rest!, [side], access, HEADS);
        expectSame(sent?.image ?? null, whole.sides[side]);
      }
      const bytes = whole.sides.reduce((sum, side) => sum + (side?.data.length ?? 0), 0);
      expect(opened.byteLength).toBe(bytes);
      expect(access.ledger.used("texelBytes")).toBe(bytes);
    },
  );

  it("keeps the small mips of a side that cannot be read, with a warning", async () => {
    const access = accessTo(content(["tlf"]).content);
    const sky = await readSky("s", "ldr", access, HEADS);
    expect(sky?.sides.map((side) => side?.width)).toEqual([256, 256, 256, 256, undefined, 256]);
    expect(access.diagnostics.warnings.map(({ subject }) => subject)).toEqual([
      "materials/skybox/s",
      "materials/tlf.vtf",
    ]);
  });

  it("places the sides around the map", () => {
    const view = { x: 900, y: -700, z: 60, pitch: -20, fov: 60 };
    const seen = (yaw: number) => measureSeen(placeSky(), { ...view, yaw });
    const most = (sides: Float32Array) => SKY_SIDES.filter((_, i) => sides[i] > 0.4);
    expect(most(seen(0))).toEqual(["rt", "up"]);
    expect(most(seen(90))).toEqual(["bk", "up"]);
    expect(most(seen(180))).toEqual(["lf", "up"]);
    expect(most(seen(270))).toEqual(["ft", "up"]);
  });
});
