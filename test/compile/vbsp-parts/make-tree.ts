import type { LeafTree } from "../../../src/map/types.ts";

/**
 * Returns a room of four leafs on a solid floor, in a box of -256..256: leaf 0 is everything below
 * z = 0, solid; above it leaf 1 is +x +y, leaf 2 +x -y, leaf 3 -x +y, leaf 4 -x -y, clusters 0 to
 * 3.
 */
export function makeFourLeafTree(): LeafTree {
  const box = (x: number, y: number) => [
    ...[x < 0 ? -256 : 0, y < 0 ? -256 : 0, 0],
    ...[x < 0 ? 0 : 256, y < 0 ? 0 : 256, 256],
  ];
  return {
    nodeCount: 4,
    // z = 0, then x = 0, then y = 0 on both sides.
    nodePlane: Float32Array.from([0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]),
    nodeChildren: Int32Array.from([1, -1, 2, 3, -2, -3, -4, -5]),
    leafCount: 5,
    leafCluster: Int32Array.from([-1, 0, 1, 2, 3]),
    leafFlags: new Uint8Array(5),
    leafBox: Float32Array.from([
      ...[-256, -256, -256, 256, 256, 0],
      ...box(1, 1),
      ...box(1, -1),
      ...box(-1, 1),
      ...box(-1, -1),
    ]),
  };
}

/** Makes a report that keeps its warnings. */
export function keepReport() {
  const warnings: string[] = [];
  return { warnings, progress() {}, warn: (message: string) => void warnings.push(message) };
}
