import { describe, expect, it } from "vitest";
import { planVideo } from "../../src/app/video/video-plan.ts";

describe("planVideo", () => {
  it("plans one frame for each step of the path", () => {
    const size = { width: 1280, height: 720, container: "webm" };
    expect(planVideo(1280, 720, 30, 12.34, "webm")).toEqual({ ...size, fps: 30, frames: 370 });
    expect(planVideo(1280, 720, 30, 0, "webm").frames).toBe(1);
  });

  it("refuses videos that are too long, or whose size no codec accepts", () => {
    expect(() => planVideo(1280, 720, 60, 601, "mp4")).toThrow(
      /may last 600 s; this path has 601 s/,
    );
    expect(() => planVideo(1281, 720, 30, 1, "mp4")).toThrow(/even numbers .* not 1281/);
    expect(() => planVideo(80_000, 720, 30, 1, "mp4")).toThrow(/not 80000/);
    expect(() => planVideo(1280, Number.NaN, 30, 1, "mp4")).toThrow(/not NaN/);
    expect(() => planVideo(1280, 720, 0, 1, "mp4")).toThrow(/1 to 120 frames/);
  });
});
