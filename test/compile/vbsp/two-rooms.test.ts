import { beforeAll, describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { buildMapScene } from "../../../src/scene/world/map-scene.ts";
import { makeMapParts } from "../../support/make-map-parts.ts";
import { makeTwoRooms, resetVmfNumbers } from "../make-vmf.ts";
import {
  areaByNormal,
  type Compiled,
  compile,
  faceLoop,
  faceNormal,
  leafAt,
  polygonArea,
} from "./compile.ts";

describe("two rooms and a door", () => {
  let compiled: Compiled;
  beforeAll(() => {
    compiled = compile(makeTwoRooms());
  });

  it("compiles to a map that is read without a warning", () => {
    expect(compiled.faults).toEqual([]);
    expect(compiled.said).toEqual([]);
    expect(compiled.bsp.version).toBe(20);
    expect(compiled.bsp.mapRevision).toBe(7);
    expect(compiled.bsp.models.count).toBe(1);
    expect([...compiled.bsp.models.mins]).toEqual([-16, -16, -16]);
    expect([...compiled.bsp.models.maxs]).toEqual([544, 272, 144]);
  });

  it("separates inside from outside and room from room", () => {
    const { bsp } = compiled;
    const at = (x: number, y: number, z: number) => {
      const leaf = leafAt(bsp, x, y, z);
      return { cluster: bsp.leafs.cluster[leaf], contents: bsp.leafs.contents[leaf] };
    };
    const first = at(100, 40, 64);
    const second = at(400, 40, 64);
    expect(first.contents).toBe(0);
    expect(second.contents).toBe(0);
    expect(first.cluster).toBeGreaterThanOrEqual(0);
    expect(second.cluster).toBeGreaterThanOrEqual(0);
    expect(first.cluster).not.toBe(second.cluster);
    // The wall beside the door, the wall around everything, and the void.
    for (const [x, y, z] of [
      [264, 40, 64],
      [264, 128, 110],
      [-8, 128, 64],
      [264, 128, 1000],
      [5000, 5000, 5000],
    ]) {
      expect(at(x, y, z)).toEqual({ cluster: -1, contents: 1 });
    }
    // The doorway is open.
    expect(at(264, 128, 48).contents).toBe(0);
  });

  it("has exactly the visible surfaces", () => {
    const wall = 256 * 128;
    const door = 64 * 96;
    expect(areaByNormal(compiled.bsp)).toEqual({
      "0,0,1": 2 * 256 * 256 + 16 * 64,
      "0,0,-1": 2 * 256 * 256 + 16 * 64,
      "1,0,0": 2 * wall - door,
      "-1,0,0": 2 * wall - door,
      "0,1,0": 2 * wall + 16 * 96,
      "0,-1,0": 2 * wall + 16 * 96,
    });
  });

  it("turns every face to its visible side", () => {
    const { bsp } = compiled;
    for (let face = 0; face < bsp.faces.count; face++) {
      const loop = faceLoop(bsp, face);
      const normal = faceNormal(bsp, face);
      const [a, b, c] = loop;
      const u = [0, 1, 2].map((axis) => a[axis] - b[axis]);
      const v = [0, 1, 2].map((axis) => c[axis] - b[axis]);
      const turn =
        (u[1] * v[2] - u[2] * v[1]) * normal[0] +
        (u[2] * v[0] - u[0] * v[2]) * normal[1] +
        (u[0] * v[1] - u[1] * v[0]) * normal[2];
      expect(turn).toBeGreaterThanOrEqual(0);
      expect(bsp.faces.side[face]).toBe(bsp.faces.plane[face] & 1);
      expect(bsp.faces.area[face]).toBeCloseTo(polygonArea(loop), 2);
      const middle = [0, 1, 2].map(
        (axis) => loop.reduce((sum, point) => sum + point[axis], 0) / loop.length + normal[axis],
      );
      const leaf = leafAt(bsp, middle[0], middle[1], middle[2]);
      expect(bsp.leafs.contents[leaf]).toBe(0);
      const first = bsp.leafs.firstLeafFace[leaf];
      const listed = bsp.leafFaces.subarray(first, first + bsp.leafs.leafFaceCount[leaf]);
      expect([...listed]).toContain(face);
    }
  });

  it("assigns faces to the node whose plane they lie on", () => {
    const { nodes, faces, models } = compiled.bsp;
    let given = 0;
    for (let node = 0; node < nodes.count; node++) {
      for (let i = 0; i < nodes.faceCount[node]; i++) {
        expect(faces.plane[nodes.firstFace[node] + i] >> 1).toBe(nodes.plane[node] >> 1);
        given++;
      }
    }
    expect(given).toBe(models.faceCount[0]);
  });

  it("keeps a leaf's bounds around its faces", () => {
    const { bsp } = compiled;
    for (let leaf = 1; leaf < bsp.leafs.count; leaf++) {
      if (bsp.leafs.cluster[leaf] < 0) continue;
      for (let axis = 0; axis < 3; axis++) {
        const low = bsp.leafs.mins[leaf * 3 + axis];
        const high = bsp.leafs.maxs[leaf * 3 + axis];
        expect(low).toBeLessThan(high);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual([528, 256, 128][axis]);
      }
    }
  });

  it("lists portals that lead through the door", () => {
    const { portals, bsp } = compiled;
    expect(portals.clusterCount).toBe(bsp.leafs.cluster.filter((c) => c >= 0).length);
    const neighbors = new Map<number, number[]>();
    for (let i = 0; i < portals.portalCount; i++) {
      const [a, b] = portals.clusters.subarray(i * 2, i * 2 + 2);
      neighbors.set(a, [...(neighbors.get(a) ?? []), b]);
      neighbors.set(b, [...(neighbors.get(b) ?? []), a]);
    }
    const reached = new Set([0]);
    for (const cluster of reached) for (const next of neighbors.get(cluster)!) reached.add(next);
    expect(reached.size).toBe(portals.clusterCount);

    // One portal is the doorway's cross-section on the first room's or the second room's side.
    const boxes = Array.from({ length: portals.portalCount }, (_, i) => {
      const points = portals.points.subarray(
        portals.firstPoint[i] * 3,
        portals.firstPoint[i + 1] * 3,
      );
      const column = (axis: number) => [...points].filter((_, k) => k % 3 === axis);
      return [0, 1, 2].flatMap((axis) => [Math.min(...column(axis)), Math.max(...column(axis))]);
    });
    expect(boxes).toContainEqual([256, 256, 96, 160, 0, 96]);
  });

  it("winds portals clockwise as seen from their first cluster", () => {
    const { portals, bsp } = compiled;
    for (let i = 0; i < portals.portalCount; i++) {
      const p = (k: number) =>
        [0, 1, 2].map((axis) => portals.points[(portals.firstPoint[i] + k) * 3 + axis]);
      const [a, b, c] = [p(0), p(1), p(2)];
      const u = [0, 1, 2].map((axis) => a[axis] - b[axis]);
      const v = [0, 1, 2].map((axis) => c[axis] - b[axis]);
      const normal = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
      ];
      const length = Math.hypot(...normal);
      const count = portals.firstPoint[i + 1] - portals.firstPoint[i];
      const middle = [0, 1, 2].map(
        (axis) =>
          Array.from({ length: count }, (_, k) => p(k)[axis]).reduce((s, x) => s + x) / count,
      );
      const clusterAt = (side: number) => {
        const [x, y, z] = middle.map((value, axis) => value + (side * normal[axis]) / length);
        return bsp.leafs.cluster[leafAt(bsp, x, y, z)];
      };
      expect([clusterAt(1), clusterAt(-1)]).toEqual([
        ...portals.clusters.subarray(i * 2, i * 2 + 2),
      ]);
    }
  });

  it("shares edges between faces, walked both ways", () => {
    const { surfEdges, edges } = compiled.bsp;
    expect(surfEdges.some((edge) => edge < 0)).toBe(true);
    expect(edges.length / 2).toBeLessThan(surfEdges.length);
    expect(surfEdges.every((edge) => edge !== 0)).toBe(true);
  });

  it("builds a scene with every face drawn", () => {
    const { bsp } = compiled;
    const diagnostics = new Diagnostics();
    const parts = makeMapParts("rooms", bsp, diagnostics);
    const scene = buildMapScene(parts, "ldr", diagnostics);
    expect(diagnostics.warnings.map(({ code }) => code)).toEqual(["lighting"]);
    expect(scene.materials.name).toEqual(["dev/dev_measurewall01a"]);
    expect(scene.world.indices.length / 3).toBe(
      Array.from(bsp.faces.edgeCount).reduce((sum, count) => sum + count - 2, 0),
    );
  });

  it("gives the same bytes every time", () => {
    resetVmfNumbers();
    const once = compile(makeTwoRooms()).bytes;
    resetVmfNumbers();
    expect(Buffer.compare(once, compile(makeTwoRooms()).bytes)).toBe(0);
  });
});
