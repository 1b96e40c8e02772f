/**
 * Tests what entities do with their sequences, by hand from `props.cpp`, `h_cycler.cpp` and
 * `ai_basenpc.cpp`.
 */

import { describe, expect, it } from "vitest";
import { parseEntities } from "../../../../src/formats/bsp/read/parse-entities.ts";
import type { MdlSequence } from "../../../../src/formats/studio/animation/animation-types.ts";
import { periodOf, readPlay } from "../../../../src/scene/props/motion/entity-play.ts";
import { findSequence } from "../../../../src/scene/props/stand-models.ts";

const play = (keys: Record<string, string>) => {
  const text = Object.entries(keys).map(([key, value]) => `"${key}" "${value}"`);
  return readPlay(parseEntities(`{ ${text.join("\n")} }`)[0]);
};

describe("the animation of an entity", () => {
  it("follows its class and keys", () => {
    const dynamic = { classname: "Prop_Dynamic_Override", DefaultAnim: " Spin " };
    expect(play(dynamic)).toMatchObject({ sequence: "spin", moves: true, again: "think" });
    expect(play({ ...dynamic, holdanimation: "1" })).toMatchObject({ moves: true, again: "hold" });
    const idle = { sequence: "act_idle", moves: true, again: "end" };
    for (const classname of ["npc_citizen", "monster_generic", "generic_actor", "hostage_entity"]) {
      expect(play({ classname, defaultanim: "spin" })).toMatchObject(idle);
    }
    expect(play({ classname: "cycler" })).toMatchObject({ sequence: "", moves: true });
    expect(play({ classname: "cycler", sequence: "3" })).toMatchObject({
      sequence: 3,
      moves: false,
    });
  });

  it("keeps entities without a suitable key still", () => {
    const still = [
      ...[{ classname: "prop_dynamic" }, { classname: "prop_physics", defaultanim: "spin" }],
      ...[{ classname: "item_battery" }, { classname: "prop_door_rotating", defaultanim: "open" }],
    ];
    expect(still.map((keys) => play(keys as Record<string, string>).moves)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(play({ classname: "prop_door_rotating", defaultanim: "open" }).sequence).toBe("open");
    expect(play({ classname: "prop_dynamic", sequence: "2" })).toMatchObject({
      sequence: 2,
      moves: false,
    });
    expect(play({ classname: "prop_dynamic", sequence: "-2" }).sequence).toBe("");
  });

  it("repeats random idles at their mean period", () => {
    const random = { classname: "prop_dynamic", RandomAnimation: "1", DefaultAnim: "spin" };
    const between = play({ ...random, MinAnimTime: "5", MaxAnimTime: "10" });
    expect(between).toMatchObject({ sequence: "act_idle", moves: true, period: 7.5 });
    expect(between.delay).toBeCloseTo(7.6, 9);
    expect(play(random).period).toBe(0.1);
  });

  it("restarts when the engine would notice the end", () => {
    const dynamic = play({ classname: "prop_dynamic", defaultanim: "spin" });
    // The think at 10 s moves it to its end, and the next think notices.
    expect(periodOf(dynamic, 10, false)).toBeCloseTo(10.1, 9);
    expect(periodOf(dynamic, 0.25, false)).toBeCloseTo(0.4, 9);
    expect(periodOf(dynamic, 10, true)).toBe(0);
    const held = play({ classname: "prop_dynamic", defaultanim: "spin", holdanimation: "1" });
    expect(periodOf(held, 10, false)).toBe(0);
    expect(periodOf(play({ classname: "npc_a" }), 1.23, false)).toBeCloseTo(1.3, 9);
    const random = play({ classname: "prop_dynamic", randomanimation: "1", minanimtime: "4" });
    expect(periodOf(random, 10, true)).toBe(2);
  });
});

describe("findSequence", () => {
  const row = (name: string, activity = "", activityWeight = 0) =>
    ({ name, activity, activityWeight }) as MdlSequence;
  const sequences = [
    ...[row("Ragdoll"), row("stand", "ACT_IDLE", 1), row("look", "ACT_IDLE", 5)],
    ...[row("nod", "act_idle", 5), row("act_walk"), row("walk", "ACT_WALK", 9)],
  ];
  const find = (wanted: string | number) => findSequence(sequences, wanted);

  it("finds by name first, then by the most likely activity", () => {
    expect(find("ragdoll")).toBe(0);
    expect(find("nod")).toBe(3);
    expect(find("act_idle")).toBe(2);
    expect(find("act_walk")).toBe(4);
    expect([find(""), find(5)]).toEqual([0, 5]);
  });

  it("returns −1 if nothing matches", () => {
    expect([find("act_run"), find(6), findSequence([], ""), findSequence([], 0)]).toEqual([
      ...[-1, -1, -1, -1],
    ]);
  });
});
