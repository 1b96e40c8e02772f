import { describe, expect, it } from "vitest";
import type { GpuImage } from "../../../src/core/image.ts";
import { SKY_SIDES } from "../../../src/map/material.ts";
import { readSky } from "../../../src/scene/sky/sky.ts";
import { accessTo, madeContent } from "../content-sources.ts";
import { IMAGE_FORMAT_DXT1, IMAGE_FORMAT_RGBA8888, makeVtf } from "../make-vtf.ts";

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
