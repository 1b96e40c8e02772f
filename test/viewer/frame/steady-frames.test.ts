import { describe, expect, it } from "vitest";
import { SteadyFrames } from "../../../src/viewer/frame/steady-frames.ts";

const GOAL_MS = 1000 / 30;
const VSYNC_MS = 1000 / 60;

/** Simulates frames on a 60 Hz screen, with a cost for all pixels and a fixed cost. */
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
  it("keeps the full scale if frames are in time", () => {
    expect(run(60, () => [25, 5])).toEqual({ scale: 1, changes: [], late: [] });
  });

  it("lowers the scale until frames are in time, and keeps it", () => {
    const { scale, changes, late } = run(60, () => [45, 5]);
    expect(45 * scale * scale + 5).toBeLessThanOrEqual(GOAL_MS);
    expect(scale).toBe(0.72);
    expect(changes).toHaveLength(2);
    expect(Math.max(...late)).toBeLessThan(4000);
  });

  it("never lowers the scale below half", () => {
    const { scale, changes } = run(60, () => [400, 0]);
    expect(scale).toBe(0.52);
    expect(changes).toHaveLength(4);
  });

  it("returns to the full scale when the load ends", () => {
    const { scale, changes } = run(60, (second) => (second < 10 ? [60, 5] : [8, 2]));
    expect(scale).toBe(1);
    expect(changes.filter((ms) => ms > 10_000).length).toBe(changes.length / 2);
  });

  it("retries a higher scale less and less often if it fails", () => {
    // One screen frame at 0.72, and three at 0.85.
    const { changes } = run(600, () => [100, -36]);
    const tries = (from: number, to: number) =>
      changes.filter((ms) => ms >= from * 1000 && ms < to * 1000).length / 2;
    expect(tries(0, 60)).toBeGreaterThan(2);
    expect(tries(0, 60)).toBeLessThan(8);
    expect(tries(300, 600)).toBeLessThan(6);
  });

  it("ignores pauses without frames", () => {
    const frames = new SteadyFrames(GOAL_MS);
    for (let i = 0; i < 100; i++) expect(frames.add(i % 2 ? 16 : 5000)).toBe(1);
  });

  it("ignores single late frames", () => {
    const frames = new SteadyFrames(GOAL_MS);
    for (let i = 0; i < 500; i++) expect(frames.add(i % 5 === 0 ? 200 : 17)).toBe(1);
  });
});
