/** Text and units of the ruler's results. */

import { describe, expect, it } from "vitest";
import { describePath, describeSurface, labelsOf } from "../../../src/app/measure/measure-rows.ts";
import type { Vector } from "../../../src/viewer/index.ts";
import { findUnit, measurePath, type SurfaceMeasure } from "../../../src/viewer/measure/index.ts";

const UNITS = findUnit("units");
const FEET = findUnit("feet");
const POINTS: readonly Vector[] = [
  [0, 0, 0],
  [144, 0, 0],
  [144, 0, 60],
];

describe("a measured path", () => {
  it("has rows for its last leg, and for the whole if there are several legs", () => {
    expect(describePath(measurePath(POINTS.slice(0, 1)), UNITS)).toEqual([]);
    expect(describePath(measurePath(POINTS.slice(0, 2)), FEET)).toEqual([
      ["Distance", "12 ft"],
      ["Height", "0 ft"],
      ["Horizontal", "12 ft"],
      ["Slope", "0°, 0 : 1"],
    ]);
    expect(describePath(measurePath(POINTS), UNITS)).toEqual([
      ["Distance", "60"],
      ["Height", "60"],
      ["Horizontal", "0"],
      ["Slope", "90°"],
      ["Angle", "90°"],
      ["Path of 2 legs", "204"],
      ["First to last", "156"],
    ]);
  });

  it("has labels at the middle of legs, at angles, and on the leg to the pointer", () => {
    const texts = (points: readonly Vector[], hover: Vector | null) =>
      labelsOf(points, hover, UNITS)
        .filter(({ kind }) => kind !== "point")
        .map(({ at, text }) => `${text} at ${at.join(" ")}`);
    expect(texts(POINTS, null)).toEqual(["144 at 72 0 0", "60 at 144 0 30", "90° at 144 0 0"]);
    expect(texts(POINTS.slice(0, 1), [0, 32, 0])).toEqual(["32 at 0 16 0"]);
    expect(texts(POINTS.slice(0, 1), [0, 0, 0])).toEqual([]);
    expect(texts([], [0, 32, 0])).toEqual([]);
  });
});

describe("a measured surface", () => {
  const slope = { slope: 26.565, isStandable: true };
  const face: SurfaceMeasure = {
    ...{ kind: "face", ...slope, area: 4096, width: 64, height: 64 },
    ...{ wholeArea: 8192, wholeWidth: 128, wholeHeight: 64, pieces: 2 },
  };

  it("shows only its slope without further facts", () => {
    expect(describeSurface(slope, null, UNITS)).toEqual([["Slope", "26.6°, can be stood on"]]);
    expect(describeSurface({ slope: 63.4, isStandable: false }, null, UNITS)[0][1]).toBe(
      "63.4°, too steep to stand on",
    );
    expect(describeSurface({ slope: 180, isStandable: false }, null, UNITS)[0][1]).toBe(
      "180°, faces down",
    );
    expect(describeSurface(slope, null, UNITS, "models/props_c17/oildrum001.mdl")[0]).toEqual([
      ...["Model", "props_c17/oildrum001"],
    ]);
  });

  it("shows the size of the whole face, and of a piece of another size", () => {
    expect(describeSurface(slope, face, UNITS).slice(1)).toEqual([
      ["Face area", "8,192 sq"],
      ["Face size", "128 × 64"],
      ["Piece area", "4,096 sq of 2"],
      ["Piece size", "64 × 64"],
    ]);
    const whole = { ...face, area: 8192, pieces: 1 };
    expect(describeSurface(slope, whole, UNITS)).toHaveLength(3);
    const ground: SurfaceMeasure = { ...face, kind: "displacement", pieces: 128 };
    expect(describeSurface(slope, ground, FEET)[3]).toEqual(["Triangle area", "28.44 ft² of 128"]);
  });
});
