import { describe, expect, it } from "vitest";
import {
  MATERIAL_ROW,
  markTextureLoaded,
  packMaterialRows,
} from "../../src/render/material-rows.ts";
import { placeTextures } from "../../src/render/texture-arrays.ts";
import { makeMaterials, rgbaArray } from "./make-materials.ts";

describe("placeTextures", () => {
  it("splits arrays of more layers than the device allows", () => {
    const places = [0, 3, 4, 9].map((layer) => ({ array: 1, layer }));
    const arrays = [rgbaArray(8, 8, 2), rgbaArray(16, 16, 10), rgbaArray(4, 4, 4)];
    const textures = [{ array: 0, layer: 1 }, ...places, { array: 2, layer: 3 }];
    const placed = placeTextures(makeMaterials([], textures, arrays).textures, 4);
    expect(placed.source).toEqual([0, 1, 1, 1, 2]);
    expect(placed.layerCount).toEqual([2, 4, 4, 2, 4]);
    expect([...placed.array]).toEqual([0, 1, 1, 2, 3, 4]);
    expect([...placed.layer]).toEqual([1, 0, 3, 0, 1, 3]);
  });
});

describe("material rows", () => {
  const set = makeMaterials(
    [{ name: "a", texture: 0, texture2: 1 }, { name: "b" }, { name: "c", texture: 1 }],
    [
      { array: 0, layer: 0 },
      { array: 0, layer: 5 },
    ],
    [rgbaArray(8, 8, 6)],
  );

  it("count no texture as loaded until it is", () => {
    const words = new Uint32Array(packMaterialRows(set, (texture) => texture * 5));
    const column = (byteOffset: number) =>
      [0, 1, 2].map((row) => words[(row * MATERIAL_ROW.strideBytes + byteOffset) / 4]);
    expect(column(MATERIAL_ROW.loaded)).toEqual([0, 0, 0]);
    expect(column(MATERIAL_ROW.baseLayer)).toEqual([0, 0, 5]);
    expect(column(MATERIAL_ROW.base2Layer)).toEqual([5, 0, 0]);
    const changed: number[] = [];
    markTextureLoaded(words, set, 1, (row) => changed.push(row));
    expect(changed).toEqual([0, 2]);
    expect(column(MATERIAL_ROW.loaded)).toEqual([2, 0, 1]);
  });
});
