import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/core/errors.ts";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import { readModelVolumes, Timeline } from "../../src/simulation/index.ts";
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
      // A train of this map starts itself whenever it starts, which never ends by the SDK's rules.
      const isLoop = path.endsWith("ez2_dd/intro.bsp");
      expect(eventsOf(timeline, "cut").length, path).toBe(isLoop ? 1 : 0);
      events += first.length;
    }
    expect(events).toBeGreaterThan(100);
  });

  it("are touched by a player that walks through their triggers, the same twice", () => {
    const path = "../corpus2/living/maps/dd00a.bsp";
    const bytes = readCorpus(path);
    const bsp = parseBsp(bytes);
    const timeline = new Timeline({ ...bsp, volumes: readModelVolumes(bytes, bsp) });
    const { entities } = timeline.simulation;
    const { mins, maxs } = bsp.models;
    let triggers = 0;
    for (let row = 0; row < entities.count; row++) {
      if (entities.touchKind[row] !== 1) continue;
      const [x, y, z] = [0, 1, 2].map((axis) => {
        const at = entities.model[row] * 3 + axis;
        return entities.origin[row * 3 + axis] + (mins[at] + maxs[at]) / 2;
      });
      timeline.place({ x, y, z: z - 36, pitch: 0, yaw: 0 });
      timeline.seek(++triggers * 0.5);
    }
    const first = eventsOf(timeline);
    const touched = new Set(
      first
        .filter(({ activator }) => activator?.class === "player")
        .map(({ caller }) => caller?.row),
    );
    expect(touched.size).toBeGreaterThan(5);
    timeline.seek(0.7);
    timeline.seek(triggers * 0.5);
    expect(eventsOf(timeline)).toEqual(first);
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
