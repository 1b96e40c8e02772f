/** Places of changes, and the cameras and outlines that show them. */

import { describe, expect, it } from "vitest";
import { openVersion } from "../../../src/analysis/diff/open-version.ts";
import { createCameraFinder } from "../../../src/analysis/diff/places/find-camera.ts";
import {
  type ChangeMark,
  gatherPlaces,
  MOST_PLACES,
} from "../../../src/analysis/diff/places/gather-places.ts";
import { listOutlines } from "../../../src/analysis/diff/places/list-outlines.ts";
import type { Box } from "../../../src/analysis/diff/types.ts";
import { compileVersion, diffBytes, makeSource } from "./made-versions.ts";

const around = (x: number, y = 0, z = 0, half = 16): Box => ({
  mins: [x - half, y - half, z - half],
  maxs: [x + half, y + half, z + half],
});
const mark = (x: number, words = "changed", weight = 1): ChangeMark => ({
  ...{ box: around(x), weight, words },
});

describe("gatherPlaces", () => {
  it("joins changes that lie together, and separates those apart", () => {
    const { places } = gatherPlaces([mark(0, "a"), mark(100, "b", 2), mark(900, "c")], []);
    expect(places.map(({ words, count }) => [words, count])).toEqual([
      [["b", "a"], 2],
      [["c"], 1],
    ]);
    expect(places[0].box).toEqual({ mins: [-16, -16, -16], maxs: [116, 16, 16] });
  });

  it("does not depend on the order of changes", () => {
    const marks = Array.from({ length: 60 }, (_, i) => mark((i * 137) % 4000, `change ${i % 7}`));
    expect(gatherPlaces([...marks].reverse(), [])).toEqual(gatherPlaces(marks, []));
  });

  it("limits the width and the number of places", () => {
    const row = Array.from({ length: 400 }, (_, i) => mark(i * 100));
    const { places, more } = gatherPlaces(row, []);
    for (const { box } of places) expect(box.maxs[0] - box.mins[0]).toBeLessThanOrEqual(768);
    expect(places).toHaveLength(MOST_PLACES);
    expect(more).toBeGreaterThan(0);
    const counted = gatherPlaces(row.slice(0, 20), []).places;
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(20);
  });

  it("adds each change to the first place that it fits, as a search of all places does", () => {
    const random = (i: number, most: number) => (Math.imul(i + 1, 0x9e3779b1) >>> 8) % most;
    const marks: ChangeMark[] = Array.from({ length: 300 }, (_, i) => ({
      box: around(
        random(i, 5000) - 2500,
        random(i * 3, 3000) - 1500,
        random(i * 7, 900),
        i % 23 === 0 ? 700 : 20,
      ),
      weight: 300 - i,
      words: `change ${i}`,
    }));
    const naive: { mins: number[]; maxs: number[]; count: number }[] = [];
    for (const { box } of marks) {
      const place = naive.find(({ mins, maxs }) =>
        mins.every((min, axis) => {
          const isNear = box.mins[axis] <= maxs[axis] + 128 && box.maxs[axis] >= min - 128;
          const low = Math.min(min, box.mins[axis]);
          const high = Math.max(maxs[axis], box.maxs[axis]);
          return isNear && high - low <= Math.max(768, maxs[axis] - min);
        }),
      );
      if (place === undefined) naive.push({ mins: [...box.mins], maxs: [...box.maxs], count: 1 });
      else {
        place.mins = place.mins.map((min, axis) => Math.min(min, box.mins[axis]));
        place.maxs = place.maxs.map((max, axis) => Math.max(max, box.maxs[axis]));
        place.count++;
      }
    }
    const { places, more } = gatherPlaces(marks, []);
    expect(places.length + more).toBe(naive.length);
    for (const { box, count } of places) {
      expect(naive).toContainEqual({ mins: box.mins, maxs: box.maxs, count });
    }
  });

  it("counts repeated words", () => {
    const { places } = gatherPlaces([mark(0, "face"), mark(8, "face"), mark(16, "face")], []);
    expect(places[0].words).toEqual(["face (3)"]);
  });

  it("makes places of light changes only if no other change is near", () => {
    const { places } = gatherPlaces([mark(0, "lamp")], [mark(300, "light"), mark(3000, "light")]);
    expect(places.map(({ words }) => words)).toEqual([["lamp"], ["light"]]);
  });
});

describe("cameras", () => {
  it("look at a place from inside the room with a free line of sight", async () => {
    const versions = [
      openVersion("a", await compileVersion(makeSource())),
      openVersion("b", await compileVersion(makeSource({ crate: null }))),
    ];
    const finder = createCameraFinder(versions);
    // The places are in corners of the first room, which is 256 wide and deep and 128 high.
    for (const box of [around(24, 24, 24, 8), around(232, 24, 100, 8), around(80, 80, 16)]) {
      const { x, y, z, pitch, yaw } = finder.find(box);
      for (const [value, most] of [
        [x, 256],
        [y, 256],
        [z, 128],
      ]) {
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThan(most);
      }
      // The view direction leads to the middle of the place.
      const [pitchRadians, yawRadians] = [pitch, yaw].map((angle) => (angle * Math.PI) / 180);
      const middle = box.mins.map((low, axis) => (low + box.maxs[axis]) / 2);
      const distance = Math.hypot(middle[0] - x, middle[1] - y, middle[2] - z);
      const flat = Math.cos(pitchRadians) * distance;
      expect(x + Math.cos(yawRadians) * flat).toBeCloseTo(middle[0], 6);
      expect(y + Math.sin(yawRadians) * flat).toBeCloseTo(middle[1], 6);
      expect(z - Math.sin(pitchRadians) * distance).toBeCloseTo(middle[2], 6);
    }
  });
});

describe("cameras beyond the work limit", () => {
  it("are the best candidate found within the limit, for every place", async () => {
    const source = makeSource();
    const versions = [openVersion("a", await compileVersion(source))];
    const box = around(24, 24, 24, 8);
    const free = createCameraFinder(versions).find(box);
    expect(free.x).toBeGreaterThan(0);
    const spent = createCameraFinder(versions, 0);
    // This is the first candidate, which is inside a wall here.
    for (let place = 0; place < 2; place++) {
      const { x, pitch, yaw } = spent.find(box);
      expect([pitch, yaw]).toEqual([25, 45]);
      expect(x).toBeLessThan(0);
    }
  });
});

describe("outlines", () => {
  /** Returns the box around lines of 6 numbers each. */
  const boxOf = (lines: Float32Array): number[][] =>
    [Math.min, Math.max].map((pick) =>
      [0, 1, 2].map((axis) => pick(...lines.filter((_, i) => i % 3 === axis))),
    );

  it("mark removed things in the version before, and added things in the version after", async () => {
    const [a, b] = [makeSource(), makeSource({ crate: null })];
    const diff = await diffBytes(await compileVersion(a), await compileVersion(b));
    const lines = listOutlines(diff);
    expect([lines.a.added.length, lines.b.removed.length]).toEqual([0, 0]);
    expect([lines.a.changed.length, lines.b.changed.length]).toEqual([0, 0]);
    // A brush has twelve edges, and each of its five faces at least four.
    expect(lines.a.removed.length).toBeGreaterThanOrEqual(6 * (12 + 5 * 4));
    expect(boxOf(lines.a.removed)).toEqual([
      [64, 64, 0],
      [96, 96, 32],
    ]);
    expect(boxOf(lines.b.added)).toEqual([
      [64, 64, 0],
      [96, 96, 0],
    ]);
  });

  it("mark moved things at their old place and at their new place", async () => {
    const [a, b] = [makeSource(), makeSource({ targetOrigin: "400 100 72" })];
    const diff = await diffBytes(await compileVersion(a), await compileVersion(b));
    const lines = listOutlines(diff);
    expect(lines.a.changed).toHaveLength(12 * 6);
    expect(boxOf(lines.a.changed)).toEqual([
      [392, 92, 32],
      [408, 108, 48],
    ]);
    expect(boxOf(lines.b.changed)).toEqual([
      [392, 92, 64],
      [408, 108, 80],
    ]);
    // Each edge is along one axis, and no two are equal.
    const texts = new Set<string>();
    for (let i = 0; i < lines.b.changed.length; i += 6) {
      const line = [...lines.b.changed.subarray(i, i + 6)];
      expect([0, 1, 2].filter((axis) => line[axis] !== line[axis + 3])).toHaveLength(1);
      texts.add(line.join());
    }
    expect(texts.size).toBe(12);
  });
});
