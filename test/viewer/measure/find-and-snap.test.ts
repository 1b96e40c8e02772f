/** Tests snapping, hit surfaces and ruler lines in a room of known boxes. */

import { beforeAll, describe, expect, it } from "vitest";
import { buildSurfaces } from "../../../src/analysis/marks/build-measured-surfaces.ts";
import { readMarkMap } from "../../../src/analysis/marks/mark-map.ts";
import type { MeasuredSurfaces } from "../../../src/map/solid/measured-surfaces.ts";
import { isSteep } from "../../../src/map/solid/steepness.ts";
import { LineRows } from "../../../src/render/lines/line-rows.ts";
import { SolidRows } from "../../../src/render/lines/solid-rows.ts";
import { CameraAxes } from "../../../src/viewer/camera/camera-axes.ts";
import {
  findPiece,
  findSnaps,
  measureSurface,
  orderSnaps,
  type SnapPoint,
  slopeOf,
} from "../../../src/viewer/measure/find-surface.ts";
import { tickStep, writeRuler, writeSteep } from "../../../src/viewer/measure/map-measure.ts";
import type { Vector } from "../../../src/viewer/viewer-types.ts";
import { measuredRoom, SLAB_ORIGIN } from "../../analysis/marks/measured-room.ts";

let room: MeasuredSurfaces;
beforeAll(() => {
  room = buildSurfaces(readMarkMap(measuredRoom()));
});

const [WIDTH, HEIGHT] = [1280, 720];
const axes = new CameraAxes();
axes.follow({ x: 40, y: 40, z: 150, pitch: 25, yaw: 45, fov: 90 }, WIDTH / HEIGHT);

function pixelOf([x, y, z]: Vector): [x: number, y: number] {
  const at = new Float64Array(3);
  expect(axes.project(x, y, z, at)).toBe(true);
  return [((at[0] + 1) / 2) * WIDTH, ((1 - at[1]) / 2) * HEIGHT];
}

/** Returns the best snap point for a pointer some pixels away from a position. */
function snapAt(place: Vector, dx = 0, dy = 0, pixels = 10): SnapPoint | null {
  const [x, y] = pixelOf(place);
  const found: SnapPoint[] = [];
  const pointer = { axes, width: WIDTH, height: HEIGHT, x: x + dx, y: y + dy, pixels };
  findSnaps(room, pointer, place, 24, found);
  return found.sort(orderSnaps)[0] ?? null;
}

const near = (point: Vector) => point.map((value) => expect.closeTo(value, 2));

describe("snapping a pointer", () => {
  it("finds a corner within a few pixels", () => {
    const corner: Vector = [128, 128, 64];
    expect(snapAt(corner, 5, -5)).toMatchObject({ kind: "corner", point: near(corner) });
    expect(snapAt(corner, 0, 40)).toMatchObject({ kind: "edge" });
    expect(snapAt(corner, 5, -5, 1.5)).toBeNull();
  });

  it("finds the point under the pointer on a partly visible edge", () => {
    const place: Vector = [176, 128, 64];
    const snapped = snapAt(place);
    expect(snapped).toMatchObject({ kind: "edge", point: near(place) });
    expect(snapAt(place, 0, 6)?.point[1]).toBeCloseTo(128, 2);
    expect(snapAt([192, 160, 64])).toBeNull();
  });

  it("prefers corners, then fewer pixels, then less depth", () => {
    const make = (kind: "corner" | "edge", pixels: number, depth: number): SnapPoint => ({
      ...{ kind, pixels, depth, point: [0, 0, 0] },
    });
    const far = make("corner", 3, 900);
    const order = [make("edge", 0, 1), far, make("corner", 3.2, 100), make("corner", 8, 1)];
    const sorted = order.sort(orderSnaps);
    expect(sorted.map(({ kind, depth }) => `${kind} ${depth}`)).toEqual([
      "corner 100",
      "corner 900",
      "corner 1",
      "edge 1",
    ]);
  });
});

describe("a surface hit by a ray", () => {
  const hit = (point: Vector, normal: Vector, entity: number | null = null) => ({
    ...{ point, normal, entity, distance: 100, kind: "brush" as const },
  });

  it("is found by the hit point and measured", () => {
    const row = findPiece(room, hit([200, 150, 64], [0, 0, 1]));
    const { area, ...surface } = measureSurface(room, row);
    expect(surface).toMatchObject({
      kind: "face",
      slope: 0,
      isStandable: true,
      wholeArea: expect.closeTo(8192, 1),
      wholeWidth: expect.closeTo(128, 2),
      wholeHeight: expect.closeTo(64, 2),
    });
    expect(area).toBeLessThanOrEqual(8192.01);
    const side = measureSurface(room, findPiece(room, hit([256, 160, 30], [1, 0, 0])));
    expect(side).toMatchObject({ slope: 90, wholeWidth: expect.closeTo(64, 2) });
  });

  it("is not found beside it, behind it, from its back or on another model", () => {
    expect(findPiece(room, hit([200, 150, 66], [0, 0, 1]))).toBe(-1);
    expect(findPiece(room, hit([200, 150, 64], [0, 0, -1]))).toBe(-1);
    expect(findPiece(room, hit([259, 150, 64], [0, 0, 1]))).toBe(-1);
    const [x, y, z] = SLAB_ORIGIN;
    const onSlab: Vector = [x - 16, y + 48, z + 16];
    expect(findPiece(room, hit(onSlab, [0, 0, 1]))).toBe(-1);
    const entity = Math.max(...room.entity);
    expect(findPiece(room, hit(onSlab, [0, 0, 1], entity))).toBeGreaterThanOrEqual(0);
  });

  it("is standable up to a normal with z = 0.7", () => {
    expect(slopeOf([0, Math.sqrt(1 - 0.49), 0.7])).toMatchObject({ isStandable: true });
    const steeper = slopeOf([0, Math.sqrt(1 - 0.69 ** 2), 0.69]);
    expect(steeper.isStandable).toBe(false);
    expect(steeper.slope).toBeCloseTo(46.37, 2);
    expect([0.9, 0.7, 0.69, 0.02, 0, -0.5].map(isSteep)).toEqual([
      ...[false, false, true, true, false, false],
    ]);
  });

  it("is tinted if and only if it is too steep", () => {
    const rows = new SolidRows();
    writeSteep(room, rows);
    const floats = new Float32Array(rows.words.buffer);
    let area = 0;
    for (let i = 0; i < rows.count; i += 3) {
      const at = (k: number, axis: number) => floats[(i + k) * 4 + axis];
      const e = (k: number) => [0, 1, 2].map((axis) => at(k, axis) - at(0, axis));
      const [a, b] = [e(1), e(2)];
      const cross = [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
      ];
      area += Math.hypot(...cross) / 2;
    }
    // 80 wide, and the root of 64 and 128 squared high.
    expect(area).toBeCloseTo(80 * Math.hypot(64, 128), 0);
  });
});

describe("ruler lines", () => {
  const linesOf = (points: readonly Vector[], hover: Vector | null): number[][] => {
    const rows = new LineRows();
    writeRuler(rows, points, hover);
    const floats = new Float32Array(rows.words.buffer);
    return Array.from({ length: rows.count }, (_, i) => [
      ...floats.subarray(i * 8, i * 8 + 3),
      ...floats.subarray(i * 8 + 4, i * 8 + 7),
    ]);
  };

  it("have at most 32 ticks, a power of two apart", () => {
    expect([10, 32, 33, 64, 1000, 4096].map(tickStep)).toEqual([1, 1, 2, 2, 32, 128]);
    const lines = linesOf(
      [
        [0, 0, 0],
        [64, 0, 0],
      ],
      null,
    );
    expect(lines[0]).toEqual([0, 0, 0, 64, 0, 0]);
    // Two cross lines at both ends, and at 2, 4, ... 62.
    expect(lines).toHaveLength(1 + 2 * (2 + 31));
    const places = lines.slice(1).map((line) => (line[0] + line[3]) / 2);
    expect(new Set(places)).toEqual(new Set(Array.from({ length: 33 }, (_, i) => i * 2)));
  });

  it("show the height and horizontal distance of the leg to the pointer", () => {
    const lines = linesOf([[0, 0, 0]], [30, 40, 25]);
    expect(lines).toContainEqual([0, 0, 0, 30, 40, 0]);
    expect(lines).toContainEqual([30, 40, 0, 30, 40, 25]);
    expect(linesOf([], [30, 40, 25])).toEqual([]);
  });
});
