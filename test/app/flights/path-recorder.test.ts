import { describe, expect, it } from "vitest";
import {
  createPathRecorder,
  formatPath,
  MAX_SAMPLES,
  SAMPLES_PER_SECOND,
  thinPoses,
} from "../../../src/app/flights/path-recorder.ts";
import { wrapYaw } from "../../../src/viewer/camera/camera.ts";
import { parseFlight } from "../../../src/viewer/camera/flight.ts";

type Fly = (seconds: number) => readonly [x: number, y: number, z: number, p: number, yaw: number];

/** Records some seconds of a flight at a frame rate, with a clock that does not begin at 0. */
function record(fly: Fly, seconds: number, framesPerSecond: number) {
  const recorder = createPathRecorder("test_map", 75);
  for (let frame = 0; frame <= seconds * framesPerSecond; frame++) {
    const now = frame / framesPerSecond;
    const [x, y, z, pitch, yaw] = fly(now);
    recorder.add(5000 + now * 1000, { x, y, z, pitch, yaw: wrapYaw(yaw) });
  }
  return recorder.finish()!;
}

/** Returns the largest distance, in inches and degrees, between the flight and its recording. */
function measureStray(fly: Fly, text: string, seconds: number): { place: number; yaw: number } {
  const flight = parseFlight(text);
  const camera = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 75 };
  let [place, turn] = [0, 0];
  for (let now = 0; now <= seconds; now += 0.05) {
    flight.setPose(camera, now);
    const [x, y, z, , yaw] = fly(now);
    place = Math.max(place, Math.hypot(camera.x - x, camera.y - y, camera.z - z));
    turn = Math.max(turn, Math.abs(wrapYaw(camera.yaw - yaw)));
  }
  return { place, yaw: turn };
}

/** Rests, flies a straight line, turns through 180 degrees of yaw, and rests again. */
const restAndTurn: Fly = (t) => {
  const moved = Math.min(Math.max(t - 2, 0), 4);
  return [moved * 300, 0, 64, 5, 150 + moved * 30];
};

const circle: Fly = (t) => [
  500 * Math.cos(t),
  500 * Math.sin(t),
  10 * Math.sin(3 * t),
  20 * Math.sin(t / 2),
  (t * 180) / Math.PI,
];

describe("a recorded path", () => {
  it("has two poses for a camera at rest", () => {
    const path = record(() => [1, 2, 3, 4, 5], 10, 60);
    expect(path.poses).toEqual([
      [0, 1, 2, 3, 4, 5],
      [10, 1, 2, 3, 4, 5],
    ]);
    expect(path.seconds).toBe(10);
  });

  it("has two poses for a straight line at constant speed, whatever the frame rate", () => {
    for (const rate of [24, 60, 144]) {
      const path = record((t) => [t * 300, t * -100, 64, 0, 90], 8, rate);
      expect(path.poses).toHaveLength(2);
      expect(path.poses[1]).toEqual([8, 2400, -800, 64, 0, 90]);
    }
  });

  it.each([
    ["rests, moves and turns through 180 degrees", restAndTurn, 8],
    ["flies in a circle", circle, 12],
  ])(
    "of a flight that %s differs from it by less than 1.5 inches and 0.5 degrees",
    (_, fly, seconds) => {
      const path = record(fly, seconds, 60);
      expect(path.poses.length).toBeLessThan((seconds * SAMPLES_PER_SECOND) / 3);
      const stray = measureStray(fly, formatPath(path), seconds);
      // The tolerance applies at the samples; between them, a little more is allowed.
      expect(stray.place).toBeLessThan(1.5);
      expect(stray.yaw).toBeLessThan(0.5);
    },
  );

  it("is read back as a flight, with the map and the field of view", () => {
    const path = record(circle, 3, 60);
    const flight = parseFlight(formatPath({ ...path, map: 'a "b"\n</script>' }));
    expect(flight).toMatchObject({ map: 'a "b"\n</script>', fov: 75, isLoop: false, duration: 3 });
  });

  it("becomes a single pose for a single frame, and null without frames", () => {
    const recorder = createPathRecorder("m", 90);
    expect(recorder.finish()).toBeNull();
    recorder.add(7, { x: 1, y: 2, z: 3, pitch: 0, yaw: -90 });
    expect(recorder.finish()!.poses).toEqual([[0, 1, 2, 3, 0, -90]]);
  });

  it("fills a long pause between two frames evenly", () => {
    const recorder = createPathRecorder("m", 90);
    recorder.add(0, { x: 0, y: 0, z: 0, pitch: 0, yaw: 170 });
    recorder.add(2000, { x: 100, y: 0, z: 0, pitch: 0, yaw: -170 });
    expect(recorder.seconds).toBe(2);
    expect(recorder.finish()!.poses).toEqual([
      [0, 0, 0, 0, 0, 170],
      [2, 100, 0, 0, 0, -170],
    ]);
  });

  it("ends after ten minutes, and thins a trembling camera in bounded time", () => {
    const recorder = createPathRecorder("m", 90);
    let seed = 1;
    const tremble = () => {
      seed = (seed * 16807) % 2147483647;
      return (seed / 2147483647 - 0.5) * 4;
    };
    for (let frame = 0; frame < MAX_SAMPLES + 500; frame++) {
      const now = (frame / SAMPLES_PER_SECOND) * 1000;
      recorder.add(now, { x: tremble(), y: tremble(), z: 0, pitch: 0, yaw: tremble() });
    }
    expect(recorder.isFull).toBe(true);
    expect(recorder.seconds).toBe(600);
    const start = performance.now();
    expect(recorder.finish()!.poses.length).toBeGreaterThan(5000);
    expect(performance.now() - start).toBeLessThan(8000);
  });

  it("keeps a jump that is shorter than the gap around it", () => {
    const samples = new Float64Array(90 * 6);
    for (let i = 0; i < 90; i++) samples.set([i / 30, i === 45 ? 50 : 0, 0, 0, 0, 0], i * 6);
    const poses = thinPoses(samples);
    expect(poses).toContainEqual([1.5, 50, 0, 0, 0, 0]);
    expect(poses.length).toBeLessThan(20);
  });
});
