import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { type Ease, parseFlight, parseTrack } from "../../../src/viewer/camera/flight.ts";
import {
  type CameraTrack,
  createTrackFlight,
  formatTrack,
  type TrackKey,
} from "../../../src/viewer/camera/track.ts";

const key = (time: number, x: number, ease: Ease = "smooth", more: Partial<TrackKey> = {}) => ({
  ...{ time, x, y: 64 - x, z: 64, pitch: 0, yaw: 0, fov: 90, ease },
  ...more,
});

const TRACK: CameraTrack = {
  map: 'a "map"',
  loopAfter: 9.5,
  keys: [
    key(0, 0, "smooth", { yaw: 170, pitch: -10, fov: 90 }),
    key(1, 100, "linear", { yaw: -170, pitch: 20, fov: 60 }),
    key(4, 120.125, "stop", { yaw: -80, fov: 100 }),
    key(8, -300, "smooth", { yaw: 95 }),
  ],
};

function poseAt(track: CameraTrack, seconds: number) {
  const camera = createCamera();
  createTrackFlight(track).setPose(camera, seconds);
  return camera;
}

/** Speed along x just before and just after a time, inches per second. */
function speedsAt(track: CameraTrack, seconds: number): [before: number, after: number] {
  const step = 1e-4;
  const [a, b, c] = [-step, 0, step].map((by) => poseAt(track, seconds + by).x);
  return [(b - a) / step, (c - b) / step];
}

describe("a camera track", () => {
  it("is at each key exactly, in every loop", () => {
    for (const { time, ease: _, ...pose } of TRACK.keys) {
      for (const round of [0, 1, 7]) {
        const camera = poseAt(TRACK, time + round * 9.5);
        for (const name of ["x", "y", "z", "pitch", "yaw", "fov"] as const) {
          expect(camera[name]).toBeCloseTo(pose[name], 9);
        }
      }
    }
  });

  it("turns the shorter way, over 180 degrees", () => {
    expect(Math.abs(poseAt(TRACK, 0.5).yaw)).toBeGreaterThan(160);
  });

  it("passes a smooth key without a kink, and rests at a stop", () => {
    const track = { ...TRACK, loopAfter: null, keys: [0, 1, 3, 4].map((t) => key(t, t * t * 50)) };
    const [before, after] = speedsAt(track, 1);
    expect(before).toBeCloseTo(150, 0);
    expect(after).toBeCloseTo(before, 0);
    const stopped = {
      ...track,
      keys: track.keys.map((one, i) => (i === 1 ? key(1, 50, "stop") : one)),
    };
    expect(speedsAt(stopped, 1)[0]).toBeCloseTo(0, 0);
    expect(speedsAt(stopped, 1)[1]).toBeCloseTo(0, 0);
    expect(poseAt(stopped, 2).x).not.toBeCloseTo(50, 0);
  });

  it("goes straight at a constant speed between linear keys", () => {
    const keys = [key(0, 0, "linear"), key(2, 100, "linear"), key(3, -100, "linear")];
    const track = { map: null, loopAfter: null, keys };
    for (const time of [0.25, 1, 1.75]) expect(poseAt(track, time).x).toBeCloseTo(time * 50, 9);
    for (const [i, speed] of [50, -200].entries()) {
      expect(speedsAt(track, 2)[i]).toBeCloseTo(speed, 2);
    }
    const loop = { ...track, loopAfter: 5 };
    expect(poseAt(loop, 4).x).toBeCloseTo(-50, 9);
  });

  it("is the same after it is written and read, as a track and as a flight", () => {
    const text = formatTrack(TRACK);
    expect(parseTrack(text)).toEqual(TRACK);
    const flight = parseFlight(text);
    expect(flight).toMatchObject({ map: 'a "map"', isLoop: true, duration: 9.5, fov: 90 });
    const camera = createCamera();
    flight.setPose(camera, 4);
    expect(camera).toMatchObject({ x: 120.125, yaw: -80, fov: 100 });
    const open = { map: null, loopAfter: null, keys: [key(0, 1.23456)] };
    expect(parseTrack(formatTrack(open)).keys[0].x).toBe(1.235);
  });

  it("is made of a recorded path's poses", () => {
    const path = {
      format: "visleaf-path/1",
      fov: 75,
      poses: [
        [3, 1, 2, 3, -95, 5],
        [4, 1, 2, 3, 4, 5],
      ],
    };
    const { keys, loopAfter } = parseTrack(JSON.stringify(path));
    expect(loopAfter).toBeNull();
    expect(keys[0]).toEqual({
      time: 0,
      x: 1,
      y: 2,
      z: 3,
      pitch: -89.9,
      yaw: 5,
      fov: 75,
      ease: "smooth",
    });
    expect(keys[1].time).toBe(1);
  });
});

describe("parseTrack reports the line of a broken key", () => {
  const good = { time: 0, at: [0, 0, 0], angles: [0, 0] };
  const file = (second: unknown, more: object = {}) =>
    `{"format": "visleaf-track/1", ${JSON.stringify(more).slice(1, -1)}${Object.keys(more).length ? "," : ""}\n"keys": [\n${JSON.stringify(good)},\n${JSON.stringify(second)}]}`;
  it.each([
    ["no key", 5, "a key {time, at, angles, fov, ease}, found 5"],
    ["null", null, "a key {time"],
    ["a time that is text", { ...good, time: "1" }, '"time": seconds, found 1'],
    ["a time that stands still", good, "a time after the last pose's 0 s"],
    ["two coordinates", { ...good, time: 1, at: [1, 2] }, '"at": [x, y, z]'],
    ["a place out of any world", { ...good, time: 1, at: [1, 2, 1e9] }, '"at": [x, y, z]'],
    ["three angles", { ...good, time: 1, angles: [1, 2, 3] }, '"angles": [pitch, yaw]'],
    ["a lens of 5 degrees", { ...good, time: 1, fov: 5 }, '"fov": 20 to 140 degrees'],
    ["an unknown ease", { ...good, time: 1, ease: "toString" }, '"ease": smooth, linear, stop'],
  ])("with %s", (_, second, says) => {
    const parse = () => parseTrack(file(second), "a.json");
    expect(parse).toThrow(FormatError);
    expect(parse).toThrow(says);
    try {
      parse();
    } catch (error) {
      expect(error).toMatchObject({ where: "a.json", line: 4 });
    }
  });

  it("with a loop that is too short, without keys, and with too many", () => {
    const second = { ...good, time: 2 };
    expect(() => parseTrack(file(second, { duration: 2 }))).toThrow('"duration": seconds after');
    expect(() => parseTrack('{"format": "visleaf-track/1"}')).toThrow('"keys": an array of');
    const keys = Array.from({ length: 1001 }, (_, time) => ({ ...good, time }));
    const many = JSON.stringify({ format: "visleaf-track/1", keys });
    expect(() => parseTrack(many)).toThrow("at most 1000 poses");
    const poses = keys.map(({ time }) => [time, 0, 0, 0, 0, 0]);
    expect(() => parseTrack(JSON.stringify({ poses }))).toThrow("at most 1000 keys");
    expect(parseFlight(JSON.stringify({ poses })).duration).toBe(1000);
  });
});
