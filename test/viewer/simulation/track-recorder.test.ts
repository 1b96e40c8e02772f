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
