/** Cancelled cost requests end at their current stage. */

import { beforeAll, describe, expect, it } from "vitest";
import {
  type CountedMap,
  countClusterCosts,
  findStandingPlaces,
  measurePlace,
  openCostMap,
  rebuildPortals,
} from "../../../src/analysis/cost/index.ts";
import { CancelledError } from "../../../src/core/errors.ts";
import { compileWithVis } from "../compile-with-vis.ts";
import { countVmf, makeDoor } from "./made-costs.ts";

let counted: CountedMap;
let bytes: Uint8Array;
beforeAll(async () => {
  counted = await countVmf(makeDoor());
  bytes = (await compileWithVis(makeDoor())).bytes;
});

describe("a cancelled cost request", () => {
  it("opens no map", async () => {
    const gone = new AbortController();
    gone.abort();
    const opened = openCostMap({ name: "made", bytes, sources: [] }, { signal: gone.signal });
    await expect(opened).rejects.toThrow(CancelledError);
  });

  it("ends at the next row of columns while floors are searched", async () => {
    const gone = new AbortController();
    let rows = 0;
    const progress = () => {
      rows++;
      gone.abort();
    };
    const found = findStandingPlaces(counted.map, progress, gone.signal);
    await expect(found).rejects.toThrow(CancelledError);
    expect(rows).toBe(1);
  });

  it("ends while clusters are counted", async () => {
    const gone = new AbortController();
    const { map, standing } = counted;
    const costs = countClusterCosts(map, standing, () => gone.abort(), gone.signal);
    await expect(costs).rejects.toThrow(CancelledError);
  });

  it.each([
    ["lines of sight", ["lines of sight"]],
    ["openings", ["lines of sight", "openings"]],
    ["hints", ["lines of sight", "openings", "hints"]],
  ])("ends at its %s stage", async (last, stages) => {
    const { map } = counted;
    const gone = new AbortController();
    const told = new Set<string>();
    const progress = (stage: string) => {
      told.add(stage);
      if (stage === last) gone.abort();
    };
    const portals = rebuildPortals(map.bsp);
    const place = measurePlace(map, portals, [64, 64, 64], progress, gone.signal);
    await expect(place).rejects.toThrow(CancelledError);
    expect([...told]).toEqual(stages);
  });

  it("reports its progress stage by stage, never backwards", async () => {
    const { map } = counted;
    const told: [string, number][] = [];
    const progress = (stage: string, done: number) => void told.push([stage, done]);
    await measurePlace(map, rebuildPortals(map.bsp), [64, 64, 64], progress);
    const stages = [...new Set(told.map(([stage]) => stage))];
    expect(stages).toEqual(["lines of sight", "openings", "hints"]);
    for (const stage of stages) {
      const steps = told.filter(([own]) => own === stage).map(([, done]) => done);
      expect(steps).toEqual([...steps].sort((a, b) => a - b));
      expect(steps.at(-1)).toBe(1);
    }
  });
});
