import { describe, expect, it } from "vitest";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { addEntityProps, listModelEntities } from "../../../src/scene/props/entity-props.ts";

/** Builds entities from keys, each with a default model. */
function entitiesOf(...list: Record<string, string>[]) {
  const text = list.map((keys) => {
    const pairs = Object.entries({ model: "models/a.mdl", ...keys });
    return `{\n${pairs.map(([key, value]) => `"${key}" "${value}"`).join("\n")}\n}\n`;
  });
  return parseEntities(text.join(""));
}

const shown = (...list: Record<string, string>[]) =>
  listModelEntities(entitiesOf(...list)).map((entity) => entity.get("classname"));

describe("prop entities", () => {
  it("are recognized by their class", () => {
    const classes = [
      ...["prop_dynamic", "prop_dynamic_override", "prop_physics", "prop_physics_multiplayer"],
      ...["prop_door_rotating", "prop_ragdoll", "npc_citizen", "monster_generic", "item_healthkit"],
      ...["weapon_ak47", "generic_actor", "cycler", "Prop_Dynamic"],
    ];
    expect(shown(...classes.map((classname) => ({ classname })))).toEqual(classes);
    const others = [
      "info_player_start",
      "env_sprite",
      "prop_static",
      "npc_template_maker",
      "npc_maker",
    ];
    expect(shown(...others.map((classname) => ({ classname })))).toEqual([]);
  });

  it("are those that are visible at map start", () => {
    const classname = "prop_dynamic";
    expect(shown({ classname, startdisabled: "1" })).toEqual([]);
    expect(shown({ classname, effects: "32" })).toEqual([]);
    expect(shown({ classname, rendermode: "10" })).toEqual([]);
    expect(shown({ classname, rendermode: "1", renderamt: "0" })).toEqual([]);
    expect(shown({ classname, model: "*3" }, { classname, model: "" })).toEqual([]);
    const template = { classname: "point_template", model: "", template01: "later" };
    expect(shown(template, { classname, targetname: "Later" }, { classname })).toEqual([classname]);
  });
});

describe("prop entity rows", () => {
  it("have position and appearance", () => {
    const { table, stands } = addEntityProps(
      null,
      entitiesOf(
        {
          classname: "prop_dynamic",
          origin: "1 2 3",
          angles: "10 20 30",
          skin: "2",
          body: "5",
          modelscale: "1.5",
          rendercolor: "255 128 0",
          rendermode: "1",
          renderamt: "64",
          fademindist: "100",
          fademaxdist: "200",
        },
        { classname: "prop_physics", fademindist: "-1", fademaxdist: "0", model: "models/B.mdl" },
      ),
    );
    expect(table).toMatchObject({
      count: 2,
      modelName: ["models/a.mdl", "models/B.mdl"],
      model: Uint32Array.of(0, 1),
      origin: Float32Array.of(1, 2, 3, 0, 0, 0),
      angles: Float32Array.of(10, 20, 30, 0, 0, 0),
      skin: Int32Array.of(2, 0),
      uniformScale: Float32Array.of(1.5, 1),
      diffuseModulation: Uint8Array.of(255, 128, 0, 64, 255, 255, 255, 255),
      flags: Uint32Array.of(1, 0),
      fadeMinDist: Float32Array.of(100, 0),
      fadeMaxDist: Float32Array.of(200, 0),
      leafCount: Uint32Array.of(0, 0),
    });
    expect(stands).toEqual([
      { sequence: "", moves: false, body: 5 },
      { sequence: "", moves: false, body: 0 },
    ]);
  });

  it("have a separate model for each pose of poseable classes and each body group", () => {
    const { table, stands, plays } = addEntityProps(
      null,
      entitiesOf(
        { classname: "prop_dynamic", defaultanim: "Open" },
        { classname: "prop_dynamic", model: "MODELS/a.mdl" },
        { classname: "prop_dynamic_override", defaultanim: "open" },
        { classname: "prop_physics", defaultanim: "open" },
        { classname: "prop_physics", body: "3" },
        { classname: "npc_citizen", body: "1", SetBodyGroup: " 3 " },
      ),
    );
    expect([...table.model]).toEqual([0, 1, 0, 1, 2, 3]);
    expect(stands).toEqual([
      { sequence: "open", moves: true, body: 0 },
      { sequence: "", moves: false, body: 0 },
      { sequence: "", moves: false, body: 3 },
      { sequence: "act_idle", moves: true, body: 3 },
    ]);
    expect(plays.map(({ moves }) => moves)).toEqual([true, false, true, false, false, true]);
  });

  it("are lit at their lighting origin and fade by their keys", () => {
    const all = entitiesOf(
      { classname: "prop_dynamic", lightingorigin: "Lamp", fademindist: "-1", fademaxdist: "1500" },
      {
        classname: "prop_dynamic",
        lightingorigin: "nobody",
        fademindist: "900",
        fademaxdist: "300",
      },
      { classname: "prop_dynamic", fademindist: "700", fademaxdist: "0" },
      { classname: "prop_dynamic", fademindist: "-1", fademaxdist: "150" },
      { classname: "prop_dynamic", fademindist: "-1", fademaxdist: "0" },
      { classname: "info_lighting", targetname: "lamp", origin: "5 6 7", model: "" },
      { classname: "info_target", targetname: "lamp", origin: "9 9 9", model: "" },
    );
    const { table } = addEntityProps(null, all.slice(0, 5), all);
    expect([...table.flags]).toEqual([3, 1, 1, 1, 0]);
    expect([...table.lightingOrigin.subarray(0, 6)]).toEqual([5, 6, 7, 0, 0, 0]);
    expect([...table.fadeMinDist]).toEqual([1100, 300, 0, 0, 0]);
    expect([...table.fadeMaxDist]).toEqual([1500, 900, 700, 150, 0]);
  });

  it("have the fade scale of their key or class", () => {
    const all = entitiesOf(
      { classname: "prop_dynamic" },
      { classname: "prop_dynamic", fadescale: "0" },
      { classname: "npc_citizen" },
      { classname: "npc_citizen", fadescale: "2.5" },
    );
    expect([...addEntityProps(null, all).table.forcedFadeScale]).toEqual([1, 0, 0, 2.5]);
  });

  it("are appended to the map's static props", () => {
    const first = addEntityProps(null, entitiesOf({ classname: "prop_dynamic", origin: "7 8 9" }));
    const { table } = addEntityProps(
      { ...first.table, leaf: Uint32Array.of(4), leafCount: Uint32Array.of(1) },
      entitiesOf({ classname: "prop_physics", model: "models/b.mdl" }),
    );
    expect(table).toMatchObject({
      count: 2,
      modelName: ["models/a.mdl", "models/b.mdl"],
      model: Uint32Array.of(0, 1),
      origin: Float32Array.of(7, 8, 9, 0, 0, 0),
      leaf: Uint32Array.of(4),
      leafCount: Uint32Array.of(1, 0),
    });
  });
});
