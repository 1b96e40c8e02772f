/** `visleaf overview`: a map from above. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseKeyValues } from "../../../src/formats/keyvalues/parse-keyvalues.ts";
import { compileWithVis } from "../../analysis/compile-with-vis.ts";
import { BLOCK, makeHouse, ROOM } from "../../analysis/overview/made-house.ts";
import { helpOf, keysAfter } from "../../docs/read-docs.ts";
import { placeOnOverview } from "../../oracle/screen/overview-place.ts";
import { corpusPath, hasCorpus } from "../../support/corpus.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { drawOnOneDevice } from "../../support/kept-device.ts";
import { runVisleaf } from "../run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-overview-"));
const house = join(folder, "house.bsp");
const test = await openTestGpu();
afterAll(() => test?.close());

beforeAll(async () => writeFileSync(house, (await compileWithVis(makeHouse())).bytes));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Returns a function for the picture's alpha, 0 to 255, at a place of the world, by its text file.
 */
function openPicture(name: string, suffix = "") {
  const { width, data } = PNG.sync.read(readFileSync(join(folder, `${name}${suffix}_radar.png`)));
  const text = parseKeyValues(readFileSync(join(folder, `${name}.txt`), "utf8"));
  return (x: number, y: number) => {
    const [column, row] = placeOnOverview(text, x, y).map((at) => Math.floor((at * width) / 1024));
    return data[(row * width + column) * 4 + 3];
  };
}

/** Returns places just inside a box, and just outside, by more than a pixel. */
function edgesOf([x0, y0, , x1, y1]: readonly number[], pixel: number) {
  const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const off = pixel * 1.01;
  return {
    inside: [
      [x0 + off, my],
      [x1 - off, my],
      [mx, y0 + off],
      [mx, y1 - off],
    ],
    outside: [
      [x0 - off, my],
      [x1 + off, my],
      [mx, y0 - off],
      [mx, y1 + off],
    ],
  };
}

describe.skipIf(test === null)("visleaf overview", () => {
  drawOnOneDevice(test);

  it("draws the walkable area, and writes a text file with its position", async () => {
    const out = join(folder, "house");
    const { code, stdout } = await runVisleaf(
      "overview",
      house,
      "--out",
      out,
      "--size",
      "200",
      "--json",
    );
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    const help = helpOf("overview");
    expect(Object.keys(report)).toEqual(keysAfter(help, "{map, text, size"));
    expect(Object.keys(report.area)).toEqual(keysAfter(help, "area: {"));
    expect(Object.keys(report.layers[0])).toEqual(keysAfter(help, "layers: [{"));
    expect(report).toMatchObject({ map: "house", size: 200, area: { source: "walked" } });
    expect(report.unitsPerPixel).toBeCloseTo((report.scale * 1024) / 200, 9);
    expect(report.layers).toMatchObject([{ name: "default", file: `${out}_radar.png`, top: 80 }]);
    const at = openPicture("house");
    const { inside, outside } = edgesOf(ROOM, report.unitsPerPixel);
    for (const [x, y] of inside) expect(at(x, y), `${x}, ${y}`).toBe(255);
    for (const [x, y] of outside) expect(at(x, y), `${x}, ${y}`).toBe(0);
    // The block is higher than the cut above the floor, so it is open and empty. The other room is
    // not visible.
    expect(at(160, 128)).toBe(0);
    expect(at(100, 128)).toBe(255);
  });

  it("writes a picture for each layer", async () => {
    const out = join(folder, "layers");
    const args = ["--size", "256", "--top", "200", "--layers", "64,-64", "--scale", "2"];
    const { code, stdout } = await runVisleaf("overview", house, "--out", out, ...args);
    expect(code).toBe(0);
    expect(stdout).toContain("layers_lower_radar.png: heights from -65 to 63");
    expect(stdout).toMatch(/layers\.txt: pos_x -?\d+, pos_y -?\d+, scale 2$/);
    // Above the floor there are walls, which are lines from above, and the block's top.
    const [upper, lower, lowest] = ["", "_lower", "_lower2"].map((name) =>
      openPicture("layers", name),
    );
    const { inside, outside } = edgesOf(BLOCK, 8);
    for (const [x, y] of inside) {
      expect([upper(x, y), lower(x, y), lowest(x, y)], `${x}, ${y}`).toEqual([255, 0, 0]);
    }
    for (const [x, y] of outside) {
      expect([upper(x, y), lower(x, y), lowest(x, y)], `${x}, ${y}`).toEqual([0, 255, 0]);
    }
    const text = readFileSync(`${out}.txt`, "utf8");
    expect(parseKeyValues(text)[0].value).toMatchObject([
      ...[{ key: "material" }, { key: "pos_x" }, { key: "pos_y" }, { key: "scale", value: "2" }],
      ...[{ key: "rotate" }, { key: "zoom" }],
      {
        key: "verticalsections",
        value: [{ key: "default" }, { key: "lower" }, { key: "lower2" }],
      },
    ]);
  });

  it("fills the empty part with the background colour", async () => {
    const out = join(folder, "filled");
    const args = ["--size", "64", "--pos", "5000,5000", "--background", "#204060"];
    expect((await runVisleaf("overview", house, "--out", out, ...args)).code).toBe(0);
    const { data, alpha } = PNG.sync.read(readFileSync(`${out}_radar.png`)) as PNG & {
      alpha: boolean;
    };
    expect(alpha).toBe(false);
    expect([...data.subarray(0, 4)]).toEqual([0x20, 0x40, 0x60, 255]);
    expect(readFileSync(`${out}.txt`, "utf8")).toContain('"pos_x"\t"5000"');
  });

  it("reports invalid arguments, and leaves no files behind", async () => {
    const out = join(folder, "never");
    for (const [args, says] of [
      [["--out", out, "--size", "9"], "--size is 16 to 8192 pixels"],
      [["--out", out, "--scale", "0"], "--scale is more than 0"],
      [["--out", out, "--pos", "1.5,2"], "--pos wants two whole numbers"],
      [["--out", out, "--layers", "a"], "--layers wants 1 to 15 numbers"],
      [["--out", out, "--background", "red"], "--background wants a colour"],
      [["--out", out, "--top", "-900"], "--top is above the map's lowest"],
      [["--out", join(folder, "no", "where")], "is no folder"],
    ] as const) {
      const result = await runVisleaf("overview", house, ...args);
      expect(result.code, says).toBe(1);
      expect(result.stderr).toContain(says);
    }
    const bytes = readFileSync(house);
    for (const part of [0.1, 0.5, 0.9]) {
      const cut = join(folder, "cut.bsp");
      writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length * part)));
      const { code } = await runVisleaf("overview", cut, "--out", out, "--size", "16");
      expect([0, 2]).toContain(code);
      if (code === 2) expect(existsSync(`${out}.txt`)).toBe(false);
    }
  });

  it.skipIf(!hasCorpus)(
    "has about the scale of the overview that a real map's author made",
    async () => {
      const map = corpusPath("lanofdoom_css/de_office_h2.bsp");
      const out = join(folder, "office");
      const { stdout } = await runVisleaf("overview", map, "--out", out, "--size", "64", "--json");
      // The map's pakfile has resource/overviews/de_office_h2.txt: pos_x -1838, pos_y 1858, scale
      // 4.1.
      const { posX, posY, scale } = JSON.parse(stdout);
      expect(Math.abs(scale - 4.1)).toBeLessThanOrEqual(0.25);
      expect(Math.abs(posX + 512 * scale - (-1838 + 512 * 4.1))).toBeLessThan(100);
      expect(Math.abs(posY - 512 * scale - (1858 - 512 * 4.1))).toBeLessThan(100);
    },
  );
});
