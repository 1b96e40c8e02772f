import { describe, expect, it } from "vitest";
import type { Timeline } from "../../src/simulation/index.ts";
import { eventsOf, make, type Pairs, runEntities } from "./make-simulation.ts";

const [IN, OUT, GOING_IN, GOING_OUT] = [0, 1, 2, 3];

const OUTPUTS: Pairs = ["OnPressed", "OnIn", "OnOut", "OnUseLocked"].map(
  (name) => [name, "sign,FireUser1,,0,-1"] as const,
);

/** A button of 100 inches that goes in by 50 in half a second, and stays in. */
const button = (...more: Pairs): Pairs =>
  make(
    "func_button",
    "it",
    ["model", "*1"],
    ["origin", "7 8 9"],
    ["speed", "100"],
    ["lip", "50"],
    ["wait", "-1"],
    ["sounds", "1"],
    ["locked_sound", "2"],
    ["unlocked_sound", "3"],
    ...OUTPUTS,
    ...more,
  );
const run = (...more: Pairs): Timeline => runEntities(button(...more), make("info_target", "sign"));

/** Sends inputs, runs for some seconds, and returns the state, what fired and what sounds began. */
function runWith(timeline: Timeline, seconds: number, ...inputs: string[]) {
  const { simulation } = timeline;
  const events = eventsOf(timeline, "output").length;
  const before = simulation.voices.starts.slice();
  for (const input of inputs) timeline.fire("it", input);
  timeline.seek(simulation.time + seconds);
  const { voices } = simulation;
  const sounds: string[] = [];
  for (let row = 0; row < voices.count; row++) {
    if (voices.starts[row] !== (before[row] ?? 0)) sounds.push(voices.nameOf(row).slice(11));
  }
  return {
    state: simulation.readState(0, "state"),
    fired: eventsOf(timeline, "output")
      .slice(events)
      .map(({ output }) => output),
    sounds: sounds.sort().join(""),
  };
}

/** Brings a button into a state. */
function bringTo(state: number, ...more: Pairs): Timeline {
  const timeline = run(...more);
  if (state !== OUT) runWith(timeline, state === GOING_IN ? 0.2 : 1, "Press");
  if (state === GOING_OUT) runWith(timeline, 0.2, "PressOut");
  expect(timeline.simulation.readState(0, "state")).toBe(state);
  return timeline;
}

describe("buttons", () => {
  const NOTHING = null;
  // Sounds: 1 press, 3 unlocked.
  it.each([
    ["Press", OUT, [GOING_IN, "13"]],
    ["Press", GOING_IN, NOTHING],
    ["Press", IN, [GOING_OUT, "1"]],
    ["Press", GOING_OUT, NOTHING],
    ["PressIn", OUT, [GOING_IN, "13"]],
    ["PressIn", GOING_IN, NOTHING],
    ["PressIn", IN, NOTHING],
    ["PressIn", GOING_OUT, [GOING_IN, "13"]],
    ["PressOut", OUT, NOTHING],
    ["PressOut", GOING_IN, [GOING_OUT, "1"]],
    ["PressOut", IN, [GOING_OUT, "1"]],
    ["PressOut", GOING_OUT, NOTHING],
  ] as const)("take %s in state %i", (input, state, wanted) => {
    const [now, sounds] = wanted ?? [state, ""];
    const fired = wanted === null ? [] : ["OnPressed"];
    expect(runWith(bringTo(state), 0.05, input)).toEqual({ state: now, fired, sounds });
  });

  it("play the sound of their lock for each input that would move them while locked", () => {
    const timeline = bringTo(OUT, ["spawnflags", "3072"]);
    const locked = { state: OUT, fired: [], sounds: "2" };
    expect(runWith(timeline, 1, "Press")).toEqual(locked);
    expect(runWith(timeline, 0.3, "Use")).toEqual({ ...locked, fired: ["OnUseLocked"] });
    // Not again within half a second.
    expect(runWith(timeline, 0.1, "Use")).toEqual({ ...locked, fired: [], sounds: "" });
    expect(runWith(timeline, 1, "PressOut")).toEqual({ ...locked, sounds: "" });
  });

  it("locked on their way stay there", () => {
    const timeline = bringTo(GOING_IN);
    expect(runWith(timeline, 2, "Lock")).toEqual({ state: GOING_IN, fired: [], sounds: "" });
  });

  it("are used with flag 1024 only, and let out again with flag 32", () => {
    expect(runWith(run(), 1, "Use").state).toBe(OUT);
    const once = run(["spawnflags", "1024"]);
    expect(runWith(once, 1, "Use")).toEqual({
      state: IN,
      fired: ["OnPressed", "OnIn"],
      sounds: "13",
    });
    expect(runWith(once, 1, "Use")).toEqual({ state: IN, fired: [], sounds: "" });
    const toggle = run(["spawnflags", "1056"], ["wait", "0.1"]);
    runWith(toggle, 3, "Use");
    expect(toggle.simulation.readState(0, "state")).toBe(IN);
    expect(runWith(toggle, 1, "Use")).toEqual({
      ...{ state: OUT, fired: ["OnPressed", "OnOut"], sounds: "1" },
    });
  });

  it("come out by themselves after their time, a second by default", () => {
    const timeline = run(["wait", "0"]);
    expect(runWith(timeline, 1.4, "Press").state).toBe(IN);
    expect(runWith(timeline, 0.2).state).toBe(GOING_OUT);
    expect(runWith(timeline, 1).state).toBe(OUT);
    expect(runWith(run(["wait", "3"]), 3, "Press").state).toBe(IN);
  });

  it("slide by their size less the lip, 4 inches by default, unless flag 1 or a lip of their size forbids it", () => {
    const inAt = (...more: Pairs): number[] => {
      const timeline = run(...more);
      runWith(timeline, 3, "Press");
      return [...timeline.simulation.entities.origin.slice(0, 3)];
    };
    expect(inAt()).toEqual([57, 8, 9]);
    expect(inAt(["lip", "0"])).toEqual([103, 8, 9]);
    expect(inAt(["movedir", "0 90 0"]).map(Math.round)).toEqual([7, 18, 9]);
    expect(inAt(["spawnflags", "1"])).toEqual([7, 8, 9]);
    expect(inAt(["lip", "99.5"])).toEqual([7, 8, 9]);
    expect(inAt(["lip", "99"])).toEqual([8, 8, 9]);
  });

  it("turn by their distance, and back", () => {
    const keys: Pairs = [
      ["distance", "30"],
      ["angles", "1 2 3"],
      ["spawnflags", "66"],
    ];
    const entity = button(...keys).map(([key, value]) =>
      key === "classname" ? (["classname", "func_rot_button"] as const) : ([key, value] as const),
    );
    const timeline = runEntities(entity, make("info_target", "sign"));
    const angles = () => [...timeline.simulation.entities.angles.slice(0, 3)];
    // Flag 64 rolls, 2 turns the other way.
    runWith(timeline, 2, "Press");
    expect(angles()).toEqual([1, 2, -27]);
    runWith(timeline, 2, "PressOut");
    expect(angles()).toEqual([1, 2, 3]);
  });
});
