import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/core/errors.ts";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import { Timeline } from "../../src/simulation/index.ts";
import { hasCorpus, listCorpusMaps, readCorpus } from "../support/corpus.ts";
import { eventsOf } from "./make-simulation.ts";

const SECONDS = 10;

describe.skipIf(!hasCorpus)("entities of real maps", () => {
  it("run the same twice, and stay at places that are numbers", () => {
    let events = 0;
    for (const path of listCorpusMaps()) {
      let bsp: ReturnType<typeof parseBsp>;
      try {
        bsp = parseBsp(readCorpus(path));
      } catch (error) {
        if (error instanceof FormatError) continue;
        throw error;
      }
      const timeline = new Timeline(bsp);
      timeline.seek(SECONDS);
      const first = eventsOf(timeline);
      timeline.seek(1);
      timeline.seek(SECONDS);
      expect(eventsOf(timeline), path).toEqual(first);
      const { origin, angles } = timeline.simulation.entities;
      expect([...origin, ...angles].every(Number.isFinite), path).toBe(true);
      expect(eventsOf(timeline, "cut"), path).toEqual([]);
      events += first.length;
    }
    expect(events).toBeGreaterThan(100);
  });

  it("of facility01 fire their outputs at the times that the map states", () => {
    const timeline = new Timeline(parseBsp(readCorpus("../corpus2/living/maps/facility01.bsp")));
    timeline.seek(30);
    const killed = eventsOf(timeline, "input").find(({ input }) => input === "Kill");
    // logic_auto at 0.2 s, relay_wakeup 8 s later, relay_wakeup_2 18 s later.
    expect(killed).toMatchObject({ entity: { name: "intro_puppet" } });
    expect(killed!.time).toBeCloseTo(26.2, 1);
  });
});
