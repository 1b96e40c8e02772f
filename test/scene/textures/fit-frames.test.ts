/** Tests how many frames of an animated texture fit. */

import { describe, expect, it } from "vitest";
import { writeVtf } from "../../../src/formats/vtf/write-vtf.ts";
import { texturesByteLength } from "../../../src/scene/textures/texture-budget.ts";
import {
  areWithinBudget,
  createTextureReader,
  openTextures,
  streamTextures,
} from "../../../src/scene/textures/textures.ts";
import { accessTo, madeContent } from "../content-sources.ts";

/** Builds 4 x 4 RGBA texels without mips: 64 bytes per frame, each byte the frame's number. */
function frames(count: number): Uint8Array {
  return writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: count, firstFrame: 0, faceCount: 1 },
    ...{ mipCount: 1, flags: 0, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: (_mip, frame = 0) => new Uint8Array(64).fill(frame),
  });
}

async function open(counts: readonly number[], isAnimated: boolean, textureBudgetBytes?: number) {
  const names = counts.map((_, i) => `t${i}`);
  const files = Object.fromEntries(
    names.map((name, i) => [`materials/${name}.vtf`, frames(counts[i])]),
  );
  const access = accessTo(madeContent(files));
  const options = { textureCompressionBc: false, maxTextureDimension: 4096, textureBudgetBytes };
  const requests = names.map((name) => ({
    ...{ name, space: "srgb" as const, dimension: "2d" as const },
    ...{ distance: 0, isAnimated },
  }));
  const opened = await openTextures(requests, access, options);
  const all = [...opened.files.keys()];
  const images = [...streamTextures(opened, all, access, options)].map(({ image }) => image);
  return { table: opened.table, images, warnings: access.diagnostics.warnings };
}

describe("areWithinBudget", () => {
  it("is true only if a larger budget would open the same frames", async () => {
    const small = { textureCompressionBc: false, maxTextureDimension: 4096 };
    const image = frames(3);
    const content = madeContent({ "materials/a.vtf": image, "materials/b.vtf": image });
    // Two images of 64 bytes, or six; an animation may take an eighth of the budget.
    for (const [isAnimated, enough] of [
      [false, 2 * 64],
      [true, 6 * 64 * 8],
    ] as const) {
      const requests = ["a", "b"].map((name) => ({
        ...{ name, space: "srgb" as const, dimension: "2d" as const },
        ...{ distance: 0, isAnimated },
      }));
      const test = (textureBudgetBytes?: number) => {
        const options = { ...small, textureBudgetBytes };
        return areWithinBudget(requests, options, createTextureReader(accessTo(content), options));
      };
      expect([await test(enough - 1), await test(enough), await test()]).toEqual([
        false,
        true,
        true,
      ]);
    }
  });
});

describe("frames of a texture", () => {
  it("are consecutive layers and count towards GPU memory", async () => {
    const { table, images, warnings } = await open([3, 1, 5], true);
    expect([...table.frames]).toEqual([3, 1, 5]);
    expect([...table.layer]).toEqual([0, 3, 4]);
    expect(table.arrays.map(({ layerCount }) => layerCount)).toEqual([9]);
    expect(texturesByteLength(table.arrays)).toBe(9 * 64);
    expect(images.map(({ frames: count }) => count)).toEqual([3, undefined, 5]);
    expect([0, 1, 4].map((frame) => images[2].data[frame * 64 + 63])).toEqual([0, 1, 4]);
    expect(warnings).toEqual([]);
  });

  it("are reduced to the first if nothing shows others", async () => {
    const { table, images } = await open([3, 5], false);
    expect([...table.frames]).toEqual([1, 1]);
    expect(images.map(({ data }) => data.length)).toEqual([64, 64]);
  });

  it("are limited by the layers of an array texture, with a warning", async () => {
    const { table, warnings } = await open([300, 200], true);
    expect([...table.frames]).toEqual([256, 200]);
    expect([...table.array]).toEqual([0, 1]);
    expect(warnings.map(({ code, subject }) => [code, subject])).toEqual([
      ["over-budget", "materials/t0.vtf"],
    ]);
  });

  it("are limited to an eighth of the budget, but at least one", async () => {
    const few = await open([40, 4], true, 64 * 80);
    expect([...few.table.frames]).toEqual([10, 4]);
    expect(few.warnings.map(({ message }) => message)).toEqual([
      "materials/t0.vtf has 40 frames: the first 10 are shown.",
    ]);
    expect([...(await open([40], true, 64)).table.frames]).toEqual([1]);
  });
});
