/** `visleaf cost`: the costs of a map's places. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileWithVis } from "../../analysis/compile-with-vis.ts";
import { doorBlock, makeDoor } from "../../analysis/cost/made-costs.ts";
import { corpusContent, corpusPath, hasCorpus, listFewMaps } from "../../support/corpus.ts";
import { runVisleaf } from "../run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-cost-"));
const open = join(folder, "open.bsp");
const shut = join(folder, "shut.bsp");

beforeAll(async () => {
  writeFileSync(open, (await compileWithVis(makeDoor())).bytes);
  writeFileSync(shut, (await compileWithVis(makeDoor([doorBlock()]))).bytes);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("visleaf cost", () => {
  it("lists the most expensive places, as JSON with stable names", async () => {
    const { code, stdout } = await runVisleaf("cost", open, "--json", "--top", "2");
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(Object.keys(report)).toEqual([
      ...["map", "by", "visibility", "worst", "place", "against", "heat", "warnings"],
    ]);
    expect(report).toMatchObject({ map: "open", by: "triangles", place: null, against: null });
    expect(report.visibility).toMatchObject({ unseenPairs: 0 });
    expect(report.worst.length).toBe(2);
    expect(report.worst[0]).toMatchObject({ rank: 1, props: 0, displacements: 0 });
    expect(report.worst[0].triangles).toBeGreaterThanOrEqual(report.worst[1].triangles);
    expect(Object.keys(report.worst[0].camera)).toEqual(["x", "y", "z", "pitch", "yaw"]);
  });

  it("measures a place, and prints the saving of a door", async () => {
    const args = ["cost", open, "--place", "64,64,64"];
    const { stdout } = await runVisleaf(...args, "--json");
    const { place } = JSON.parse(stdout);
    expect(place.sample.triangles).toBe(place.cost.world + place.cost.brushEntities);
    expect(place.closings.closings[0]).toMatchObject({ isDoor: true, isBound: false });
    const { code, stdout: text } = await runVisleaf(...args);
    expect(code).toBe(0);
    expect(text).toContain("At 64,64,64 (cluster ");
    expect(text).toContain("an area portal may stand there");
  });

  it("compares two compiles", async () => {
    const { stdout } = await runVisleaf("cost", shut, "--against", open, "--json");
    const { against } = JSON.parse(stdout);
    expect(against.meanAfter).toBeLessThan(against.meanBefore);
    expect(against.worse).toBe(0);
    const { stdout: text } = await runVisleaf("cost", shut, "--against", open);
    expect(text).toMatch(/in the mean \(-\d+\.\d %\); less at \d+ places, more at 0/);
  });

  it("draws the heat map", async () => {
    const heat = join(folder, "heat.png");
    expect((await runVisleaf("cost", open, "--heat", heat)).code).toBe(0);
    const { width, height } = PNG.sync.read(readFileSync(heat));
    expect(width / height).toBeCloseTo(17 / 8, 1);
  });

  it("gives the reason if a place cannot be measured, and rejects invalid options", async () => {
    expect(await runVisleaf("cost", open, "--place", "264,20,64")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "the cost of --place is unknown, because 264,20,64 is in solid",
      ),
    });
    expect((await runVisleaf("cost", open, "--by", "beauty")).code).toBe(1);
    expect((await runVisleaf("cost", open, "--top", "0")).code).toBe(1);
    expect((await runVisleaf("cost")).code).toBe(1);
    const bad = join(folder, "bad.bsp");
    writeFileSync(bad, "VBSP");
    expect(await runVisleaf("cost", bad, "--json")).toMatchObject({ code: 2 });
  });
});

describe.skipIf(!hasCorpus)("visleaf cost of real maps", () => {
  it("answers for each, or reports that it is bad", async () => {
    const codes = new Map<number, number>();
    for (const map of listFewMaps()) {
      const content = corpusContent(map).flatMap((path) => ["--content", path]);
      const args = ["cost", corpusPath(map), ...content, "--top", "3", "--json"];
      const { code, stdout } = await runVisleaf(...args);
      codes.set(code, (codes.get(code) ?? 0) + 1);
      expect([map, code === 0 || code === 2]).toEqual([map, true]);
      if (code === 0) expect(JSON.parse(stdout).visibility.unseenPairs).toBe(0);
    }
    expect(codes.get(0)).toBeGreaterThan(5);
  }, 120_000);
});
