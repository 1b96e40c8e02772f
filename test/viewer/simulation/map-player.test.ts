import { describe, expect, it } from "vitest";
import type { BrushModels } from "../../../src/map/motion/brush-models.ts";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { MapPlayer } from "../../../src/viewer/simulation/map-player.ts";
import type { Walker } from "../../../src/viewer/simulation/walker.ts";
import { make, makeMap, type Pairs } from "../../simulation/make-simulation.ts";
import { makeHulls } from "../../visibility/make-hulls.ts";

const TICK = 0.015;

/** A brush model for each of the first rows, built where their origins say. */
function brushesAt(...origins: readonly (readonly [x: number, y: number, z: number])[]) {
  const worldFromModel = new Float32Array(origins.length * 12);
  for (const [row, [x, y, z]] of origins.entries()) {
    worldFromModel.set([1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z], row * 12);
  }
  return {
    count: origins.length,
    entity: Int32Array.from(origins.keys()),
    worldFromModel,
    isHidden: new Uint8Array(origins.length),
  } as unknown as BrushModels;
}

const play = (brushes: BrushModels | null, ...entities: Pairs[]) =>
  new MapPlayer(makeMap(entities), brushes, createCamera());

/** A door of 60 inches width that opens to the north at 100 inches a second. */
const DOOR = make(
  "func_door",
  "door",
  ["model", "*1"],
  ["movedir", "0 90 0"],
  ["speed", "100"],
  ["wait", "-1"],
  ["origin", "10 0 0"],
);
/** Place of a row in the moment. */
const placeOf = ({ moment }: MapPlayer, row = 0) =>
  [3, 7, 11].map((i) => Number(moment.worldFromModel[row * 12 + i].toFixed(3)));
const runTicks = (player: MapPlayer, ticks: number) => {
  for (let i = 0; i < ticks; i++) player.advance(TICK + 1e-9);
};

describe("MapPlayer", () => {
  it("advances a capture by whole steps while it plays, and not while it is paused", () => {
    const player = play(null, make("logic_timer", "timer", ["RefireTime", "0.3"]));
    expect([player.advanceCapture(2), player.tick]).toEqual([0, 0]);
    player.play();
    const shown = player.advanceCapture(2);
    expect(player.tick).toBe(133);
    expect(shown).toBeCloseTo(2 - TICK, 6);
  });

  it("keeps the solids of a walk when it starts again", () => {
    const player = play(null, make("info_target", ""));
    const hulls = makeHulls([], [], []);
    player.walker = { hulls } as unknown as Walker;
    const before = player.solids;
    player.restart();
    expect(player.solids?.hulls).toBe(hulls);
    expect(player.solids).not.toBe(before);
  });

  it("emits what happens while it plays, and stands still while it is paused", () => {
    const player = play(
      null,
      make("logic_timer", "timer", ["RefireTime", "0.3"], ["OnTimer", "sign,FireUser1,,0,-1"]),
      make("info_target", "sign"),
    );
    const told: string[] = [];
    player.on("event", ({ index, kind }) => told.push(`${index} ${kind}`));
    player.advance(1);
    expect([player.tick, player.eventCount]).toEqual([0, 0]);
    player.play();
    runTicks(player, 30);
    expect(player.tick).toBe(30);
    expect(told).toEqual(["0 output", "1 input"]);
    player.pause();
    runTicks(player, 30);
    expect(player.tick).toBe(30);
    player.step();
    expect([player.tick, player.time, player.isPlaying]).toEqual([31, 0.465, false]);
  });

  it("shows the same events and places at a time, however it got there", () => {
    const map = [DOOR, make("logic_auto", "auto", ["OnMapSpawn", "door,Open,,0.3,-1"])];
    const straight = play(brushesAt([10, 0, 0]), ...map);
    straight.play();
    runTicks(straight, 45);
    straight.pause();
    const jumping = play(brushesAt([10, 0, 0]), ...map);
    let rewinds = 0;
    jumping.on("rewind", () => rewinds++);
    for (const seconds of [3, 0.2, straight.time]) jumping.seek(seconds);
    expect(rewinds).toBe(3);
    expect(jumping.events).toEqual(straight.events);
    expect(placeOf(jumping)).toEqual(placeOf(straight));
    expect(placeOf(jumping)[1]).toBeGreaterThan(5);
    expect(jumping.end).toBeCloseTo(3, 2);
  });

  it("runs with a speed, and clamps it", () => {
    const player = play(null, make("logic_timer", "timer", ["RefireTime", "1"]));
    player.play();
    player.speed = 4;
    player.advance(0.15);
    expect(player.tick).toBe(40);
    player.speed = 1000;
    expect(player.speed).toBe(16);
    expect(() => {
      player.speed = Number.NaN;
    }).toThrow(TypeError);
  });

  it("passes ticks at rest at once, but not the inputs that wait for their time", () => {
    const player = play(brushesAt([10, 0, 0]), DOOR);
    expect(player.isAtRest).toBe(true);
    player.seek(3600);
    const { version } = player.moment;
    player.play();
    runTicks(player, 100);
    // Nothing is drawn again.
    expect(player.moment.version).toBe(version + 1);
    player.pause();
    player.fire("door", "Open");
    expect(player.isAtRest).toBe(false);
    const { time } = player;
    player.seek(0);
    player.seek(time + 2);
    expect(placeOf(player)).toEqual([10, 60, 0]);
    expect(player.events).toHaveLength(1);
    expect(player.events[0].time).toBeCloseTo(time, 2);
  });

  it("fires inputs by name and by row, and forgets those of a later time", () => {
    const lamp = make("logic_relay", "", ["OnTrigger", "door,Open,,0,-1"]);
    const player = play(brushesAt([10, 0, 0]), DOOR, lamp);
    player.seek(1);
    player.fireAt(1, "Trigger");
    const inputs = () => player.events.map(({ input }) => input);
    expect(inputs().slice(0, 3)).toEqual(["Trigger", "Open", "Open"]);
    player.seek(0.5);
    player.fire("door", "Close", "");
    player.seek(2);
    expect(inputs()).toEqual(["Close"]);
    expect(() => player.fireAt(9, "Kill")).toThrow(RangeError);
  });

  it("describes entities and the inputs that they take", () => {
    const player = play(brushesAt([10, 0, 0]), DOOR, make("npc_crow", "bird"));
    player.fire("door", "Open");
    player.seek(0.5);
    const door = player.entityAt(0);
    expect(door).toMatchObject({ class: "func_door", name: "door", isSimulated: true, parent: -1 });
    expect(door?.origin[1]).toBeGreaterThan(30);
    expect(door?.keys.speed).toBe(100);
    const inputs = player.inputsOf(0);
    expect(inputs).toContainEqual({ name: "Open", takes: "void", isRun: true });
    expect(inputs).toContainEqual({ name: "SetParent", takes: "text", isRun: true });
    expect(player.entityAt(1)?.isSimulated).toBe(false);
    expect([player.entityAt(2), player.eventAt(5)]).toEqual([null, null]);
  });

  it("starts again with another seed", () => {
    const random = make(
      "logic_timer",
      "timer",
      ["UseRandomTime", "1"],
      ["LowerRandomBound", "0.1"],
      ["UpperRandomBound", "0.9"],
      ["OnTimer", "timer,FireUser1,,0,-1"],
    );
    const player = play(null, random);
    player.seek(9);
    const first = player.events.map(({ time }) => time);
    player.restart(5);
    expect([player.time, player.eventCount]).toEqual([0, 0]);
    player.seek(9);
    expect(player.events.map(({ time }) => time)).not.toEqual(first);
    player.restart(0);
    player.seek(9);
    expect(player.events.map(({ time }) => time)).toEqual(first);
  });
});

describe("a camera that touches triggers", () => {
  const PLATE = make(
    "trigger_teleport",
    "plate",
    ["model", "*1"],
    ["spawnflags", "1"],
    ["target", "goal"],
    ["OnStartTouch", "sign,FireUser1,,0,-1"],
  );
  const GOAL = make(
    "info_teleport_destination",
    "goal",
    ["origin", "500 0 0"],
    ["angles", "0 90 0"],
  );

  it("is teleported by them, and walks again as it did after going back", () => {
    const camera = createCamera();
    const map = makeMap([PLATE, GOAL, make("info_target", "sign")]);
    const player = new MapPlayer(map, null, camera);
    player.play();
    runTicks(player, 10);
    expect(player.eventCount).toBe(0);
    player.touchesTriggers = true;
    Object.assign(camera, { x: 0, y: 0, z: 100 });
    runTicks(player, 10);
    expect([camera.x, camera.z, camera.yaw]).toEqual([500, 64, 90]);
    const { events, time } = player;
    expect(events.map(({ input }) => input)).toContain("FireUser1");
    expect(events.some(({ activator }) => activator?.class === "player")).toBe(true);
    player.touchesTriggers = false;
    Object.assign(camera, { x: 0, y: 0, z: 100 });
    runTicks(player, 10);
    expect(camera.x).toBe(0);
    player.seek(0);
    player.seek(time);
    expect(player.events).toEqual(events);
  });

  it("uses entities, as nobody if it does not touch", () => {
    const button = make(
      "func_button",
      "button",
      ["model", "*1"],
      ["spawnflags", "1025"],
      ["OnPressed", "!activator,Kill,,5,-1"],
    );
    const player = play(null, button);
    player.use(0);
    expect(player.events.map(({ output }) => output)).toContain("OnPressed");
    expect(player.events.at(-1)?.activator).toBeNull();
    player.restart();
    player.touchesTriggers = true;
    player.use(0);
    expect(player.events.at(-1)?.activator?.class).toBe("player");
    expect(() => player.use(12)).toThrow(RangeError);
  });
});

describe("the moment of a simulation", () => {
  it("lies between two ticks while it plays, and on a tick when it is paused", () => {
    const player = play(brushesAt([10, 0, 0]), DOOR);
    player.fire("door", "Open");
    player.seek(0.15);
    player.play();
    const { y } = { y: placeOf(player)[1] };
    player.advance(TICK);
    player.advance(TICK / 2);
    expect(placeOf(player)[1]).toBeCloseTo(y + 100 * (TICK / 2), 2);
    player.pause();
    expect(placeOf(player)[1]).toBeCloseTo(y + 100 * TICK, 2);
  });

  it("carries what is parented, hides what was killed, and has the light styles", () => {
    const player = play(
      brushesAt([10, 0, 0], [10, 20, 0]),
      DOOR,
      make("func_brush", "handle", ["model", "*1"], ["origin", "10 20 0"], ["parentname", "door"]),
      make("light", "lamp", ["style", "35"], ["spawnflags", "0"]),
    );
    player.fire("door", "Open");
    player.seek(2);
    expect(placeOf(player, 1)).toEqual([10, 80, 0]);
    const { version } = player.moment;
    player.fire("lamp", "TurnOff");
    expect(player.moment.lightStyles[35]).toBe("a");
    expect(player.moment.version).toBeGreaterThan(version);
    player.fire("handle", "Kill");
    expect([...player.moment.isHidden]).toEqual([0, 1]);
    player.fire("door", "ClearParent");
    player.seek(0);
    expect([...player.moment.isHidden]).toEqual([0, 0]);
    expect(player.moment.lightStyles[35]).toBe("m");
    expect(placeOf(player, 1)).toEqual([10, 20, 0]);
  });

  it("opens area portals with their doors, and has none of its own while they are as at the start", () => {
    const portal = make(
      "func_areaportal",
      "",
      ["portalnumber", "3"],
      ["target", "door"],
      ["StartOpen", "0"],
    );
    const player = play(brushesAt([10, 0, 0]), DOOR, portal);
    player.seek(1);
    expect(player.moment.openPortals).toBeNull();
    player.fire("door", "Open");
    player.seek(2);
    expect(player.moment.openPortals?.[3]).toBe(1);
    player.seek(0.5);
    expect(player.moment.openPortals).toBeNull();
  });

  it("shows a brush that a template makes again, and hides it before", () => {
    const brush = make("func_brush", "wall", ["model", "*1"], ["origin", "10 0 0"]);
    const template = make("point_template", "maker", ["Template01", "wall"]);
    const player = play(brushesAt([10, 0, 0]), brush, template);
    player.seek(0.5);
    expect([...player.moment.isHidden]).toEqual([1]);
    player.fire("maker", "ForceSpawn");
    player.seek(1);
    expect([...player.moment.isHidden]).toEqual([0]);
    player.fire("wall", "Kill");
    player.seek(1.5);
    expect([...player.moment.isHidden]).toEqual([1]);
    player.seek(0.7);
    expect([...player.moment.isHidden]).toEqual([0]);
  });

  it("keeps the size of a fan that turns far between two ticks", () => {
    const fan = make(
      "func_rotating",
      "fan",
      ["model", "*1"],
      ["spawnflags", "1"],
      ["maxspeed", "6000"],
      ["fanfriction", "100"],
    );
    const player = play(brushesAt([0, 0, 0]), fan);
    player.seek(1);
    player.play();
    player.advance(TICK);
    player.advance(TICK / 2);
    const m = player.moment.worldFromModel;
    expect(m[0]).not.toBeCloseTo(1, 1);
    for (const column of [0, 1, 2]) {
      expect(Math.hypot(m[column], m[column + 4], m[column + 8])).toBeCloseTo(1, 5);
    }
  });
});
