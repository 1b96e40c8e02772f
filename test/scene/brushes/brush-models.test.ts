import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import {
  isHiddenClass,
  parseVector,
  placeBrushModels,
} from "../../../src/scene/brushes/brush-models.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { makeEntity } from "./make-entity.ts";

const room = parseBsp(makeBsp());
const world = makeEntity({ classname: "worldspawn" });

/** Returns whether the model of an entity with these keys is placed, among others. */
function isPlaced(keys: Record<string, string>, ...others: Record<string, string>[]): boolean {
  const entities = [world, makeEntity({ model: "*1", ...keys }), ...others.map(makeEntity)];
  return placeBrushModels({ ...room, entities }).length === 2;
}

describe("brush models", () => {
  it.each([
    ...["func_brush", "func_wall", "func_door", "func_illusionary", "func_breakable_surf"],
    ...["func_rotating", "func_physbox", "func_monitor", "func_water_analog", "func_detail"],
    "of_a_mod",
  ])("of %s are visible", (classname) => {
    expect(isPlaced({ classname })).toBe(true);
  });

  it.each([
    ...["env_embers", "ENV_EMBERS", "env_bubbles", "func_precipitation", "func_smokevolume"],
    ...["func_dustmotes", "func_dustcloud", "trigger_multiple", "trigger_of_a_mod"],
    ...["func_areaportal", "func_areaportalwindow", "func_occluder", "func_viscluster"],
    ...["func_ladder", "func_nobuild", "func_no_defuse", "func_nav_blocker", "func_buyzone"],
    ...["func_bomb_target", "func_hostage_rescue", "fog_volume", "func_clip_vphysics"],
    ...["func_vehicleclip", "func_respawnroom", "game_zone_player", "func_traincontrols"],
  ])("of %s are hidden", (classname) => {
    expect(isPlaced({ classname })).toBe(false);
  });

  it("of fizzlers are visible if their key says so", () => {
    expect(isHiddenClass("trigger_portal_cleanser", "1")).toBe(false);
    expect(isHiddenClass("trigger_portal_cleanser", "0")).toBe(true);
    expect(isHiddenClass("trigger_portal_cleanser")).toBe(true);
  });

  it("follow the entity's initial state", () => {
    const brush = { classname: "func_brush" };
    expect(isPlaced({ ...brush, StartDisabled: "1" })).toBe(false);
    expect(isPlaced({ ...brush, StartDisabled: "2" })).toBe(false);
    expect(isPlaced({ ...brush, StartDisabled: "0" })).toBe(true);
    expect(isPlaced({ ...brush, effects: "32" })).toBe(false);
    expect(isPlaced({ ...brush, effects: "48" })).toBe(false);
    expect(isPlaced({ ...brush, effects: "16" })).toBe(true);
    expect(isPlaced({ classname: "func_wall_toggle", spawnflags: "1" })).toBe(false);
    expect(isPlaced({ classname: "func_wall_toggle", spawnflags: "2" })).toBe(true);
    expect(isPlaced({ classname: "func_wall", spawnflags: "1" })).toBe(true);
    expect(isPlaced({ ...brush, rendermode: "10" })).toBe(false);
    expect(isPlaced({ ...brush, rendermode: "1", renderamt: "0" })).toBe(false);
  });

  it("of templates and of windows are not placed", () => {
    const door = { classname: "func_brush", targetname: "Crate_7" };
    const template = (keys: Record<string, string>) => ({ classname: "point_template", ...keys });
    expect(isPlaced(door, template({ Template01: "crate_7" }))).toBe(false);
    expect(isPlaced(door, template({ Template16: "crate_*" }))).toBe(false);
    expect(isPlaced(door, template({ Template01: "crate" }))).toBe(true);
    expect(isPlaced(door, template({ Template01: "crate_7", spawnflags: "1" }))).toBe(true);
    expect(isPlaced(door, template({ Template01: "" }))).toBe(true);
    const portal = { classname: "func_areaportalwindow" };
    expect(isPlaced(door, portal)).toBe(true);
    expect(isPlaced(door, { ...portal, target: "crate_7" })).toBe(false);
    expect(isPlaced(door, { ...portal, BackgroundBModel: "crate_7" })).toBe(false);
    expect(isPlaced({ classname: "func_brush" }, template({ Template01: "x" }))).toBe(true);
  });
});

describe("repeated brush models", () => {
  const entities = [
    world,
    ...Array.from({ length: 9 }, (_, row) => makeEntity({ model: "*1", origin: `${row} 0 0` })),
  ];
  const faces = [...room.models.faceCount];

  it("are placed up to the surface budget", () => {
    const ledger = new Ledger({ surfaces: faces[0] + 3 * (faces[1] + 1) + 1 });
    const diagnostics = new Diagnostics();
    const placed = placeBrushModels({ ...room, entities }, diagnostics, ledger);
    expect(placed.map(({ model }) => model)).toEqual([0, 1, 1, 1]);
    expect(diagnostics.subjects("over-budget")).toEqual(["LUMP_ENTITIES"]);
    expect(diagnostics.warnings[0].message).toContain("6 brush entities");
  });

  it("at the same place are placed once, with one warning", () => {
    const at = (origin: string, angles: string) => makeEntity({ model: "*1", origin, angles });
    const turned = ["0 0 0", "0 90 0", "0 0 0", "0 90 0"].map((angles) => at("8 0 0", angles));
    const moved = [at("0 0 8", "0 0 0"), makeEntity({ model: "*1" }), at("0 0 0", "0 0 0")];
    const diagnostics = new Diagnostics();
    const all = { ...room, entities: [world, ...turned, ...moved] };
    const placed = placeBrushModels(all, diagnostics);
    expect(placed.map(({ entity }) => entity)).toEqual([0, 1, 2, 5, 6]);
    expect(diagnostics.warnings.map(({ code }) => code)).toEqual(["over-budget"]);
    expect(diagnostics.warnings[0].message).toContain("3 brush entities");
  });

  it("that are dropped as duplicates do not use up the budget", () => {
    const ledger = new Ledger({ surfaces: faces[0] + 2 * (faces[1] + 1) });
    const origins = ["0 0 0", "0 0 0", "0 0 0", "0 0 8"];
    const shared = origins.map((origin) => makeEntity({ model: "*1", origin }));
    const placed = placeBrushModels({ ...room, entities: [world, ...shared] }, undefined, ledger);
    expect(placed.map(({ entity }) => entity)).toEqual([0, 1, 4]);
  });

  it("are left out where they show large faces too often, with one warning", () => {
    const place = (entityLayers: number, count: number) => {
      const diagnostics = new Diagnostics();
      const ledger = new Ledger({ entityLayers });
      const some = entities.slice(0, count + 1);
      const placed = placeBrushModels({ ...room, entities: some }, diagnostics, ledger);
      return { placed, ledger, warnings: diagnostics.warnings };
    };
    // The first entity shows each face once, which is free.
    const once = place(0, 1);
    expect(once.placed).toHaveLength(2);
    expect(once.warnings).toEqual([]);
    // Every face of the room's brush model counts as 1 at most.
    const each = place(Number.POSITIVE_INFINITY, 2).ledger.used("entityLayers");
    expect(each).toBeGreaterThan(0);
    expect(each).toBeLessThanOrEqual(faces[1]);
    const held = place(each * 3.5, 9);
    expect(held.placed.map(({ entity }) => entity)).toEqual([0, 1, 2, 3, 4]);
    expect(held.warnings.map(({ code, subject }) => [code, subject])).toEqual([
      ["over-budget", "brush entities"],
    ]);
    expect(held.warnings[0].message).toContain("5 brush entities");
  });

  it("count by the area of their faces, and world faces in a model count as shown", () => {
    const corners = (size: number) => [0, 0, 0, size, 0, 0, size, size, 0, 0, size, 0];
    const usedBy = (size: number) => {
      const position = Float32Array.from(corners(size));
      const { faces: all, models } = room;
      const square = {
        ...room,
        vertexes: { ...room.vertexes, position, count: 4 },
        edges: Uint32Array.of(0, 1, 1, 2, 2, 3, 3, 0),
        surfEdges: Int32Array.of(0, 1, 2, 3),
        faces: {
          ...all,
          firstEdge: all.firstEdge.map(() => 0),
          edgeCount: all.edgeCount.map(() => 4),
        },
        // Both models have face 0 and no other.
        models: {
          ...models,
          firstFace: models.firstFace.map(() => 0),
          faceCount: models.faceCount.map(() => 1),
        },
        entities: entities.slice(0, 2),
      };
      const ledger = new Ledger();
      placeBrushModels(square, undefined, ledger);
      return ledger.used("entityLayers");
    };
    expect(usedBy(16)).toBeCloseTo(1 / 4);
    expect(usedBy(32)).toBe(1);
    expect(usedBy(4000)).toBe(1);
  });

  it("do not rescue a world that has too many faces itself", () => {
    const ledger = new Ledger({ surfaces: faces[0] - 1 });
    expect(() => placeBrushModels({ ...room, entities }, new Diagnostics(), ledger)).toThrow(
      "too-large",
    );
  });
});

describe("parseVector", () => {
  it.each([
    ["64 0 -128", [64, 0, -128]],
    ["  1.5\t2  3 4", [1.5, 2, 3]],
    ["1 2", [1, 2, 0]],
    ["", [0, 0, 0]],
    ["1e999 -1e999 nan", [0, 0, 0]],
    ["131072 -131072 131073", [131072, -131072, 0]],
  ])("clamps %j to the world", (text, vector) => {
    expect(parseVector(text)).toEqual(vector);
  });
});
