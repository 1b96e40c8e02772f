import { describe, expect, it } from "vitest";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { assignPose, CameraFlights } from "../../../src/viewer/camera/camera-flights.ts";
import { parseFlight } from "../../../src/viewer/camera/flight.ts";
import { createApproach, createPlayback } from "../../../src/viewer/camera/make-flight.ts";

const PATH = "0 0 0 0 0 0\n100 0 0 0 90 2";

describe("assignPose", () => {
  it("assigns the given fields, clamped to their range", () => {
    const camera = createCamera();
    assignPose(camera, { x: 3, yaw: 270, pitch: -100, fov: 5 });
    expect(camera).toEqual({ x: 3, y: 0, z: 0, yaw: -90, pitch: -89.9, fov: 20 });
  });

  it("throws for a NaN and changes nothing", () => {
    const camera = createCamera();
    expect(() => assignPose(camera, { x: 1, y: Number.NaN })).toThrow(/camera\.y/);
    expect(camera).toEqual(createCamera());
  });
});

describe("CameraFlights", () => {
  it("eases to a pose and turns the shorter way", async () => {
    const camera = createCamera();
    camera.yaw = 170;
    const flights = new CameraFlights();
    const arrival = flights.start(createApproach(camera, { x: 100, yaw: -170 }, 1));
    const way: number[] = [];
    for (let i = 0; i < 20; i++) {
      flights.update(camera, 0.05);
      way.push(camera.x);
      expect(Math.abs(camera.yaw)).toBeGreaterThanOrEqual(169.999);
    }
    flights.update(camera, 0.05);
    expect(await arrival).toBe(true);
    expect([camera.x, camera.yaw]).toEqual([100, -170]);
    expect(way[0]).toBeLessThan(1);
    expect(way[10] - way[9]).toBeGreaterThan(5);
    expect(flights.isActive).toBe(false);
  });

  it("ends a flight on the next start, on stop and on an abort signal", async () => {
    const camera = createCamera();
    const flights = new CameraFlights();
    const approach = () => createApproach(camera, { x: 1 }, 1);
    const first = flights.start(approach());
    const second = flights.start(approach());
    expect(await first).toBe(false);
    flights.stop();
    expect(await second).toBe(false);
    const abort = new AbortController();
    const third = flights.start(approach(), { signal: abort.signal });
    const fourth = flights.start(approach());
    // The signal belongs only to the third flight.
    abort.abort();
    expect(await third).toBe(false);
    expect(flights.isActive).toBe(true);
    flights.stop();
    expect(await fourth).toBe(false);
  });

  it("does not start a path that was cancelled while it was read", async () => {
    const flights = new CameraFlights();
    let answer: (text: string) => void = () => undefined;
    const reading = flights.await(() => new Promise<string>((resolve) => (answer = resolve)));
    flights.stop();
    answer("path");
    expect(await reading).toBeNull();
    await expect(flights.await(() => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    expect(await flights.await(async () => 1, AbortSignal.abort())).toBeNull();
  });

  it("ends with the path at any speed, and long frames skip nothing", async () => {
    const camera = createCamera();
    const flights = new CameraFlights();
    const whole = flights.start(createPlayback(parseFlight(PATH)), { speed: 10 });
    flights.update(camera, 5);
    expect(camera.x).toBeGreaterThan(10);
    expect(camera.x).toBeLessThan(90);
    flights.update(camera, 5);
    expect(await whole).toBe(true);
    expect([camera.x, camera.yaw]).toEqual([100, 90]);
  });

  it("restarts a looping path", () => {
    const camera = createCamera();
    const flights = new CameraFlights();
    void flights.start(createPlayback(parseFlight(PATH), true), { speed: 10 });
    for (let i = 0; i < 3; i++) flights.update(camera, 0.1);
    expect(flights.isActive).toBe(true);
    expect(camera.x).toBeLessThan(90);
    const still = createPlayback(parseFlight("0 0 0 0 0 0"), true);
    expect(still.isLoop).toBe(false);
  });
});
