import { describe, expect, it } from "vitest";
import type { LeafTree } from "../../../src/map/types.ts";
import { writeForward } from "../../../src/math/angles.ts";
import { findOverview } from "../../../src/viewer/tour/overview.ts";

/** Builds a tree with one open leaf, a box, in solid space. */
function makeRoom(mins: readonly number[], maxs: readonly number[]): LeafTree {
  const planes = [0, 1, 2].flatMap((axis) => {
    const normal = [0, 1, 2].map((i) => Number(i === axis));
    return [
      { plane: [...normal, mins[axis]], isOpenAhead: true },
      { plane: [...normal, maxs[axis]], isOpenAhead: false },
    ];
  });
  const children = planes.flatMap(({ isOpenAhead }, node) => {
    const next = node + 1 < planes.length ? node + 1 : -2;
    return isOpenAhead ? [next, -1] : [-1, next];
  });
  return {
    nodeCount: planes.length,
    nodePlane: Float32Array.from(planes.flatMap(({ plane }) => plane)),
    nodeChildren: Int32Array.from(children),
    leafCount: 2,
    leafCluster: Int32Array.of(-1, 0),
    leafFlags: new Uint8Array(2),
    leafBox: Float32Array.of(0, 0, 0, 0, 0, 0, ...mins, ...maxs),
  };
}

describe("findOverview", () => {
  it.each([
    [1, 0.75],
    [0.4, 0.75],
    [2, 0.5],
  ])(
    "fits the middle of the map into slopes of %f and %f from the shortest distance",
    (horizontal, vertical) => {
      const tree = makeRoom([-1000, 200, 0], [3000, 900, 96]);
      const pose = findOverview(tree, { horizontal, vertical })!;
      const forward = new Float32Array(3);
      const right = new Float32Array(3);
      const up = new Float32Array(3);
      writeForward(forward, pose.pitch, pose.yaw);
      writeForward(right, 0, pose.yaw - 90);
      writeForward(up, pose.pitch - 90, pose.yaw);
      const dot = (a: Float32Array, b: readonly number[]) =>
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      expect(pose.z).toBeGreaterThan(96);
      // The point in the leaf, with the margin around it.
      const [x, y, z] = [1000, 550, 48];
      let widest = 0;
      for (const dx of [-128, 128]) {
        for (const dy of [-128, 128]) {
          for (const dz of [-128, 128]) {
            const offset = [x + dx - pose.x, y + dy - pose.y, z + dz - pose.z];
            const ahead = dot(forward, offset);
            expect(ahead).toBeGreaterThan(0);
            const across = Math.abs(dot(right, offset)) / (ahead * horizontal);
            const above = Math.abs(dot(up, offset)) / (ahead * vertical);
            widest = Math.max(widest, across, above);
          }
        }
      }
      expect(widest).toBeLessThanOrEqual(1);
      expect(widest).toBeGreaterThan(0.9);
    },
  );

  it("returns null if no leaf is inside the map", () => {
    const tree = { ...makeRoom([0, 0, 0], [64, 64, 64]), leafCluster: Int32Array.of(-1, -1) };
    expect(findOverview(tree, { horizontal: 1, vertical: 0.75 })).toBeNull();
  });
});
