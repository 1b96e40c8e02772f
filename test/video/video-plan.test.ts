import { describe, expect, it } from "vitest";
import { planVideo, type VideoWish } from "../../src/video/video-plan.ts";

const WISH: VideoWish = { width: 1280, height: 720, fps: 30, seconds: 12.34, container: "webm" };
const plan = (changes: Partial<VideoWish>) => planVideo({ ...WISH, ...changes });

describe("planVideo", () => {
  it("plans one frame for each step of the path", () => {
    const size = { width: 1280, height: 720, container: "webm" };
    expect(plan({})).toEqual({ ...size, fps: 30, frames: 370 });
    expect(plan({ seconds: 0 }).frames).toBe(1);
  });

  it("refuses videos that are too long, or whose size no codec accepts", () => {
    expect(() => plan({ fps: 60, seconds: 601 })).toThrow(/may last 600 s, not 601 s/);
    expect(() => plan({ width: 1281 })).toThrow(/even numbers .* not 1281/);
    expect(() => plan({ width: 80_000 })).toThrow(/not 80000/);
    expect(() => plan({ height: Number.NaN })).toThrow(/not NaN/);
    expect(() => plan({ fps: 0 })).toThrow(/1 to 120 frames/);
    for (const seconds of [-1, Number.NaN]) expect(() => plan({ seconds })).toThrow(/a number of/);
  });
});
