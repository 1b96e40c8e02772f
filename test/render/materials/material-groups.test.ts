/** Tests that the picture does not depend on how materials are split into bind groups. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Gpu } from "../../../src/gpu/gpu.ts";
import { buildOwner } from "../../../src/gpu/resource-group.ts";
import {
  MATERIAL_NO_CULL,
  type MaterialSet,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_NONE,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
  TEXTURE_CLAMP_S,
  TEXTURE_CLAMP_T,
} from "../../../src/map/material.ts";
import { FAMILY } from "../../../src/map/material-families.ts";
import { ROLE_ENV } from "../../../src/map/texture-roles.ts";
import { TEXTURE_SLOTS } from "../../../src/render/context/bind-layouts.ts";
import {
  createRenderContext,
  destroyRenderContext,
} from "../../../src/render/context/render-context.ts";
import {
  groupMaterials,
  NO_CONTENT,
  SLOT_GROUP,
} from "../../../src/render/materials/material-groups.ts";
import { createMaterialTable } from "../../../src/render/materials/material-table.ts";
import { createRenderer } from "../../../src/render/renderer.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { acquireKept } from "../../support/kept-device.ts";
import {
  cubeArray,
  makeImage,
  makeMaterials,
  rgbaArray,
  type TestMaterial,
} from "../make-materials.ts";
import { makeMap, type Quad } from "../make-world.ts";

const SIZE = 128;
/** Looking along +x; at x = 100 the picture is 200 units wide and high. */
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26 };
const COLUMNS = 8;
const test = await openTestGpu();

/**
 * Builds arrays of different sizes with two layers each, and as many textures, every third clamped.
 */
function makeTextures(arrayCount: number) {
  const arrays = Array.from({ length: arrayCount }, (_, i) => rgbaArray(4 + i, 4, 2));
  const textures = Array.from({ length: arrayCount * 2 }, (_, i) => ({
    array: i >> 1,
    layer: i & 1,
    clamp: i % 3 === 0 ? TEXTURE_CLAMP_S | TEXTURE_CLAMP_T : 0,
  }));
  const images = textures.map(({ array }, i) =>
    makeImage(4 + array, 4, (x, y) => [(i * 37) % 256, x * 20, y * 60, x === 1 ? 60 : 255]),
  );
  return { arrays, textures, images };
}

/** Builds materials of all passes, and adjacent tiles that show them in front of a wall. */
function makeTiles(arrayCount: number) {
  const { arrays, textures, images } = makeTextures(arrayCount);
  const passes = [PASS_OPAQUE, PASS_ALPHA_TEST, PASS_OPAQUE, PASS_TRANSLUCENT, PASS_ADDITIVE];
  const materials: TestMaterial[] = textures.map((_, i) => ({
    name: `m${i}`,
    texture: i,
    pass: passes[i % passes.length],
    flags: i % 4 === 1 ? MATERIAL_NO_CULL : 0,
    alpha: passes[i % passes.length] === PASS_TRANSLUCENT ? 0.6 : 1,
  }));
  for (let i = 0; i < 4; i++) {
    const texture2 = textures.length - 1 - i;
    materials.push({
      name: `blend${i}`,
      texture: (i * 2) % textures.length,
      texture2,
    });
  }
  materials.push({ name: "bare", fallback: [0.2, 0.9, 0.4] });
  const count = materials.length;
  const side = 200 / COLUMNS;
  const quads = materials.map((_, i): Quad => {
    const y = 100 - (i % COLUMNS) * side;
    const z = -100 + Math.floor(i / COLUMNS) * side;
    const isTurned = i % 7 === 3;
    return {
      origin: [100, isTurned ? y - side : y, z],
      u: [0, isTurned ? side : -side, 0],
      v: [0, 0, side],
      material: i,
      repeats: [1.7, 1.3],
      blend: [90, 90, 90, 90].map((b) => b / 255) as [number, number, number, number],
    };
  });
  const wall: Quad = { origin: [150, 200, -200], u: [0, -400, 0], v: [0, 0, 400], material: count };
  materials.push({ name: "wall", fallback: [0.1, 0.1, 0.5] });
  return { set: makeMaterials(materials, textures, arrays), quads: [...quads, wall], images };
}

describe("cubemaps in material groups", () => {
  const arrays = [rgbaArray(4, 4, 9), cubeArray(8, 9), cubeArray(16, 9)];
  const textures = [0, 1, 1, 2].map((array, layer) => ({ array, layer }));
  const group = (materials: readonly TestMaterial[]) => {
    const set = makeMaterials(materials, textures, arrays);
    return groupMaterials(set, (texture) => textures[texture].array, true);
  };

  it("are part of the signature of opaque materials and of their pipeline's roles", () => {
    const { groupOf, groups } = group([
      { name: "none", texture: 0 },
      { name: "a", texture: 0, env: 1 },
      { name: "the same array", texture: 0, env: 2 },
      { name: "another", texture: 0, env: 3 },
      { name: "nothing else", env: 3 },
    ]);
    expect([...groupOf]).toEqual([0, 1, 1, 2, 3]);
    const env = 1 << ROLE_ENV;
    expect(groups.slice(0, 4).map(({ roles }) => roles)).toEqual([0, env, env, env]);
    expect(groups.slice(0, 4).map(({ contents }) => contents.slice(0, 4))).toEqual([
      [0, NO_CONTENT, NO_CONTENT, NO_CONTENT],
      [0, NO_CONTENT, 1, NO_CONTENT],
      [0, NO_CONTENT, 2, NO_CONTENT],
      [NO_CONTENT, NO_CONTENT, 2, NO_CONTENT],
    ]);
  });

  it("of translucent materials share one array next to the texture slots", () => {
    const blended = { texture: 0, pass: PASS_TRANSLUCENT };
    const { groupOf, groups } = group([
      { name: "alone", ...blended, env: 3 },
      { name: "none", ...blended },
      { name: "a", ...blended, env: 1 },
      { name: "the same array", ...blended, env: 2 },
      { name: "another additive", texture: 0, pass: PASS_ADDITIVE },
    ]);
    // Materials without a cubemap share the largest group.
    expect([...groupOf]).toEqual([1, 0, 0, 0, 0]);
    expect(groups).toEqual([
      { family: SLOT_GROUP, contents: [0], cubes: 1, roles: 1 << ROLE_ENV },
      { family: SLOT_GROUP, contents: [0], cubes: 2, roles: 1 << ROLE_ENV },
    ]);
    expect(group([{ name: "none", ...blended }]).groups).toEqual([
      { family: SLOT_GROUP, contents: [0], cubes: NO_CONTENT, roles: 0 },
    ]);
  });
});

describe.skipIf(test === null)("material groups", () => {
  let gpu: Gpu;
  const errors: string[] = [];
  beforeAll(async () => {
    gpu = await acquireKept(test!, { onError: (error) => errors.push(error.message) });
  });
  afterAll(() => {
    gpu.destroy();
    test!.close();
    expect(errors).toEqual([]);
  });

  async function draw(arrayCount: number, arrayTextures: boolean): Promise<Uint8Array> {
    const renderer = await createRenderer(gpu, { width: SIZE, height: SIZE, arrayTextures });
    const { set, quads, images } = makeTiles(arrayCount);
    renderer.settings.sky = false;
    renderer.setScene(makeMap(quads, set));
    for (const [i, image] of images.entries()) renderer.setTexture("world", i, image);
    await renderer.settled();
    renderer.render(CAMERA);
    const pixels = await renderer.readPixels();
    renderer.destroy();
    return pixels;
  }

  /** Returns the slots of each group that materials are drawn with. */
  async function tableOf(set: MaterialSet, arrayTextures = true) {
    const context = await createRenderContext(gpu, null, { arrayTextures });
    const owner = buildOwner(gpu, (group) => createMaterialTable(group, context, "world", set));
    const { key, textureGroup, textureGroups } = owner;
    owner.destroy();
    destroyRenderContext(context);
    const drawn = Array.from(set.pass, (_, i) => i).filter((i) => set.pass[i] !== PASS_NONE);
    const draws = (isTranslucent: boolean) =>
      new Set(
        drawn
          .filter((i) => set.pass[i] >= PASS_TRANSLUCENT === isTranslucent)
          .map((i) => `${key[i]} ${textureGroup[i]}`),
      ).size;
    return { textureGroups, solid: draws(false), translucent: draws(true) };
  }

  // Slots of translucent materials: 1 or 2, 4, 12, and more than one group.
  for (const arrayCount of [2, 6, 12, 26]) {
    it(`with ${arrayCount} array textures look like one bind group per material`, async () => {
      const shared = await draw(arrayCount, true);
      const apart = await draw(arrayCount, false);
      let most = 0;
      for (let i = 0; i < shared.length; i++) {
        most = Math.max(most, Math.abs(shared[i] - apart[i]));
      }
      // Derivatives may be rounded differently in another shader variant.
      expect(most).toBeLessThanOrEqual(1);
      const different = new Set(new Uint32Array(shared.buffer, 0, SIZE * SIZE));
      expect(different.size).toBeGreaterThan(arrayCount * 4);
    });
  }

  it("are as many as combinations of family, kind and texture arrays", async () => {
    const { arrays, textures } = makeTextures(3);
    const set = makeMaterials(
      [
        // Textures 1 and 2 are in different arrays, 4 and 5 in one, all in one clamp mode.
        { name: "a", texture: 4 },
        { name: "the same arrays", texture: 5 },
        { name: "another array", texture: 2 },
        { name: "another clamp mode", texture: 3 },
        { name: "another kind", texture: 4, pass: PASS_ALPHA_TEST },
        { name: "another family", texture: 4, texture2: 2 },
        { name: "the same roles in the same arrays", texture: 5, texture2: 2 },
        { name: "the same arrays in other roles", texture: 2, texture2: 5 },
        { name: "no textures" },
        { name: "none either", family: FAMILY.water },
      ],
      textures,
      arrays,
    );
    expect((await tableOf(set)).solid).toBe(8);
    // 26 arrays in two clamp modes exceed one group of translucent materials.
    expect((await tableOf(makeTiles(26).set)).translucent).toBeLessThanOrEqual(2);
  });

  it("can be 300, each with a separate draw", async () => {
    const { arrays, textures } = makeTextures(300);
    const materials = textures
      .filter((_, i) => i % 2 === 0)
      .map((_, i) => ({ name: `m${i}`, texture: i * 2 }));
    expect((await tableOf(makeMaterials(materials, textures, arrays))).solid).toBe(300);
  });

  it("are one for all translucent materials whose textures fit the slots", async () => {
    const { arrays, textures } = makeTextures(TEXTURE_SLOTS / 2);
    const materials = textures.map((_, i) => ({
      name: `m${i}`,
      texture: i,
      pass: i % 2 ? PASS_TRANSLUCENT : PASS_ADDITIVE,
      flags: i % 4 < 2 ? MATERIAL_NO_CULL : 0,
    }));
    expect((await tableOf(makeMaterials(materials, textures, arrays))).translucent).toBe(1);
  });

  it("are one per material without array textures", async () => {
    const { set } = makeTiles(6);
    const table = await tableOf(set, false);
    expect(table.textureGroups).toHaveLength(set.count);
    expect(table.solid + table.translucent).toBe(set.count);
  });

  it("exclude materials that no pass draws", async () => {
    const { arrays, textures } = makeTextures(1);
    const set = makeMaterials([{ name: "tool", texture: 1, pass: PASS_NONE }], textures, arrays);
    expect((await tableOf(set)).solid).toBe(0);
    expect((await tableOf(makeMaterials([]))).solid).toBe(0);
  });
});
