import { expect, it } from "vitest";
import { buildCameraPath, POSE_SIZE } from "../../src/bench/camera-path.ts";
import type { LeafTree } from "../../src/map/types.ts";

/** Leaves side by side along x, each 100 inches wide but for those named thin. */
function makeLeafs(count: number, solid: readonly number[], thin: readonly number[]): LeafTree {
  const leafBox = new Float32Array(count * 6);
  for (let leaf = 0; leaf < count; leaf++) {
    const height = thin.includes(leaf) ? 8 : 128;
    leafBox.set([leaf * 100, 0, 0, leaf * 100 + 100, 200, height], leaf * 6);
  }
  return {
    nodeCount: 0,
    nodePlane: new Float32Array(0),
    nodeChildren: new Int32Array(0),
    leafCount: count,
    leafCluster: Int32Array.from({ length: count }, (_, i) => (solid.includes(i) ? -1 : i)),
    leafFlags: new Uint8Array(count),
    leafBox,
  };
}

it("goes through the leaves in order, past solid and thin ones", () => {
  const path = buildCameraPath(makeLeafs(5, [0], [2]), 6);
  expect(path).toHaveLength(6 * POSE_SIZE);
  const at = (row: number) => [...path.subarray(row * POSE_SIZE, row * POSE_SIZE + 3)];
  const x = [0, 1, 2, 3, 4, 5].map((row) => at(row)[0]);
  expect(x).toEqual([150, 150, 350, 350, 450, 450]);
  expect(at(0)).toEqual([150, 100, 64]);
});

it("turns at each pose, within the ranges of angles, and is the same every time", () => {
  const tree = makeLeafs(3, [], []);
  const path = buildCameraPath(tree, 50);
  expect(buildCameraPath(tree, 50)).toEqual(path);
  const yaws = new Set<number>();
  for (let row = 0; row < 50; row++) {
    const [pitch, yaw] = path.subarray(row * POSE_SIZE + 3);
    expect(Math.abs(pitch)).toBeLessThanOrEqual(89);
    expect(yaw).toBeGreaterThanOrEqual(-180);
    expect(yaw).toBeLessThan(180);
    yaws.add(yaw);
  }
  expect(yaws.size).toBe(50);
});

it("takes thin leaves where there are no others, and is empty without any", () => {
  expect(buildCameraPath(makeLeafs(2, [], [0, 1]), 4)).toHaveLength(4 * POSE_SIZE);
  expect(buildCameraPath(makeLeafs(2, [0, 1], []), 4)).toHaveLength(0);
});
