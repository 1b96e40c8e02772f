import { describe, expect, it } from "vitest";
import { type EmissionState, NEVER } from "../../src/map/placed/emitters.ts";
import { readEmission, type Timeline } from "../../src/simulation/index.ts";
import { arrivals, eventsOf, make, type Pairs, rowOf, runEntities } from "./make-simulation.ts";

/** Spans of an entity, newest first, rounded to a thousandth of a second. */
function spansOf(timeline: Timeline, name = "a"): number[][] {
  const state = emission(timeline, name)!;
  const pairs = [0, 1, 2, 3].map((i) => [...state.spans.subarray(i * 2, i * 2 + 2)]);
  return pairs
    .filter(([begin]) => begin !== NEVER)
    .map((pair) =>
      pair.map((seconds) => (seconds === NEVER ? NEVER : Math.round(seconds * 1000) / 1000)),
    );
}

function emission(timeline: Timeline, name = "a"): EmissionState | null {
  const out = { spans: new Float64Array(8), speed: 0, spread: 0, length: 0, rate: 0, alpha: 0 };
  return readEmission(timeline.simulation, rowOf(timeline, name), out) ? out : null;
}

const stack = (...more: Pairs) => make("env_smokestack", "a", ["InitialState", "1"], ...more);

describe("an effect", () => {
  it("that starts on has emitted for five seconds, another not at all", () => {
    expect(spansOf(runEntities(stack()))).toEqual([[-5, NEVER]]);
    expect(spansOf(runEntities(make("env_smokestack", "a")))).toEqual([]);
    expect(spansOf(runEntities(make("func_dustmotes", "a")))).toEqual([[-5, NEVER]]);
    expect(spansOf(runEntities(make("func_dustmotes", "a", ["StartDisabled", "1"])))).toEqual([]);
  });

  it("keeps the last four spans, and the same ones after going back", () => {
    const timeline = runEntities(stack());
    for (let i = 0; i < 9; i++) {
      timeline.fire("a", "Toggle");
      timeline.seek((i + 1) * 0.3);
    }
    const spans = spansOf(timeline);
    expect(spans).toEqual([
      [2.115, 2.415],
      [1.515, 1.815],
      [0.915, 1.215],
      [0.315, 0.615],
    ]);
    timeline.seek(0.1);
    expect(spansOf(timeline)).toEqual([[-5, 0.015]]);
    timeline.seek(2.7);
    expect(spansOf(timeline)).toEqual(spans);
  });

  it("that is turned on twice begins once", () => {
    const timeline = runEntities(make("env_steam", "a"));
    for (const seconds of [0.3, 0.6]) {
      timeline.fire("a", "TurnOn");
      timeline.seek(seconds);
    }
    expect(spansOf(timeline)).toEqual([[0.015, NEVER]]);
  });

  it("takes speed, spread, length and rate from inputs", () => {
    const timeline = runEntities(stack(["Speed", "30"]));
    expect(emission(timeline)?.speed).toBeNaN();
    const values = [
      ["Speed", "12"],
      ["SpreadSpeed", "3"],
      ["JetLength", "90"],
      ["Rate", "7"],
    ];
    for (const [input, value] of values) timeline.fire("a", input, value);
    timeline.step();
    expect(emission(timeline)).toMatchObject({ speed: 12, spread: 3, length: 90, rate: 7 });
  });

  it("that is removed emits nothing, nor does an entity of another class", () => {
    const timeline = runEntities(stack(), make("logic_relay", "b"));
    expect(emission(timeline, "b")).toBeNull();
    const row = rowOf(timeline, "a");
    timeline.fire("a", "Kill");
    timeline.step();
    expect(readEmission(timeline.simulation, row, {} as EmissionState)).toBe(false);
  });
});

describe("env_spark", () => {
  it("fires OnSpark at random intervals of its delay, while it is on", () => {
    const timeline = runEntities(
      make(
        "env_spark",
        "a",
        ["spawnflags", "64"],
        ["MaxDelay", "0.4"],
        ["OnSpark", "b,Trigger,,0,-1"],
      ),
      make("logic_relay", "b"),
    );
    timeline.seek(20);
    const count = arrivals(timeline).filter((line) => line.includes("b.Trigger")).length;
    // The mean is 0.3 seconds.
    expect(count).toBeGreaterThan(45);
    expect(count).toBeLessThan(85);
    timeline.fire("a", "StopSpark");
    timeline.seek(30);
    expect(spansOf(timeline)).toEqual([[-5, 20.01]]);
    expect(eventsOf(timeline, "output").filter(({ time }) => time > 20.1)).toEqual([]);
  });

  it("sparks once in a span without length", () => {
    const timeline = runEntities(make("env_spark", "a"));
    timeline.fire("a", "SparkOnce");
    timeline.step();
    const [[begin, end]] = spansOf(timeline);
    expect(end).toBe(begin);
  });
});

describe("env_fire", () => {
  it("burns for its health, unless it is infinite", () => {
    const ends = (flags: string) => {
      const timeline = runEntities(make("env_fire", "a", ["spawnflags", flags], ["health", "3"]));
      timeline.fire("a", "StartFire");
      timeline.seek(10);
      return spansOf(timeline)[0][1];
    };
    expect(ends("0")).toBeCloseTo(3, 1);
    expect(ends("1")).toBe(NEVER);
  });

  it("is not lit while it is disabled", () => {
    const timeline = runEntities(
      make("env_fire", "a", ["spawnflags", "4"], ["StartDisabled", "1"]),
    );
    expect(spansOf(timeline)).toEqual([]);
    timeline.fire("a", "Enable");
    timeline.fire("a", "StartFire");
    timeline.step();
    expect(spansOf(timeline)).toHaveLength(1);
  });
});

describe("info_particle_system", () => {
  it("starts, stops, and is destroyed with all that it emitted", () => {
    const timeline = runEntities(make("info_particle_system", "a", ["start_active", "1"]));
    expect(spansOf(timeline)).toEqual([[-5, NEVER]]);
    timeline.fire("a", "Stop");
    timeline.step();
    expect(spansOf(timeline)).toEqual([[-5, 0.015]]);
    timeline.fire("a", "DestroyImmediately");
    timeline.step();
    expect(spansOf(timeline)).toEqual([]);
  });
});
