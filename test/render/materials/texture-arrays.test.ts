import { describe, expect, it } from "vitest";
import { PASS_ADDITIVE, PASS_ALPHA_TEST } from "../../../src/map/material.ts";
import { FAMILY } from "../../../src/map/material-families.ts";
import { ROLE_BASE, ROLE_BASE2 } from "../../../src/map/texture-roles.ts";
import {
  MATERIAL_BLOCK,
  MATERIAL_ROW,
  markTextureLoaded,
  packMaterialRows,
  packTexturePlace,
} from "../../../src/render/materials/material-rows.ts";
import { placeTextures } from "../../../src/render/materials/material-table.ts";
import { MATERIAL_ROW_ADDITIVE } from "../../../src/render/shader-constants.ts";
import { cubeArray, makeMaterials, rgbaArray } from "../make-materials.ts";

describe("placeTextures", () => {
  const layersOf = (array: number, frames: readonly number[]) => {
    let layer = 0;
    return frames.map((count) => {
      layer += count;
      return { array, layer: layer - count, frames: count };
    });
  };
  const ones = (count: number) => new Array<number>(count).fill(1);

  it("splits arrays with more layers than the device allows", () => {
    const arrays = [rgbaArray(8, 8, 2), rgbaArray(16, 16, 10), rgbaArray(4, 4, 4)];
    const textures = arrays.flatMap(({ layerCount }, i) => layersOf(i, ones(layerCount)));
    const placed = placeTextures(makeMaterials([], textures, arrays).textures, 4);
    expect(placed.source).toEqual([0, 1, 1, 1, 2]);
    expect(placed.layerCount).toEqual([2, 4, 4, 2, 4]);
    expect([...placed.array]).toEqual([0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4]);
    expect([...placed.layer]).toEqual([0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 0, 1, 2, 3]);
  });

  it("assigns six layers to a cubemap", () => {
    const { textures: table } = makeMaterials([], layersOf(0, ones(5)), [cubeArray(8, 5)]);
    const placed = placeTextures(table, 13);
    expect(placed.layerCount).toEqual([2, 2, 1]);
    expect([...placed.array]).toEqual([0, 0, 1, 1, 2]);
    expect([...placed.layer]).toEqual([0, 1, 0, 1, 0]);
    // Without array textures each texture has its own array.
    expect(placeTextures(table, 1).layerCount).toEqual([1, 1, 1, 1, 1]);
  });

  it("keeps the frames of a texture in one array", () => {
    const textures = layersOf(0, [1, 3, 1, 2]);
    const { textures: table } = makeMaterials([], textures, [rgbaArray(8, 8, 7)]);
    expect(placeTextures(table, 256)).toMatchObject({ source: [0], layerCount: [7] });
    expect([...placeTextures(table, 256).layer]).toEqual([0, 1, 4, 5]);
    const few = placeTextures(table, 3);
    expect(few.layerCount).toEqual([1, 3, 3]);
    expect([...few.layer]).toEqual([0, 0, 0, 1]);
    expect(placeTextures(table, 1).layerCount).toEqual([1, 3, 1, 2]);
  });
});

describe("material rows", () => {
  const set = makeMaterials(
    [
      { name: "a", texture: 0, texture2: 1, pass: PASS_ALPHA_TEST, alphaTestReference: 0.25 },
      { name: "b", pass: PASS_ADDITIVE, alphaTestReference: 0.25 },
      { name: "c", texture: 1, family: FAMILY.water },
    ],
    [
      { array: 0, layer: 0 },
      { array: 0, layer: 5 },
    ],
    [rgbaArray(8, 8, 6)],
  );
  const places = Uint32Array.from(set.roleTexture, (texture) =>
    texture < 0 ? 0 : [packTexturePlace(0, 0), packTexturePlace(11, 5)][texture],
  );
  const bytes = packMaterialRows(set, places);
  const words = new Uint32Array(bytes);
  const column = (byteOffset: number) =>
    [0, 1, 2].map((row) => words[(row * MATERIAL_BLOCK.strideBytes + byteOffset) / 4]);

  it("contain the places of textures", () => {
    expect(column(MATERIAL_BLOCK.places + ROLE_BASE * 4)).toEqual([0, 0, 0xb0005]);
    expect(column(MATERIAL_BLOCK.places + ROLE_BASE2 * 4)).toEqual([0xb0005, 0, 0]);
  });

  it("contain the shading family", () => {
    expect(column(MATERIAL_ROW.family)).toEqual([FAMILY.blend, FAMILY.lit, FAMILY.water]);
  });

  it("have an alpha reference of 0 without alpha test", () => {
    const floats = new Float32Array(bytes);
    const reference = (row: number) =>
      floats[(row * MATERIAL_BLOCK.strideBytes + MATERIAL_ROW.alphaTestReference) / 4];
    expect([0, 1, 2].map(reference)).toEqual([0.25, 0, 0]);
  });

  it("mark a texture as loaded only after it is", () => {
    expect(column(MATERIAL_ROW.rowFlags)).toEqual([0, MATERIAL_ROW_ADDITIVE, 0]);
    const changed: number[] = [];
    markTextureLoaded(words, set, 1, (row) => changed.push(row));
    expect(changed).toEqual([0, 2]);
    expect(column(MATERIAL_ROW.rowFlags)).toEqual([
      1 << ROLE_BASE2,
      MATERIAL_ROW_ADDITIVE,
      1 << ROLE_BASE,
    ]);
  });
});
