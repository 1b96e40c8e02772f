/** Entity rules, each on a map with the fault and on one without. */

import { beforeAll, describe, expect, it } from "vitest";
import { NameTable } from "../../../src/analysis/check/rules/entities/outputs.ts";
import { writeBsp } from "../../../src/compile/compile-map.ts";
import type { CompiledMap } from "../../../src/compile/types.ts";
import { makeBox, makeEntity, makeVmf } from "../../compile/make-vmf.ts";
import {
  addEntities,
  check,
  compileVmf,
  copyOf,
  editLump,
  findings,
  said,
  setLump,
  soundVmf,
  text,
} from "./made-map.ts";

type Pairs = readonly (readonly [string, string])[];

let sound: CompiledMap;
beforeAll(async () => {
  sound = await compileVmf(soundVmf());
});

async function saidOf(rule: string, ...entities: readonly Pairs[]): Promise<string[]> {
  const map = copyOf(sound);
  addEntities(map, ...entities);
  return said(await findings(map, rule));
}

const relay = (...more: Pairs): Pairs => [
  ["classname", "logic_relay"],
  ["targetname", "relay"],
  ...more,
];

describe("output rules", () => {
  it("dead-outputs reports an output whose target does not exist", async () => {
    const found = await saidOf("dead-outputs", relay(["OnTrigger", "dor,Open,,0,-1"]));
    expect(found).toEqual([
      'warning: logic_relay "relay": OnTrigger fires Open at "dor", and no entity has that name or class.',
    ]);
  });

  it.each([
    ["by name, in any case", "RELAY"],
    ["by a name prefix", "rel*"],
    ["by class", "logic_relay"],
    ["by !activator", "!activator"],
    ["by a name that a template completes", "door&0001"],
    ["by a name given by AddOutput", "later"],
    ["by the name of an entity that the game creates", "tf_gamerules"],
  ])("dead-outputs skips a target that exists: %s", async (_, target) => {
    const give = ["OnUser1", "!self,AddOutput,targetname later,0,-1"] as const;
    const pairs = relay(["OnTrigger", `${target},FireUser1,,0,-1`], give);
    expect(await saidOf("dead-outputs", pairs)).toEqual([]);
  });

  it("unknown-inputs reports an input that the target's class lacks", async () => {
    const found = await saidOf("unknown-inputs", relay(["OnTrigger", "relay,Opne,,0,-1"]));
    expect(found).toEqual([
      'warning: logic_relay "relay": OnTrigger fires Opne at logic_relay "relay", which has no such input in Source SDK 2013.',
    ]);
  });

  it("unknown-inputs skips inputs of the class, of its base classes and of classes outside the SDK", async () => {
    const own = ["OnTrigger", "relay,TRIGGER,,0,-1"] as const;
    const derived = ["OnTrigger", "relay,Kill,,0,-1"] as const;
    const other: Pairs = [
      ["classname", "my_own_class"],
      ["targetname", "mine"],
    ];
    const foreign = ["OnTrigger", "mine,Whatever,,0,-1"] as const;
    expect(await saidOf("unknown-inputs", relay(own, derived, foreign), other)).toEqual([]);
  });

  it("unknown-outputs notes an output that the entity's class does not fire, once", async () => {
    const dead = ["OnTriger", "relay,Trigger,,0,-1"] as const;
    expect(await saidOf("unknown-outputs", relay(dead, dead))).toEqual([
      'note: logic_relay "relay" never fires OnTriger: its class has no such output in Source SDK 2013.',
    ]);
  });

  it("unknown-outputs skips outputs of the class, of its base classes and of classes outside the SDK", async () => {
    const to = "relay,Trigger,,0,-1";
    const other: Pairs = [
      ["classname", "my_own_class"],
      ["OnWhatever", to],
    ];
    const once: Pairs = [
      ["classname", "trigger_once"],
      ["OnStartTouch", to],
      ["ontrigger", to],
    ];
    // Outputs that AddOutput makes are no keys.
    const made = ["OnTrigger", "relay,AddOutput,OnNothing relay:Trigger::0:-1,0,-1"] as const;
    const own = relay(["OnSpawn", to], ["OnUser3", to], made);
    expect(await saidOf("unknown-outputs", own, other, once)).toEqual([]);
  });

  it("NameTable has the names of base classes of the SDK", () => {
    const table = new NameTable();
    const inputsOf = (name: string) => table.of(name)!.inputs;
    expect(inputsOf("func_door_rotating")).toContain("open");
    expect(inputsOf("func_door_rotating")).toContain("addoutput");
    expect(inputsOf("prop_dynamic_override")).toContain("setanimation");
    expect(inputsOf("logic_relay")).not.toContain("open");
    expect(table.of("nothing_of_the_kind")).toBeNull();
    expect(table.of("prop_door_rotating")!.outputs).toContain("onfullyopen");
    expect(table.of("prop_door_rotating")!.outputs).toContain("onuser1");
    expect(table.of("prop_door_rotating")!.outputs).not.toContain("ontrigger");
    const made = new NameTable("A :One\nB A:Two\nC A|B:Three", "c C\nb B", "A:OnA\nC:OnC,OnD");
    expect([...made.of("c")!.inputs].sort()).toEqual(["one", "three", "two"]);
    expect([...made.of("B")!.inputs].sort()).toEqual(["one", "two"]);
    expect([...made.of("c")!.outputs].sort()).toEqual(["ona", "onc", "ond"]);
    expect([...made.of("b")!.outputs]).toEqual(["ona"]);
  });
});

describe("name rules", () => {
  const child = (parent: string): Pairs => [
    ["classname", "env_sprite"],
    ["parentname", parent],
    ["origin", "128 128 64"],
  ];

  it("dead-references reports a parent or target that does not exist", async () => {
    expect(await saidOf("dead-references", child("train"))).toEqual([
      'warning: env_sprite names "train" as its parentname, but no entity has that name.',
    ]);
    expect(await saidOf("dead-references", child("relay,attachment"), relay())).toEqual([]);
    const track: Pairs = [
      ["classname", "path_track"],
      ["target", "next"],
    ];
    expect(await saidOf("dead-references", track)).toHaveLength(1);
    // Other classes use a key of that name for something else.
    expect(await saidOf("dead-references", [["classname", "env_beam"], track[1]])).toEqual([]);
  });

  it("shared-names reports a name that several entities have where one is meant", async () => {
    expect(await saidOf("shared-names", child("relay"), relay(), relay())).toEqual([
      'note: env_sprite names "relay" as its parentname, and 2 entities have that name.',
    ]);
    expect(await saidOf("shared-names", child("relay"), relay())).toEqual([]);
    expect(await saidOf("shared-names", relay(), relay())).toEqual([]);
  });
});

/**
 * Class, limit, origin within the limit, origin beyond it, severity beyond, and severity within.
 */
type StuckCase = [
  classname: string,
  limit: string,
  free: string,
  stuck: string,
  severity: string,
  before?: string,
];

describe("placement rules", () => {
  const at = (classname: string, origin: string, ...more: Pairs): Pairs => [
    ["classname", classname],
    ["origin", origin],
    ...more,
  ];

  it("no-spawn reports a map without a player start", async () => {
    const map = copyOf(sound);
    setLump(map, "LUMP_ENTITIES", text('{\n"classname" "worldspawn"\n}\n\0'));
    expect(said(await findings(map, "no-spawn"))).toEqual([
      "warning: The map has no spawn entity.",
    ]);
    expect(said(await findings(sound, "no-spawn"))).toEqual([]);
  });

  it("stuck-players reports a player start without room for a player", async () => {
    // The wall reaches from x 256 to 272, and a player is 32 inches wide.
    expect(await saidOf("stuck-players", at("info_player_terrorist", "246 40 16"))).toEqual([
      "warning: info_player_terrorist has no room for a player: a brush is in the way.",
    ]);
    expect(await saidOf("stuck-players", at("info_player_terrorist", "238 40 16"))).toEqual([]);
  });

  // The first room reaches from 0 to 256 in x and y, and is 128 inches high. The game starts a
  // player an inch up, and moves a stuck player by up to two inches aside and six up. Each pair of
  // origins lies on both sides of a limit, an eighth of an inch apart.
  it.each<StuckCase>([
    ["info_player_start", "the half width of 16", "242 40 16", "242.125 40 16", "warning"],
    ["info_player_start", "the half width along y", "40 14 16", "40 13.875 16", "warning"],
    ["info_player_start", "two walls", "14 242 16", "13.875 242 16", "warning"],
    ["info_player_start", "the floor", "128 40 -7", "128 40 -7.125", "warning"],
    ["info_player_start", "72 inches", "128 40 55.125", "128 40 55.25", "note"],
    ["info_player_start", "36 inches, ducked", "128 40 91.125", "128 40 91.25", "warning", "note"],
    ["info_player_terrorist", "62 inches", "128 40 65.125", "128 40 65.25", "note"],
    [
      "info_player_counterterrorist",
      "45 inches",
      "128 40 82.125",
      "128 40 82.25",
      "warning",
      "note",
    ],
    ["info_player_teamspawn", "the half width of 24", "234 40 16", "234.125 40 16", "warning"],
    ["info_player_teamspawn", "82 inches", "128 40 45.125", "128 40 45.25", "note"],
    ["info_player_teamspawn", "62 inches", "128 40 65.125", "128 40 65.25", "warning", "note"],
  ])(
    "stuck-players reports %s beyond %s",
    async (classname, _limit, free, stuck, severity, before) => {
      const said = (one: string) => [
        expect.stringMatching(new RegExp(`^${one}: ${classname} has `)),
      ];
      expect(await saidOf("stuck-players", at(classname, free))).toEqual(
        before === undefined ? [] : said(before),
      );
      expect(await saidOf("stuck-players", at(classname, stuck))).toEqual(said(severity));
    },
  );

  it("stuck-players uses the taller hull of Global Offensive", async () => {
    const map = copyOf(sound);
    addEntities(map, at("info_player_terrorist", "128 40 64"));
    const bytes = writeBsp(map);
    expect((await check(bytes, "stuck-players")).findings).toEqual([]);
    new DataView(bytes.buffer).setInt32(4, 21, true);
    const { findings } = await check(bytes, "stuck-players");
    expect(said(findings)).toEqual([expect.stringMatching(/^note: .* less than 72 inches/)]);
  });

  it("stuck-players counts every content that blocks players, and no other", async () => {
    // MASK_PLAYERSOLID; then water, ladders, and contents that block only monsters.
    for (const [contents, count] of [
      ...[0x1, 0x2, 0x8, 0x4000, 0x10000].map((one) => [one, 1] as const),
      ...[0, 0x20, 0x20000, 0x8000, 0x20000000].map((one) => [one, 0] as const),
    ]) {
      const map = copyOf(sound);
      const brushes = editLump(map, "LUMP_BRUSHES");
      for (let at = 0; at < brushes.byteLength; at += 12) brushes.setInt32(at + 8, contents, true);
      addEntities(map, at("info_player_start", "264 40 16"));
      expect(await findings(map, "stuck-players"), contents.toString(16)).toHaveLength(count);
    }
  });

  it("entities-in-solid reports an entity inside solid or outside the map", async () => {
    const outside = "128 128 -400";
    expect(await saidOf("entities-in-solid", at("item_healthkit", outside))).toEqual([
      "warning: item_healthkit stands inside solid, or outside the map.",
    ]);
    expect(await saidOf("entities-in-solid", at("item_healthkit", "128 128 -1"))).toEqual([]);
    expect(await saidOf("entities-in-solid", at("logic_auto", outside))).toEqual([]);
    const moved = at("item_healthkit", outside, ["targetname", "reward"]);
    expect(await saidOf("entities-in-solid", moved)).toEqual([]);
  });

  it("brushes-in-solid reports a brush entity inside solid", async () => {
    const withBrush = async (classname: string, z: number) => {
      const vmf = soundVmf();
      const box = makeBox([100, 100, z], [132, 132, z + 32]);
      const brush = makeEntity({ classname }, { solids: [box] });
      const map = await compileVmf(makeVmf(vmf.world.solids, [...vmf.entities, brush]));
      return said(await findings(map, "brushes-in-solid"));
    };
    expect(await withBrush("func_brush", -300)).toEqual([
      "warning: func_brush lies wholly inside solid, or outside the map.",
    ]);
    expect(await withBrush("func_brush", -8)).toEqual([]);
    expect(await withBrush("func_door", -300)).toEqual([]);
  });
});

describe("count rules", () => {
  const many = (classname: string, count: number): readonly Pairs[] =>
    Array.from({ length: count }, () => [["classname", classname]] as const);

  it.each([
    [2049, "error"],
    [1900, "warning"],
    [1600, "note"],
    [1400, null],
  ])("edicts rates %i entities that are sent to players as %s", async (count, severity) => {
    // Each count includes the world and a player start; entities that stay on the server do not
    // count.
    const found = await saidOf(
      "edicts",
      ...many("prop_physics", count - 2),
      ...many("logic_relay", 900),
    );
    if (severity === null) expect(found).toEqual([]);
    else {
      const takes = `${count.toLocaleString("en-US")} entities take one of 2,048 edicts each`;
      const props = `${count - 2} prop_physics`;
      expect(found[0]).toContain(`${severity}: At map start ${takes}: ${props}, 1 `);
    }
  });

  it("only-one reports two different entities of a class that a map has once", async () => {
    const sun = (angles: string): Pairs => [
      ["classname", "light_environment"],
      ["angles", angles],
      ["hammerid", angles],
    ];
    expect(await saidOf("only-one", sun("0 90 0"), sun("0 45 0"))).toEqual([
      "note: The map has 2 light_environments with different values.",
    ]);
    expect(await saidOf("only-one", sun("0 90 0"), sun("0 90 0"))).toEqual([]);
    expect(await saidOf("only-one", ...many("prop_physics", 2))).toEqual([]);
  });
});
