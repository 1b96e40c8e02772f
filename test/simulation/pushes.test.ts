import { describe, expect, it } from "vitest";
import { arrivals, eventsOf, make, rowOf } from "./make-simulation.ts";
import { BOX, FLOOR, makeDoor, makeWalked, SIGN } from "./make-walked.ts";

const MODEL = { entity: 0, box: BOX };
const heightOf = (place: readonly number[]) => place[2];
const originOf = ({ simulation }: ReturnType<typeof makeWalked>["timeline"], row: number) =>
  [...simulation.entities.origin.subarray(row * 3, row * 3 + 3)].map((one) => Math.round(one));

describe("what moves", () => {
  it("pushes a player who is in its way", () => {
    const walked = makeWalked([FLOOR], [MODEL], makeDoor());
    walked.put(0, 60, 0.03);
    walked.timeline.fire("door", "Open");
    const [x, y] = walked.stand(50);
    // The door has moved from 30 to 90; the player is 16 beyond its side.
    expect([x, y >= 106 && y < 108]).toEqual([0, true]);
    expect(originOf(walked.timeline, 0)).toEqual([0, 60, 0]);
  });

  it("moves through a player who flies", () => {
    const walked = makeWalked([FLOOR], [MODEL], makeDoor());
    walked.place.isSolid = false;
    walked.put(0, 60, 0.03);
    walked.timeline.fire("door", "Open");
    expect(walked.stand(50)).toEqual([0, 60, 0.03, 0]);
    expect(originOf(walked.timeline, 0)).toEqual([0, 60, 0]);
  });

  it("pushes with what it carries", () => {
    const brush = make("func_brush", "brush", ["model", "*1"], ["parentname", "door"]);
    const walked = makeWalked(
      [FLOOR],
      [{ ...MODEL, entity: 1, origin: [0, 200, 0] }],
      ...[makeDoor(), [...brush, ["origin", "0 200 0"] as const]],
    );
    walked.put(0, 250, 0.03);
    walked.timeline.fire("door", "Open");
    expect(walked.stand(50)[1]).toBeGreaterThan(305);
  });

  it("carries a player who stands on it, up and down", () => {
    const lift = make(
      "func_movelinear",
      "lift",
      ["model", "*1"],
      ["movedir", "-90 0 0"],
      ["movedistance", "100"],
      ["speed", "50"],
    );
    const walked = makeWalked([FLOOR], [MODEL], lift);
    walked.put(10, 5, 200.03, 0);
    walked.timeline.fire("lift", "Open");
    expect(heightOf(walked.stand(67))).toBeCloseTo(200.03 + 49.5, 2);
    expect(heightOf(walked.stand(100))).toBeCloseTo(300.03, 2);
    walked.timeline.fire("lift", "Close");
    expect(walked.stand(200)).toEqual([10, 5, 200.03, 0]);
  });

  it("turns a player who stands on it, and the view", () => {
    const disc = make("func_rotating", "disc", ["model", "*1"], ["maxspeed", "90"]);
    const walked = makeWalked([FLOOR], [MODEL], disc);
    walked.put(30, 0, 200.03, 0);
    walked.timeline.fire("disc", "Start");
    const [x, y, , yaw] = walked.stand(66);
    expect(yaw).toBeCloseTo(walked.timeline.simulation.entities.angles[1], 2);
    expect(yaw).toBeGreaterThan(85);
    const turn = (yaw * Math.PI) / 180;
    expect(Math.hypot(x - 30 * Math.cos(turn), y - 30 * Math.sin(turn))).toBeLessThan(0.05);
  });

  it("leaves a player alone who stands beside what is hidden or removed", () => {
    const walked = makeWalked([FLOOR], [MODEL], makeDoor());
    walked.put(0, 60, 0.03);
    walked.timeline.simulation.entities.isHidden[0] = 1;
    walked.timeline.fire("door", "Open");
    expect(walked.stand(50)[1]).toBe(60);
  });
});

/** A wall that a player 16 inches before the door's open place is pushed against. */
const WALL = [-100, 100, 0, 100, 120, 100];

describe("a player who blocks", () => {
  it("turns a door round, which says so", () => {
    const walked = makeWalked([FLOOR, WALL], [MODEL], makeDoor(["dmg", "5"]), SIGN);
    walked.put(0, 60, 0.03);
    walked.timeline.fire("door", "Open");
    expect(walked.stand(40)[1]).toBeCloseTo(83.97, 1);
    expect(arrivals(walked.timeline).slice(1)).toEqual([
      "0.405 sign.FireUser1(opening)",
      "0.420 sign.FireUser2(closing)",
    ]);
    const effects = eventsOf(walked.timeline, "effect");
    expect(effects.map(({ input, value }) => `${input} ${value}`)).toEqual(["Damage 5"]);
    walked.stand(20);
    expect(originOf(walked.timeline, 0)).toEqual([0, 0, 0]);
  });

  it.each([
    ["is forced to close", ["forceclosed", "1"]],
    ["never returns", ["wait", "-1"]],
  ] as const)("stops a door that %s, until the way is free", (_, pair) => {
    const walked = makeWalked([FLOOR, WALL], [MODEL], makeDoor(pair), SIGN);
    walked.put(0, 60, 0.03);
    walked.timeline.fire("door", "Open");
    const [, y] = walked.stand(100);
    expect(y).toBeCloseTo(83.97, 1);
    expect(originOf(walked.timeline, 0)[1]).toBeLessThan(40);
    expect(arrivals(walked.timeline).slice(1)).toEqual(["0.405 sign.FireUser1(opening)"]);
    walked.put(300, 60, 0.03);
    walked.stand(50);
    expect(originOf(walked.timeline, 0)).toEqual([0, 60, 0]);
    expect(arrivals(walked.timeline).at(-1)).toMatch(/sign\.FireUser2\(opening\)/);
  });

  it("turns round the leaves of a door with its name, too", () => {
    const leaf = [...makeDoor(), ["origin", "0 500 0"] as const];
    const walked = makeWalked([FLOOR, WALL], [MODEL], makeDoor(), leaf);
    walked.put(0, 60, 0.03);
    walked.timeline.fire("door", "Open");
    walked.stand(26);
    expect(originOf(walked.timeline, 1)[1]).toBeGreaterThan(520);
    walked.stand(40);
    expect(originOf(walked.timeline, 1)).toEqual([0, 500, 0]);
  });

  it("sends a plat back", () => {
    const plat = make("func_plat", "plat", ["model", "*1"], ["height", "100"], ["spawnflags", "1"]);
    const ceiling = [-100, -100, 250, 100, 100, 260];
    const walked = makeWalked([ceiling], [MODEL], plat);
    const { timeline } = walked;
    // Named plats start at the top.
    timeline.fire("plat", "GoDown");
    walked.put(500, 0, 0);
    walked.stand(60);
    expect(originOf(timeline, 0)).toEqual([0, 0, -100]);
    walked.put(0, 0, 100.03, 0);
    timeline.fire("plat", "GoUp");
    const highest = heightOf(walked.stand(36));
    expect(highest).toBeGreaterThan(170);
    expect(highest).toBeLessThan(178);
    walked.stand(60);
    expect(originOf(timeline, 0)).toEqual([0, 0, -100]);
    expect(heightOf(walked.stand(1))).toBeCloseTo(100.03, 0);
  });

  const TRACK = [
    make("path_track", "a", ["origin", "0 0 0"], ["target", "b"]),
    make("path_track", "b", ["origin", "0 900 0"]),
  ];
  const makeTrain = (spawnflags: number) =>
    make(
      ...(["func_tracktrain", "train", ["model", "*1"], ["target", "a"]] as const),
      ...([
        ["startspeed", "200"],
        ["speed", "200"],
        ["dmg", "300"],
      ] as const),
      ["spawnflags", String(spawnflags)],
    );

  it("is thrown away by a train that it stops", () => {
    const train = makeTrain(16 | 2);
    const walked = makeWalked([FLOOR, WALL], [MODEL], train, ...TRACK);
    walked.put(0, 60, 0.03);
    walked.stand(60);
    const { player } = walked.timeline.simulation;
    expect(player.velocities).toBeGreaterThan(0);
    expect(Math.hypot(...[0, 1, 2].map((axis) => player.velocity(axis)))).toBeCloseTo(300, 3);
    expect(player.velocity(1)).toBeGreaterThan(250);
    expect(originOf(walked.timeline, 0)[1]).toBeLessThan(40);
  });

  it("does not stop a train that players cannot block", () => {
    const train = makeTrain(512 | 16 | 2);
    const walked = makeWalked([FLOOR, WALL], [MODEL], train, ...TRACK);
    walked.put(0, 60, 0.03);
    walked.stand(60);
    expect(originOf(walked.timeline, 0)[1]).toBeGreaterThan(100);
    expect(walked.timeline.simulation.player.velocities).toBe(0);
  });

  it("is pushed the same way when time goes back and runs again", () => {
    const walked = makeWalked([FLOOR, WALL], [MODEL], makeDoor(), SIGN);
    const { timeline } = walked;
    walked.put(0, 60, 0.03);
    timeline.fire("door", "Open");
    walked.stand(24);
    const { x, y, z } = walked.place;
    const log = eventsOf(timeline);
    walked.stand(40);
    for (const seconds of [0.1, 24 * 0.015]) timeline.seek(seconds);
    timeline.simulation.player.readPlace(walked.place);
    expect(walked.place).toMatchObject({ x, y, z });
    expect(eventsOf(timeline)).toEqual(log);
  });

  it("finds no room where a prop door is, which waits", () => {
    const door = make(
      ...(["prop_door_rotating", "door", ["distance", "90"], ["speed", "100"]] as const),
      ["OnBlockedOpening", "sign,FireUser1,opening,0,-1"],
    );
    const leaf = { entity: 0, box: [-2, 0, 0, 2, 48, 100] };
    const wall = [20, -100, 0, 30, 100, 100];
    const walked = makeWalked([FLOOR, wall], [leaf], door, SIGN);
    // The door is opened away from its front, so the player must be behind it.
    walked.put(3, 40, 0.03);
    walked.timeline.fire("door", "Open");
    walked.stand(100);
    const { angles } = walked.timeline.simulation.entities;
    expect(Math.abs(angles[1])).toBeLessThan(80);
    expect(rowOf(walked.timeline, "sign")).toBe(1);
    expect(arrivals(walked.timeline).slice(1)).toHaveLength(1);
  });
});
