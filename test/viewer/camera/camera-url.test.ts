import { describe, expect, it } from "vitest";
import { MAX_FOV, MAX_PITCH } from "../../../src/viewer/camera/camera.ts";
import { formatCamera, parseCamera } from "../../../src/viewer/viewer.ts";

describe("the camera in the URL", () => {
  it("is parsed as it was formatted", () => {
    const camera = { x: -1234.5, y: 0.1, z: 64, pitch: -12.34, yaw: 179.99, fov: 75 };
    expect(formatCamera(camera)).toBe("camera=-1234.5,0.1,64,-12.34,179.99,75");
    expect(parseCamera(`#${formatCamera(camera)}`)).toEqual(camera);
  });

  it("contains no negative zero and no long fractions", () => {
    const camera = { x: -0.01, y: 0.1 + 0.2, z: 1 / 3, pitch: -0.001, yaw: 0, fov: 90 };
    expect(formatCamera(camera)).toBe("camera=0,0.3,0.3,0,0,90");
  });

  it("is clamped to valid angles", () => {
    const camera = parseCamera("camera=1,2,3,-500,725,1000");
    expect(camera).toEqual({ x: 1, y: 2, z: 3, pitch: -MAX_PITCH, yaw: 5, fov: MAX_FOV });
  });

  it("may omit the field of view and follow other parameters", () => {
    expect(parseCamera("#a=b&camera=1,2,3,4,5&c=d")).toMatchObject({ z: 3, pitch: 4, yaw: 5 });
  });

  it.each([
    "",
    "#",
    "camera=",
    "camera=1,2,3,4",
    "camera=1,2,3,4,5,6,7",
    "camera=1,2,3,4,",
    "camera=1,2,3,4,NaN",
    "camera=Infinity,2,3,4,5",
    "camera=1e999,2,3,4,5",
    "camera=1,2,1e6,4,5",
    "camera=0x10,2,3,4,5",
    "camera=1,2,3,4,<b>",
  ])("is not read from %j", (text) => expect(parseCamera(text)).toBeNull());
});

describe("parseCamera on a very long URL", () => {
  it("returns null in limited time", () => {
    const started = performance.now();
    expect(parseCamera(`#camera=${"1".repeat(200_000)}x,0,0,0,0`)).toBe(null);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
