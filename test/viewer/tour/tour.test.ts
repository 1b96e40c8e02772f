import { describe, expect, it } from "vitest";
import { POSE_SIZE, sampleFlight } from "../../../src/bench/measure/camera-path.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import type { LeafTree } from "../../../src/map/types.ts";
import { buildMapScene } from "../../../src/scene/world/map-scene.ts";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { isLineOpen } from "../../../src/viewer/tour/leaf-graph.ts";
import { buildTour } from "../../../src/viewer/tour/tour.ts";
import { findLeaf } from "../../../src/visibility/leaf-walk.ts";
import { openCorpusMaps } from "../../support/open-corpus-maps.ts";

/**
 * Builds two rooms of 512 inches along x, and a 32-inch wall between them with a door at y 0 to
 * 128.
 */
function makeRooms(hasDoor: boolean): LeafTree {
  // x < 512 | wall | x >= 544; inside the wall: y < 0 solid, y >= 128 solid, else the door.
  const planes = [
    [1, 0, 0, 512],
    [1, 0, 0, 544],
    [0, 1, 0, 0],
    [0, 1, 0, 128],
    [1, 0, 0, 0],
    [1, 0, 0, 1056],
  ];
  const [solid, left, door, right] = [-1, -2, -3, -4];
  const nodeChildren = [
    // 4 and 5 close the rooms at their far ends.
    ...[1, 4],
    ...[5, 2],
    ...[3, solid],
    ...[solid, hasDoor ? door : solid],
    ...[left, solid],
    ...[solid, right],
  ];
  const boxes = [
    [0, 0, 0, 0, 0, 0],
    [0, -256, 0, 512, 256, 128],
    [512, 0, 0, 544, 128, 128],
    [544, -256, 0, 1056, 256, 128],
  ];
  return {
    nodeCount: planes.length,
    nodePlane: Float32Array.from(planes.flat()),
    nodeChildren: Int32Array.from(nodeChildren),
    leafCount: 4,
    leafCluster: Int32Array.of(-1, 0, 1, 2),
    leafFlags: new Uint8Array(4),
    leafBox: Float32Array.from(boxes.flat()),
  };
}

const START = { x: 200, y: 0, z: 64, pitch: 0, yaw: 0 };

const placesOf = (poses: Float32Array) =>
  Array.from({ length: poses.length / POSE_SIZE }, (_, i) => {
    const [x, y, z] = poses.subarray(i * POSE_SIZE);
    return [x, y, z] as const;
  });

describe("isLineOpen", () => {
  const tree = makeRooms(true);
  it("is true through the door and false through the wall", () => {
    expect(isLineOpen(tree, [100, 64, 64], [900, 64, 64])).toBe(true);
    expect(isLineOpen(tree, [900, 64, 64], [100, 64, 64])).toBe(true);
    expect(isLineOpen(tree, [100, -64, 64], [900, -64, 64])).toBe(false);
    expect(isLineOpen(tree, [100, 200, 64], [900, 0, 64])).toBe(true);
    expect(isLineOpen(tree, [100, 200, 64], [900, 190, 64])).toBe(false);
    expect(isLineOpen(makeRooms(false), [100, 64, 64], [900, 64, 64])).toBe(false);
  });
});

describe("buildTour", () => {
  it("leads through the door into the other room and avoids the wall", () => {
    const tree = makeRooms(true);
    const places = placesOf(sampleFlight(buildTour({ tree, start: START }), 200));
    expect(places[0][0]).toBeLessThan(512);
    expect(places[199][0]).toBeGreaterThan(544);
    for (const place of places) expect(tree.leafCluster[findLeaf(tree, ...place)]).not.toBe(-1);
  });

  it("looks around if there is nowhere to go", () => {
    const tour = buildTour({ tree: makeRooms(false), start: START });
    const poses = sampleFlight(tour, 8);
    for (const place of placesOf(poses)) expect(place).toEqual(placesOf(poses)[0]);
    const yaws = new Set(Array.from({ length: 8 }, (_, i) => poses[i * POSE_SIZE + 4]));
    expect(yaws.size).toBe(8);
  });

  it("works for a map without inside leafs", () => {
    const tree = { ...makeRooms(true), leafCluster: Int32Array.of(-1, -1, -1, -1) };
    const camera = createCamera();
    buildTour({ tree, start: START }).setPose(camera, 0);
    expect(camera).toMatchObject({ x: 200, y: 0, z: 64 });
  });
});

const maps = openCorpusMaps().map((parts) => {
  const { start } = buildMapScene(parts, "hdr", new Diagnostics());
  return { name: parts.name, tree: parts.tree, start };
});

describe.skipIf(maps.length === 0)("tours of real maps", () => {
  const FRAMES = 400;

  it("are deterministic, smooth, inside the map and not in one place", () => {
    let visited = 0;
    for (const { name, tree, start } of maps) {
      const tour = buildTour({ tree, start });
      const poses = sampleFlight(tour, FRAMES);
      expect(sampleFlight(buildTour({ tree, start }), FRAMES), name).toEqual(poses);
      const places = placesOf(poses);
      const leafs = places.map((place) => findLeaf(tree, ...place));
      const inside = leafs.filter((leaf) => tree.leafCluster[leaf] >= 0).length;
      expect(inside / FRAMES, name).toBeGreaterThanOrEqual(0.95);
      visited += new Set(leafs).size;

      const speed = 320;
      const reach = (tour.duration / (FRAMES - 1)) * speed;
      for (let i = 1; i < FRAMES; i++) {
        const [[ax, ay, az], [bx, by, bz]] = [places[i - 1], places[i]];
        expect(Math.hypot(bx - ax, by - ay, bz - az), name).toBeLessThanOrEqual(reach + 0.1);
      }
      for (let i = 0; i < poses.length; i += POSE_SIZE) {
        expect(Math.abs(poses[i + 3]), name).toBeLessThan(60);
        expect(Math.abs(poses[i + 4]), name).toBeLessThanOrEqual(180);
      }
    }
    expect(visited / maps.length).toBeGreaterThan(20);
  });

  it("turn no faster than a person", () => {
    const SECOND = 1 / 60;
    for (const { name, tree, start } of maps) {
      const tour = buildTour({ tree, start });
      const [last, now] = [createCamera(), createCamera()];
      tour.setPose(last, 0);
      for (let t = SECOND; t < Math.min(tour.duration, 60); t += SECOND) {
        tour.setPose(now, t);
        const turn = Math.abs(((now.yaw - last.yaw + 540) % 360) - 180);
        expect(turn, `${name} at ${t.toFixed(1)} s`).toBeLessThan(12);
        Object.assign(last, now);
      }
    }
  });
});
