import { describe, expect, it } from "vitest";
import type { StudioVertices } from "../../../src/formats/studio/types.ts";
import { lineColor } from "../../../src/render/lines/line-rows.ts";
import { boneColor, heatColor } from "../../../src/viewer/model/lines/bone-color.ts";
import { colorWeights } from "../../../src/viewer/model/lines/shown-lines.ts";

/** Weights of the bones 1, 2 and 200. */
const SHARES = [
  [1, 0, 0],
  [0.5, 0.25, 0.25],
  [0, 0, 1],
];
const BONES = [1, 2, 200];
const vertices = {
  count: SHARES.length,
  boneIndex: Uint8Array.from(SHARES.flatMap(() => BONES)),
  boneWeight: Float32Array.from(SHARES.flat()),
} as unknown as StudioVertices;

const pack = (of: (channel: number) => number) => lineColor(of(0), of(1), of(2));

describe("colorWeights", () => {
  it("mixes the colours of each vertex' bones", () => {
    const mixed = SHARES.map((shares) =>
      pack((channel) =>
        shares.reduce((sum, share, i) => sum + share * boneColor(BONES[i], channel), 0),
      ),
    );
    expect([...colorWeights(vertices, -1)]).toEqual(mixed);
    expect(new Set(mixed).size).toBe(3);
  });

  it("shows one bone's weights as heat", () => {
    const heats = (weights: number[]) =>
      weights.map((weight) => pack((channel) => heatColor(weight, channel)));
    expect([...colorWeights(vertices, 1)]).toEqual(heats([1, 0.5, 0]));
    expect([...colorWeights(vertices, 200)]).toEqual(heats([0, 0.25, 1]));
    expect([...colorWeights(vertices, 9)]).toEqual(heats([0, 0, 0]));
  });
});
