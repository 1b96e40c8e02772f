import { describe, expect, it } from "vitest";
import type { Timeline } from "../../src/simulation/index.ts";
import { eventsOf, make, type Pairs, rowOf, runEntities } from "./make-simulation.ts";

const told = (...outputs: string[]): Pairs => outputs.map((one) => [one, "nobody,Enable,,0,-1"]);
const outputsOf = (timeline: Timeline): string[] =>
  eventsOf(timeline, "output").map(
    ({ time, caller, output }) => `${time.toFixed(1)} ${caller?.name} ${output}`,
  );
const yawOf = ({ simulation }: Timeline, row = 0): number =>
  Math.round(simulation.entities.angles[row * 3 + 1]) + 0;
const fireAll = (timeline: Timeline, name: string, ...inputs: string[]): void => {
  for (const one of inputs) {
    const [input, value] = one.split(" ");
    timeline.fire(name, input, value);
    timeline.step();
  }
};

describe("prop_door_rotating", () => {
  const DOOR = ["OnOpen", "OnFullyOpen", "OnClose", "OnFullyClosed", "OnLockedUse"];
  const door = (name: string, ...more: Pairs): Pairs =>
    make(
      "prop_door_rotating",
      name,
      ["distance", "90"],
      ["speed", "90"],
      ["returndelay", "-1"],
      ...told(...DOOR),
      ...more,
    );
  const player = (x: number) => ({ x, y: 0, z: 0, pitch: 0, yaw: 0 });

  it("opens in its time, stays with a delay of -1, and closes", () => {
    const timeline = runEntities(door("d", ["angles", "0 30 0"]));
    timeline.fire("d", "Open");
    timeline.seek(0.5);
    expect(Math.abs(yawOf(timeline) + 15)).toBeLessThan(3);
    timeline.seek(10);
    expect(yawOf(timeline)).toBe(-60);
    timeline.fire("d", "Close");
    timeline.seek(20);
    expect(yawOf(timeline)).toBe(30);
    // The input and the door fire OnOpen and OnClose, each.
    expect(outputsOf(timeline)).toEqual([
      ...["0.0 d OnOpen", "0.0 d OnOpen", "1.0 d OnFullyOpen"],
      ...["10.0 d OnClose", "10.0 d OnClose", "11.0 d OnFullyClosed"],
    ]);
  });

  it("closes by itself after its delay and 0.1 s", () => {
    const timeline = runEntities(door("d", ["returndelay", "2"]));
    timeline.fire("d", "Toggle");
    timeline.seek(9);
    expect(outputsOf(timeline)).toEqual([
      ...["0.0 d OnOpen", "1.0 d OnFullyOpen", "3.1 d OnClose", "4.1 d OnFullyClosed"],
    ]);
  });

  it.each([
    ["away from a player in front", "0", 100, 90],
    ["away from a player behind", "0", -100, -90],
    ["forward only", "1", 100, -90],
    ["backward only", "2", -100, 90],
  ])("opens %s", (_, direction, x, yaw) => {
    const timeline = runEntities(door("d", ["opendir", direction]));
    timeline.place(player(x));
    timeline.use(0);
    timeline.seek(2);
    expect(yawOf(timeline)).toBe(yaw);
  });

  it.each([
    ["1", -90],
    ["2", 90],
    ["3", 40],
  ])("spawns open with spawnpos %s", (position, yaw) => {
    expect(yawOf(runEntities(door("d", ["spawnpos", position], ["ajarangles", "0 40 0"])))).toBe(
      yaw,
    );
  });

  it("opens from ajar when it is used", () => {
    const timeline = runEntities(door("d", ["spawnpos", "3"], ["ajarangles", "0 40 0"]));
    fireAll(timeline, "d", "Use");
    timeline.seek(3);
    expect(yawOf(timeline)).toBe(-90);
  });

  it("does not open locked, and is not used by players with flag 32768", () => {
    const timeline = runEntities(door("d", ["spawnflags", "2048"]));
    fireAll(timeline, "d", "Open", "Toggle", "Use");
    expect(outputsOf(timeline)).toEqual(["0.0 d OnLockedUse"]);
    fireAll(timeline, "d", "Unlock", "Use", "Lock", "Toggle");
    expect(outputsOf(timeline)).toHaveLength(2);
    const ignoring = runEntities(door("d", ["spawnflags", "32768"]));
    ignoring.place(player(100));
    ignoring.use(0);
    ignoring.step();
    expect(outputsOf(ignoring)).toEqual([]);
  });

  it("closes by use only with flag 8192", () => {
    for (const [flags, yaw] of [
      ["0", -90],
      ["8192", 0],
    ] as const) {
      const timeline = runEntities(door("d", ["spawnflags", flags]));
      fireAll(timeline, "d", "Use");
      timeline.seek(0.5);
      fireAll(timeline, "d", "Use");
      timeline.seek(5);
      expect(yawOf(timeline)).toBe(yaw);
    }
  });

  it("opens along with the door of the same name, or the one that it names", () => {
    const pair = runEntities(door("d"), door("d"));
    pair.place(player(-100));
    pair.use(1);
    pair.seek(3);
    expect([yawOf(pair, 0), yawOf(pair, 1)]).toEqual([-90, -90]);
    pair.use(0);
    pair.fire("d", "Close");
    pair.seek(6);
    expect([yawOf(pair, 0), yawOf(pair, 1)]).toEqual([0, 0]);
    const slave = runEntities(door("d", ["slavename", "e"]), door("e"));
    fireAll(slave, "d", "Use");
    slave.seek(3);
    expect(yawOf(slave, 1)).toBe(-90);
  });

  it("knows who used the door that it opens along with", () => {
    const pair = runEntities(door("d", ["spawnflags", "8192"]), door("d", ["spawnflags", "8192"]));
    pair.place(player(-100));
    pair.use(0);
    pair.seek(0.5);
    pair.use(0);
    pair.seek(3);
    const closed = eventsOf(pair, "output").filter(({ output }) => output === "OnFullyClosed");
    expect(closed.map(({ activator }) => activator?.class)).toEqual(["player", "player"]);
  });

  it("opens away from an entity that an input names, by another distance and speed", () => {
    const timeline = runEntities(door("d"), make("info_target", "t", ["origin", "50 0 0"]));
    fireAll(timeline, "d", "SetRotationDistance 60", "SetSpeed 120", "OpenAwayFrom t");
    timeline.seek(0.6);
    expect(yawOf(timeline)).toBe(60);
  });

  it("works its area portal", () => {
    const timeline = runEntities(
      door("d"),
      make("func_areaportal", "", ["portalnumber", "1"], ["target", "d"]),
    );
    expect(timeline.simulation.areaPortals[1]).toBe(0);
    fireAll(timeline, "d", "Open");
    expect(timeline.simulation.areaPortals[1]).toBe(1);
    timeline.seek(2);
    fireAll(timeline, "d", "Close");
    timeline.seek(3);
    expect(timeline.simulation.areaPortals[1]).toBe(1);
    timeline.seek(4);
    expect(timeline.simulation.areaPortals[1]).toBe(0);
  });
});

describe("prop_dynamic", () => {
  const prop = (...more: Pairs): Pairs =>
    make("prop_dynamic", "p", ...told("OnAnimationBegun", "OnBreak"), ...more);
  const numberOf = (timeline: Timeline, name: string): number | string | undefined =>
    timeline.simulation.readState(0, name);

  it("plays animations, and keeps the default one", () => {
    const timeline = runEntities(prop(["DefaultAnim", "idle"]));
    expect(numberOf(timeline, "animation")).toBe("idle");
    timeline.seek(1);
    fireAll(timeline, "p", "SetAnimation open", "SetDefaultAnimation opened");
    expect(numberOf(timeline, "animation")).toBe("open");
    expect(numberOf(timeline, "animationStart")).toBeCloseTo(1, 1);
    expect(numberOf(timeline, "defaultAnimation")).toBe("opened");
    expect(outputsOf(timeline)).toEqual(["0.0 p OnAnimationBegun", "1.0 p OnAnimationBegun"]);
  });

  it("changes its skin, body and speed", () => {
    const timeline = runEntities(prop(["skin", "1"], ["body", "2"]));
    expect([
      numberOf(timeline, "skin"),
      numberOf(timeline, "body"),
      numberOf(timeline, "playbackRate"),
    ]).toEqual([1, 2, 1]);
    fireAll(timeline, "p", "Skin 3", "SetBodyGroup 4", "SetPlaybackRate 0.5");
    expect([
      numberOf(timeline, "skin"),
      numberOf(timeline, "body"),
      numberOf(timeline, "playbackRate"),
    ]).toEqual([3, 4, 0.5]);
  });

  it("is shown and hidden, solid or not", () => {
    const timeline = runEntities(prop(["StartDisabled", "1"], ["spawnflags", "256"]));
    const { isHidden } = timeline.simulation.entities;
    expect([isHidden[0], numberOf(timeline, "isSolid")]).toEqual([1, 0]);
    fireAll(timeline, "p", "TurnOn", "EnableCollision");
    expect([isHidden[0], numberOf(timeline, "isSolid")]).toEqual([0, 1]);
    fireAll(timeline, "p", "Disable", "DisableCollision");
    expect([isHidden[0], numberOf(timeline, "isSolid")]).toEqual([1, 0]);
    fireAll(timeline, "p", "Enable");
    expect(isHidden[0]).toBe(0);
    fireAll(timeline, "p", "TurnOff");
    expect(isHidden[0]).toBe(1);
  });

  it("breaks, and goes", () => {
    const timeline = runEntities(prop());
    fireAll(timeline, "p", "Break", "Break");
    expect(timeline.simulation.entities.isHidden[0]).toBe(1);
    timeline.seek(0.3);
    expect(timeline.simulation.isAlive(0)).toBe(false);
    expect(outputsOf(timeline)).toEqual(["0.0 p OnBreak"]);
  });
});

it("a field that a class does not have has no state", () => {
  const timeline = runEntities(make("prop_dynamic", "p"), make("info_target", "t"));
  expect(timeline.simulation.readState(0, "nothing")).toBeUndefined();
  expect(timeline.simulation.readState(1, "skin")).toBeUndefined();
});

describe("things that break", () => {
  const outputs = told("OnBreak", "OnMotionEnabled", "OnPlayerUse");

  it("func_breakable breaks when its health is gone, and sends its health as a share", () => {
    const timeline = runEntities(
      make(
        "func_breakable",
        "b",
        ["model", "*1"],
        ["health", "10"],
        ["angles", "0 90 0"],
        ["OnHealthChanged", "n,SetValue,,0,-1"],
        ...outputs,
      ),
      make("math_counter", "n"),
    );
    expect(yawOf(timeline)).toBe(0);
    fireAll(timeline, "b", "RemoveHealth 4", "AddHealth 2", "SetHealth 8", "RemoveHealth 8");
    timeline.seek(0.5);
    const values = eventsOf(timeline, "input").filter(({ input }) => input === "SetValue");
    expect(values.map(({ value }) => value)).toEqual(["0.6", "0.8", "0"]);
    expect(outputsOf(timeline).at(-1)).toBe("0.1 b OnBreak");
    expect(timeline.simulation.isAlive(0)).toBe(false);
  });

  it("func_breakable of unbreakable glass does not", () => {
    const timeline = runEntities(make("func_breakable", "b", ["material", "7"], ...outputs));
    fireAll(timeline, "b", "Break", "SetHealth -1");
    expect(outputsOf(timeline)).toEqual([]);
  });

  it("func_breakable breaks under a player with flag 4, after its delay", () => {
    const timeline = runEntities(
      make(
        "func_breakable",
        "b",
        ["model", "*1"],
        ["spawnflags", "4"],
        ["PressureDelay", "0.5"],
        ...outputs,
      ),
    );
    timeline.place({ x: 0, y: 40, z: 50, pitch: 0, yaw: 0 });
    timeline.seek(1);
    expect(outputsOf(timeline)).toEqual([]);
    timeline.place({ x: 0, y: 0, z: 200, pitch: 0, yaw: 0 });
    timeline.seek(2);
    expect(outputsOf(timeline)).toEqual(["1.5 b OnBreak"]);
    expect(eventsOf(timeline, "output")[0].activator?.class).toBe("player");
  });

  it("func_breakable_surf is not drawn any more, but stays", () => {
    const timeline = runEntities(make("func_breakable_surf", "b", ["model", "*1"], ...outputs));
    fireAll(timeline, "b", "Shatter 0.5", "Break");
    timeline.seek(1);
    expect(outputsOf(timeline)).toEqual(["0.0 b OnBreak"]);
    expect(timeline.simulation.entities.isHidden[0]).toBe(1);
    expect(rowOf(timeline, "b")).toBe(0);
  });

  it.each([
    ["func_physbox", "524288"],
    ["prop_physics", "256"],
  ])("%s says that it may move, and who uses it, but stays where it is", (className, flags) => {
    const timeline = runEntities(make(className, "b", ["spawnflags", flags], ...outputs));
    fireAll(timeline, "b", "Wake", "EnableMotion");
    timeline.place({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0 });
    timeline.use(0);
    fireAll(timeline, "b", "Break");
    timeline.seek(1);
    expect(outputsOf(timeline).map((line) => line.split(" ")[2])).toEqual([
      "OnMotionEnabled",
      "OnPlayerUse",
      "OnBreak",
    ]);
    expect(eventsOf(timeline, "input-not-run").map(({ input }) => input)).toEqual(["Wake"]);
    expect(timeline.simulation.isAlive(0)).toBe(false);
  });
});
