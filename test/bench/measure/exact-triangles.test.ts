import { mat4 } from "gl-matrix";
import { describe, expect, it } from "vitest";
import { createTriangleCounter } from "../../../src/bench/measure/measure-rounds.ts";
import { FRUSTUM_FLOATS, writeFrustum } from "../../../src/math/frustum.ts";
import { writeClipFromView, writeViewFromWorld } from "../../../src/math/projection.ts";
import { cullBoxes } from "../../../src/visibility/cull.ts";
import { makeScene } from "../../render/make-scene.ts";
import { buildQuads, type Quad } from "../../render/make-world.ts";

/**
 * Returns a square across the x axis. Cluster 0 is x < 0 and does not see cluster 1, which sees
 * both.
 */
const wall = (x: number, cluster: number): Quad => ({
  origin: [x, -10, -10],
  u: [0, 20, 0],
  v: [0, 0, 20],
  material: 0,
  clusters: [cluster],
});

describe("exactly visible triangles", () => {
  const scene = { ...makeScene(), ...buildQuads([wall(-200, 0), wall(-50, 0), wall(100, 1)]) };
  const counter = createTriangleCounter(scene);
  const look = (x: number, pitch: number, yaw: number) =>
    counter.count({ x, y: 0, z: 0, pitch, yaw, fov: 90 }, 1);

  it("lie ahead, in visible clusters", () => {
    expect(look(-100, 0, 180)).toBe(2);
    expect(look(-100, 0, 0)).toBe(2);
    expect(look(50, 0, 0)).toBe(2);
    expect(look(50, 0, 180)).toBe(4);
  });

  it("exclude triangles to the side, above, below, or nearer than the near plane", () => {
    for (const yaw of [90, -90]) expect(look(-100, 0, yaw)).toBe(0);
    for (const pitch of [80, -80]) expect(look(-100, pitch, 180)).toBe(0);
    expect(look(-199, 0, 180)).toBe(0);
    expect(look(-197, 0, 180)).toBe(2);
  });

  it("include all triangles from outside the map", () => {
    expect(counter.count({ x: 500, y: 0, z: -600, pitch: -45, yaw: 180, fov: 90 }, 1)).toBe(6);
  });

  it("are never more than the renderer's frustum planes let through", () => {
    const rooms = makeScene();
    const all = createTriangleCounter({ ...rooms, pvs: null });
    const [view, clip] = [mat4.create(), mat4.create()];
    const planes = new Float32Array(FRUSTUM_FLOATS);
    const rows = new Uint32Array(rooms.chunks.count);
    let sum = 0;
    for (let yaw = -180; yaw < 180; yaw += 15) {
      for (const pitch of [-50, 0, 35]) {
        const camera = { x: -100, y: 20, z: 60, pitch, yaw, fov: 75 };
        writeViewFromWorld(view, camera.x, camera.y, camera.z, pitch, yaw);
        writeClipFromView(clip, camera.fov, 16 / 9);
        writeFrustum(planes, mat4.multiply(clip, clip, view));
        const exact = all.count(camera, 16 / 9);
        expect(exact).toBeLessThanOrEqual(cullBoxes(rooms.chunks, null, planes, rows) * 2);
        sum += exact;
      }
    }
    expect(sum).toBeGreaterThan(24 * 3);
  });
});
