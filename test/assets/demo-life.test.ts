/** The committed demo runs: what happens by itself, to a player who walks up, and at buttons. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import { readModelVolumes, Timeline } from "../../src/simulation/index.ts";
import { eventsOf, rowOf } from "../simulation/make-simulation.ts";

const file = new Uint8Array(
  readFileSync(resolve(import.meta.dirname, "../../assets/visleaf_demo.bsp")),
);
const bsp = parseBsp(file);
const map = { ...bsp, volumes: readModelVolumes(file, bsp) };
const run = (): Timeline => new Timeline(map);

const placeOf = ({ simulation }: Timeline, name: string): number[] => {
  const row = rowOf({ simulation } as Timeline, name);
  return [...simulation.entities.origin.subarray(row * 3, row * 3 + 3)];
};
const yawOf = ({ simulation }: Timeline, row: number): number =>
  simulation.entities.angles[row * 3 + 1];
/** Height of the lift's floor, and style of a named light. */
const liftHeight = (timeline: Timeline): number => placeOf(timeline, "lift")[2];
const styleOf = ({ simulation }: Timeline, name: string): string => {
  const light = bsp.entities.find((entity) => entity.get("targetname") === name)!;
  return simulation.strings.text(simulation.lightStyles[Number(light.get("style"))]);
};

const TOP = 440;
const stands = (x: number, y: number, z: number) => ({ x, y, z, pitch: 0, yaw: 90 });

describe("the demo, left alone for a minute", () => {
  const timeline = run();
  timeline.seek(60);
  const inputs = eventsOf(timeline, "input");
  const timesOf = (target: string, input: string): number[] =>
    inputs
      .filter((event) => event.entity?.name === target && event.input === input)
      .map(({ time }) => time);

  it("fires nothing that has no target, no input, or is not run", () => {
    const others = eventsOf(timeline).filter(({ kind }) => kind !== "output" && kind !== "input");
    expect(others).toEqual([]);
  });

  it("starts its machines, strikes every three seconds, and stops the cart at its station", () => {
    expect(timesOf("gear_large", "Start")).toEqual([0.705]);
    expect(timesOf("wall_fan", "Start")).toEqual([1.2]);
    expect(timesOf("press", "Open")).toHaveLength(20);
    expect(timesOf("press_sparks", "SparkOnce")).toHaveLength(19);
    const [stops, resumes] = [timesOf("cart", "Stop"), timesOf("cart", "Resume")];
    expect(stops.length).toBeGreaterThanOrEqual(3);
    expect(resumes[0] - stops[0]).toBeCloseTo(2.5, 1);
  });

  it("sends the lift down and up again, and lets a lamp flicker", () => {
    expect(timesOf("lift", "Close").length).toBeGreaterThanOrEqual(2);
    expect(timesOf("lift", "Open").length).toBeGreaterThanOrEqual(1);
    const patterns = inputs.filter((event) => event.input === "SetPattern");
    expect(patterns.map(({ value }) => value === "m").slice(0, 4)).toEqual([
      ...[false, true, false, true],
    ]);
  });

  it("turns both gears and both fans, and keeps the cart on its rails", () => {
    const { simulation } = timeline;
    for (const name of ["gear_large", "gear_small", "wall_fan", "gallery_fan", "turntable"]) {
      const { angularVelocity } = simulation.entities;
      const row = rowOf(timeline, name);
      const speed = Math.hypot(...angularVelocity.subarray(row * 3, row * 3 + 3));
      expect(speed, name).toBeGreaterThan(20);
    }
    const [x, y, z] = placeOf(timeline, "cart");
    expect(z).toBeCloseTo(3, 3);
    expect(Math.max(Math.abs(x - 1336) - 136, Math.abs(y - 230) - 166)).toBeLessThan(2);
  });
});

describe("the demo's doors, lift and switches", () => {
  it("open the doors to the rain while a player stands before them", () => {
    const timeline = run();
    const leaf = rowOf(timeline, "rain_door");
    timeline.seek(1);
    expect(yawOf(timeline, leaf)).toBe(0);
    timeline.place(stands(-780, -930, 0));
    timeline.seek(2.2);
    expect(yawOf(timeline, leaf)).toBeCloseTo(90, 3);
    timeline.place(stands(-400, -930, 0));
    timeline.seek(5);
    expect(yawOf(timeline, leaf)).toBeCloseTo(0, 3);
  });

  it("move the lift by its timer, its trigger and both buttons", () => {
    const timeline = run();
    expect(liftHeight(timeline)).toBe(TOP);
    timeline.seek(9);
    expect(liftHeight(timeline)).toBeCloseTo(0, 3);
    timeline.place(stands(703, 380, 8));
    timeline.seek(15.5);
    expect(liftHeight(timeline)).toBeCloseTo(TOP, 3);
    for (const [button, height] of [
      ["lift_button_roof", 0],
      ["lift_button_court", TOP],
    ] as const) {
      const other = run();
      // The lift is up at first, and down after nine seconds.
      other.seek(height === 0 ? 1 : 9);
      other.fireAt(rowOf(other, button), "Use");
      other.seek(other.simulation.time + 6);
      expect(liftHeight(other), button).toBeCloseTo(height, 3);
    }
  });

  it("switch the showcase's lamp off and on", () => {
    const timeline = run();
    timeline.seek(0.5);
    expect(styleOf(timeline, "showcase_lamp")).toBe("m");
    const press = () => {
      timeline.fire("showcase_switch", "Press");
      timeline.seek(timeline.simulation.time + 3);
    };
    press();
    expect(styleOf(timeline, "showcase_lamp")).toBe("a");
    press();
    expect(styleOf(timeline, "showcase_lamp")).toBe("m");
  });
});
