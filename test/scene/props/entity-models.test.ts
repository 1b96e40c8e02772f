import { describe, expect, it } from "vitest";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { MODEL_CLUSTERS } from "../../../src/map/motion/models.ts";
import {
  buildEntityModels,
  canMove,
  listEntityModels,
} from "../../../src/scene/props/entity-models.ts";
import { addEntityProps } from "../../../src/scene/props/entity-props.ts";
import type { PropModel } from "../../../src/scene/props/prop-model.ts";
import { angleMatrix } from "../../render/matrices.ts";

type Keys = Readonly<Record<string, string>>;

/** Makes entities from keys, each with a model. */
function entitiesOf(...list: Keys[]) {
  const text = list.map((keys) => {
    const pairs = Object.entries({ model: "models/a.mdl", ...keys });
    return `{\n${pairs.map(([key, value]) => `"${key}" "${value}"`).join("\n")}\n}\n`;
  });
  return parseEntities(text.join(""));
}

const prop = (targetname: string, more: Keys = {}): Keys => ({
  classname: "prop_dynamic",
  targetname,
  ...more,
});
const template = (flags: string, ...names: string[]): Keys => ({
  ...{ classname: "point_template", model: "", spawnflags: flags },
  ...Object.fromEntries(names.map((name, i) => [`template0${i + 1}`, name])),
});

describe("models of entities", () => {
  it("are those shown at the start, then those that may appear", () => {
    const all = entitiesOf(
      prop("", { startdisabled: "1" }),
      prop("off", { startdisabled: "1" }),
      prop("made"),
      prop("kept"),
      template("0", "made"),
      template("1", "kept"),
      prop("shown"),
      prop("gone", { effects: "32" }),
    );
    const { entities, lumpRow, copy, isHidden } = listEntityModels(all);
    expect(lumpRow.map((row, i) => [row, copy[i], isHidden[i]])).toEqual([
      ...[[3, 0, false] as const, [6, 0, false] as const],
      ...[[1, 0, true] as const, ...[0, 1, 2, 3].map((i) => [2, i, true] as const)],
      ...[1, 2, 3].map((i) => [3, i, true] as const),
    ]);
    expect(new Set(entities).size).toBe(entities.length);
    expect(entities.map((entity) => entity.get("targetname"))).toContain("made");
  });

  it("have rows of the props that have a model, with room for clusters", () => {
    const list = entitiesOf(
      prop("a", { origin: "1 2 3", angles: "0 90 0", modelscale: "2" }),
      prop("missing"),
      prop("b", { startdisabled: "1", lightingorigin: "a" }),
    );
    const listed = listEntityModels(list);
    const { table } = addEntityProps(null, listed.entities, list);
    const model = {
      box: [-1, -2, -3, 1, 2, 3],
      lightPoint: [4, 5, 6],
      track: null,
    } as unknown as PropModel;
    // A static prop comes first; the second entity has no model.
    const own = { origin: [0, 0, 0, ...table.origin], angles: [0, 0, 0, ...table.angles] };
    const columns = {
      origin: Float32Array.from(own.origin),
      angles: Float32Array.from(own.angles),
      flags: Uint32Array.from([0, ...table.flags]),
    };
    const built = buildEntityModels(listed, 1, Uint32Array.of(0, 1, 3), [model, model, model], {
      table: columns,
      instances: {
        worldFromModel: Float32Array.from({ length: 36 }, (_, i) => i),
        clusters: Uint32Array.of(7, 8),
        instanceColor: new Float32Array(12).fill(1),
      },
    })!;
    const models = built.entities!;
    expect([...models.instance]).toEqual([1, 2]);
    expect([...models.entity]).toEqual([0, 2]);
    expect([...models.isHidden]).toEqual([0, 1]);
    expect([...built.instanceIsHidden!]).toEqual([0, 0, 1]);
    expect([...models.worldFromEntity.subarray(0, 12)]).toEqual(angleMatrix(0, 90, 0, [1, 2, 3]));
    expect(models.worldFromModel[0]).toBe(12);
    expect([...models.box.subarray(6)]).toEqual([-1, -2, -3, 1, 2, 3]);
    expect([...models.lightPoint]).toEqual([4, 5, 6, Number.NaN, Number.NaN, Number.NaN]);
    expect(models.firstRoom).toBe(2);
    expect(built.clusters).toHaveLength(2 + 2 * MODEL_CLUSTERS);
    expect([...built.clusters.subarray(0, 2)]).toEqual([7, 8]);
  });

  it.each<[boolean, string, Keys[]]>([
    [false, "props that only stand", [prop("a"), prop("b", { classname: "prop_physics" })]],
    [true, "doors", [prop("a", { classname: "prop_door_rotating" })]],
    [true, "children", [prop("a", { parentname: "train" })]],
    [true, "props that appear", [prop("a", { startdisabled: "1" })]],
    [
      true,
      "inputs",
      [prop("a"), { classname: "logic_auto", model: "", OnMapSpawn: "a,SetParent,b,0,-1" }],
    ],
    [true, "teleports", [prop("a"), { classname: "point_teleport", model: "" }]],
    [false, "teleports without props", [{ classname: "point_teleport", model: "" }]],
  ])("may move: %s, by %s", (moves, _, list) => {
    const all = entitiesOf(...list);
    expect(canMove(listEntityModels(all), all)).toBe(moves);
  });

  it("have the looks that outputs give them", () => {
    const all = entitiesOf(
      prop("a", { skin: "1", defaultanim: "Idle" }),
      prop("b", { classname: "prop_physics" }),
      {
        ...{ classname: "logic_relay", model: "" },
        ...{ OnTrigger: "a,SetAnimation,Jump,0,-1", OnSpawn: "a*,Skin,2,0,-1" },
        ...{ OnUser1: "prop_physics,SetBodyGroup,3,0,-1", OnUser2: "b,SetAnimation,Jump,0,-1" },
      },
    );
    const { look, isHidden, entities, lumpRow } = listEntityModels(all);
    expect(look.map(({ skin, body, sequence }) => `${skin} ${body} ${sequence}`)).toEqual([
      ...["1 0 idle", "0 0 ", "2 0 idle", "1 0 jump", "2 0 jump", "0 3 "],
    ]);
    expect(lumpRow).toEqual([0, 1, 0, 0, 0, 1]);
    expect(isHidden).toEqual([false, false, true, true, true, true]);
    const { table, stands } = addEntityProps(null, entities, all);
    expect([...table.skin]).toEqual([1, 0, 2, 1, 2, 0]);
    expect(stands[table.model[4]]).toMatchObject({ sequence: "jump", moves: true });
    expect(stands[table.model[5]].body).toBe(3);
  });
});
