import { expect, it } from "vitest";
import { Timeline } from "../../../src/simulation/index.ts";
import { TrackRecorder } from "../../../src/viewer/simulation/track-recorder.ts";
import { make, makeMap } from "../../simulation/make-simulation.ts";

it("a track that exceeds its share drops its older half, and keeps the places of the other", () => {
  const map = makeMap([
    make("info_particle_system", "smoke", ["origin", "10 0 0"], ["parentname", "lift"]),
    make(
      "func_movelinear",
      "lift",
      ["model", "*1"],
      ["movedir", "-90 0 0"],
      ["speed", "100"],
      ["movedistance", "900"],
    ),
  ]);
  const timeline = new Timeline(map);
  const recorder = new TrackRecorder(map, 1);
  const { simulation } = timeline;
  recorder.record(simulation);
  timeline.fire("lift", "Open", "");
  const heights: number[] = [];
  for (let i = 0; i < 50; i++) {
    timeline.step();
    recorder.record(simulation);
    heights[simulation.tick] = simulation.entities.origin[1 * 3 + 2];
  }
  const matrix = new Float32Array(12);
  for (const tick of [50, 48, 46, 44]) {
    expect(recorder.read(0, tick, matrix)).toBe(true);
    expect([matrix[3], matrix[11]]).toEqual([10, expect.closeTo(heights[tick], 3)]);
  }
  const { length } = recorder.tracks[0].ticks;
  expect(length).toBe(16);
});

it("a track follows a parent that its entity gets while time runs", () => {
  const map = makeMap([
    make("info_particle_system", "smoke", ["origin", "10 0 0"]),
    make("func_rotating", "fan", ["model", "*1"], ["maxspeed", "90"]),
  ]);
  const timeline = new Timeline(map);
  const recorder = new TrackRecorder(map);
  const { simulation } = timeline;
  const run = (ticks: number) => {
    for (let i = 0; i < ticks; i++) {
      timeline.step();
      recorder.record(simulation);
    }
  };
  recorder.record(simulation);
  run(2);
  timeline.fire("smoke", "SetParent", "fan");
  run(2);
  timeline.fire("fan", "Start", "");
  run(70);
  const matrix = new Float32Array(12);
  expect(recorder.read(0, simulation.tick, matrix)).toBe(true);
  expect(Math.hypot(matrix[3], matrix[7])).toBeCloseTo(10, 3);
  expect(Math.abs(matrix[7])).toBeGreaterThan(5);
});
