import { describe, expect, it } from "vitest";
import { writeMatrix3x4 } from "../../src/math/angles.ts";
import { formatEvent, Timeline } from "../../src/simulation/index.ts";
import { buildModelVolumes } from "../../src/simulation/touch/model-volumes.ts";
import { overlapsModel } from "../../src/simulation/touch/volume-test.ts";
import { eventsOf, make, makeMap, type Pairs, rowOf, runEntities } from "./make-simulation.ts";

const told = (...outputs: string[]): Pairs => outputs.map((one) => [one, "nobody,Enable,,0,-1"]);
const outputsOf = (timeline: Timeline): string[] =>
  eventsOf(timeline, "output").map(({ time, output }) => `${time.toFixed(1)} ${output}`);
const effectsOf = (timeline: Timeline): string[] =>
  eventsOf(timeline, "effect").map(
    ({ caller, entity, input, value }) => `${caller?.name} ${entity?.class}.${input}(${value})`,
  );

const INSIDE = { x: 0, y: 0, z: 10, pitch: 0, yaw: 0 };
const OUTSIDE = { x: 500, y: 0, z: 10, pitch: 0, yaw: 0 };

/** A trigger about the origin: 100 x 60 inches, 200 high. */
const trigger = (className: string, ...more: Pairs): Pairs =>
  make(className, "t", ["model", "*1"], ["spawnflags", "1"], ...more);

const ALL = ["OnStartTouch", "OnStartTouchAll", "OnTrigger", "OnEndTouch", "OnEndTouchAll"];

function visit(timeline: Timeline, seconds: number, place = INSIDE): void {
  timeline.place(place);
  timeline.seek(timeline.simulation.time + seconds);
}

describe("a player", () => {
  it("is nobody until it is placed", () => {
    const timeline = runEntities(trigger("trigger_multiple", ...told(...ALL)));
    timeline.fire("!player", "FireUser1");
    timeline.seek(1);
    expect(timeline.simulation.player.row).toBe(-1);
    expect(outputsOf(timeline)).toEqual([]);
    expect(eventsOf(timeline, "no-target")).toHaveLength(1);
  });

  it("is found by !player and by its class, and activates what it touches", () => {
    const timeline = runEntities(
      trigger("trigger_once", ["OnTrigger", "!activator,AddOutput,targetname joe,0,-1"]),
      make("filter_activator_class", "f", ["filterclass", "player"], ...told("OnPass")),
    );
    visit(timeline, 0.1);
    const { player, entities, strings } = timeline.simulation;
    expect(timeline.simulation.find("!player", -1, -1, -1, -1)).toBe(player.row);
    expect(timeline.simulation.findClass("player", -1)).toBe(player.row);
    expect(strings.text(entities.name[player.row])).toBe("joe");
    expect(eventsOf(timeline, "output")[0].activator).toEqual({
      row: -1,
      class: "player",
      name: "joe",
    });
  });

  it("plays the same again after going back, until it is placed elsewhere", () => {
    const timeline = runEntities(trigger("trigger_multiple", ["wait", "0.3"], ...told(...ALL)));
    for (const place of [OUTSIDE, INSIDE, OUTSIDE, INSIDE]) visit(timeline, 0.5, place);
    timeline.leave();
    timeline.seek(4);
    const wanted = outputsOf(timeline);
    expect(wanted.filter((line) => line.endsWith("OnEndTouchAll"))).toHaveLength(2);
    timeline.seek(0.7);
    timeline.seek(4);
    expect(outputsOf(timeline)).toEqual(wanted);
    timeline.seek(0.2);
    timeline.place({ ...OUTSIDE, yaw: 5 });
    timeline.seek(4);
    expect(outputsOf(timeline)).toEqual([]);
    expect(timeline.simulation.player.row).toBeGreaterThan(0);
  });

  it("goes to no place that was recorded later than a place that it has already", () => {
    const timeline = runEntities(trigger("trigger_multiple", ...told(...ALL)));
    visit(timeline, 0.5, OUTSIDE);
    visit(timeline, 0.5, INSIDE);
    timeline.seek(0.3);
    timeline.place(OUTSIDE);
    timeline.seek(1);
    expect(outputsOf(timeline)).toEqual([]);
  });

  it("uses an entity once, as its activator and caller", () => {
    const timeline = runEntities(
      make(
        "func_button",
        "b",
        ["model", "*1"],
        ["spawnflags", "1025"],
        ["OnPressed", "!activator,SetHealth,1,0,-1"],
      ),
    );
    timeline.place(OUTSIDE);
    timeline.use(0);
    timeline.seek(2);
    const [use, health] = eventsOf(timeline).filter(({ kind }) => kind !== "output");
    expect(use).toMatchObject({
      time: 0.015,
      input: "Use",
      caller: { class: "player" },
      activator: { class: "player" },
    });
    expect(health).toMatchObject({ kind: "input-not-run", entity: { class: "player" } });
    expect(eventsOf(timeline, "output")).toHaveLength(1);
  });
});

describe("triggers", () => {
  it("fire when the player comes and goes, in the engine's order", () => {
    const timeline = runEntities(trigger("trigger_multiple", ["wait", "1"], ...told(...ALL)));
    visit(timeline, 0.3, OUTSIDE);
    visit(timeline, 1.2, INSIDE);
    visit(timeline, 0.3, OUTSIDE);
    expect(outputsOf(timeline)).toEqual([
      ...["0.3 OnStartTouch", "0.3 OnStartTouchAll", "0.3 OnTrigger", "1.3 OnTrigger"],
      ...["1.5 OnEndTouch", "1.5 OnEndTouchAll"],
    ]);
  });

  it("wait 0.2 s if they do not say, and once with a wait below 0", () => {
    const often = runEntities(trigger("trigger_multiple", ...told("OnTrigger")));
    visit(often, 1);
    // 0.2 s are 13 ticks.
    expect(outputsOf(often).length).toBe(6);
    for (const once of [
      trigger("trigger_once", ...told("OnTrigger")),
      trigger("trigger_multiple", ["wait", "-1"], ...told("OnTrigger")),
    ]) {
      const timeline = runEntities(once);
      visit(timeline, 1);
      expect(outputsOf(timeline).length).toBe(1);
      expect(timeline.simulation.isAlive(0)).toBe(false);
    }
  });

  it.each([
    ["players", "1", true],
    ["everything", "64", true],
    ["NPCs", "2", false],
    ["physics", "8", false],
    ["players in vehicles", "32", false],
    ["players on foot", "512", true],
    ["nobody", "0", false],
  ])("that allow %s by spawnflags", (_, flags, isTouched) => {
    const timeline = runEntities(
      make("trigger_once", "t", ["model", "*1"], ["spawnflags", flags], ...told("OnTrigger")),
    );
    visit(timeline, 0.3);
    expect(outputsOf(timeline).length).toBe(isTouched ? 1 : 0);
  });

  it.each([
    ["NPCs", "2", true],
    ["allied NPCs", "16", true],
    ["NPCs in vehicles", "2048", false],
    ["NPCs, but only those in vehicles", "2050", false],
    ["players on foot", "512", false],
  ])("that allow %s let an NPC pass or not", (_, flags, isTouched) => {
    const timeline = runEntities(
      make("trigger_multiple", "t", ["spawnflags", flags], ...told("OnStartTouch")),
      make("npc_citizen", "npc", ["OnUser1", "t,StartTouch,,0,-1"]),
    );
    timeline.fire("npc", "FireUser1");
    timeline.seek(0.1);
    const touched = outputsOf(timeline).filter((line) => line.includes("OnStartTouch"));
    expect(touched.length).toBe(isTouched ? 1 : 0);
  });

  it("ask their filter", () => {
    for (const [negated, count] of [
      ["0", 1],
      ["1", 0],
    ] as const) {
      const timeline = runEntities(
        trigger("trigger_once", ["filtername", "f"], ...told("OnTrigger")),
        make("filter_activator_name", "f", ["filtername", "!player"], ["Negated", negated]),
      );
      visit(timeline, 0.3);
      expect(outputsOf(timeline).length).toBe(count);
    }
  });

  it("notice a player inside when they are enabled, and its end when disabled", () => {
    const timeline = runEntities(
      trigger("trigger_multiple", ["StartDisabled", "1"], ["wait", "9"], ...told(...ALL)),
    );
    visit(timeline, 0.3);
    expect(outputsOf(timeline)).toEqual([]);
    timeline.fire("t", "Enable");
    timeline.seek(0.6);
    timeline.fire("t", "Disable");
    timeline.seek(0.9);
    expect(outputsOf(timeline).map((line) => line.split(" ")[1])).toEqual(ALL);
    timeline.fire("t", "Toggle");
    timeline.step();
    expect(outputsOf(timeline)).toHaveLength(ALL.length + 2);
  });

  it("end all touches with DisableAndEndTouch, and test them", () => {
    const timeline = runEntities(
      trigger(
        "trigger_multiple",
        ["wait", "9"],
        ...told("OnTouching", "OnNotTouching", "OnEndTouchAll"),
      ),
    );
    timeline.fire("t", "TouchTest");
    visit(timeline, 0.3, OUTSIDE);
    visit(timeline, 0.3);
    timeline.fire("t", "TouchTest");
    timeline.step();
    timeline.fire("t", "DisableAndEndTouch");
    timeline.fire("t", "TouchTest");
    timeline.seek(1);
    expect(outputsOf(timeline).map((line) => line.split(" ")[1])).toEqual([
      ...["OnNotTouching", "OnTouching", "OnEndTouchAll"],
    ]);
  });

  it("count who touches, and leave out who is gone", () => {
    const timeline = runEntities(
      make(
        "trigger_multiple",
        "t",
        ["model", "*1"],
        ["spawnflags", "64"],
        ["wait", "9"],
        ...told(...ALL),
      ),
      make("logic_relay", "r", ["OnTrigger", "t,StartTouch,,0,-1"]),
    );
    visit(timeline, 0.3);
    timeline.fire("r", "Trigger");
    timeline.seek(0.5);
    timeline.fire("r", "Kill");
    timeline.step();
    visit(timeline, 0.3, OUTSIDE);
    const names = outputsOf(timeline).map((line) => line.split(" ")[1]);
    expect(names.filter((name) => name !== "OnTrigger")).toEqual([
      ...["OnStartTouch", "OnStartTouchAll", "OnStartTouch", "OnEndTouch", "OnEndTouchAll"],
    ]);
  });

  it("keep each of several that touch, whoever of them is gone", () => {
    const relay = (name: string): Pairs =>
      make(
        "logic_relay",
        name,
        ["OnTrigger", "t,StartTouch,,0,-1"],
        ["OnUser1", "t,EndTouch,,0,-1"],
      );
    const timeline = runEntities(
      trigger("trigger_multiple", ["wait", "9"], ...told("OnEndTouch", "OnEndTouchAll")),
      ...[relay("r1"), relay("r2")],
    );
    timeline.simulation.setKey(0, "spawnflags", "64");
    visit(timeline, 0.1);
    for (const name of ["r1", "r2"]) timeline.fire(name, "Trigger");
    timeline.step();
    timeline.fire("r1", "Kill");
    timeline.step();
    visit(timeline, 0.1, OUTSIDE);
    const names = () =>
      eventsOf(timeline, "output")
        .filter(({ caller }) => caller?.name === "t")
        .map(({ output }) => output);
    expect(names()).toEqual(["OnEndTouch"]);
    timeline.fire("r2", "FireUser1");
    timeline.step();
    expect(names()).toEqual(["OnEndTouch", "OnEndTouch", "OnEndTouchAll"]);
  });

  it("are touched by the hull's sides, 16 inches about its feet and 72 above", () => {
    const isTouched = (x: number, y: number, z: number, isDucked = false): boolean => {
      const timeline = runEntities(
        trigger("trigger_once", ["origin", "1000 0 0"], ...told("OnTrigger")),
      );
      timeline.place({ x: 1000 + x, y, z, pitch: 0, yaw: 0, isDucked });
      timeline.seek(0.3);
      return outputsOf(timeline).length === 1;
    };
    expect([isTouched(65, 0, 0), isTouched(67, 0, 0)]).toEqual([true, false]);
    expect([isTouched(0, -45, 0), isTouched(0, -47, 0)]).toEqual([true, false]);
    expect([isTouched(0, 0, -71), isTouched(0, 0, -73)]).toEqual([true, false]);
    expect([isTouched(0, 0, -35, true), isTouched(0, 0, -37, true)]).toEqual([true, false]);
    expect([isTouched(0, 0, 199), isTouched(0, 0, 201)]).toEqual([true, false]);
  });

  it("turn and move with what carries them", () => {
    const timeline = runEntities(
      trigger("trigger_multiple", ["parentname", "carrier"], ...told("OnStartTouch")),
      make(
        "func_movelinear",
        "carrier",
        ["angles", "0 90 0"],
        ["MoveDistance", "300"],
        ["speed", "100"],
      ),
    );
    visit(timeline, 0.3, { ...INSIDE, x: 200 });
    timeline.fire("carrier", "Open");
    timeline.seek(6);
    expect(outputsOf(timeline)).toHaveLength(1);
  });
});

describe("trigger_look", () => {
  const world = (...more: Pairs): Timeline =>
    runEntities(
      trigger(
        "trigger_look",
        ["target", "goal"],
        ["FieldOfView", "0.9"],
        ["LookTime", "0.3"],
        ...told("OnTrigger", "OnTimeout"),
        ...more,
      ),
      make("info_target", "goal", ["origin", "0 500 74"]),
    );

  it("fires after the player has looked at its target for a time", () => {
    const timeline = world(["timeout", "3"]);
    visit(timeline, 0.5);
    visit(timeline, 0.25, { ...INSIDE, yaw: 90 });
    visit(timeline, 0.1, { ...INSIDE, yaw: 0 });
    expect(outputsOf(timeline)).toEqual([]);
    visit(timeline, 0.4, { ...INSIDE, yaw: 80 });
    expect(outputsOf(timeline)).toEqual(["1.2 OnTrigger"]);
  });

  it("fires another output if the player does not look in time", () => {
    const timeline = world(["timeout", "1"]);
    visit(timeline, 2);
    visit(timeline, 1, { ...INSIDE, yaw: 90 });
    expect(outputsOf(timeline)).toEqual(["1.0 OnTimeout"]);
  });

  it("goes after it fired once with flag 128", () => {
    const timeline = world(["spawnflags", "129"]);
    timeline.simulation.setKey(0, "spawnflags", "129");
    visit(timeline, 2, { ...INSIDE, yaw: 90 });
    expect(outputsOf(timeline)).toHaveLength(1);
    expect(timeline.simulation.isAlive(0)).toBe(false);
  });
});

describe("triggers that do something to the player", () => {
  it("trigger_teleport puts it where its target is, and turns it", () => {
    const timeline = runEntities(
      trigger("trigger_teleport", ["target", "goal"]),
      make("info_teleport_destination", "goal", ["origin", "900 800 700"], ["angles", "10 45 0"]),
    );
    visit(timeline, 0.3);
    const { player } = timeline.simulation;
    const place = { ...INSIDE };
    player.readPlace(place);
    expect(place).toEqual({ x: 900, y: 800, z: 700, pitch: 10, yaw: 45, isDucked: false });
    expect(player.teleports).toBe(1);
    expect(effectsOf(timeline)).toEqual(["t player.Teleport(goal)"]);
    expect(formatEvent(eventsOf(timeline, "effect")[0]).trim()).toBe(
      '0.015  trigger_teleport "t" => player.Teleport(goal)',
    );
  });

  it("trigger_teleport keeps the view, and the offset from a landmark", () => {
    const timeline = runEntities(
      trigger("trigger_teleport", ["target", "goal"], ["landmark", "mark"]),
      make("info_target", "goal", ["origin", "900 800 700"], ["angles", "10 45 0"]),
      make("info_target", "mark", ["origin", "-10 -5 1"]),
    );
    visit(timeline, 0.1, { ...INSIDE, pitch: 5, yaw: 6 });
    const place = { ...INSIDE };
    timeline.simulation.player.readPlace(place);
    expect(place).toMatchObject({ x: 910, y: 805, z: 709, pitch: 5, yaw: 6 });
  });

  it("trigger_push carries it while it touches, along its direction", () => {
    const timeline = runEntities(
      trigger("trigger_push", ["pushdir", "0 90 0"], ["speed", "250"], ["angles", "0 30 0"]),
    );
    visit(timeline, 0.3);
    const { player } = timeline.simulation;
    expect([0, 1, 2].map((axis) => Math.round(player.push(axis)) + 0)).toEqual([0, 250, 0]);
    expect(effectsOf(timeline)).toEqual(["t player.Push(0 250 0)"]);
    visit(timeline, 0.3, OUTSIDE);
    expect([0, 1, 2].map((axis) => player.push(axis))).toEqual([0, 0, 0]);
  });

  it("trigger_push gives its velocity once with flag 128", () => {
    const timeline = runEntities(
      make("trigger_push", "t", ["model", "*1"], ["pushdir", "-90 0 0"], ["spawnflags", "129"]),
    );
    visit(timeline, 0.3);
    const { player } = timeline.simulation;
    expect([0, 1, 2].map((axis) => Math.round(player.impulse(axis)) + 0)).toEqual([0, 0, 100]);
    expect(timeline.simulation.isAlive(0)).toBe(false);
  });

  it("trigger_hurt hurts at once, each half second, and whoever leaves before", () => {
    const timeline = runEntities(trigger("trigger_hurt", ...told("OnHurtPlayer")));
    visit(timeline, 1.2);
    visit(timeline, 1, OUTSIDE);
    expect(outputsOf(timeline)).toEqual([
      "0.0 OnHurtPlayer",
      "0.5 OnHurtPlayer",
      "1.0 OnHurtPlayer",
    ]);
  });

  it("trigger_proximity sends the share of its radius each tick that it changes", () => {
    const timeline = runEntities(
      trigger(
        "trigger_proximity",
        ["measuretarget", "goal"],
        ["radius", "200"],
        ["NearestEntityDistance", "n,SetValue,,0,-1"],
      ),
      make("info_target", "goal", ["origin", "0 100 10"]),
      make("math_counter", "n"),
    );
    visit(timeline, 0.3);
    visit(timeline, 0.3, { ...INSIDE, y: 40 });
    expect(eventsOf(timeline, "input").map(({ value }) => value)).toEqual(["0.5", "0.3"]);
  });

  it("trigger_gravity sets a factor, trigger_autosave goes, trigger_changelevel names its map", () => {
    const timeline = runEntities(
      trigger("trigger_gravity", ["gravity", "0.25"]),
      trigger("trigger_autosave"),
      trigger("trigger_changelevel", ["map", "d1_next"], ...told("OnChangeLevel")),
    );
    visit(timeline, 0.3);
    expect(timeline.simulation.player.gravity).toBe(0.25);
    expect(timeline.simulation.isAlive(1)).toBe(false);
    expect(effectsOf(timeline)).toEqual([
      ...["t player.SetGravity(0.25)", "t player.Save()", "t player.ChangeLevel(d1_next)"],
    ]);
    expect(outputsOf(timeline)).toEqual(["0.0 OnChangeLevel"]);
  });
});

describe("volumes of brush models", () => {
  // A wedge x + y <= 100 in the box 0..100, with the bevels of its sharp edge.
  const half = Math.SQRT1_2;
  const planes = [
    ...[
      [-1, 0, 0, 0],
      [0, -1, 0, 0],
      [0, 0, -1, 0],
      [0, 0, 1, 50],
      [half, half, 0, 100 * half],
    ],
    ...[
      [1, 0, 0, 100],
      [0, 1, 0, 100],
    ],
  ];
  const volumes = buildModelVolumes(
    {
      models: {
        count: 3,
        headNode: new Int32Array([0, -1, -2]),
        mins: new Float32Array(9),
        maxs: new Float32Array([0, 0, 0, 0, 0, 0, 10, 10, 10]),
      },
      nodes: { count: 0, children: new Int32Array(0) },
      leafs: { firstLeafBrush: new Uint32Array([0, 1]), leafBrushCount: new Uint32Array([1, 0]) },
      planes: {
        normal: Float32Array.from(planes.flatMap((one) => one.slice(0, 3))),
        dist: Float32Array.from(planes.map((one) => one[3])),
      },
    } as never,
    {
      ...{ count: 1, firstSide: new Int32Array([0]), sideCount: new Int32Array([7]) },
      ...{ contents: new Int32Array(1), sidePlane: Uint32Array.from([0, 1, 2, 3, 4, 5, 6]) },
      ...{ sideTexInfo: new Int32Array(7), leafBrushes: new Uint32Array([0]) },
      sideIsBevel: Uint8Array.from([0, 0, 0, 0, 0, 1, 1]),
    },
  );
  const overlaps = (model: number, x: number, y: number, yaw = 0): boolean => {
    const matrix = new Float32Array(12);
    writeMatrix3x4(matrix, 0, 0, yaw, 0, 0, 0, 0);
    const box = {
      mins: Float64Array.from([x - 10, y - 10, 0]),
      maxs: Float64Array.from([x + 10, y + 10, 20]),
    };
    return overlapsModel(volumes, model, matrix, box);
  };

  it("are the map's brushes, not their boxes", () => {
    expect([overlaps(1, 58, 58), overlaps(1, 62, 62)]).toEqual([true, false]);
  });

  it("keep boxes off sharp edges by bevels, unless the model is turned", () => {
    expect([overlaps(1, 115, -9), overlaps(1, 105, -9)]).toEqual([false, true]);
    expect(overlaps(1, 9, 115, 90)).toBe(true);
  });

  it("turn with the model", () => {
    expect([overlaps(1, -58, 58, 90), overlaps(1, -62, 62, 90)]).toEqual([true, false]);
  });

  it("are the model's box without brushes", () => {
    expect([overlaps(2, 19, 19), overlaps(2, 21, 19)]).toEqual([true, false]);
  });
});

it("a map without volumes takes the boxes of its models", () => {
  const timeline = new Timeline(makeMap([trigger("trigger_once", ...told("OnTrigger"))]));
  visit(timeline, 0.1);
  expect(rowOf(timeline, "t")).toBe(0);
  expect(outputsOf(timeline)).toHaveLength(1);
});
