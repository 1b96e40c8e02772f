import { describe, expect, it } from "vitest";
import type { Timeline } from "../../src/simulation/index.ts";
import { arrivals, eventsOf, make, type Pairs, rowOf, runEntities } from "./make-simulation.ts";

const told = (...outputs: string[]): Pairs => outputs.map((one) => [one, "nobody,Enable,,0,-1"]);
const namesOf = ({ simulation }: Timeline): string[] => {
  const { entities, strings } = simulation;
  return Array.from({ length: entities.count }, (_, row) => row)
    .filter((row) => simulation.isAlive(row))
    .map((row) => strings.text(entities.name[row]));
};
const placeOf = ({ simulation }: Timeline, row: number): number[] => {
  const { origin, angles } = simulation.entities;
  return [...origin.subarray(row * 3, row * 3 + 3), angles[row * 3 + 1]].map(
    (one) => Math.round(one) + 0,
  );
};

/** A template of a relay that sends to a door, both 10 inches before the template. */
const template = (...more: Pairs): Pairs =>
  make(
    "point_template",
    "tpl",
    ["origin", "100 0 0"],
    ["Template01", "relay"],
    ["Template02", "door*"],
    ...told("OnEntitySpawned"),
    ...more,
  );
const ENTITIES: Pairs[] = [
  make(
    "logic_relay",
    "relay",
    ["OnTrigger", "door,Open,,0,-1"],
    ["OnTrigger", "outside,Enable,,0,-1"],
  ),
  make(
    "func_door",
    "door",
    ["model", "*1"],
    ["origin", "110 0 0"],
    ["movedir", "0 90 0"],
    ["angles", "0 20 0"],
  ),
];

describe("point_template", () => {
  it("takes its entities out of the map, and makes them where it is", () => {
    const timeline = runEntities(template(), ...ENTITIES);
    expect(namesOf(timeline)).toEqual(["tpl"]);
    expect(timeline.simulation.entities.isHidden[2]).toBe(1);
    timeline.fire("tpl", "AddOutput", "origin 500 0 0");
    timeline.fire("tpl", "AddOutput", "angles 0 90 0");
    timeline.fire("tpl", "ForceSpawn");
    timeline.step();
    expect(placeOf(timeline, 4)).toEqual([500, 10, 0, 110]);
    expect(timeline.simulation.entities.lumpRow[4]).toBe(2);
    expect(eventsOf(timeline, "output").map(({ output }) => output)).toEqual(["OnEntitySpawned"]);
  });

  it("gives names of its own to entities that call each other, one per instance", () => {
    const timeline = runEntities(template(), ...ENTITIES);
    timeline.fire("tpl", "ForceSpawn");
    timeline.fire("tpl", "ForceSpawn");
    timeline.step();
    // The engine counts an instance when it precaches the template.
    expect(namesOf(timeline)).toEqual(["tpl", "relay", "door&0002", "relay", "door&0003"]);
    timeline.fire("relay", "Trigger");
    timeline.seek(0.2);
    const opened = arrivals(timeline).filter((line) => line.includes("Open"));
    expect(opened.map((line) => line.slice(6))).toEqual(["door&0002.Open()", "door&0003.Open()"]);
    expect(
      eventsOf(timeline, "no-target").every(
        ({ target }) => target === "outside" || target === "nobody",
      ),
    ).toBe(true);
  });

  it("keeps names with flag 2, and entities with flag 1", () => {
    const timeline = runEntities(template(["spawnflags", "3"]), ...ENTITIES);
    expect(namesOf(timeline)).toEqual(["tpl", "relay", "door"]);
    timeline.fire("tpl", "ForceSpawn");
    timeline.step();
    expect(namesOf(timeline)).toEqual(["tpl", "relay", "door", "relay", "door"]);
  });

  it("connects parents within an instance, and lets entities spawn", () => {
    const timeline = runEntities(
      make("point_template", "tpl", ["Template01", "a"], ["Template02", "b"]),
      make("func_door", "a", ["origin", "5 0 0"]),
      make(
        "logic_timer",
        "b",
        ["parentname", "a"],
        ["origin", "7 0 0"],
        ["RefireTime", "0.5"],
        ...told("OnTimer"),
      ),
    );
    timeline.seek(1);
    expect(eventsOf(timeline)).toEqual([]);
    timeline.fire("tpl", "ForceSpawn");
    timeline.seek(1.7);
    expect(timeline.simulation.entities.parent[4]).toBe(3);
    expect(placeOf(timeline, 4).slice(0, 3)).toEqual([2, 0, 0]);
    expect(eventsOf(timeline, "output")).toHaveLength(1);
  });

  it("makes the same again after time went back", () => {
    const timeline = runEntities(template(), ...ENTITIES, make("logic_relay", "later"));
    timeline.seek(0.5);
    timeline.fire("tpl", "ForceSpawn");
    timeline.seek(4);
    const wanted = namesOf(timeline);
    timeline.seek(0);
    expect(namesOf(timeline)).toEqual(["tpl", "later"]);
    timeline.seek(4);
    expect(namesOf(timeline)).toEqual(wanted);
    timeline.seek(0);
    timeline.fire("tpl", "Kill");
    timeline.place({ x: 1, y: 2, z: 3, pitch: 0, yaw: 0 });
    timeline.seek(1);
    expect(timeline.simulation.player.row).toBe(4);
    expect(timeline.simulation.entities.model[4]).toBe(0);
    expect(rowOf(timeline, "relay")).toBe(-1);
  });

  it("begins anew in a row that was used before time went back", () => {
    const timeline = runEntities(template(), ...ENTITIES);
    timeline.seek(0.5);
    timeline.fire("tpl", "ForceSpawn");
    timeline.step();
    timeline.fire("door*", "AddOutput", "spawnflags 2048");
    timeline.seek(1);
    expect(timeline.simulation.entities.spawnflags[4]).toBe(2048);
    timeline.seek(0.2);
    timeline.fire("tpl", "ForceSpawn");
    timeline.step();
    expect(timeline.simulation.entities.spawnflags[4]).toBe(0);
  });

  it("ends making entities at a limit, and says so", () => {
    const timeline = runEntities(
      make("logic_timer", "t", ["RefireTime", "0.01"], ["OnTimer", "tpl,ForceSpawn,,0,-1"]),
      make("point_template", "tpl", ["Template01", "many"]),
      ...Array.from({ length: 4000 }, () => make("info_target", "many")),
    );
    timeline.seek(0.2);
    expect(timeline.simulation.entities.count).toBeLessThan(4002 + 16_385);
    expect(eventsOf(timeline, "effect")[0]).toMatchObject({
      input: "SpawnLimit",
      caller: { name: "tpl" },
    });
  });
});

describe("env_entity_maker", () => {
  const maker = (...more: Pairs): Pairs =>
    make(
      "env_entity_maker",
      "m",
      ["EntityTemplate", "tpl"],
      ["origin", "0 0 900"],
      ...told("OnEntitySpawned", "OnEntityFailedSpawn"),
      ...more,
    );
  const mover = make("func_door", "door", ["model", "*1"], ["origin", "110 0 0"]);
  const tpl = make("point_template", "tpl", ["origin", "100 0 0"], ["Template01", "door"]);
  const counted = (timeline: Timeline): string[] =>
    eventsOf(timeline, "output").map(({ output }) => output);

  it("makes a template where it is, or where an entity is", () => {
    const timeline = runEntities(
      maker(),
      tpl,
      mover,
      make("info_target", "t", ["origin", "0 70 0"]),
    );
    timeline.fire("m", "ForceSpawn");
    timeline.fire("m", "ForceSpawnAtEntityOrigin", "t");
    timeline.step();
    expect([placeOf(timeline, 4), placeOf(timeline, 5)]).toEqual([
      [10, 0, 900, 0],
      [10, 70, 0, 0],
    ]);
  });

  it("makes one alone with flag 1 when the last has gone or moved", () => {
    const timeline = runEntities(maker(["spawnflags", "1"]), tpl, mover);
    timeline.seek(2);
    expect(counted(timeline)).toHaveLength(1);
    timeline.fire("door", "Kill");
    timeline.seek(3);
    expect(counted(timeline)).toHaveLength(2);
    timeline.fire("door", "AddOutput", "origin 1 2 3");
    timeline.seek(4);
    expect(counted(timeline)).toHaveLength(3);
  });

  it("waits for its end with flag 2, and for a player to look away", () => {
    const waiting = runEntities(maker(["spawnflags", "3"]), tpl, mover);
    waiting.fire("door", "AddOutput", "origin 1 2 3");
    waiting.seek(3);
    expect(counted(waiting)).toHaveLength(1);
    const seen = runEntities(maker(["spawnflags", "17"]), tpl, mover);
    seen.place({ x: -500, y: 0, z: 836, pitch: 0, yaw: 0 });
    seen.fire("door", "Kill");
    seen.seek(3);
    expect(counted(seen)).toHaveLength(1);
    seen.fire("m", "ForceSpawn");
    seen.step();
    expect(counted(seen).at(-1)).toBe("OnEntityFailedSpawn");
    seen.place({ x: -500, y: 0, z: 836, pitch: 0, yaw: 180 });
    seen.seek(4);
    expect(counted(seen)).toHaveLength(3);
  });

  it("fails with flag 8 while the last one stands there", () => {
    const timeline = runEntities(maker(["spawnflags", "8"]), tpl, mover);
    timeline.fire("m", "ForceSpawn");
    timeline.fire("m", "ForceSpawn");
    timeline.step();
    expect(counted(timeline)).toEqual(["OnEntitySpawned", "OnEntityFailedSpawn"]);
  });

  it("goes if it names no template", () => {
    expect(namesOf(runEntities(make("env_entity_maker", "m")))).toEqual([]);
  });
});

describe("point_teleport", () => {
  const teleport = (...more: Pairs): Pairs =>
    make(
      "point_teleport",
      "p",
      ["target", "it"],
      ["origin", "1 2 3"],
      ["angles", "0 45 0"],
      ...more,
    );

  it("puts its target where it is, or where the target spawned with flag 1", () => {
    const it = make("info_target", "it", ["origin", "7 8 9"], ["angles", "0 5 0"]);
    for (const [flags, wanted] of [
      ["0", [1, 2, 3, 45]],
      ["1", [7, 8, 9, 5]],
    ] as const) {
      const timeline = runEntities(teleport(["spawnflags", flags]), it);
      timeline.fire("it", "AddOutput", "origin 50 50 50");
      timeline.fire("p", "Teleport");
      timeline.step();
      expect(placeOf(timeline, 1)).toEqual(wanted);
    }
  });

  it("puts the player there, and leaves carried entities where they are", () => {
    const timeline = runEntities(teleport(["target", "!player"]));
    timeline.simulation.setKey(0, "target", "!player");
    timeline.place({ x: 500, y: 0, z: 0, pitch: 0, yaw: 0 });
    timeline.fire("p", "Teleport");
    timeline.step();
    expect(placeOf(timeline, timeline.simulation.player.row)).toEqual([1, 2, 3, 45]);
    expect(timeline.simulation.player.teleports).toBe(1);
    const moved = runEntities(
      teleport(["parentname", "c"]),
      make("info_target", "it"),
      make("func_door", "c", ["origin", "100 0 0"]),
    );
    moved.fire("p", "Teleport");
    moved.step();
    expect(placeOf(moved, 1).slice(0, 3)).toEqual([1, 2, 3]);
    const carried = runEntities(
      teleport(),
      make("info_target", "it", ["parentname", "c"]),
      make("func_door", "c"),
    );
    carried.fire("p", "Teleport");
    carried.step();
    expect(eventsOf(carried, "effect")).toEqual([]);
  });
});
