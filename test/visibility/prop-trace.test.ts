/** Tests rays at models: the hit triangle and prop, in world space. */

import { describe, expect, it } from "vitest";
import type { PropShapes } from "../../src/map/solid/prop-shapes.ts";
import { buildTriangleTree } from "../../src/scene/collision/collision-tree.ts";
import { createPropTrace } from "../../src/visibility/prop-trace.ts";

/** A square of size 2 around its model's origin, across x; one triangle per column. */
const SQUARE = [0, -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, 1];
/** Seven squares behind each other, more than one tree box holds. */
const STACK = Array.from({ length: 7 }, (_, i) =>
  SQUARE.map((value, k) => (k % 3 === 0 ? i * 2 : value)),
).flat();

interface Instance {
  readonly model: number;
  /** 3x4 row-major matrix: a rotation about z by `yaw`, then a scale, then a translation. */
  readonly yaw?: number;
  readonly scale?: number;
  readonly at: readonly [number, number, number];
  readonly fadeEnd?: number;
}

function makeShapes(instances: readonly Instance[]): PropShapes {
  const trees = [SQUARE, STACK].map((corners) => {
    const given = Float32Array.from(corners);
    const tree = buildTriangleTree(given);
    const sorted = [...tree.order].flatMap((row) => [...given.subarray(row * 9, row * 9 + 9)]);
    return { ...tree, sorted };
  });
  const worldFromModel: number[] = [];
  const modelFromWorld: number[] = [];
  const instanceBox: number[] = [];
  for (const { yaw = 0, scale = 1, at, model } of instances) {
    const c = Math.cos((yaw * Math.PI) / 180);
    const s = Math.sin((yaw * Math.PI) / 180);
    const m = [c * scale, -s * scale, 0, at[0], s * scale, c * scale, 0, at[1], 0, 0, scale, at[2]];
    worldFromModel.push(...m);
    const back = [c, s, 0, -s, c, 0, 0, 0, 1].map((value) => value / scale);
    for (let row = 0; row < 3; row++) {
      const r = back.slice(row * 3, row * 3 + 3);
      modelFromWorld.push(...r, -(r[0] * at[0] + r[1] * at[1] + r[2] * at[2]));
    }
    const reach = (model === 0 ? 2 : 16) * scale;
    instanceBox.push(...at.map((value) => value - reach), ...at.map((value) => value + reach));
  }
  const count = instances.length;
  return {
    modelCount: 2,
    modelName: ["a.mdl", "b.mdl"],
    modelFirstBox: Uint32Array.of(0, trees[0].boxLinks.length / 2),
    modelFirstTriangle: Uint32Array.of(0, 2),
    modelTriangleCount: Uint32Array.of(2, 14),
    modelLodCount: Uint8Array.of(1, 1),
    modelSwitchPoint: new Float32Array(16),
    triangles: Float32Array.from(trees.flatMap(({ sorted }) => sorted)),
    triangleColumn: new Uint16Array(16),
    boxes: Float32Array.from(trees.flatMap(({ boxes }) => [...boxes])),
    boxLinks: Uint32Array.from(trees.flatMap(({ boxLinks }) => [...boxLinks])),
    instanceCount: count,
    instanceModel: Uint32Array.from(instances, ({ model }) => model),
    worldFromModel: Float32Array.from(worldFromModel),
    modelFromWorld: Float32Array.from(modelFromWorld),
    instanceBox: Float32Array.from(instanceBox),
    instanceSkin: new Uint16Array(count),
    instanceFirstMaterial: new Uint32Array(count),
    fadeMinDist: new Float32Array(count),
    fadeMaxDist: Float32Array.from(instances, ({ fadeEnd = 0 }) => fadeEnd),
    instanceProp: Int32Array.from(instances, (_, i) => i),
    instanceEntity: new Int32Array(count).fill(-1),
    skinMaterial: Uint32Array.of(0),
    materialName: ["a"],
    leftOut: 0,
  };
}

describe("PropTrace", () => {
  it("hits the nearest prop at its world distance for any scale, with a normal towards the ray", () => {
    const trace = createPropTrace(
      makeShapes([
        { model: 0, at: [100, 0, 0], scale: 3 },
        { model: 0, at: [60, 0, 0], scale: 0.5 },
        { model: 0, at: [-50, 0, 0] },
      ]),
    );
    expect(trace.cast(0, 0.25, 0.1, 1, 0, 0, 1000)).toBe(true);
    expect(trace.hit).toMatchObject({ instance: 1 });
    expect(trace.hit.distance).toBeCloseTo(60, 4);
    expect(trace.hit.normal[0]).toBeCloseTo(-1, 6);
    // Beside the small one, the large one is hit.
    expect(trace.cast(0, 2, 1, 1, 0, 0, 1000)).toBe(true);
    expect(trace.hit.instance).toBe(0);
    expect(trace.hit.distance).toBeCloseTo(100, 4);
    expect(trace.cast(0, 0, 0, 1, 0, 0, 59)).toBe(false);
    expect(trace.cast(0, 3.5, 0, 1, 0, 0, 1000)).toBe(false);
    expect(trace.cast(0, 0, 0, -1, 0, 0, 1000)).toBe(true);
    expect(trace.hit.instance).toBe(2);
    expect(trace.hit.normal[0]).toBeCloseTo(1, 6);
  });

  it("hits rotated props", () => {
    const trace = createPropTrace(makeShapes([{ model: 0, at: [100, 0, 0], yaw: 60 }]));
    // The plane through (100, 0) whose normal is at 60 degrees: y = -(x - 100) / tan 60.
    expect(trace.cast(0, -0.4, 0.2, 1, 0, 0, 1000)).toBe(true);
    expect(trace.hit.distance).toBeCloseTo(100 + 0.4 * Math.tan(Math.PI / 3), 4);
    expect(trace.hit.normal[0]).toBeCloseTo(-0.5, 5);
    expect(trace.hit.normal[1]).toBeCloseTo(-Math.sin(Math.PI / 3), 5);
    expect(trace.cast(0, 0.95, 0.2, 1, 0, 0, 1000)).toBe(false);
  });

  it("finds the first of many triangles in its model's rows", () => {
    const trace = createPropTrace(makeShapes([{ model: 1, at: [0, 0, 0] }]));
    for (let i = 0; i < 7; i++) {
      expect(trace.cast(i * 2 - 1, 0.3, 0.1, 1, 0, 0, 1000), `${i}`).toBe(true);
      expect(trace.hit.distance, `${i}`).toBeCloseTo(1, 5);
      expect(trace.hit.triangle).toBeGreaterThanOrEqual(2);
    }
    expect(trace.cast(13, 0.3, 0.1, 1, 0, 0, 1000)).toBe(false);
  });

  it("ignores props that are faded out at the ray's start", () => {
    const trace = createPropTrace(makeShapes([{ model: 0, at: [100, 0, 0], fadeEnd: 80 }]));
    expect(trace.cast(0, 0, 0.1, 1, 0, 0, 1000)).toBe(false);
    expect(trace.cast(30, 0, 0.1, 1, 0, 0, 1000)).toBe(true);
  });
});
