import { describe, expect, it } from "vitest";
import { SteadyFrames } from "../../../src/viewer/frame/steady-frames.ts";

const GOAL_MS = 1000 / 30;
const VSYNC_MS = 1000 / 60;

/** Frames on a screen that shows one each 1/60 s, of a machine that takes so long for all pixels and for none. */
function run(seconds: number, cost: (second: number) => readonly [pixels: number, rest: number]) {
  const frames = new SteadyFrames(GOAL_MS);
  let [ms, scale] = [0, 1];
  const changes: number[] = [];
  const late: number[] = [];
  while (ms < seconds * 1000) {
    const [pixels, rest] = cost(ms / 1000);
    const frameMs = Math.ceil((pixels * scale * scale + rest) / VSYNC_MS) * VSYNC_MS;
    ms += frameMs;
    if (frameMs > GOAL_MS * 1.01) late.push(ms);
    const next = frames.add(frameMs);
    if (next !== scale) changes.push(ms);
    scale = next;
  }
  return { scale, changes, late };
}

describe("SteadyFrames", () => {
  it("draws all pixels where frames are in time", () => {
    expect(run(60, () => [25, 5])).toEqual({ scale: 1, changes: [], late: [] });
  });

  it("draws fewer where they are late, until they are not, and stays there", () => {
    const { scale, changes, late } = run(60, () => [45, 5]);
    expect(45 * scale * scale + 5).toBeLessThanOrEqual(GOAL_MS);
    expect(scale).toBe(0.72);
    expect(changes).toHaveLength(2);
    expect(Math.max(...late)).toBeLessThan(4000);
  });

  it("goes no lower than half, however late they are", () => {
    const { scale, changes } = run(60, () => [400, 0]);
    expect(scale).toBe(0.52);
    expect(changes).toHaveLength(4);
  });

  it("comes back to all pixels when the load is gone", () => {
    const { scale, changes } = run(60, (second) => (second < 10 ? [60, 5] : [8, 2]));
    expect(scale).toBe(1);
    expect(changes.filter((ms) => ms > 10_000).length).toBe(changes.length / 2);
  });

  it("tries for more ever more seldom where that is too much", () => {
    // One frame of the screen at 0.72, and three at 0.85.
    const { changes } = run(600, () => [100, -36]);
    const tries = (from: number, to: number) =>
      changes.filter((ms) => ms >= from * 1000 && ms < to * 1000).length / 2;
    expect(tries(0, 60)).toBeGreaterThan(2);
    expect(tries(0, 60)).toBeLessThan(8);
    expect(tries(300, 600)).toBeLessThan(6);
  });

  it("takes a time without frames for nothing", () => {
    const frames = new SteadyFrames(GOAL_MS);
    for (let i = 0; i < 100; i++) expect(frames.add(i % 2 ? 16 : 5000)).toBe(1);
  });

  it("passes over single late frames", () => {
    const frames = new SteadyFrames(GOAL_MS);
    for (let i = 0; i < 500; i++) expect(frames.add(i % 5 === 0 ? 200 : 17)).toBe(1);
  });
});
