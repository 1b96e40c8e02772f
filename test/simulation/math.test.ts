import { describe, expect, it } from "vitest";
import { eventsOf, make, type Pairs, runEntities } from "./make-simulation.ts";

/** Sends inputs one after another, and lists the outputs of each as `Name value`. */
function firedBy(entity: Pairs, ...inputs: string[]): string[] {
  const timeline = runEntities(entity, make("info_target", "sign"));
  return inputs.map((line) => {
    const [input, value] = line.split(" ");
    const before = eventsOf(timeline, "output").length;
    timeline.fire("it", input, value);
    timeline.step();
    return eventsOf(timeline, "output")
      .slice(before)
      .map((event) => `${event.output} ${event.value}`.trim())
      .join(", ");
  });
}

const outputs = (...names: string[]): Pairs =>
  names.map((name) => [name, "sign,FireUser1,,0,-1"] as const);

describe("math_counter", () => {
  const counter = (...keys: Pairs): Pairs =>
    make(
      "math_counter",
      "it",
      ...outputs("OutValue", "OnHitMin", "OnHitMax", "OnGetValue"),
      ...keys,
    );
  const bounds: Pairs = [
    ["min", "2"],
    ["max", "8"],
    ["startvalue", "4"],
  ];

  it("keeps within its bounds, and says once that it hits one", () => {
    expect(
      firedBy(
        counter(...bounds),
        "Add 3",
        "Add 1",
        "Add 5",
        "Subtract 1",
        "Add 1",
        "SetValue 2",
        "Subtract 9",
      ),
    ).toEqual([
      ...["OutValue 7", "OnHitMax, OutValue 8", "OutValue 8", "OutValue 7"],
      ...["OnHitMax, OutValue 8", "OnHitMin, OutValue 2", "OutValue 2"],
    ]);
    expect(firedBy(counter(...bounds), "Subtract 2", "Add 1", "Subtract 1")).toEqual([
      ...["OnHitMin, OutValue 2", "OutValue 3", "OnHitMin, OutValue 2"],
    ]);
  });

  it("calculates, and does not divide by zero", () => {
    const start: Pairs = [["startvalue", "6"]];
    expect(firedBy(counter(...start), "Multiply 3", "Divide 4", "Divide 0", "GetValue")).toEqual([
      ...["OutValue 18", "OutValue 4.5", "OutValue 4.5", "OnGetValue 4.5"],
    ]);
  });

  it("orders its bounds at the start, and moves one with the other", () => {
    const swapped: Pairs = [
      ["min", "8"],
      ["max", "2"],
      ["startvalue", "9"],
    ];
    expect(firedBy(counter(...swapped), "GetValue", "SetValueNoFire 1", "GetValue")).toEqual([
      ...["OnGetValue 8", "", "OnGetValue 2"],
    ]);
    expect(firedBy(counter(...bounds), "SetHitMax 1", "Add 5", "Subtract 5")).toEqual([
      ...["OnHitMax, OutValue 1", "OutValue 1", "OnHitMin, OutValue 1"],
    ]);
    expect(firedBy(counter(...bounds), "SetHitMin 9", "GetValue")).toEqual([
      ...["OnHitMin, OutValue 9", "OnGetValue 9"],
    ]);
  });

  it("changes nothing while it is disabled", () => {
    const inputs = ["Disable", "Add 1", "SetValueNoFire 5", "GetValue", "Enable", "Add 1"];
    expect(firedBy(counter(...bounds), ...inputs)).toEqual([
      ...["", "", "", "OnGetValue 4", "", "OutValue 5"],
    ]);
  });
});

describe("math_remap", () => {
  const remap = (...keys: Pairs): Pairs =>
    make("math_remap", "it", ...outputs("OutValue"), ...keys);
  const keys: Pairs = [
    ["in1", "10"],
    ["in2", "20"],
    ["out1", "100"],
    ["out2", "300"],
  ];

  it("maps a range to another, in any order of its bounds", () => {
    expect(firedBy(remap(...keys), "InValue 10", "InValue 15", "InValue 20")).toEqual([
      ...["OutValue 100", "OutValue 200", "OutValue 300"],
    ]);
    const swapped: Pairs = [...keys.slice(2), ["in1", "20"], ["in2", "10"]];
    expect(firedBy(remap(...swapped), "InValue 10")).toEqual(["OutValue 100"]);
    const none: Pairs = [
      ["in1", "7"],
      ["in2", "7"],
      ["out2", "4"],
    ];
    // Equal bounds are 0 and 1.
    expect(firedBy(remap(...none), "InValue 0.5")).toEqual(["OutValue 2"]);
  });

  it("goes beyond its range, ignores what is outside with flag 1, and clamps with flag 2", () => {
    const outside = ["InValue 25", "InValue 5"];
    const flagged = (flags: string) => firedBy(remap(...keys, ["spawnflags", flags]), ...outside);
    expect(flagged("1")).toEqual(["", ""]);
    expect(flagged("2")).toEqual(["OutValue 300", "OutValue 100"]);
  });
});
