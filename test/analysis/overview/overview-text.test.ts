import { describe, expect, it } from "vitest";
import { fitPicture } from "../../../src/analysis/overview/fit-picture.ts";
import { writeOverviewText } from "../../../src/analysis/overview/overview-text.ts";
import { listSections } from "../../../src/analysis/overview/sections.ts";
import { parseKeyValues } from "../../../src/formats/keyvalues/parse-keyvalues.ts";
import { placeOnOverview } from "../../oracle/screen/overview-place.ts";

const BOX = { minX: -1872, minY: -2224, maxX: 2384, maxY: 1616 };

describe("fitPicture", () => {
  it("fits a box with a one-digit scale and an integer corner", () => {
    const frame = fitPicture(BOX);
    // 4256 inches in 992 of 1024 pixels are 4.29 inches per pixel.
    expect(frame).toEqual({ posX: -1946, posY: 1898, scale: 4.3 });
    const text = parseKeyValues(writeOverviewText("made", frame, []));
    const [left, top] = placeOnOverview(text, BOX.minX, BOX.maxY);
    const [right, bottom] = placeOnOverview(text, BOX.maxX, BOX.minY);
    for (const edge of [left, top, 1024 - right, 1024 - bottom])
      expect(edge).toBeGreaterThanOrEqual(16);
    expect(Math.abs(left + right - 1024)).toBeLessThan(1);
    expect(Math.abs(top + bottom - 1024)).toBeLessThan(1);
  });

  it("keeps a given scale and position", () => {
    expect(fitPicture(BOX, { scale: 5 })).toMatchObject({ scale: 5, posX: 256 - 2560 });
    expect(fitPicture(BOX, { scale: 4.1, pos: [-1838, 1858] })).toEqual({
      ...{ scale: 4.1, posX: -1838, posY: 1858 },
    });
    // The box of a single point has a picture too.
    expect(fitPicture({ minX: 5, minY: 5, maxX: 5, maxY: 5 }).scale).toBe(0.1);
  });
});

describe("listSections", () => {
  it("cuts an inch below each height, from the highest down, and skips heights outside the map", () => {
    const sections = listSections([128, -64, 128, 900, -500], 500, -300);
    expect(sections.map(({ name, suffix }) => [name, suffix])).toEqual([
      ["default", ""],
      ["lower", "_lower"],
      ["lower2", "_lower2"],
    ]);
    expect(sections.map(({ top, bottom }) => [top, bottom])).toEqual([
      [500, 127],
      [127, -65],
      [-65, -300],
    ]);
    expect(sections.map(({ altitudeMax, altitudeMin }) => [altitudeMax, altitudeMin])).toEqual([
      [10000, 128],
      [128, -64],
      [-64, -10000],
    ]);
  });
});

describe("writeOverviewText", () => {
  it("writes KeyValues as the games read them", () => {
    const sections = listSections([0], 100, -100);
    const frame = { posX: -1838, posY: 1858, scale: 4.1 };
    const [{ key, value }] = parseKeyValues(writeOverviewText("de_made", frame, sections));
    expect(key).toBe("de_made");
    expect(value).toMatchObject([
      { key: "material", value: "overviews/de_made" },
      { key: "pos_x", value: "-1838" },
      { key: "pos_y", value: "1858" },
      { key: "scale", value: "4.1" },
      { key: "rotate", value: "0" },
      { key: "zoom", value: "1" },
      {
        key: "verticalsections",
        value: [
          {
            key: "default",
            value: [
              { key: "AltitudeMax", value: "10000" },
              { key: "AltitudeMin", value: "0" },
            ],
          },
          { key: "lower", value: [{ value: "0" }, { value: "-10000" }] },
        ],
      },
    ]);
    expect(writeOverviewText("de_made", frame, sections.slice(1))).not.toContain("vertical");
  });
});
