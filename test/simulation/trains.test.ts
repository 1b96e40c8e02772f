import { describe, expect, it } from "vitest";
import type { Timeline } from "../../src/simulation/index.ts";
import { eventsOf, make, type Pairs, runEntities } from "./make-simulation.ts";

const round = (value: number): number => Math.round(value * 10) / 10 + 0;
const originOf = ({ simulation }: Timeline, row = 0): number[] =>
  [...simulation.entities.origin.subarray(row * 3, row * 3 + 3)].map(round);
const anglesOf = ({ simulation }: Timeline, row = 0): number[] =>
  [...simulation.entities.angles.subarray(row * 3, row * 3 + 3)].map((one) =>
    round(((((one + 180) % 360) + 360) % 360) - 180),
  );
const speedOf = ({ simulation }: Timeline, row = 0): number =>
  round(Math.hypot(...simulation.entities.velocity.subarray(row * 3, row * 3 + 3)));
const outputsOf = (timeline: Timeline): string[] =>
  eventsOf(timeline, "output").map(
    ({ time, caller, output }) => `${time.toFixed(1)} ${caller?.name} ${output}`,
  );
const told = (...outputs: string[]): Pairs => outputs.map((one) => [one, "nobody,Enable,,0,-1"]);

const train = (...more: Pairs): Pairs =>
  make(
    "func_tracktrain",
    "train",
    ["model", "*1"],
    ["target", "n1"],
    ["startspeed", "100"],
    ["speed", "100"],
    ...more,
  );
const node = (name: string, origin: string, target: string, ...more: Pairs): Pairs =>
  make(
    "path_track",
    name,
    ["origin", origin],
    ["target", target],
    ["OnPass", "nobody,Enable,,0,-1"],
    ...more,
  );

/** A track of 400 inches along x, then 200 along y. */
const TRACK = [node("n1", "0 0 0", "n2"), node("n2", "400 0 0", "n3"), node("n3", "400 200 0", "")];

describe("func_tracktrain", () => {
  it("goes to its track, follows it at its speed, and stops at its end", () => {
    const timeline = runEntities(train(["height", "10"], ["wheels", "50"]), ...TRACK);
    timeline.seek(0.05);
    expect(originOf(timeline)).toEqual([0, 0, 10]);
    timeline.seek(2.1);
    const [x, y, z] = originOf(timeline);
    expect(x).toBeGreaterThan(195);
    expect(x).toBeLessThan(201);
    expect([y, z]).toEqual([0, 10]);
    timeline.seek(10);
    expect(originOf(timeline)).toEqual([400, 200, 10]);
    expect(speedOf(timeline)).toBe(0);
    expect(outputsOf(timeline).map((line) => line.slice(4))).toEqual([
      ...["n1 OnPass", "n2 OnPass", "n3 OnPass"],
    ]);
  });

  it("passes nodes when it looks ahead to them, and an end when it is there", () => {
    const timeline = runEntities(train(), ...TRACK);
    timeline.seek(10);
    // n2 is 400 inches away, and seen 0.1 s before; n3 is 600 away.
    const times = eventsOf(timeline, "output").map(({ time }) => time);
    expect(times[1]).toBeCloseTo(4, 1);
    // It cuts the corner at n2.
    expect(times[2]).toBeCloseTo(6.05, 1);
  });

  it.each([
    ["by its wheels", ["orientationtype", "1"], 90],
    ["evenly between nodes", ["orientationtype", "2"], 90],
    ["not at all", ["orientationtype", "0"], 0],
    ["not at all with flag 16", ["spawnflags", "16"], 0],
  ] as const)("turns %s", (_, pair, yaw) => {
    const timeline = runEntities(train(["wheels", "50"], pair), ...TRACK);
    timeline.seek(10);
    expect(anglesOf(timeline)[1]).toBeCloseTo(yaw, -1);
  });

  it("turns halfway between two nodes by half their turn, if it blends", () => {
    const timeline = runEntities(train(["orientationtype", "2"]), ...TRACK);
    timeline.seek(2.1);
    const yaw = anglesOf(timeline)[1];
    expect(yaw).toBeGreaterThan(40);
    expect(yaw).toBeLessThan(50);
    const eased = runEntities(train(["orientationtype", "3"]), ...TRACK);
    eased.seek(1.1);
    // A quarter of the way, eased: 0.156 of the turn.
    expect(anglesOf(eased)[1]).toBeGreaterThan(10);
    expect(anglesOf(eased)[1]).toBeLessThan(18);
  });

  it("faces the place under its front wheels, round a corner and beyond an end", () => {
    const corner = [
      ...[node("n1", "0 0 0", "n2"), node("n2", "100 0 0", "n3")],
      node("n3", "100 100 0", ""),
    ];
    for (const [wheels, yaw] of [
      ["200", 45],
      ["400", 71.6],
    ] as const) {
      const timeline = runEntities(train(["wheels", wheels], ["speed", "0"]), ...corner);
      timeline.seek(0.1);
      expect(anglesOf(timeline)).toEqual([0, yaw, 0]);
    }
  });

  it("pitches on slopes, unless flag 1 forbids it, and banks in curves", () => {
    const slope = [node("n1", "0 0 0", "n2"), node("n2", "400 0 400", "")];
    const up = runEntities(train(["wheels", "50"]), ...slope);
    up.seek(1);
    expect(anglesOf(up)).toEqual([-45, 0, 0]);
    const flat = runEntities(train(["wheels", "50"], ["spawnflags", "1"]), ...slope);
    flat.seek(1);
    expect(anglesOf(flat)).toEqual([0, 0, 0]);
    const bank = runEntities(train(["wheels", "300"], ["bank", "20"]), ...TRACK);
    bank.seek(3.5);
    expect(anglesOf(bank)[2]).toBeGreaterThan(1);
  });

  it("takes the speed of nodes only if players cannot drive it", () => {
    const nodes = [
      node("n1", "0 0 0", "n2"),
      node("n2", "400 0 0", "n3", ["speed", "50"]),
      node("n3", "900 0 0", ""),
    ];
    const driven = runEntities(train(), ...nodes);
    driven.seek(4.5);
    expect(speedOf(driven)).toBe(100);
    const alone = runEntities(train(["spawnflags", "2"]), ...nodes);
    alone.seek(4.5);
    expect(speedOf(alone)).toBe(50);
    const disabling = runEntities(train(), nodes[0], [...nodes[1], ["spawnflags", "8"]], nodes[2]);
    disabling.seek(4.5);
    expect(speedOf(disabling)).toBe(50);
  });

  it("blends its speed between those of two nodes", () => {
    const nodes = [
      node("n1", "0 0 0", "n2", ["speed", "100"]),
      node("n2", "400 0 0", "n3", ["speed", "200"]),
      node("n3", "1400 0 0", ""),
    ];
    const speedHalfway = (type: string): number => {
      const timeline = runEntities(train(["velocitytype", type]), ...nodes);
      while (timeline.simulation.entities.origin[0] < 100) timeline.step();
      return speedOf(timeline);
    };
    expect(speedHalfway("0")).toBe(100);
    expect(speedHalfway("1")).toBeCloseTo(125, -1);
    expect(speedHalfway("2")).toBeCloseTo(115.6, -1);
  });

  it("teleports to the node after one that it reaches", () => {
    const timeline = runEntities(
      train(),
      node("n1", "0 0 0", "n2"),
      node("n2", "200 0 0", "n3"),
      node("n3", "900 500 0", "n4", ["spawnflags", "16"], ...told("OnTeleport")),
      node("n4", "900 900 0", ""),
    );
    timeline.seek(2.3);
    expect(outputsOf(timeline).map((line) => line.slice(4))).toEqual([
      ...["n1 OnPass", "n2 OnPass", "n3 OnTeleport", "n3 OnPass"],
    ]);
    expect(originOf(timeline)[0]).toBeGreaterThan(700);
  });

  it("takes the alternate track, and stops before a track that is off", () => {
    const nodes = [
      ...[node("n1", "0 0 0", "n2", ["altpath", "a2"]), node("n2", "400 0 0", "")],
      node("a2", "0 400 0", ""),
    ];
    const timeline = runEntities(train(["speed", "0"]), ...nodes);
    timeline.fire("n1", "EnableAlternatePath");
    timeline.seek(0.1);
    timeline.fire("train", "StartForward");
    timeline.seek(8);
    expect(originOf(timeline)).toEqual([0, 400, 0]);
    const closed = runEntities(train(["speed", "0"]), ...nodes);
    closed.fire("n2", "DisablePath");
    closed.seek(0.1);
    closed.fire("train", "StartForward");
    closed.seek(8);
    expect(originOf(closed)).toEqual([0, 0, 0]);
    closed.fire("n2", "TogglePath");
    closed.fire("train", "StartForward");
    closed.seek(16);
    expect(originOf(closed)).toEqual([400, 0, 0]);
  });

  it("starts, stops, resumes and reverses by inputs", () => {
    const timeline = runEntities(train(["speed", "0"], ...told("OnStart")), ...TRACK);
    const at = (input: string, value: string, seconds: number): number[] => {
      timeline.fire("train", input, value);
      timeline.seek(timeline.simulation.time + seconds);
      return originOf(timeline);
    };
    timeline.seek(0.1);
    expect(originOf(timeline)).toEqual([0, 0, 0]);
    expect(at("SetSpeed", "0.5", 2)[0]).toBeCloseTo(100, -1);
    const stopped = at("Stop", "", 1);
    timeline.seek(3.9);
    expect(originOf(timeline)).toEqual(stopped);
    timeline.fire("train", "Resume");
    timeline.seek(4.1);
    expect(speedOf(timeline)).toBe(50);
    expect(at("SetSpeedReal", "80", 0.5)[0]).toBeGreaterThan(100);
    expect(speedOf(timeline)).toBe(80);
    const before = originOf(timeline)[0];
    expect(at("Reverse", "", 0.5)[0]).toBeLessThan(before);
    expect(at("SetSpeedDir", "1", 0.3)[0]).toBeLessThan(before);
    expect(speedOf(timeline)).toBe(100);
    expect(at("Toggle", "", 0.2)).toEqual(at("SetSpeed", "0", 0.2));
    at("Toggle", "", 0.2);
    expect(speedOf(timeline)).toBe(100);
    at("StartBackward", "", 9);
    expect(speedOf(timeline)).toBe(0);
    expect(outputsOf(timeline).filter((line) => line.endsWith("OnStart")).length).toBeGreaterThan(
      2,
    );
  });

  it("speeds up by its acceleration, if it blends", () => {
    const timeline = runEntities(
      train(
        ["speed", "0"],
        ["velocitytype", "1"],
        ["ManualAccelSpeed", "50"],
        ["ManualSpeedChanges", "1"],
      ),
      ...TRACK,
    );
    timeline.seek(0.1);
    timeline.fire("train", "SetSpeedDirAccel", "1");
    timeline.seek(1.1);
    expect(speedOf(timeline)).toBeCloseTo(50, -1);
    timeline.seek(2.6);
    expect(speedOf(timeline)).toBe(100);
  });

  it("jumps to a node by TeleportToPathTrack", () => {
    const timeline = runEntities(train(["speed", "0"], ["wheels", "50"]), ...TRACK);
    timeline.seek(0.1);
    timeline.fire("train", "TeleportToPathTrack", "n2");
    timeline.step();
    expect(originOf(timeline)).toEqual([400, 0, 0]);
    expect(anglesOf(timeline)[1]).toBe(90);
  });

  it("keeps its pitch with flag 1 when it jumps", () => {
    const slope = [
      ...[node("n1", "0 0 0", "n2"), node("n2", "400 0 0", "n3")],
      node("n3", "800 0 400", ""),
    ];
    const timeline = runEntities(
      train(["speed", "0"], ["wheels", "50"], ["spawnflags", "1"]),
      ...slope,
    );
    timeline.seek(0.1);
    timeline.fire("train", "TeleportToPathTrack", "n2");
    timeline.step();
    expect(anglesOf(timeline)).toEqual([0, 0, 0]);
  });

  it("gets away from a dead end when it is told to turn, if inputs govern its speed", () => {
    const timeline = runEntities(
      train(
        ["velocitytype", "1"],
        ["ManualSpeedChanges", "1"],
        ["ManualAccelSpeed", "100"],
        ["ManualDecelSpeed", "100"],
      ),
      ...TRACK,
    );
    timeline.seek(10);
    expect(originOf(timeline)).toEqual([400, 200, 0]);
    timeline.fire("train", "SetSpeedDirAccel", "-1");
    timeline.seek(13);
    expect(originOf(timeline)[1]).toBeLessThan(100);
  });

  it("does not go back to a node that is the alternate of the one where it is", () => {
    const timeline = runEntities(
      train(["speed", "0"], ["target", "n2"]),
      node("n1", "0 0 0", "n2"),
      node("n2", "400 0 0", "n3", ["altpath", "n1"]),
      node("n3", "800 0 0", ""),
    );
    timeline.simulation.setKey(0, "target", "n2");
    timeline.seek(0.1);
    timeline.fire("train", "StartBackward");
    timeline.seek(3);
    expect(originOf(timeline)[0]).toBeGreaterThan(399);
  });

  it("goes round a track that bites its tail, and one whose nodes lie in one place", () => {
    const circle = [
      node("n1", "0 0 0", "n2"),
      node("n2", "400 0 0", "n3"),
      node("n3", "0 300 0", "n1"),
    ];
    const timeline = runEntities(train(), ...circle);
    timeline.seek(30);
    expect(outputsOf(timeline).length).toBeGreaterThan(6);
    const place = [
      node("n1", "0 0 0", "n2", ["speed", "70"]),
      node("n2", "0 0 0", "n1", ["speed", "90"]),
    ];
    const stuck = runEntities(train(["spawnflags", "2"]), ...place);
    stuck.seek(1);
    expect(originOf(stuck)).toEqual([0, 0, 0]);
  });
});

describe("func_train", () => {
  const corner = (name: string, origin: string, target: string, ...more: Pairs): Pairs =>
    make("path_corner", name, ["origin", origin], ["target", target], ...told("OnPass"), ...more);
  const corners = [
    corner("c1", "0 0 100", "c2", ["speed", "200"]),
    corner("c2", "400 0 100", "c3", ["wait", "1"]),
    corner("c3", "400 0 500", "c4", ["spawnflags", "2"]),
    corner("c4", "0 0 500", "", ["spawnflags", "1"]),
  ];

  it("moves its middle from corner to corner, at their speeds, and waits there", () => {
    const timeline = runEntities(
      make("func_train", "", ["model", "*1"], ["target", "c1"], ["speed", "100"]),
      ...corners,
    );
    // Its model is 200 inches high, about the origin.
    expect(originOf(timeline)).toEqual([0, 0, 0]);
    timeline.seek(1.1);
    expect(originOf(timeline)[0]).toBeCloseTo(200, -1);
    timeline.seek(3);
    expect(originOf(timeline)).toEqual([400, 0, 0]);
    timeline.seek(3.3);
    expect(originOf(timeline)[2]).toBe(400);
    timeline.seek(20);
    expect(originOf(timeline)).toEqual([0, 0, 400]);
    expect(outputsOf(timeline).map((line) => line.slice(4))).toEqual([
      ...["c2 OnPass", "c3 OnPass", "c4 OnPass"],
    ]);
  });

  it("waits for an input if it has a name, and goes on to the same corner after a stop", () => {
    const timeline = runEntities(
      make("func_train", "t", ["model", "*1"], ["target", "c1"]),
      ...corners,
    );
    timeline.seek(1);
    expect(originOf(timeline)).toEqual([0, 0, 0]);
    timeline.fire("t", "Start");
    timeline.seek(2);
    timeline.fire("t", "Toggle");
    timeline.seek(3);
    const stopped = originOf(timeline);
    expect(stopped[0]).toBeCloseTo(200, -1);
    timeline.fire("t", "Toggle");
    timeline.seek(4.5);
    expect(originOf(timeline)).toEqual([400, 0, 0]);
  });

  it("stops at a corner that was set as the next", () => {
    const timeline = runEntities(
      make("func_train", "t", ["model", "*1"], ["target", "c2"]),
      ...corners,
    );
    timeline.fire("c2", "SetNextPathCorner", "c4");
    timeline.fire("t", "Start");
    timeline.seek(20);
    // It had read where c2 leads to before.
    expect(originOf(timeline)).toEqual([0, 0, 400]);
  });

  it("does not hang on corners in one place", () => {
    const timeline = runEntities(
      make("func_train", "", ["model", "*1"], ["target", "a"]),
      corner("a", "0 0 0", "b"),
      corner("b", "0 0 0", "a"),
    );
    timeline.seek(1);
    expect(outputsOf(timeline).length).toBeGreaterThan(10);
  });
});

describe("func_plat", () => {
  const plat = (className: string, name: string, ...more: Pairs): Pairs =>
    make(className, name, ["model", "*1"], ["height", "100"], ["speed", "100"], ...more);

  it("starts at the top with a name, goes down when it is toggled, and up for the player", () => {
    const timeline = runEntities(plat("func_plat", "p"));
    expect(originOf(timeline)).toEqual([0, 0, 0]);
    timeline.fire("p", "Toggle");
    timeline.seek(1.1);
    expect(originOf(timeline)).toEqual([0, 0, -100]);
    timeline.place({ x: 0, y: 0, z: 101, pitch: 0, yaw: 0 });
    timeline.seek(1.3);
    timeline.place({ x: 900, y: 0, z: 101, pitch: 0, yaw: 0 });
    timeline.seek(3);
    expect(originOf(timeline)).toEqual([0, 0, 0]);
    timeline.seek(8);
    expect(originOf(timeline)).toEqual([0, 0, -100]);
  });

  it("goes down a second after the player has left its top", () => {
    const timeline = runEntities(plat("func_plat", ""));
    timeline.place({ x: 0, y: 0, z: 101, pitch: 0, yaw: 0 });
    timeline.seek(1);
    timeline.place({ x: 0, y: 0, z: 201, pitch: 0, yaw: 0 });
    timeline.seek(6);
    expect(originOf(timeline)).toEqual([0, 0, 0]);
    timeline.place({ x: 900, y: 0, z: 201, pitch: 0, yaw: 0 });
    timeline.seek(7.5);
    expect(originOf(timeline)[2]).toBeLessThan(-30);
  });

  it("starts at the bottom without a name, and stays where flag 1 lets it be toggled", () => {
    expect(originOf(runEntities(plat("func_plat", "")))).toEqual([0, 0, -100]);
    const timeline = runEntities(plat("func_plat", "p", ["spawnflags", "1"]));
    timeline.fire("p", "GoDown");
    timeline.seek(2);
    timeline.fire("p", "Use");
    timeline.seek(20);
    expect(originOf(timeline)).toEqual([0, 0, 0]);
  });

  it("turns on its way as func_platrot", () => {
    const timeline = runEntities(plat("func_platrot", "p", ["rotation", "90"]));
    expect(anglesOf(timeline)).toEqual([0, 90, 0]);
    timeline.fire("p", "GoDown");
    timeline.seek(0.5);
    expect(anglesOf(timeline)[1]).toBeCloseTo(45, -1);
    timeline.seek(2);
    expect(anglesOf(timeline)).toEqual([0, 0, 0]);
  });
});

describe("momentary_rot_button", () => {
  const OUTPUTS = [
    "OnPressed",
    "OnUnpressed",
    "OnFullyClosed",
    "OnFullyOpen",
    "OnReachedPosition",
    "OnUseLocked",
  ];
  const wheel = (...more: Pairs): Pairs =>
    make(
      "momentary_rot_button",
      "w",
      ["distance", "100"],
      ["speed", "50"],
      ["spawnflags", "1024"],
      ...told(...OUTPUTS),
      ...more,
    );
  const hold = (timeline: Timeline, ticks: number): void => {
    for (let i = 0; i < ticks; i++) {
      timeline.fire("w", "Use");
      timeline.step();
    }
  };
  const named = (timeline: Timeline): string[] =>
    outputsOf(timeline).map((line) => line.split(" ")[2]);

  it("turns while it is used, sends its position, and stops soon after", () => {
    const timeline = runEntities(
      wheel(["Position", "n,SetValue,,0,-1"]),
      make("math_counter", "n"),
    );
    hold(timeline, 66);
    expect(anglesOf(timeline)[1]).toBeCloseTo(50, -1);
    timeline.seek(3);
    expect(anglesOf(timeline)[1]).toBeLessThan(58);
    expect(named(timeline).filter((one) => one !== "Position")).toEqual([
      "OnPressed",
      "OnUnpressed",
    ]);
    const values = eventsOf(timeline, "input").filter(({ input }) => input === "SetValue");
    expect(values.length).toBeGreaterThan(60);
    expect(Number(values.at(-1)?.value)).toBeCloseTo(anglesOf(timeline)[1] / 100, 2);
  });

  it("turns the other way when it is used again", () => {
    const timeline = runEntities(wheel());
    hold(timeline, 66);
    timeline.seek(2);
    hold(timeline, 100);
    expect(anglesOf(timeline)).toEqual([0, 0, 0]);
    expect(named(timeline)).toContain("OnFullyOpen");
  });

  it("turns back by itself at its return speed", () => {
    const timeline = runEntities(wheel(["returnspeed", "100"]));
    hold(timeline, 66);
    timeline.seek(4);
    expect(anglesOf(timeline)).toEqual([0, 0, 0]);
    expect(timeline.simulation.entities.thinkTick[0]).toBe(-1);
  });

  it("goes to a position that an input sets", () => {
    const timeline = runEntities(wheel());
    timeline.fire("w", "SetPosition", "0.6");
    timeline.seek(0.6);
    expect(anglesOf(timeline)[1]).toBeGreaterThan(20);
    timeline.seek(3);
    expect(anglesOf(timeline)).toEqual([0, 60, 0]);
    timeline.fire("w", "SetPositionImmediately", "0.1");
    timeline.step();
    expect(anglesOf(timeline)).toEqual([0, 10, 0]);
    timeline.fire("w", "SetPosition", "1");
    timeline.seek(8);
    expect(named(timeline)).toEqual(["OnReachedPosition", "OnFullyClosed", "OnReachedPosition"]);
  });

  it("does not turn while it is locked or disabled", () => {
    const timeline = runEntities(wheel());
    timeline.fire("w", "Lock");
    timeline.step();
    hold(timeline, 20);
    timeline.fire("w", "Disable");
    timeline.step();
    hold(timeline, 40);
    expect(anglesOf(timeline)).toEqual([0, 0, 0]);
    expect(named(timeline)).toEqual(["OnUseLocked"]);
  });

  it("starts where its key says, and turns backwards by a negative distance", () => {
    const timeline = runEntities(wheel(["StartPosition", "0.5"], ["distance", "-100"]));
    timeline.fire("w", "SetPosition", "0");
    timeline.seek(3);
    expect(anglesOf(timeline)).toEqual([0, 50, 0]);
  });
});

it("func_conveyor turns round, and stops by SetSpeed", () => {
  const timeline = runEntities(make("func_conveyor", "c", ["speed", "30"]));
  const speed = (): number => timeline.simulation.get(0, 0);
  timeline.fire("c", "ToggleDirection");
  timeline.step();
  expect(speed()).toBe(-30);
  timeline.fire("c", "SetSpeed", "50");
  timeline.step();
  expect(speed()).toBe(0);
});
