import { describe, expect, it } from "vitest";
import { writeWorldMatrix } from "../../src/simulation/index.ts";
import { arrivals, eventsOf, make, type Pairs, rowOf, runEntities } from "./make-simulation.ts";

type Run = ReturnType<typeof runEntities>;
const vectorOf = (column: Float64Array, row: number): number[] =>
  [...column.subarray(row * 3, row * 3 + 3)].map((one) => Math.round(one * 1000) / 1000 + 0);
const originOf = ({ simulation }: Run, row = 0) => vectorOf(simulation.entities.origin, row);
const anglesOf = ({ simulation }: Run, row = 0) => vectorOf(simulation.entities.angles, row);
const worldOriginOf = ({ simulation }: Run, row: number): number[] => {
  const matrix = new Float32Array(12);
  writeWorldMatrix(simulation.entities, row, matrix);
  return [3, 7, 11].map((i) => Math.round(matrix[i] * 100) / 100);
};
const outputsOf = (timeline: Run): string[] =>
  eventsOf(timeline, "output").map(({ time, output }) => `${time.toFixed(1)} ${output}`);

const told = (...outputs: string[]): Pairs => outputs.map((one) => [one, "nobody,Enable,,0,-1"]);

/** Moves along y: 60 inches without a lip. */
const door = (...more: Pairs): Pairs =>
  make(
    "func_door",
    "door",
    ["model", "*1"],
    ["origin", "10 20 30"],
    ["movedir", "0 90 0"],
    ["speed", "20"],
    ["wait", "1"],
    ...told("OnOpen", "OnFullyOpen", "OnClose", "OnFullyClosed", "OnLockedUse"),
    ...more,
  );

describe("func_door", () => {
  it("opens by its size at its speed, waits, and closes", () => {
    const timeline = runEntities(door());
    timeline.fire("door", "Open");
    timeline.seek(1.515);
    expect(originOf(timeline)).toEqual([10, 50, 30]);
    timeline.seek(3.5);
    expect(originOf(timeline)).toEqual([10, 80, 30]);
    timeline.seek(10);
    expect(originOf(timeline)).toEqual([10, 20, 30]);
    expect(outputsOf(timeline)).toEqual([
      ...["0.0 OnOpen", "3.0 OnFullyOpen", "4.0 OnClose", "7.0 OnFullyClosed"],
    ]);
  });

  it("moves less by its lip", () => {
    const timeline = runEntities(door(["lip", "12"]));
    timeline.fire("door", "Open");
    timeline.seek(3);
    expect(originOf(timeline)).toEqual([10, 68, 30]);
  });

  it.each([
    ["wait -1", ["wait", "-1"]],
    ["flag 32", ["spawnflags", "32"]],
  ] as const)("stays open with %s", (_, pair) => {
    const timeline = runEntities(
      door()
        .map((one) => (one[0] === pair[0] ? pair : one))
        .concat([pair]),
    );
    timeline.fire("door", "Open");
    timeline.seek(30);
    expect(originOf(timeline)).toEqual([10, 80, 30]);
  });

  it("turns back on its way if it is told to close", () => {
    const timeline = runEntities(door());
    timeline.fire("door", "Open");
    timeline.seek(1.515);
    timeline.fire("door", "Close");
    timeline.seek(10);
    expect(outputsOf(timeline)).toEqual(["0.0 OnOpen", "1.5 OnClose", "3.0 OnFullyClosed"]);
  });

  it("does not open while it is locked, and tells who uses it", () => {
    const timeline = runEntities(door(["spawnflags", "2048"]));
    for (const input of ["Open", "Toggle", "Use"]) timeline.fire("door", input);
    timeline.seek(1);
    expect(originOf(timeline)).toEqual([10, 20, 30]);
    expect(outputsOf(timeline)).toEqual(["0.0 OnLockedUse"]);
    timeline.fire("door", "Unlock");
    timeline.fire("door", "Toggle");
    timeline.seek(2);
    expect(originOf(timeline)[1]).toBeGreaterThan(35);
  });

  it.each([
    ["opens a closed door", "0", 0, "OnOpen"],
    ["leaves a closing door alone", "0", 4.5, undefined],
    ["opens a closing door with the new rules of flag 65536", "65536", 4.5, "OnOpen"],
    ["leaves an open door alone", "0", 3.5, undefined],
    ["closes an open door that stays", "32", 3.5, "OnClose"],
    ["leaves an opening door that stays alone", "32", 1.5, undefined],
  ])("%s when it is used", (_, flags, time, output) => {
    const timeline = runEntities(door(["spawnflags", flags]));
    if (time > 0) timeline.fire("door", "Open");
    timeline.seek(time);
    const before = outputsOf(timeline).length;
    timeline.fire("door", "Use");
    timeline.step();
    expect(outputsOf(timeline)[before]?.split(" ")[1]).toBe(output);
  });

  it("Toggle opens and closes it, and does nothing on its way", () => {
    const timeline = runEntities(door(["spawnflags", "32"]));
    for (const time of [0, 1, 4, 5]) {
      timeline.seek(time);
      timeline.fire("door", "Toggle");
    }
    timeline.seek(10);
    const names = outputsOf(timeline).map((line) => line.split(" ")[1]);
    expect(names).toEqual(["OnOpen", "OnFullyOpen", "OnClose", "OnFullyClosed"]);
  });

  it("starts open with spawnpos 1", () => {
    const timeline = runEntities(door(["spawnpos", "1"]));
    expect(originOf(timeline)).toEqual([10, 80, 30]);
    timeline.fire("door", "Close");
    timeline.seek(5);
    expect(originOf(timeline)).toEqual([10, 20, 30]);
  });

  it("uses its chain, in circles too", () => {
    const timeline = runEntities(
      door(["chainstodoor", "second"]),
      make(
        "func_door",
        "second",
        ["model", "*1"],
        ["chainstodoor", "door"],
        ["movedir", "-90 0 0"],
      ),
    );
    timeline.fire("door", "Use");
    timeline.seek(3);
    expect(originOf(timeline)[1]).toBeGreaterThan(60);
    expect(originOf(timeline, 1)[2]).toBeGreaterThan(100);
  });
});

describe("func_door_rotating", () => {
  const rotating = (...more: Pairs): Pairs =>
    make(
      "func_door_rotating",
      "door",
      ["distance", "90"],
      ["speed", "45"],
      ["wait", "-1"],
      ...more,
    );

  it.each([
    ["about z", "0", [0, 90, 0]],
    ["backwards", "2", [0, -90, 0]],
    ["about x", "64", [0, 0, 90]],
    ["about y", "128", [90, 0, 0]],
  ] as const)("turns %s", (_, flags, angles) => {
    const timeline = runEntities(rotating(["spawnflags", flags]));
    timeline.fire("door", "Open");
    timeline.seek(1.015);
    for (const [i, angle] of anglesOf(timeline).entries())
      expect(angle).toBeCloseTo(angles[i] / 2, 0);
    timeline.seek(3);
    expect(anglesOf(timeline)).toEqual(angles);
  });

  it("turns from its own angles, whichever entity it is", () => {
    const timeline = runEntities(make("info_target", "first"), rotating(["angles", "10 20 30"]));
    timeline.fire("door", "Open");
    timeline.seek(3);
    expect(anglesOf(timeline, 1)).toEqual([10, 110, 30]);
    expect(anglesOf(timeline, 0)).toEqual([0, 0, 0]);
    timeline.fire("door", "Close");
    timeline.seek(6);
    expect(anglesOf(timeline, 1)).toEqual([10, 20, 30]);
  });

  it("starts open with spawnpos 1, and reversed with flag 1", () => {
    const open = runEntities(rotating(["spawnpos", "1"]));
    expect(anglesOf(open)).toEqual([0, 90, 0]);
    const reversed = runEntities(rotating(["spawnflags", "1"]));
    expect(anglesOf(reversed)).toEqual([0, 90, 0]);
    reversed.fire("door", "Open");
    reversed.seek(3);
    expect(anglesOf(reversed)).toEqual([0, 0, 0]);
  });
});

describe("func_rotating", () => {
  const fan = (...more: Pairs): Pairs => make("func_rotating", "fan", ["maxspeed", "100"], ...more);

  it("turns at its speed from the start on with flag 1, 0.2 s after the map started", () => {
    const timeline = runEntities(fan(["spawnflags", "1"]));
    timeline.seek(1.2);
    expect(anglesOf(timeline)[1]).toBeCloseTo(101.5, 1);
  });

  it("turns about the axis of its flags, and backwards", () => {
    const timeline = runEntities(fan(["spawnflags", "7"]));
    timeline.seek(1.2);
    expect(anglesOf(timeline)[2]).toBeCloseTo(-101.5, 1);
  });

  it("gains and loses speed by its friction with flag 16", () => {
    const timeline = runEntities(fan(["spawnflags", "16"], ["fanfriction", "50"]));
    const speed = () => timeline.simulation.entities.angularVelocity[1];
    timeline.fire("fan", "Start");
    timeline.seek(0.3);
    // 10 degrees a second more each tenth of a second.
    expect(speed()).toBe(20);
    timeline.seek(2);
    expect(speed()).toBe(100);
    timeline.fire("fan", "Stop");
    timeline.seek(2.25);
    expect(speed()).toBe(90);
    timeline.seek(5);
    expect(speed()).toBe(0);
  });

  it("reverses, takes shares of its speed, and stops where it started", () => {
    const timeline = runEntities(fan());
    const speed = () => timeline.simulation.entities.angularVelocity[1];
    timeline.fire("fan", "SetSpeed", "0.5");
    timeline.step();
    expect(speed()).toBe(50);
    timeline.fire("fan", "Reverse");
    timeline.step();
    expect(speed()).toBe(-50);
    timeline.fire("fan", "StartForward");
    timeline.seek(1);
    timeline.fire("fan", "StopAtStartPos");
    timeline.seek(30);
    expect(speed()).toBe(0);
    expect(anglesOf(timeline)).toEqual([0, 0, 0]);
  });
});

describe("a func_rotating that is not the first entity", () => {
  const fan = make("func_rotating", "fan", ["maxspeed", "100"], ["angles", "10 20 30"]);
  const turned = (...inputs: readonly (readonly [time: number, input: string])[]) => {
    const timeline = runEntities(make("info_target", "first", ["angles", "5 6 7"]), fan);
    for (const [time, input] of inputs) {
      timeline.seek(time);
      timeline.fire("fan", input);
    }
    timeline.seek(30);
    expect(anglesOf(timeline, 0)).toEqual([5, 6, 7]);
    const speed = timeline.simulation.entities.angularVelocity[4];
    return { speed, angles: anglesOf(timeline, 1) };
  };

  it("stops at its own angles", () => {
    expect(turned([0, "Start"], [1, "StopAtStartPos"])).toEqual({ speed: 0, angles: [10, 20, 30] });
  });

  it("is switched by Toggle and Use, and turned round by StartBackward and StartForward", () => {
    expect(turned([0, "Toggle"]).speed).toBe(100);
    expect(turned([0, "Toggle"], [1, "Toggle"]).speed).toBe(0);
    expect(turned([0, "Use"], [1, "Use"]).speed).toBe(0);
    expect(turned([0, "StartBackward"]).speed).toBe(-100);
    expect(turned([0, "StartBackward"], [1, "StartForward"]).speed).toBe(100);
  });
});

describe("func_movelinear", () => {
  const lift = (...more: Pairs): Pairs =>
    make(
      "func_movelinear",
      "lift",
      ["movedir", "-90 0 0"],
      ["MoveDistance", "100"],
      ["speed", "50"],
      ...told("OnFullyOpen", "OnFullyClosed"),
      ...more,
    );

  it("goes to its ends and to shares between them", () => {
    const timeline = runEntities(lift());
    timeline.fire("lift", "SetPosition", "0.25");
    timeline.seek(2);
    expect(originOf(timeline)).toEqual([0, 0, 25]);
    timeline.fire("lift", "Open");
    timeline.seek(5);
    expect(originOf(timeline)).toEqual([0, 0, 100]);
    timeline.fire("lift", "Close");
    timeline.seek(10);
    expect(originOf(timeline)).toEqual([0, 0, 0]);
    expect(outputsOf(timeline).map((line) => line.split(" ")[1])).toEqual([
      ...["OnFullyOpen", "OnFullyClosed"],
    ]);
  });

  it("starts on its way, and changes its speed there", () => {
    const timeline = runEntities(lift(["StartPosition", "0.5"]));
    timeline.fire("lift", "Open");
    timeline.seek(0.5);
    timeline.fire("lift", "SetSpeed", "1");
    timeline.seek(1.5);
    expect(originOf(timeline)[2]).toBeCloseTo(26, 0);
  });
});

describe("a func_movelinear that is not the first entity", () => {
  it("goes from its own place along its direction, and stays where it is told its speed at rest", () => {
    const timeline = runEntities(
      make("info_target", "first"),
      make(
        "func_movelinear",
        "lift",
        ["origin", "10 20 30"],
        ["movedir", "0 180 0"],
        ["MoveDistance", "50"],
        ["speed", "100"],
        ...told("OnFullyOpen", "OnFullyClosed"),
      ),
    );
    timeline.fire("lift", "SetSpeed", "25");
    timeline.seek(1);
    expect(originOf(timeline, 1)).toEqual([10, 20, 30]);
    timeline.fire("lift", "Open");
    timeline.seek(2.02);
    expect(originOf(timeline, 1)[0]).toBeCloseTo(-15, 0);
    timeline.seek(4);
    expect(originOf(timeline, 1)).toEqual([-40, 20, 30]);
    expect(originOf(timeline, 0)).toEqual([0, 0, 0]);
    expect(outputsOf(timeline).map((line) => line.split(" ")[1])).toEqual(["OnFullyOpen"]);
  });
});

describe("buttons", () => {
  const button = (...more: Pairs): Pairs =>
    make(
      "func_button",
      "button",
      ["model", "*1"],
      ["movedir", "0 0 0"],
      ["speed", "96"],
      ...told("OnPressed", "OnIn", "OnOut", "OnUseLocked"),
      ...more,
    );

  it("go in by their size, and out after their wait", () => {
    const timeline = runEntities(button(["spawnflags", "1024"]));
    timeline.fire("button", "Use");
    timeline.seek(1.2);
    expect(originOf(timeline)).toEqual([96, 0, 0]);
    timeline.seek(5);
    expect(originOf(timeline)).toEqual([0, 0, 0]);
    expect(outputsOf(timeline)).toEqual(["0.0 OnPressed", "1.0 OnIn", "3.0 OnOut"]);
  });

  it("stay still with flag 1, and are in and out at once", () => {
    const timeline = runEntities(button(["spawnflags", "1"], ["wait", "-1"]));
    timeline.fire("button", "Press");
    timeline.seek(3);
    expect(outputsOf(timeline)).toEqual(["0.0 OnPressed", "0.0 OnIn"]);
    timeline.fire("button", "PressOut");
    timeline.step();
    expect(outputsOf(timeline).slice(2)).toEqual(["3.0 OnPressed", "3.0 OnOut"]);
  });

  it("tell each half second who uses them while they are locked", () => {
    const timeline = runEntities(button(["spawnflags", "3072"]));
    for (const time of [0, 0.2, 0.6]) {
      timeline.seek(time);
      timeline.fire("button", "Use");
    }
    timeline.seek(1);
    expect(outputsOf(timeline)).toEqual(["0.0 OnUseLocked", "0.6 OnUseLocked"]);
  });

  it("that turn do so by their distance", () => {
    const timeline = runEntities(
      make("func_rot_button", "button", ["distance", "30"], ["spawnflags", "32"]),
    );
    timeline.fire("button", "Press");
    timeline.seek(3);
    expect(anglesOf(timeline)).toEqual([0, 30, 0]);
    timeline.fire("button", "Press");
    timeline.seek(6);
    expect(anglesOf(timeline)).toEqual([0, 0, 0]);
  });
});

describe("brushes that come and go", () => {
  it("are hidden by their keys and inputs", () => {
    const timeline = runEntities(
      make("func_brush", "brush", ["StartDisabled", "1"]),
      make("func_wall_toggle", "wall", ["spawnflags", "1"]),
    );
    const { isHidden } = timeline.simulation.entities;
    expect([...isHidden.subarray(0, 2)]).toEqual([1, 1]);
    timeline.fire("brush", "Enable");
    timeline.fire("wall", "Toggle");
    timeline.step();
    expect([...isHidden.subarray(0, 2)]).toEqual([0, 0]);
    timeline.fire("*", "Toggle");
    timeline.step();
    expect([...isHidden.subarray(0, 2)]).toEqual([1, 1]);
  });
});

describe("entities that others carry", () => {
  it("keep their place until the other moves, and turn with it", () => {
    const timeline = runEntities(
      make("func_rotating", "fan", ["origin", "100 0 0"], ["angles", "0 90 0"], ["maxspeed", "90"]),
      make("info_target", "child", ["origin", "100 50 10"], ["parentname", "fan"]),
      make("info_target", "grandchild", ["origin", "100 50 60"], ["parentname", "child"]),
    );
    expect(worldOriginOf(timeline, 1)).toEqual([100, 50, 10]);
    timeline.fire("fan", "Start");
    timeline.seek(1.015);
    expect(anglesOf(timeline)[1]).toBeCloseTo(180, 3);
    expect(worldOriginOf(timeline, 1)).toEqual([50, 0, 10]);
    expect(worldOriginOf(timeline, 2)).toEqual([50, 0, 60]);
    timeline.fire("child", "ClearParent");
    timeline.seek(2);
    expect(worldOriginOf(timeline, 1)[0]).toBeCloseTo(50, 0);
    timeline.fire("child", "SetParent", "grandchild");
    timeline.step();
    expect(timeline.simulation.entities.parent[1]).toBe(-1);
    expect(arrivals(timeline).at(-1)).toContain("child.SetParent(grandchild)");
    expect(rowOf(timeline, "fan")).toBe(0);
  });
});
