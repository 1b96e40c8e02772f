import { describe, expect, it } from "vitest";
import type { Timeline } from "../../src/simulation/index.ts";
import { eventsOf, make, type Pairs, runEntities } from "./make-simulation.ts";

const told = (...outputs: string[]): Pairs => outputs.map((one) => [one, "nobody,Enable,,0,-1"]);
const named = (timeline: Timeline): string[] =>
  eventsOf(timeline, "output").map(({ output }) => output);
const NEAR = { x: 0, y: 48, z: 0, pitch: 0, yaw: 0 };
const FAR = { x: 0, y: 500, z: 0, pitch: 0, yaw: 0 };

const OUTPUTS = ["OnOpen", "OnFullyOpen", "OnClose", "OnFullyClosed", "OnLockedUse"];
const door = (className: string, flags: number, ...more: Pairs): Pairs =>
  make(
    className,
    "door",
    ["model", "*1"],
    ["speed", "200"],
    ["wait", "1"],
    ["distance", "90"],
    ["spawnflags", String(flags)],
    ...told(...OUTPUTS),
    ...more,
  );

const TOUCH = 1024;
const USE = 256;
const STAYS = 32;
const LOCKED = 2048;
const ONE_WAY = 16;

describe("doors and players", () => {
  it("open when the player comes within two inches, by flag 1024, and once a touch", () => {
    const timeline = runEntities(door("func_door", TOUCH));
    timeline.place({ ...NEAR, y: 49 });
    timeline.seek(0.1);
    expect(named(timeline)).toEqual([]);
    timeline.place({ ...NEAR, y: 47 });
    timeline.seek(1);
    expect(named(timeline)).toEqual(["OnOpen", "OnFullyOpen"]);
    timeline.place(FAR);
    timeline.seek(4);
    expect(named(timeline)).toEqual(["OnOpen", "OnFullyOpen", "OnClose", "OnFullyClosed"]);
    timeline.place({ ...NEAR, y: 47 });
    timeline.seek(4.1);
    expect(named(timeline)).toHaveLength(5);
  });

  it("do not open by touch without that flag, or locked", () => {
    for (const [flags, outputs] of [
      [0, []],
      [TOUCH | LOCKED, ["OnLockedUse"]],
    ] as const) {
      const timeline = runEntities(door("func_door", flags));
      timeline.place(NEAR);
      timeline.step();
      expect(named(timeline)).toEqual(outputs);
    }
  });

  it("close by the next touch if they stay open", () => {
    const timeline = runEntities(door("func_door", TOUCH | STAYS));
    timeline.place({ ...NEAR, x: 50 });
    timeline.seek(3);
    expect(named(timeline).slice(0, 3)).toEqual(["OnOpen", "OnFullyOpen", "OnClose"]);
  });

  it("pass a touch to the door that they are chained to", () => {
    const timeline = runEntities(
      door("func_door", 0, ["chainstodoor", "other"]),
      make(
        "func_door",
        "other",
        ["spawnflags", String(TOUCH)],
        ["model", "*1"],
        ["origin", "0 0 900"],
        ...told("OnOpen"),
      ),
    );
    timeline.place(NEAR);
    timeline.step();
    expect(eventsOf(timeline, "output").map(({ caller }) => caller?.name)).toEqual(["other"]);
  });

  it("are used by players only with flag 256", () => {
    for (const flags of [0, USE]) {
      const timeline = runEntities(door("func_door", flags));
      timeline.place(FAR);
      timeline.use(0);
      timeline.step();
      expect(named(timeline)).toHaveLength(flags === USE ? 1 : 0);
    }
  });

  it("are used by inputs without flag 256, whoever plays", () => {
    for (const plays of [false, true]) {
      const timeline = runEntities(door("func_door", 0));
      if (plays) timeline.place(FAR);
      timeline.fireAt(0, "Use");
      timeline.step();
      expect(named(timeline)).toEqual(["OnOpen"]);
    }
  });

  it.each([
    ["one side", 0, { x: 40, y: 200 }, -90],
    ["the other side", 0, { x: 40, y: -200 }, 90],
    ["any side with flag 16", ONE_WAY, { x: 40, y: 200 }, 90],
  ])("turn away from a player on %s", (_, flags, place, yaw) => {
    // Its far end is east of the hinge.
    const timeline = runEntities(
      make("info_target", "before", ["origin", "7000 9000 0"]),
      door("func_door_rotating", USE | flags, ["origin", "-50 1000 0"]),
    );
    timeline.place({ ...FAR, x: place.x, y: place.y + 1000 });
    timeline.use(1);
    timeline.seek(1);
    expect(Math.sign(timeline.simulation.entities.angles[4])).toBe(Math.sign(yaw));
  });
});

describe("masters", () => {
  it("hold doors and buttons until all that target them have been used", () => {
    const timeline = runEntities(
      door("func_door", TOUCH, ["master", "m"]),
      make("multisource", "m", ...told("OnTrigger")),
      make(
        "func_button",
        "b1",
        ["target", "m"],
        ["OnPressed", "m,Use,,0,-1"],
        ["model", "*1"],
        ["spawnflags", "1025"],
      ),
      make(
        "func_button",
        "b2",
        ["target", "m"],
        ["OnPressed", "m,Use,,0,-1"],
        ["model", "*1"],
        ["spawnflags", "1025"],
      ),
    );
    timeline.place(NEAR);
    timeline.seek(0.3);
    timeline.use(2);
    timeline.seek(0.6);
    expect(named(timeline)).toEqual(["OnPressed"]);
    timeline.use(3);
    timeline.seek(0.7);
    expect(named(timeline)).toEqual(["OnPressed", "OnPressed", "OnTrigger", "OnOpen"]);
  });

  it("ask a global, too", () => {
    const timeline = runEntities(
      make("multisource", "m", ["globalstate", "g"], ...told("OnTrigger")),
      make(
        "func_button",
        "b",
        ["target", "m"],
        ["OnPressed", "m,Use,,0,-1"],
        ["model", "*1"],
        ["spawnflags", "1025"],
      ),
      make("env_global", "g", ["globalstate", "g"]),
    );
    timeline.seek(0.2);
    timeline.fire("b", "Use");
    timeline.seek(0.3);
    expect(named(timeline)).toEqual(["OnPressed"]);
  });

  it("keep a button out", () => {
    const timeline = runEntities(
      make("multisource", "m"),
      make(
        "func_button",
        "b",
        ["master", "m"],
        ["model", "*1"],
        ["spawnflags", "1024"],
        ["target", "m"],
      ),
    );
    timeline.seek(0.2);
    timeline.fire("b", "Use");
    timeline.seek(0.5);
    expect(timeline.simulation.entities.velocity.some((one) => one !== 0)).toBe(false);
  });
});

describe("area portals", () => {
  const openOf = ({ simulation }: Timeline): number[] => [...simulation.areaPortals.subarray(0, 4)];
  const portal = (name: string, number: number, ...more: Pairs): Pairs =>
    make("func_areaportal", name, ["portalnumber", String(number)], ...more);

  it("open and close by inputs, and at the start as their key says", () => {
    const timeline = runEntities(
      portal("a", 1, ["StartOpen", "0"]),
      portal("b", 2, ["StartOpen", "1"]),
    );
    expect(openOf(timeline)).toEqual([1, 0, 1, 1]);
    timeline.fire("a", "Toggle");
    timeline.fire("b", "TurnOn");
    timeline.step();
    expect(openOf(timeline)).toEqual([1, 1, 0, 1]);
    timeline.fire("b", "Open");
    timeline.fire("a", "Close");
    timeline.step();
    expect(openOf(timeline)).toEqual([1, 0, 1, 1]);
    timeline.seek(0);
    expect(openOf(timeline)).toEqual([1, 0, 1, 1]);
  });

  it.each(["func_door", "func_door_rotating"])("follow %s, and close after it", (className) => {
    const timeline = runEntities(door(className, 0), portal("", 3, ["target", "DOOR"]));
    expect(openOf(timeline)[3]).toBe(0);
    timeline.fire("door", "Open");
    timeline.step();
    expect(openOf(timeline)[3]).toBe(1);
    while (named(timeline).at(-1) !== "OnFullyClosed") timeline.step();
    const { time } = timeline.simulation;
    timeline.seek(time + 0.4);
    expect(openOf(timeline)[3]).toBe(1);
    timeline.seek(time + 0.6);
    expect(openOf(timeline)[3]).toBe(0);
  });

  it("of a rotating door that starts open work the other way", () => {
    const timeline = runEntities(door("func_door_rotating", 1), portal("", 3, ["target", "door"]));
    expect(openOf(timeline)[3]).toBe(1);
    timeline.fire("door", "Open");
    timeline.step();
    expect(openOf(timeline)[3]).toBe(0);
  });

  it("of windows are open, and their distances change", () => {
    const timeline = runEntities(
      make("func_areaportalwindow", "w", ["portalnumber", "2"], ["FadeDist", "500"]),
      make("func_areaportal", "p", ["portalnumber", "9999"]),
    );
    timeline.fire("w", "SetFadeEndDistance", "70");
    timeline.step();
    expect(openOf(timeline)[2]).toBe(1);
    expect(eventsOf(timeline, "input")).toHaveLength(1);
  });
});

it("func_button is pressed by touch with flag 256", () => {
  const timeline = runEntities(
    make(
      "func_button",
      "b",
      ["model", "*1"],
      ["spawnflags", "257"],
      ["wait", "1"],
      ...told("OnPressed"),
    ),
  );
  timeline.place(NEAR);
  timeline.seek(0.5);
  expect(named(timeline)).toEqual(["OnPressed"]);
  timeline.seek(2);
  expect(named(timeline)).toEqual(["OnPressed", "OnPressed"]);
});
