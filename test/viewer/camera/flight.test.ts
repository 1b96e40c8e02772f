import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { type Flight, parseFlight } from "../../../src/viewer/camera/flight.ts";

const SQUARE = {
  duration: 8,
  poses: [
    [0, 0, 0, 64, 0, 170],
    [2, 100, 0, 64, 10, -170],
    [4, 100, 100, 64, 0, -90],
    [6, 0, 100, 64, -10, 90],
  ],
};
const loop = parseFlight(JSON.stringify(SQUARE));

function poseAt(flight: Flight, seconds: number) {
  const camera = createCamera();
  flight.setPose(camera, seconds);
  return camera;
}

function expectPose(flight: Flight, seconds: number, pose: readonly number[]): void {
  const { x, y, z, pitch, yaw } = poseAt(flight, seconds);
  for (const [i, value] of [x, y, z, pitch, yaw].entries()) expect(value).toBeCloseTo(pose[i], 6);
}

describe("a recorded flight", () => {
  it("passes through its poses at their times in every loop", () => {
    for (const [t, ...pose] of SQUARE.poses) {
      for (const round of [0, 8, 80]) expectPose(loop, t + round, pose);
    }
  });

  it("turns the shorter way, over 180 degrees", () => {
    expect(Math.abs(poseAt(loop, 1).yaw)).toBeGreaterThan(160);
  });

  it("has continuous position and speed, also at the end of a loop", () => {
    const step = 1 / 64;
    let last = poseAt(loop, -2 * step);
    let lastSpeed: number | null = null;
    for (let t = -step; t < 8.5; t += step) {
      const camera = poseAt(loop, t);
      const speed = Math.hypot(camera.x - last.x, camera.y - last.y) / step;
      expect(speed).toBeLessThan(100);
      if (lastSpeed !== null) expect(Math.abs(speed - lastSpeed)).toBeLessThan(6);
      lastSpeed = speed;
      last = camera;
    }
  });

  it("without a duration stops at its last pose", () => {
    const head = { format: "visleaf-path/1", map: "de_square", fov: 75 };
    const flight = parseFlight(JSON.stringify({ ...head, poses: SQUARE.poses }));
    expect(flight).toMatchObject({ isLoop: false, duration: 6, fov: 75, map: "de_square" });
    for (const [t, ...pose] of SQUARE.poses) expectPose(flight, t, pose);
    for (const t of [6, 7, 100]) expectPose(flight, t, SQUARE.poses[3].slice(1));
    expectPose(flight, -5, SQUARE.poses[0].slice(1));
  });
});

describe("parseFlight on a camera list", () => {
  const LIST =
    "# first\n0 0 64 0 170 10\n\n100\t0 64 10 -170 12 // second\r\n100 100 64 0 -90 14.5\n";

  it("starts at the first time and ignores comments and blank lines", () => {
    const flight = parseFlight(LIST);
    expect(flight).toMatchObject({ isLoop: false, duration: 4.5, fov: null, map: null });
    expectPose(flight, 0, [0, 0, 64, 0, 170]);
    expectPose(flight, 2, [100, 0, 64, 10, -170]);
    expectPose(flight, 4.5, [100, 100, 64, 0, -90]);
  });

  it("holds a single camera still", () => {
    const flight = parseFlight("1 2 3 4 5 6");
    expect(flight.duration).toBe(0);
    for (const t of [0, 1]) expectPose(flight, t, [1, 2, 3, 4, 5]);
  });
});

describe("parseFlight reports the line of a broken path", () => {
  const json = (change: object) => JSON.stringify({ ...SQUARE, ...change }, null, 1);
  it.each([
    ["a word", "0 0 0 0 0 0\n\n1 2 three 4 5 6", 3, "syntax"],
    ["five numbers", "# x\n1 2 3 4 5", 2, "syntax"],
    ["a time that stands still", "0 0 0 0 0 1\n0 0 0 0 0 1", 2, "bad-value"],
    ["a place out of any world", "1e9 0 0 0 0 1", 1, "syntax"],
    ["nothing but comments", "# 1\n// 2", 1, "bad-count"],
    ["nothing", "", 1, "bad-count"],
    ["JSON cut short", "{", 1, "syntax"],
    ["JSON with a fault", '{"poses": [\n[0,0,0,0,0,0],\n[1 1,0,0,0,0]]}', 3, "syntax"],
    ["another format", '{"format": "path/9",\n"poses": []}', 1, "bad-version"],
    ["no poses", '{"map": "x",\n"poses": []}', 2, "bad-count"],
    ["poses that are none", '{"map": "x",\n"poses": 5}', 2, "bad-count"],
    [
      "a pose of seven",
      '{"poses": [[0,0,0,0,0,0],\n[1,0,0,0,0,0],\n [2,0,0,0,0,0,0]]}',
      3,
      "bad-value",
    ],
    ["a pose with null", '{"poses":\n[\n[0,0,0,0,0,null]]}', 3, "bad-value"],
    ["a pose that is text", '{"poses":\n["a]\\"",\n[0,0,0,0,0,null]]}', 2, "bad-value"],
    ["times that fall", '{"poses":\n[[1,0,0,0,0,0],\n[0,0,0,0,0,0]]}', 3, "bad-value"],
    ["a lens of 500 degrees", '{"poses": [[0,0,0,0,0,0]],\n"fov": 500}', 2, "bad-value"],
    ["a duration that is too short", json({ duration: 6 }), 2, "bad-value"],
  ])("with %s", (_, text, line, code) => {
    let error: unknown;
    try {
      parseFlight(text, "tour.txt");
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(FormatError);
    expect(error).toMatchObject({ format: "camera path", where: "tour.txt", line, code });
  });
});
