/** Tests which frames form a sequence and which stand alone. */

import { describe, expect, it } from "vitest";
import {
  createExposureSteps,
  STEP_APPROACH,
  STEP_HOLD,
  STEP_REST,
} from "../../../../src/render/post/grading/exposure-meter.ts";

const HERE = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };

describe("exposure steps", () => {
  it("follow the previous frame while time advances, and hold while it pauses", () => {
    const steps = createExposureSteps();
    expect(steps.next(HERE, 0)).toBe(STEP_REST);
    // A repeated frame is also at rest, because more may have loaded since.
    expect(steps.next(HERE, 0)).toBe(STEP_REST);
    expect(steps.next(HERE, 0.1)).toBe(STEP_APPROACH);
    expect(steps.next({ ...HERE, x: 900, yaw: 180 }, 0.2)).toBe(STEP_APPROACH);
    expect(steps.next({ ...HERE, x: 900, yaw: 180 }, 0.2)).toBe(STEP_HOLD);
    expect(steps.next({ ...HERE, x: 900, yaw: 180 }, 0.2)).toBe(STEP_HOLD);
    expect(steps.next({ ...HERE, x: 900, yaw: 180 }, 0.3)).toBe(STEP_APPROACH);
    // A jump at the same time is not a movement.
    expect(steps.next({ ...HERE, x: 900 }, 0.3)).toBe(STEP_REST);
    expect(steps.next({ ...HERE, x: 900 }, 0.3)).toBe(STEP_REST);
  });

  it("settle at once after a jump in time or place, and in another map", () => {
    const steps = createExposureSteps();
    steps.next(HERE, 10);
    expect(steps.next(HERE, 10.1)).toBe(STEP_APPROACH);
    expect(steps.next(HERE, 11.2)).toBe(STEP_REST);
    expect(steps.next(HERE, 11.3)).toBe(STEP_APPROACH);
    expect(steps.next(HERE, 11.2)).toBe(STEP_REST);
    expect(steps.next(HERE, 11.3)).toBe(STEP_APPROACH);
    expect(steps.next({ ...HERE, z: 1025 }, 11.4)).toBe(STEP_REST);
    expect(steps.next({ ...HERE, z: 1025 }, 11.5)).toBe(STEP_APPROACH);
    steps.restart();
    expect(steps.next({ ...HERE, z: 1025 }, 11.6)).toBe(STEP_REST);
  });
});
