import { describe, expect, it } from "vitest";
import { PASS_NONE } from "../../../src/map/material.ts";
import { ROLE_COUNT } from "../../../src/map/texture-roles.ts";
import type { MaterialSet, Sky } from "../../../src/map/types.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { imageByteLength, texturesByteLength } from "../../../src/scene/textures/texture-budget.ts";
import { openTextures, streamTextures } from "../../../src/scene/textures/textures.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";
import { accessTo, madeContent } from "../content-sources.ts";
import { IMAGE_FORMAT_DXT1, IMAGE_FORMAT_RGBA8888, makeVtf } from "../make-vtf.ts";
import { request } from "./texture-requests.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };

function skyByteLength({ sides }: Sky): number {
  return sides.reduce((sum, image) => sum + (image === null ? 0 : imageByteLength(image)), 0);
}

/** BC1: half a byte per texel. */
const texture = (edge: number, mipCount = 1 + Math.log2(edge)) =>
  makeVtf({ width: edge, height: edge, format: IMAGE_FORMAT_DXT1, mipCount });

async function openAll(
  textures: Readonly<Record<string, Uint8Array>>,
  textureBudgetBytes?: number,
  distance?: number[],
) {
  const content = madeContent(
    Object.fromEntries(
      Object.entries(textures).map(([name, bytes]) => [`materials/${name}.vtf`, bytes]),
    ),
  );
  const access = accessTo(content);
  const options = { ...OPTIONS, textureBudgetBytes };
  const files = await openTextures(request(Object.keys(textures), distance), access, options);
  const { table } = files;
  const images = [...streamTextures(files, table.array.keys(), access, options)];
  return {
    edges: Object.fromEntries(
      Array.from(table.name, (name, i) => [
        name.slice("materials/".length, -".vtf".length),
        table.arrays[table.array[i]].width,
      ]),
    ),
    bytes: texturesByteLength(table.arrays),
    images,
    warnings: access.diagnostics.warnings,
  };
}

describe("textures within a budget", () => {
  const four = { near: texture(64), far: texture(64), small: texture(16), middle: texture(32) };

  it("are complete without a budget, or with a sufficient one", async () => {
    const whole = await openAll(four);
    expect(whole.edges).toEqual({ near: 64, far: 64, small: 16, middle: 32 });
    expect((await openAll(four, whole.bytes)).edges).toEqual(whole.edges);
  });

  it("lose mips: the largest first, and among those the farthest", async () => {
    const distance = [1, 2, 1, 1];
    const { bytes } = await openAll(four);
    const less = await openAll(four, bytes - 1, distance);
    expect(less.edges).toEqual({ near: 64, far: 32, small: 16, middle: 32 });
    expect(less.bytes).toBeLessThan(bytes);
    const quarter = await openAll(four, 2000, distance);
    expect(quarter.bytes).toBeLessThanOrEqual(2000);
    expect(quarter.edges.small).toBe(16);
    // Streamed images match the table.
    for (const { image } of quarter.images) expect(image.data.length).toBeGreaterThan(0);
    expect(quarter.images.map(({ image }) => image.width).sort()).toEqual(
      Object.values(quarter.edges).sort(),
    );
    expect(quarter.warnings).toEqual([]);
  });

  it("without spare mips are dropped with a warning", async () => {
    const flat = { large: texture(64, 1), small: texture(16) };
    const found = await openAll(flat, 300);
    expect(found.edges).toEqual({ small: 16 });
    expect(found.bytes).toBeLessThanOrEqual(300);
    expect(found.warnings.map(({ code, subject }) => [code, subject])).toEqual([
      ["over-budget", "materials/large.vtf"],
    ]);
  });

  it("of random sizes never exceed it", async () => {
    for (let seed = 1; seed < 40; seed++) {
      const sizes = Array.from({ length: 12 }, (_, i) => 4 << ((seed * (i + 3) * 7) % 7));
      const many = Object.fromEntries(
        sizes.map((edge, i) => [
          `t${i}`,
          makeVtf({
            width: edge,
            height: Math.max(1, edge >> (i % 3)),
            format: i % 4 === 0 ? IMAGE_FORMAT_RGBA8888 : IMAGE_FORMAT_DXT1,
            mipCount: i % 5 === 4 ? 1 : 1 + Math.log2(edge),
          }),
        ]),
      );
      const { bytes } = await openAll(many);
      for (const part of [0.9, 0.5, 0.2, 0.05, 0]) {
        const found = await openAll(many, bytes * part);
        expect(found.bytes).toBeLessThanOrEqual(bytes * part);
      }
    }
  });
});

interface LoadedTextures {
  readonly bytes: number;
  readonly world: MaterialSet | null;
  readonly skySides: number;
  readonly textured: number;
}

async function loadTextures(map: Uint8Array, textureBudgetBytes?: number): Promise<LoadedTextures> {
  const session = openMap(map, [], { name: "map", side: "hdr", ...OPTIONS, textureBudgetBytes });
  let bytes = 0;
  let world: MaterialSet | null = null;
  let sky: Sky | null = null;
  for await (const event of session.load()) {
    if (event.type === "materials") world = event.materials;
    if (event.type === "materials") bytes += texturesByteLength(event.materials.textures.arrays);
    if (event.type === "props") bytes += texturesByteLength(event.props.materials.textures.arrays);
    if (event.type === "sky") sky = event.sky;
  }
  if (sky) bytes += skyByteLength(sky);
  const rows = [...(world?.roleTexture ?? [])];
  const isDrawn = (i: number) => world?.pass[Math.floor(i / ROLE_COUNT)] !== PASS_NONE;
  const textured = rows.filter((row, i) => row >= 0 && isDrawn(i)).length;
  const skySides = sky?.sides.filter((side) => side !== null).length ?? 0;
  return { bytes, world, skySides, textured };
}

describe.skipIf(!hasCorpus)("the textures of a map", () => {
  it("fit a tiny budget without losing any", async () => {
    const map = readCorpus("lanofdoom_css", "gg_canyon.bsp");
    const whole = await loadTextures(map);
    expect(whole.textured).toBeGreaterThan(5);
    for (const part of [2, 16, 64]) {
      const budget = whole.bytes / part;
      const small = await loadTextures(map, budget);
      expect(small.bytes).toBeLessThanOrEqual(budget);
      // Available budget is used.
      expect(small.bytes).toBeGreaterThan(budget / 8);
      expect(small.textured).toBe(whole.textured);
      console.info(
        `budget ${Math.round(budget / 1024)} KiB: ${Math.round(small.bytes / 1024)} KiB`,
      );
    }
  });
});
