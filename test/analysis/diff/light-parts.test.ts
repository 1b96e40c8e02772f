/**
 * Light diffs of faces that are cut differently: a ramp that two luxel grids share, computed by
 * hand.
 */

import { describe, expect, it } from "vitest";
import { diffLightParts, type LitMap } from "../../../src/analysis/diff/diff-light.ts";
import {
  listPartPoints,
  listSharedParts,
  type SharedPart,
} from "../../../src/analysis/diff/surfaces/shared-parts.ts";
import { compileVersion, diffBytes, makeSource } from "./made-versions.ts";

/**
 * Makes a floor whose luxels are `inches` wide, the first at a corner of the map, as bright as
 * `ramp`, of 255.
 */
function makeFloor(
  inches: number,
  corner: readonly [number, number],
  size: readonly [number, number],
  ramp: (x: number, y: number) => number,
): LitMap {
  const [width, height] = [size[0] / inches, size[1] / inches];
  const lighting = new Uint8Array((width + 1) * (height + 1) * 4);
  for (let t = 0; t <= height; t++) {
    for (let s = 0; s <= width; s++) {
      const value = ramp(corner[0] + s * inches, corner[1] + t * inches);
      lighting.set([value, value, value, 0], (t * (width + 1) + s) * 4);
    }
  }
  const scale = 1 / inches;
  const faces = {
    lightOffset: Int32Array.of(0),
    styles: Uint8Array.of(0, 255, 255, 255),
    texinfo: Int32Array.of(0),
    lightmapSize: Int32Array.of(width, height),
    lightmapMins: Int32Array.of(corner[0] * scale, corner[1] * scale),
  };
  const texInfos = {
    flags: Uint32Array.of(0),
    lightmapVecs: Float32Array.of(scale, 0, 0, 0, 0, scale, 0, 0),
  };
  return { bsp: { texInfos }, light: { faces, lighting } } as never;
}

const square = (x: number, y: number, to: number, top: number): number[] =>
  [x, y, 0, x, top, 0, to, top, 0, to, y, 0].slice();

/**
 * Returns the shared parts of one level plane: A's face is one piece, B's two pieces are cut at x =
 * 64.
 */
function listParts(): SharedPart[] {
  const row = (face: number, corners: number[]) => ({ face, material: 0, corners, area: 1 });
  const nowhere = [0, 0, 0] as const;
  const model = { a: 0, b: 0, owner: "world", shift: nowhere, origin: nowhere };
  const plane = {
    ...{ model, axis: 2, sign: 1 as const, scale: 1 },
    a: [row(0, square(0, 0, 128, 64))],
    b: [row(0, square(64, 0, 192, 64)), { ...row(0, square(0, 0, 64, 64)), material: 1 }],
  };
  return listSharedParts({ planes: [plane], same: [], areas: new Map() } as never, { left: 1000 });
}

describe("a light diff of faces that are cut differently", () => {
  it("samples the area that both share with one material", () => {
    const parts = listParts();
    expect(parts).toHaveLength(1);
    const points = listPartPoints(parts[0], 8, 256);
    expect(points.length / 3).toBe(64);
    for (let i = 0; i < points.length; i += 3) {
      expect(points[i]).toBeGreaterThan(64);
      expect(points[i]).toBeLessThan(128);
    }
  });

  it("finds no difference between equal lights on different grids", () => {
    const ramp = (x: number, y: number) => x + y / 4;
    const a = makeFloor(16, [0, 0], [128, 64], ramp);
    const b = makeFloor(4, [64, 0], [128, 64], ramp);
    expect(diffLightParts(a, b, listParts(), ["floor"])).toEqual({ compared: 1, faces: [] });
  });

  it("reports different lights by their means over the shared area", () => {
    const a = makeFloor(16, [0, 0], [128, 64], (x) => x);
    const b = makeFloor(8, [64, 0], [128, 64], (x) => x + 32);
    const { compared, faces } = diffLightParts(a, b, listParts(), ["floor"]);
    expect(compared).toBe(1);
    // The ramp's mean from 64 to 128 is 96, of 255.
    expect(faces).toMatchObject([{ material: "floor", owner: "world" }]);
    expect(faces[0].a).toBeCloseTo(96 / 255, 5);
    expect(faces[0].b).toBeCloseTo(128 / 255, 5);
    expect(faces[0].meanChange).toBeCloseTo(32 / 255, 5);
    expect(faces[0].largestChange).toBeCloseTo(32 / 255, 5);
    const shown = (value: number) => (value / 255) ** (1 / 2.2) * 255;
    expect(faces[0].levels).toBeCloseTo(shown(128) - shown(96), 3);
  });

  it("reports the floor below a removed crate under a moved lamp", async () => {
    const [was, is] = await Promise.all([
      compileVersion(makeSource()),
      compileVersion(makeSource({ crate: null, lamp: "60 180 60" })),
    ]);
    const { light } = await diffBytes(was, is);
    expect(light.comparedParts).toBeGreaterThan(0);
    expect(light.changedParts).toBeGreaterThan(0);
    expect(light.changedParts).toBeLessThanOrEqual(light.comparedParts);
  });
});
