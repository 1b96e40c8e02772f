/**
 * Tests the 2D sky from its VMT and VTF to pixels, against the engine's formulas
 * (`test/oracle/light/sky.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { halfFromFloat } from "../../../src/formats/vtf/half-float.ts";
import { writeVtf } from "../../../src/formats/vtf/write-vtf.ts";
import { SKY_SIDES } from "../../../src/map/material.ts";
import { QUIET_SKY } from "../../../src/map/sky-gradient.ts";
import { readSky } from "../../../src/scene/sky/sky.ts";
import { decodeSrgb, encodeSrgb } from "../../oracle/light/color.ts";
import { type SideLook, skyLight, type Texel } from "../../oracle/light/sky.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 32;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 4096 };
const RGBA8888 = 0;
const RGBA16161616F = 24;

const low = (x: number, y: number): Texel => [40 + x * 20, 200 - y * 40, 90, 255];
const square = (x: number, y: number): Texel => [40 + x * 20, 200 - y * 20, x * y * 3, 255];
const stored = (x: number, y: number): Texel => [
  60 + x * 24,
  230 - y * 24,
  128,
  10 + x * 3 + y * 5,
];
const bright = (x: number, y: number): Texel => [x / 8, 0.9 - y / 16, 2, 1];

function file(look: Pick<SideLook, "kind" | "width" | "height" | "texel">): Uint8Array {
  const { kind, width, height, texel } = look;
  const isFloat = kind === "float";
  return writeVtf({
    ...{ width, height, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1, mipCount: 1 },
    ...{ format: isFloat ? RGBA16161616F : RGBA8888, flags: 0x2000, reflectivity: [0, 0, 0] },
    ...{ bumpScale: 1, lowRes: null },
    image() {
      const numbers = Array.from({ length: width * height }, (_, i) =>
        texel(i % width, Math.floor(i / width)),
      ).flat();
      if (!isFloat) return Uint8Array.from(numbers);
      return new Uint8Array(Uint16Array.from(numbers, halfFromFloat).buffer);
    },
  });
}

const LOOKS = {
  base: { kind: "srgb", width: 8, height: 8, texel: square },
  low: { kind: "srgb", width: 8, height: 4, texel: low },
  rgbs: { kind: "rgbs", width: 8, height: 8, texel: stored },
  float: { kind: "float", width: 8, height: 8, texel: bright },
} as const satisfies Record<string, SideLook>;

const ALL =
  "$basetexture skybox/base $hdrbasetexture skybox/float $hdrcompressedtexture skybox/rgbs";

/** A side of 90 degrees in each direction fills the picture: 106.26 at 4:3. */
const FOV = 2 * (180 / Math.PI) * Math.atan(4 / 3);
const CAMERA = { x: 5, y: 6, z: 7, pitch: 0, yaw: 90, fov: FOV };

describe.skipIf(test === null)("the 2D sky", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  async function compare(vmt: string, light: "hdr" | "ldr", look: SideLook): Promise<void> {
    const files: Record<string, string | Uint8Array> = {};
    for (const side of SKY_SIDES) files[`materials/skybox/s${side}.vmt`] = vmt;
    for (const [name, it] of Object.entries(LOOKS))
      files[`materials/skybox/${name}.vtf`] = file(it);
    const access = accessTo(madeContent(files));
    const sky = await readSky("s", light, access, OPTIONS);
    expect(access.diagnostics.warnings).toEqual([]);
    t.renderer.setScene(makeMap([], makeMaterials([])));
    t.renderer.setSky(sky!);
    await checkSide(look);
    const bytes = t.gpu.memory.bytesOf("sky");
    // The same, side by side.
    t.renderer.setSky({ ...sky!, sides: SKY_SIDES.map(() => null) });
    for (const [side, image] of sky!.sides.entries()) {
      t.renderer.render(CAMERA);
      t.renderer.setTexture("sky", side, image!);
    }
    await checkSide(look);
    expect(t.gpu.memory.bytesOf("sky")).toBe(bytes);
  }

  async function checkSide(look: SideLook): Promise<void> {
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    for (let row = 0; row < SIZE; row += 3) {
      for (let column = 1; column < SIZE - 1; column += 3) {
        const at = (row * SIZE + column) * 4;
        const drawn = [...pixels.subarray(at, at + 3)];
        const expected = skyLight(look, (column + 0.5) / SIZE, (row + 0.5) / SIZE).map(encodeSrgb);
        const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
        // Texture filters have 8 bits between texels.
        expect(off, `${drawn} at ${column}, ${row}, not ${expected}`).toBeLessThanOrEqual(2);
      }
    }
  }

  it("is a gradient if missing, not black below the horizon", async () => {
    t.renderer.setScene(makeMap([], makeMaterials([])));
    await t.renderer.settled();
    t.renderer.render({ x: 5, y: 6, z: 7, pitch: 0, yaw: 90, fov: 106 });
    const pixels = await t.renderer.readPixels();
    const green = (row: number) => decodeSrgb(pixels[(row * SIZE + SIZE / 2) * 4 + 1]);
    const horizon = green(SIZE / 2 - 1);
    // 45 degrees down, after its fade: the ground of the calm sky.
    expect(green(SIZE - 1)).toBeCloseTo(QUIET_SKY.ground[1], 1);
    for (let row = SIZE / 2 + 1; row < SIZE; row++) {
      expect(green(row)).toBeGreaterThan(horizon * 0.5);
      expect(green(row)).toBeLessThanOrEqual(green(row - 1) + 0.004);
    }
  });

  it("uses $hdrcompressedtexture in HDR and $basetexture in LDR", async () => {
    await compare(`sky { ${ALL} }`, "hdr", LOOKS.rgbs);
    await compare(`sky { ${ALL} }`, "ldr", LOOKS.base);
  });

  it("uses $hdrbasetexture if there is no compressed one", async () => {
    const vmt = "sky { $basetexture skybox/base $hdrbasetexture skybox/float }";
    await compare(vmt, "hdr", LOOKS.float);
  });

  it("uses $basetexture without HDR textures, or with another shader", async () => {
    await compare("sky { $basetexture skybox/base }", "hdr", LOOKS.base);
    await compare(`unlitgeneric { ${ALL} }`, "hdr", LOOKS.base);
  });

  it("is multiplied by its linear $color", async () => {
    const color = [0.5, 0.25, 0.8] as const;
    await compare(`sky { $basetexture skybox/base $color "[.5 .25 .8]" }`, "ldr", {
      ...LOOKS.base,
      color,
    });
  });

  it("of half height fills its side's upper half and repeats the edge below", async () => {
    const vmt = `sky { $basetexture skybox/low $basetexturetransform "center 0 0 scale 1 2 rotate 0 translate 0 0" }`;
    await compare(vmt, "ldr", { ...LOOKS.low, center: [0, 0], scale: [1, 2] });
  });

  it("is stretched over its side without a transform, and scaled about its centre with one", async () => {
    await compare("sky { $basetexture skybox/low }", "ldr", LOOKS.low);
    const vmt = `sky { $basetexture skybox/base $basetexturetransform "scale .5 .25" }`;
    await compare(vmt, "ldr", { ...LOOKS.base, scale: [0.5, 0.25] });
  });
});
