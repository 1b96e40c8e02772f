import { describe, expect, it } from "vitest";
import { arrivals, eventsOf, make, type Pairs, rowOf, runEntities } from "./make-simulation.ts";

/** An entity that shows in the log what it gets. */
const relay = (name: string, ...more: Pairs): Pairs => make("logic_relay", name, ...more);
const names = (lines: readonly string[]): string[] => lines.map((line) => line.split(" ")[1]);

describe("outputs", () => {
  it("fire from the last line of the entity to its first", () => {
    const timeline = runEntities(
      relay("a", ["OnTrigger", "b,Enable,,0,-1"], ["OnTrigger", "b,Disable,,0,-1"]),
      relay("b"),
    );
    timeline.fire("a", "Trigger");
    timeline.step();
    expect(names(arrivals(timeline)).slice(1)).toEqual(["b.Disable()", "b.Enable()"]);
  });

  it("arrive by their time, and those of one time in the order in which they were sent", () => {
    const timeline = runEntities(
      relay("a", ["OnTrigger", "b,Enable,,0.3,-1"], ["OnTrigger", "b,Disable,,0.1,-1"]),
      relay("b"),
    );
    timeline.fire("b", "Toggle");
    timeline.fire("a", "Trigger");
    timeline.seek(1);
    expect(arrivals(timeline)).toEqual([
      "0.015 b.Toggle()",
      "0.015 a.Trigger()",
      "0.120 b.Disable()",
      "0.315 b.Enable()",
      "0.330 a.EnableRefire()",
    ]);
  });

  it("pass their own value unless they state a parameter", () => {
    const timeline = runEntities(
      make("math_counter", "n", ["OutValue", "text,InValue,,0,-1"], ["OutValue", "m,Add,2,0,-1"]),
      make("math_counter", "m"),
      make("logic_case", "text", ["Case01", "1.5"], ["OnCase01", "b,Trigger,,0,-1"]),
      relay("b"),
    );
    timeline.fire("n", "Add", "1.5");
    timeline.step();
    expect(names(arrivals(timeline))).toEqual([
      ...["n.Add(1.5)", "m.Add(2)", "text.InValue(1.5)", "b.Trigger()"],
    ]);
  });

  it("fire as often as they state", () => {
    const timeline = runEntities(
      relay("a", ["spawnflags", "2"], ["OnTrigger", "b,Enable,,0,2"]),
      relay("b"),
    );
    for (let i = 0; i < 4; i++) timeline.fire("a", "Trigger");
    timeline.step();
    expect(arrivals(timeline).filter((line) => line.includes("b."))).toHaveLength(2);
  });

  it("find targets by name, by a pattern, by class, and as !self, !activator and !caller", () => {
    const timeline = runEntities(
      relay(
        "a1",
        ["OnTrigger", "A*,Enable,,0,-1"],
        ["OnTrigger", "logic_branch,Test,,0,-1"],
        ["OnTrigger", "!self,Disable,,0,-1"],
        ["OnTrigger", "!activator,FireUser1,,0,-1"],
        ["OnTrigger", "!caller,FireUser2,,0,-1"],
        ["OnTrigger", "nobody,FireUser3,,0,-1"],
      ),
      relay("A2"),
      make("logic_branch", "c"),
      make("logic_timer", "t", ["RefireTime", "1"], ["OnTimer", "a1,Trigger,,0,-1"]),
    );
    timeline.seek(1.02);
    expect(names(arrivals(timeline))).toEqual([
      ...["a1.Trigger()", "a1.FireUser2()", "t.FireUser1()", "a1.Disable()", "c.Test()"],
      ...["a1.Enable()", "A2.Enable()", "a1.EnableRefire()"],
    ]);
    expect(eventsOf(timeline, "no-target").map(({ target }) => target)).toEqual(["nobody"]);
  });

  it("say why nothing happens", () => {
    const timeline = runEntities(
      relay("a", ["OnTrigger", "a,Explode,,0,-1"], ["OnTrigger", "npc,Wake,,0,-1"]),
      make("npc_crow", "npc"),
      make("math_counter", "n"),
    );
    timeline.fire("a", "Trigger");
    timeline.fire("n", "Add");
    timeline.fire("a", "RunScriptCode", "x()");
    timeline.step();
    const kinds = eventsOf(timeline).map(({ kind, input }) => `${input}: ${kind}`);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ...["Explode: unknown-input", "Wake: class-not-run", "Add: bad-value"],
        "RunScriptCode: input-not-run",
      ]),
    );
  });
});

describe("a tick", () => {
  it("lets entities think in the order of the entity lump, whenever they woke", () => {
    const timer = (name: string) =>
      make("logic_timer", name, ["RefireTime", "1"], ["OnTimer", "!self,FireUser1,,0,-1"]);
    const timeline = runEntities(timer("a"), timer("b"), timer("c"));
    for (const name of ["a", "b", "c"]) timeline.fire(name, "Disable");
    timeline.step();
    for (const name of ["c", "a", "b"]) timeline.fire(name, "Enable");
    timeline.seek(1.1);
    expect(names(arrivals(timeline)).slice(-3)).toEqual([
      ...["a.FireUser1()", "b.FireUser1()", "c.FireUser1()"],
    ]);
  });
});

describe("inputs of every entity", () => {
  it("AddOutput adds an output and sets keys", () => {
    const timeline = runEntities(relay("a"), relay("b"));
    timeline.fire("a", "AddOutput", "OnTrigger b:Trigger::0.5:1");
    timeline.fire("b", "AddOutput", "targetname c");
    timeline.step();
    timeline.fire("a", "AddOutput", "OnTrigger c:Toggle::0:1");
    timeline.fire("a", "Trigger");
    timeline.seek(1);
    expect(arrivals(timeline).slice(-3)).toEqual([
      "0.030 a.Trigger()",
      "0.030 c.Toggle()",
      // An output that has fired for the last time is gone, and its delay with it.
      "0.045 a.EnableRefire()",
    ]);
    expect(eventsOf(timeline, "no-target")).toMatchObject([{ target: "b", time: 0.54 }]);
  });

  it("Kill removes an entity, which no name finds from then on", () => {
    const timeline = runEntities(relay("a"), relay("a"));
    timeline.fire("a", "Kill");
    timeline.fire("a", "Trigger");
    timeline.step();
    expect(names(arrivals(timeline))).toEqual(["a.Kill()", "a.Kill()"]);
    expect(eventsOf(timeline, "no-target")).toHaveLength(1);
  });

  it("KillHierarchy removes what the entity carries, in circles too", () => {
    const timeline = runEntities(
      make("info_target", "a", ["parentname", "c"]),
      make("info_target", "b", ["parentname", "a"]),
      make("info_target", "c", ["parentname", "b"]),
      make("info_target", "d"),
    );
    timeline.fire("b", "KillHierarchy");
    timeline.step();
    const { entities } = timeline.simulation;
    expect([...entities.isRemoved.subarray(0, 4)].filter((one) => one === 1)).not.toHaveLength(0);
    expect(rowOf(timeline, "b")).toBe(-1);
    expect(rowOf(timeline, "d")).toBe(3);
  });

  it("FireUser1 fires OnUser1 with the activator", () => {
    const timeline = runEntities(relay("a", ["OnUser1", "!self,Toggle,,0,-1"]));
    timeline.fire("a", "FireUser1");
    timeline.step();
    expect(names(arrivals(timeline))).toEqual(["a.FireUser1()", "a.Toggle()"]);
  });
});

describe("logic_auto", () => {
  it("fires 0.2 s after the start, once, for the kind of game", () => {
    const auto: Pairs = [
      ["classname", "logic_auto"],
      ["spawnflags", "1"],
      ["OnMapSpawn", "b,Enable,,0,-1"],
      ["OnNewGame", "b,Disable,,0,-1"],
      ["OnMultiNewMap", "b,Toggle,,0,-1"],
      ["OnLoadGame", "b,Trigger,,0,-1"],
    ];
    const alone = runEntities(auto, relay("b"));
    alone.seek(3);
    expect(arrivals(alone)).toEqual(["0.195 b.Disable()", "0.195 b.Enable()"]);
    const several = runEntities(auto, relay("b"), [["classname", "info_player_deathmatch"]]);
    several.seek(3);
    expect(names(arrivals(several))).toEqual(["b.Disable()", "b.Enable()", "b.Toggle()"]);
  });

  it("waits for its global", () => {
    const auto: Pairs = [
      ["classname", "logic_auto"],
      ["globalstate", "Power"],
      ["OnMapSpawn", "b,Enable,,0,-1"],
    ];
    const globalOf = (state: string): Pairs =>
      make(
        "env_global",
        "g",
        ["globalstate", "power"],
        ["initialstate", state],
        ["spawnflags", "1"],
      );
    const off = runEntities(auto, relay("b"), globalOf("0"));
    off.seek(1);
    expect(arrivals(off)).toEqual([]);
    const on = runEntities(auto, relay("b"), globalOf("1"));
    on.seek(1);
    expect(arrivals(on)).toEqual(["0.195 b.Enable()"]);
  });
});

describe("logic_relay", () => {
  it("cannot be fired again until its last output is out", () => {
    const timeline = runEntities(relay("a", ["OnTrigger", "b,Toggle,,0.5,-1"]), relay("b"));
    for (const time of [0, 0.2, 0.6]) {
      timeline.seek(time);
      timeline.fire("a", "Trigger");
    }
    timeline.seek(2);
    expect(arrivals(timeline).filter((line) => line.includes("b."))).toEqual([
      "0.525 b.Toggle()",
      "1.125 b.Toggle()",
    ]);
  });

  it("does nothing while it is disabled, and takes back what it sent", () => {
    const timeline = runEntities(
      relay("a", ["StartDisabled", "1"], ["OnTrigger", "b,Toggle,,1,-1"]),
      relay("b"),
    );
    timeline.fire("a", "Trigger");
    timeline.fire("a", "Enable");
    timeline.fire("a", "Trigger");
    timeline.step();
    expect(eventsOf(timeline, "output")).toHaveLength(1);
    timeline.fire("a", "CancelPending");
    timeline.seek(3);
    expect(arrivals(timeline).some((line) => line.includes("b."))).toBe(false);
  });
});

describe("logic_timer", () => {
  it("fires each RefireTime seconds, and alternates with flag 1", () => {
    const timeline = runEntities(
      make(
        "logic_timer",
        "t",
        ["RefireTime", "1.5"],
        ["spawnflags", "1"],
        ["OnTimerHigh", "b,Enable,,0,-1"],
        ["OnTimerLow", "b,Disable,,0,-1"],
      ),
      relay("b"),
    );
    timeline.seek(4.6);
    expect(arrivals(timeline)).toEqual([
      ...["1.500 b.Disable()", "3.000 b.Enable()", "4.500 b.Disable()"],
    ]);
  });

  it("takes random times between its bounds, the same for the same seed", () => {
    const timer = make(
      "logic_timer",
      "t",
      ["UseRandomTime", "1"],
      ["LowerRandomBound", "1"],
      ["UpperRandomBound", "3"],
      ["OnTimer", "b,Toggle,,0,-1"],
    );
    const timesOf = (): number[] => {
      const timeline = runEntities(timer, relay("b"));
      timeline.seek(60);
      return eventsOf(timeline, "input").map(({ time }) => time);
    };
    const times = timesOf();
    const gaps = times.slice(1).map((time, i) => time - times[i]);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.98);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(3.02);
    expect(new Set(gaps.map((gap) => gap.toFixed(3))).size).toBeGreaterThan(10);
    expect(timesOf()).toEqual(times);
  });

  it("adds to and subtracts from the time that is left", () => {
    const timer = make("logic_timer", "t", ["RefireTime", "2"], ["OnTimer", "b,Toggle,,0,1"]);
    const firstOf = (input: string, by: string): number => {
      const timeline = runEntities(timer, relay("b"));
      timeline.seek(1);
      timeline.fire("t", input, by);
      timeline.seek(6);
      return eventsOf(timeline, "input").find(({ entity }) => entity?.name === "b")!.time;
    };
    expect(firstOf("AddToTimer", "1")).toBeCloseTo(3, 1);
    expect(firstOf("SubtractFromTimer", "0.5")).toBeCloseTo(1.5, 1);
    expect(firstOf("SubtractFromTimer", "5")).toBeCloseTo(1, 1);
    expect(firstOf("RefireTime", "3")).toBeCloseTo(4, 1);
  });
});

describe("logic_case", () => {
  const cases: Pairs = [1, 2, 3].flatMap((i) => [
    [`Case0${i}`, `value${i}`] as const,
    [`OnCase0${i}`, `b,FireUser${i},,0,-1`] as const,
  ]);
  const pick = (input: string, times: number): string => {
    const timeline = runEntities(
      make("logic_case", "c", ...cases, ["OnDefault", "b,FireUser4,,0,-1"]),
      relay("b"),
    );
    for (let i = 0; i < times; i++) timeline.fire("c", input, i % 2 === 0 ? "VALUE2" : "other");
    timeline.step();
    return arrivals(timeline)
      .filter((line) => line.includes("FireUser"))
      .map((line) => /FireUser(\d)/.exec(line)![1])
      .join("");
  };

  it("fires the output of the case that equals the value, or OnDefault", () => {
    expect(pick("InValue", 2)).toBe("24");
  });

  it("picks any case at random", () => {
    const picked = pick("PickRandom", 40);
    expect(picked).toHaveLength(40);
    expect(new Set(picked)).toEqual(new Set(["1", "2", "3"]));
  });

  it("picks each case once a shuffle, and none twice in a row", () => {
    const picked = pick("PickRandomShuffle", 30);
    for (let i = 0; i < 30; i += 3) {
      expect([...picked.slice(i, i + 3)].sort().join("")).toBe("123");
    }
    expect(picked).not.toMatch(/(.)\1/);
  });
});

describe("comparisons", () => {
  it.each([
    ["4", ["OnNotEqualTo", "OnLessThan"]],
    ["5", ["OnEqualTo"]],
    ["6", ["OnNotEqualTo", "OnGreaterThan"]],
  ])("logic_compare compares %s with 5", (value, outputs) => {
    const all = ["OnLessThan", "OnEqualTo", "OnNotEqualTo", "OnGreaterThan"];
    const timeline = runEntities(
      make(
        "logic_compare",
        "c",
        ["CompareValue", "5"],
        ...all.map((o) => [o, "c,Compare2"] as const),
      ),
    );
    timeline.fire("c", "SetValueCompare", value);
    timeline.step();
    expect(eventsOf(timeline, "output").map(({ output }) => output)).toEqual(outputs);
  });

  it("logic_multicompare compares the last values of all outputs", () => {
    const timeline = runEntities(
      ...["x", "y"].map((name) =>
        make("math_counter", name, ["OutValue", "m,InputValue,,0,-1"], ["startvalue", "3"]),
      ),
      make("logic_multicompare", "m", ["OnEqual", "b,Enable"], ["OnNotEqual", "b,Disable"]),
      relay("b"),
    );
    timeline.fire("x", "Add", "1");
    timeline.fire("y", "Add", "2");
    timeline.step();
    timeline.fire("x", "Add", "1");
    timeline.step();
    const told = names(arrivals(timeline)).filter((line) => line.startsWith("b."));
    expect(told).toEqual(["b.Disable()", "b.Enable()"]);
  });

  it("logic_branch_listener tells when all of its branches agree", () => {
    const timeline = runEntities(
      make("logic_branch", "one"),
      make("logic_branch", "two", ["InitialValue", "1"]),
      make(
        "logic_branch_listener",
        "l",
        ["Branch01", "one"],
        ["Branch02", "two"],
        ["OnAllTrue", "b,FireUser1"],
        ["OnAllFalse", "b,FireUser2"],
        ["OnMixed", "b,FireUser3"],
      ),
      relay("b"),
    );
    for (const [branch, value] of [
      ...([
        ["one", "1"],
        ["one", "1"],
        ["two", "0"],
        ["one", "0"],
      ] as const),
    ]) {
      timeline.fire(branch, "SetValue", value);
      timeline.step();
    }
    const told = names(arrivals(timeline)).filter((line) => line.startsWith("b."));
    expect(told).toEqual(["b.FireUser1()", "b.FireUser3()", "b.FireUser2()"]);
  });
});

describe("math entities", () => {
  const counter = make(
    "math_counter",
    "n",
    ["startvalue", "2"],
    ["min", "0"],
    ["max", "5"],
    ["OnHitMax", "n,FireUser1,,0,-1"],
    ["OnHitMin", "n,FireUser2,,0,-1"],
  );

  it("math_counter tells its bounds once each time they are reached, and stays inside", () => {
    const timeline = runEntities(counter);
    for (const by of ["2", "9", "1", "-4", "-9", "0"]) {
      timeline.fire("n", "Add", by);
      timeline.step();
    }
    const told = names(arrivals(timeline)).filter((line) => line.includes("User"));
    expect(told).toEqual(["n.FireUser1()", "n.FireUser2()"]);
    expect(timeline.simulation.get(0, 0)).toBe(0);
  });

  it.each([
    ["Subtract", "0.5", 1.5],
    ["Multiply", "2", 4],
    ["Divide", "4", 0.5],
    ["Divide", "0", 2],
    ["SetValue", "7", 5],
    ["SetValueNoFire", "3", 3],
    ["SetHitMax", "1", 1],
    ["SetHitMin", "4", 4],
  ])("math_counter: %s %s makes 2 to %d", (input, by, result) => {
    const timeline = runEntities(counter);
    timeline.fire("n", input, by);
    timeline.step();
    expect(timeline.simulation.get(0, 0)).toBe(result);
  });

  it.each([
    ["0", 5, "7.5"],
    ["0", 30, "20"],
    ["1", 30, undefined],
    ["2", 30, "10"],
  ])("math_remap with flags %s maps %d of 0..10 to %s of 5..10", (flags, value, result) => {
    const timeline = runEntities(
      make(
        "math_remap",
        "r",
        ["spawnflags", flags],
        ["in1", "0"],
        ["in2", "10"],
        ["out1", "5"],
        ["out2", "10"],
        ["OutValue", "n,SetValue,,0,-1"],
      ),
      make("math_counter", "n"),
    );
    timeline.fire("r", "InValue", String(value));
    timeline.step();
    const told = eventsOf(timeline, "input").filter(({ input }) => input === "SetValue");
    expect(told[0]?.value).toBe(result);
  });

  it("math_colorblend blends its colors", () => {
    const timeline = runEntities(
      make(
        "math_colorblend",
        "c",
        ["inmin", "0"],
        ["inmax", "2"],
        ["colormin", "0 100 200"],
        ["colormax", "255 0 100"],
        ["OutColor", "l,Color,,0,-1"],
      ),
      make("light", "l"),
    );
    timeline.fire("c", "InValue", "1");
    timeline.step();
    expect(eventsOf(timeline, "output")[0].value).toBe("127 50 150 255");
  });
});

describe("filters", () => {
  it("pass activators by name, class, both, and negated", () => {
    const results: Record<string, string> = {};
    const filters: Pairs[] = [
      make("filter_activator_name", "byname", ["filtername", "tim*"]),
      make("filter_activator_class", "byclass", ["filterclass", "logic_relay"]),
      make("filter_activator_name", "negated", ["filtername", "timer"], ["Negated", "1"]),
      make("filter_multi", "all", ["Filter01", "byname"], ["Filter02", "byclass"]),
      make(
        "filter_multi",
        "any",
        ["FilterType", "1"],
        ["Filter01", "byname"],
        ["Filter02", "byclass"],
      ),
      make("filter_multi", "circle", ["Filter01", "circle"]),
    ].map((pairs) => [...pairs, ["OnPass", "b,FireUser1"], ["OnFail", "b,FireUser2"]]);
    for (const [, [, name]] of filters) {
      const timeline = runEntities(
        ...filters,
        make(
          "logic_timer",
          "timer",
          ["RefireTime", "1"],
          ["OnTimer", `${name},TestActivator,,0,-1`],
        ),
        relay("b"),
      );
      timeline.seek(1.02);
      results[name] = eventsOf(timeline, "output").at(-1)!.output;
    }
    expect(results).toEqual({
      ...{ byname: "OnPass", byclass: "OnFail", negated: "OnFail" },
      ...{ all: "OnFail", any: "OnPass", circle: "OnFail" },
    });
  });
});

describe("lights", () => {
  it("with a style switch its pattern, start off, and fade letter by letter", () => {
    const timeline = runEntities(
      make("light", "lamp", ["style", "33"], ["spawnflags", "1"], ["pattern", "mnopq"]),
    );
    const { simulation } = timeline;
    const pattern = () => simulation.strings.text(simulation.lightStyles[33]);
    expect(pattern()).toBe("a");
    timeline.fire("lamp", "Toggle");
    timeline.step();
    expect(pattern()).toBe("mnopq");
    timeline.fire("lamp", "SetPattern", "c");
    timeline.fire("lamp", "FadeToPattern", "faz");
    timeline.seek(0.1);
    expect(pattern()).toBe("d");
    timeline.seek(0.3);
    expect(pattern()).toBe("faz");
    timeline.fire("lamp", "TurnOff");
    timeline.step();
    expect(pattern()).toBe("a");
  });
});
