import { describe, expect, it } from "vitest";
import { EventFilter } from "../../../src/app/simulation/event-filter.ts";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { MapPlayer } from "../../../src/viewer/simulation/map-player.ts";
import { make, makeMap } from "../../simulation/make-simulation.ts";

/** Each second a relay triggers a lamp, a stranger and nobody. */
const player = () =>
  new MapPlayer(
    makeMap([
      make("logic_timer", "clock", ["RefireTime", "1"], ["OnTimer", "relay,Trigger,,0,-1"]),
      make(
        "logic_relay",
        "relay",
        ["spawnflags", "2"],
        ["OnTrigger", "lamp,Toggle,,0,-1"],
        ["OnTrigger", "crow,FlyAway,,0,-1"],
        ["OnTrigger", "nobody,Open,,0,-1"],
      ),
      make("light", "lamp", ["style", "35"]),
      make("npc_crow", "crow"),
    ]),
    null,
    createCamera(),
  );

const textsOf = (simulation: MapPlayer, rows: readonly number[]) =>
  rows.map((row) => {
    const { kind, input } = simulation.eventAt(row)!;
    return `${kind} ${input}`;
  });

describe("EventFilter", () => {
  it("finds events by words in names, classes, outputs and inputs", () => {
    const simulation = player();
    simulation.seek(1.5);
    const filter = new EventFilter();
    filter.choose("LAMP relay", "all");
    expect(filter.follow(simulation)).toBe(true);
    expect(textsOf(simulation, filter.rows)).toEqual(["output Toggle", "input Toggle"]);
    filter.choose("npc_", "all");
    filter.follow(simulation);
    expect(textsOf(simulation, filter.rows)).toEqual(["class-not-run FlyAway"]);
    filter.choose("ontimer", "all");
    filter.follow(simulation);
    expect(filter.rows).not.toHaveLength(0);
  });

  it("finds outputs, inputs, or what had no effect", () => {
    const simulation = player();
    simulation.seek(1.5);
    const filter = new EventFilter();
    const find = (kind: "output" | "input" | "failed") => {
      filter.choose("", kind);
      filter.follow(simulation);
      return textsOf(simulation, filter.rows);
    };
    expect(find("failed")).toEqual(["no-target Open", "class-not-run FlyAway"]);
    expect(find("input")).toEqual(["input Trigger", "input Toggle"]);
    expect(find("output")).toHaveLength(4);
  });

  it("tests each row once, and all again after the log was cut", () => {
    const simulation = player();
    simulation.seek(1.5);
    const filter = new EventFilter();
    filter.follow(simulation);
    const first = filter.rows.length;
    expect(filter.follow(simulation)).toBe(false);
    simulation.seek(3.5);
    expect(filter.follow(simulation)).toBe(true);
    expect(filter.rows).toHaveLength(first * 3);
    simulation.seek(0);
    filter.restart();
    expect(filter.follow(simulation)).toBe(false);
    expect(filter.rows).toEqual([]);
  });
});
