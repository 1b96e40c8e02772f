import { describe, expect, it } from "vitest";
import { EntityTable } from "../../src/simulation/entity-table.ts";
import { CLASSES, MapSimulation, Timeline } from "../../src/simulation/index.ts";
import { StringPool } from "../../src/simulation/string-pool.ts";
import { eventsOf, make, makeMap, type Pairs, runEntities } from "./make-simulation.ts";

/** A machine that never rests: random times, a counter, a door, outputs that are added. */
const MACHINE: Pairs[] = [
  make(
    "logic_timer",
    "timer",
    ["UseRandomTime", "1"],
    ["LowerRandomBound", "0.2"],
    ["UpperRandomBound", "0.9"],
    ["OnTimer", "count,Add,1,0.3,-1"],
    ["OnTimer", "cases,PickRandomShuffle,,0,-1"],
  ),
  make("math_counter", "count", ["OutValue", "fan,SetSpeed,0.5,1,3"], ["max", "20"]),
  make(
    "logic_case",
    "cases",
    ["OnCase01", "door,Toggle,,0,-1"],
    ["OnCase02", "lamp,Toggle,,0.1,-1"],
    ["OnCase03", "count,AddOutput,OnHitMax lamp:TurnOff::0:1,0,-1"],
  ),
  make("func_door", "door", ["model", "*1"], ["movedir", "0 90 0"], ["wait", "0.5"]),
  make("func_rotating", "fan", ["spawnflags", "17"], ["maxspeed", "200"]),
  make("light", "lamp", ["style", "35"]),
  make("info_target", "rider", ["parentname", "fan"]),
];

const stateOf = (timeline: ReturnType<typeof runEntities>) => {
  const { simulation } = timeline;
  const { parts } = simulation.save();
  return JSON.stringify([eventsOf(timeline), parts]);
};

describe("a timeline", () => {
  it("shows the same at the same time, wherever it comes from", () => {
    const straight = runEntities(...MACHINE);
    straight.seek(20);
    const wanted = stateOf(straight);
    expect(eventsOf(straight).length).toBeGreaterThan(100);
    const jumping = runEntities(...MACHINE);
    for (const time of [7, 3.3, 25, 0, 19.985, 20, 20]) jumping.seek(time);
    expect(stateOf(jumping)).toBe(wanted);
  });

  it("keeps inputs from outside, and forgets those that were later than a new one", () => {
    const straight = runEntities(...MACHINE);
    straight.seek(2);
    straight.fire("door", "Open");
    straight.seek(5);
    straight.fire("count", "Add", "5");
    straight.seek(12);
    const wanted = stateOf(straight);
    straight.seek(1);
    straight.seek(12);
    expect(stateOf(straight)).toBe(wanted);
    straight.seek(4);
    straight.fire("lamp", "TurnOff");
    expect(straight.fired.map(({ target }) => target)).toEqual(["door", "lamp"]);
    straight.seek(12);
    expect(stateOf(straight)).not.toBe(wanted);
  });

  it("gives other random numbers for another seed", () => {
    const [one, two] = [1, 2].map((seed) => {
      const simulation = new MapSimulation(makeMap(MACHINE), { seed });
      for (let i = 0; i < 500; i++) simulation.step();
      return simulation.log.length;
    });
    expect(one).not.toBe(two);
  });
});

describe("bounds", () => {
  it("a circle of outputs without delay is cut, once a tick, and the rest goes on", () => {
    const timeline = runEntities(
      make("logic_branch", "a", ["OnFalse", "a,Test,,0,-1"]),
      make("logic_timer", "t", ["RefireTime", "1"], ["OnTimer", "t,FireUser1,,0,-1"]),
    );
    timeline.fire("a", "Test");
    timeline.seek(1.1);
    expect(eventsOf(timeline, "cut")).toMatchObject([{ time: 0.015, input: "Test", target: "a" }]);
    expect(eventsOf(timeline, "input").some(({ input }) => input === "FireUser1")).toBe(true);
  });

  it("outputs that double each tick end", () => {
    const timeline = runEntities(
      make("logic_branch", "a", ["OnFalse", "a,Test,,0.01,-1"], ["OnFalse", "a,Test,,0.01,-1"]),
    );
    timeline.fire("a", "Test");
    timeline.seek(0.3);
    // Each tick is cut once it is full.
    expect(eventsOf(timeline, "cut").length).toBeGreaterThan(1);
  });

  it("65,536 entities of one name all get an input, and are all renamed", () => {
    const many = Array.from({ length: 65_536 }, () => make("logic_relay", "same"));
    const timeline = new Timeline(makeMap(many));
    timeline.fire("same", "AddOutput", "targetname other");
    timeline.step();
    timeline.fire("other", "Kill");
    timeline.step();
    const { isRemoved } = timeline.simulation.entities;
    expect(isRemoved.subarray(0, many.length).every((one) => one === 1)).toBe(true);
  });

  it("parents that carry each other stay where they are", () => {
    const timeline = runEntities(
      make("func_door", "a", ["parentname", "b"], ["origin", "1 2 3"]),
      make("func_door", "b", ["parentname", "a"]),
      make("func_door", "c", ["parentname", "c"]),
    );
    timeline.seek(0.1);
    const { parent } = timeline.simulation.entities;
    expect([...parent.subarray(0, 3)]).toEqual([1, -1, -1]);
  });

  it("key values that are no numbers count as 0", () => {
    const timeline = runEntities(
      make(
        "func_door",
        "door",
        ["model", "*1"],
        ["speed", "Infinity"],
        ["lip", "1e999"],
        ["movedir", "x"],
        ["origin", "nan nan"],
        ["wait", "-inf"],
      ),
    );
    timeline.fire("door", "Open");
    timeline.seek(1.03);
    expect([...timeline.simulation.entities.origin.subarray(0, 3)]).toEqual([100, 0, 0]);
  });
});

describe("classes", () => {
  it("have unique names, and inputs and outputs that differ from each other's spelling", () => {
    const names = CLASSES.flatMap((one) => one.names);
    expect(new Set(names).size).toBe(names.length);
    for (const {
      names: [name],
      inputs = {},
      outputs = [],
    } of CLASSES) {
      const lower = (list: readonly string[]) => new Set(list.map((one) => one.toLowerCase()));
      expect(lower(Object.keys(inputs)).size, name).toBe(Object.keys(inputs).length);
      expect(lower(outputs).size, name).toBe(outputs.length);
    }
  });

  it("run with any of their inputs, in any state", () => {
    for (const one of CLASSES) {
      for (const text of ["", "1", "-1e30", "!self", "a b c"]) {
        const timeline = runEntities(make(one.names[0], "it", ["model", "*1"], ["style", "99"]));
        for (const input of Object.keys(one.inputs ?? {})) {
          timeline.fire("it", input, text);
          timeline.step();
        }
        timeline.seek(1);
        const { origin, angles } = timeline.simulation.entities;
        expect([...origin, ...angles].some(Number.isNaN), `${one.names[0]} ${text}`).toBe(false);
      }
    }
  });

  it("an entity table saves and restores each of its columns", () => {
    const table = new EntityTable(new StringPool());
    for (let i = 0; i < 70; i++) table.add();
    table.addState(69, 3);
    const columns = Object.entries(table).filter(([, value]) => ArrayBuffer.isView(value));
    for (const [, column] of columns) column.fill(7);
    // Row 0 names a text that is not in the pool.
    table.name.fill(0);
    const saved = table.save();
    for (const [, column] of columns) column.fill(0);
    table.restore(saved);
    for (const [name, column] of Object.entries(table)) {
      if (!ArrayBuffer.isView(column) || name === "name") continue;
      expect((column as Float64Array)[0], name).toBe(7);
    }
  });
});
