/**
 * Tests that occlusion is kept where it makes frames cheaper, dropped elsewhere, and tried again.
 */

import { describe, expect, it } from "vitest";
import {
  createOcclusionTrial,
  TRIAL_DELAY,
  TRIAL_INTERVAL,
  TRIAL_WITH,
  TRIAL_WITHOUT,
} from "../../../src/render/frame/cull-choice.ts";

const FRAMES_WITH = TRIAL_WITH.settling + TRIAL_WITH.measured;
const FRAMES_WITHOUT = TRIAL_WITHOUT.settling + TRIAL_WITHOUT.measured;

/** Simulates frames on a slow GPU with one queued frame; costs can be changed. */
function openTrial() {
  const costs = { on: 10, off: 10, noise: 0 };
  let clock = 0;
  let gpuFree = 0;
  let isOn = true;
  let frames = 0;
  const waiting: { readonly at: number; readonly resolve: () => void }[] = [];
  const trial = createOcclusionTrial(
    () => new Promise<void>((resolve) => waiting.push({ at: gpuFree, resolve })),
    () => clock,
  );
  const deliver = async (): Promise<void> => {
    while (waiting.length > 0 && waiting[0].at <= clock) {
      waiting.shift()!.resolve();
      await Promise.resolve();
    }
  };
  return {
    costs,
    restart: () => trial.restart(),
    /** Draws frames and returns whether each had occlusion. */
    async draw(count: number): Promise<boolean[]> {
      const drawn: boolean[] = [];
      for (let i = 0; i < count; i++) {
        ({ isOn } = trial);
        drawn.push(isOn);
        const hitch = frames++ % 5 === 0 ? costs.noise : 0;
        gpuFree = Math.max(gpuFree, clock) + (isOn ? costs.on : costs.off) + hitch;
        trial.follow();
        // The page continues while at most one frame is queued.
        clock = Math.max(clock + 4, gpuFree - 6);
        await deliver();
      }
      clock = gpuFree;
      await deliver();
      await new Promise((resolve) => setTimeout(resolve));
      return drawn;
    },
  };
}

const all = (count: number, value: boolean) => Array.from({ length: count }, () => value);

describe("the occlusion trial", () => {
  it("draws some frames with occlusion and some without, after a delay", async () => {
    const { draw } = openTrial();
    expect(await draw(TRIAL_DELAY)).toEqual(all(TRIAL_DELAY, true));
    expect(await draw(FRAMES_WITH)).toEqual(all(FRAMES_WITH, true));
    expect(await draw(FRAMES_WITHOUT)).toEqual(all(FRAMES_WITHOUT, false));
    // Not more expensive, so it stays.
    expect(await draw(5)).toEqual(all(5, true));
  });

  it("switches occlusion off while that is cheaper, despite noise", async () => {
    const { draw, costs } = openTrial();
    const trial = FRAMES_WITH + FRAMES_WITHOUT;
    Object.assign(costs, { on: 10, off: 8, noise: 30 });
    await draw(TRIAL_DELAY + trial);
    expect(await draw(TRIAL_INTERVAL)).toEqual(all(TRIAL_INTERVAL, false));
    await draw(trial);
    expect(await draw(1)).toEqual([false]);
    // A place where much is occluded.
    Object.assign(costs, { on: 6, off: 8 });
    await draw(TRIAL_INTERVAL - 1 + trial);
    expect(await draw(TRIAL_INTERVAL)).toEqual(all(TRIAL_INTERVAL, true));
  });

  it("ignores small differences", async () => {
    const { draw, costs } = openTrial();
    Object.assign(costs, { on: 10, off: 9.8 });
    await draw(TRIAL_DELAY + FRAMES_WITH + FRAMES_WITHOUT);
    expect(await draw(3)).toEqual([true, true, true]);
  });

  it("restarts with another map, even in the middle", async () => {
    const { draw, costs, restart } = openTrial();
    Object.assign(costs, { on: 10, off: 5 });
    await draw(TRIAL_DELAY + FRAMES_WITH + 3);
    restart();
    expect(await draw(TRIAL_DELAY + FRAMES_WITH)).toEqual(all(TRIAL_DELAY + FRAMES_WITH, true));
    expect(await draw(FRAMES_WITHOUT)).toEqual(all(FRAMES_WITHOUT, false));
    expect(await draw(1)).toEqual([false]);
    restart();
    expect(await draw(1)).toEqual([true]);
  });
});
