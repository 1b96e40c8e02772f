import { expect, it } from "vitest";
import { compileVbsp, writeBsp } from "../../../src/compile/compile-map.ts";
import { memoryBytes } from "../../../src/content/bytes/memory-bytes.ts";
import type { ContentSource } from "../../../src/content/types.ts";
import type { Entity } from "../../../src/formats/bsp/types.ts";
import { SOLIDITY } from "../../../src/map/hulls.ts";
import { listSolidProps, openHulls } from "../../../src/scene/collision/build-hulls.ts";
import { makeModel } from "../../analysis/check/made-map.ts";
import { makeBox, makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { findMaterial, hold, standAt } from "../../viewer/walk/walk-map.ts";

const makeEntity = (classname: string, keys: Record<string, string> = {}): Entity => {
  const all: Record<string, string> = {
    classname,
    model: "models/A.mdl",
    origin: "1 2 3",
    ...keys,
  };
  return { pairs: Object.entries(all), get: (key) => all[key] };
};

it.each([
  ["prop_dynamic", { solid: "6" }, 1],
  ["prop_dynamic", { solid: "2" }, 1],
  ["prop_dynamic", { solid: "0" }, 0],
  ["prop_dynamic", {}, 0],
  ["prop_dynamic_override", { solid: "6", spawnflags: "256" }, 0],
  ["prop_physics", {}, 1],
  ["prop_physics", { spawnflags: "4" }, 0],
  ["prop_physics_multiplayer", {}, 0],
  ["prop_physics_multiplayer", { physicsmode: "1" }, 1],
  ["prop_door_rotating", { solid: "6" }, 1],
  ["prop_dynamic", { solid: "6", startdisabled: "1" }, 0],
])("listSolidProps decides whether a %s with %o stops walkers", (classname, keys, count) => {
  expect(listSolidProps([makeEntity(classname, keys)]).count).toBe(count);
});

it("listSolidProps lists each model once, with positions and scales", () => {
  const props = listSolidProps([
    makeEntity("prop_physics", { angles: "0 90 0" }),
    makeEntity("prop_physics", { model: "models/b.mdl" }),
    makeEntity("prop_physics", { model: "models/a.MDL", modelscale: "2", origin: "4 5 6" }),
  ]);
  expect(props.modelName).toEqual(["models/a.mdl", "models/b.mdl"]);
  expect([...props.model]).toEqual([0, 1, 0]);
  expect([...props.origin]).toEqual([1, 2, 3, 1, 2, 3, 4, 5, 6]);
  expect([...props.angles.subarray(0, 3)]).toEqual([0, 90, 0]);
  expect([...props.uniformScale]).toEqual([1, 1, 2]);
});

it("a prop without a collision model stops walkers at its box", async () => {
  const files = makeModel("box", { triangles: 32 });
  const source: ContentSource = {
    label: "made",
    read: async (path) => files[path] ?? null,
  } as ContentSource;
  const prop = pointEntity("prop_dynamic", [128, 0, 0], { model: "models/box.mdl", solid: "6" });
  const vmf = makeVmf(
    [...makeRoom([-256, -256, -64], [512, 256, 256]), makeBox([-256, -256, -64], [512, 256, 0])],
    [pointEntity("info_player_start", [0, 0, 16]), prop],
  );
  const { map } = compileVbsp(vmf, findMaterial, { progress() {}, warn() {} });
  const bytes = memoryBytes("walk", writeBsp(map));
  const hulls = await openHulls(bytes, [source]);
  expect(hulls.counts).toMatchObject({ propsByBoxes: 1, propsWithout: 0 });
  const body = standAt(hulls, 0, 0, 2);
  hold(body, { forward: 1 }, 120);
  expect(body.x).toBeCloseTo(128 - 8 - 16 - 1 / 32, 1);
  const bare = await openHulls(bytes, []);
  expect(bare.counts).toMatchObject({ propsByBoxes: 0, propsWithout: 1 });
});

it("a prop door is there for a simulation to move, and passed without one", async () => {
  const files = makeModel("box", { triangles: 32 });
  const source: ContentSource = {
    label: "made",
    read: async (path) => files[path] ?? null,
  } as ContentSource;
  const door = pointEntity("prop_door_rotating", [128, 0, 0], { model: "models/box.mdl" });
  const vmf = makeVmf(
    [...makeRoom([-256, -256, -64], [512, 256, 256]), makeBox([-256, -256, -64], [512, 256, 0])],
    [pointEntity("info_player_start", [0, 0, 16]), door],
  );
  const { map } = compileVbsp(vmf, findMaterial, { progress() {}, warn() {} });
  const { models, boxes } = await openHulls(memoryBytes("door", writeBsp(map)), [source]);
  expect(boxes.length).toBeGreaterThan(0);
  expect([...models.entity]).toEqual([2]);
  expect([models.solidity[0], models.isSolid[0]]).toEqual([SOLIDITY.door, 0]);
  expect([...models.worldFromModel].filter((_, i) => i % 4 === 3)).toEqual([128, 0, 0]);
  const body = standAt(await openHulls(memoryBytes("door", writeBsp(map)), [source]), 0, 0, 2);
  hold(body, { forward: 1 }, 100);
  expect(body.x).toBeGreaterThan(160);
});
