/** Tests which lamps light a picture, where, and the light in the viewer's hand. */

import { mat4, vec4 } from "gl-matrix";
import { describe, expect, it } from "vitest";
import { LAMP, writeLamp } from "../../../src/map/motion/lamp-row.ts";
import type { LampRows } from "../../../src/map/motion/lamps.ts";
import { writeMatrix3x4 } from "../../../src/math/angles.ts";
import { writeFrustum } from "../../../src/math/frustum.ts";
import { writeClipFromView, writeViewFromWorld } from "../../../src/math/projection.ts";
import { Flashlight } from "../../../src/render/lamps/flashlight.ts";
import { chooseLamps, writeLampBox, writeLampMatrix } from "../../../src/render/lamps/lamp-rows.ts";

interface Placed {
  readonly x: number;
  readonly yaw?: number;
  readonly isOn?: boolean;
  readonly fov?: number;
}

function lampsOf(...placed: readonly Placed[]): LampRows {
  const rows = new Float32Array(placed.length * LAMP.strideFloats);
  placed.forEach(({ x, yaw = 0, isOn = true, fov = 60 }, row) => {
    writeLamp(rows, row, {
      ...{ color: "255 255 255", brightness: 1, fov, horizontalFov: 0, nearZ: 4, farZ: 100 },
      ...{ constant: -1, linear: -1, quadratic: -1, shadowAttenuation: 0, hasLinearColor: false },
      ...{ isOn, hasShadows: false, lightsWorld: true },
    });
    writeMatrix3x4(rows, row * LAMP.strideFloats + LAMP.place, 0, yaw, 0, x, 0, 0);
  });
  return { version: 0, count: placed.length, rows, textures: placed.map(() => "") };
}

/** Returns a view from the origin along +x. */
function viewAlong(yaw = 0) {
  const [clip, view] = [mat4.create(), mat4.create()];
  writeViewFromWorld(view, 0, 0, 0, 0, yaw);
  writeClipFromView(clip, 60, 1);
  mat4.multiply(clip, clip, view);
  const frustum = new Float32Array(24);
  writeFrustum(frustum, clip);
  return { x: 0, y: 0, z: 0, frustum };
}

const choose = (lamps: LampRows, most = 4, yaw = 0) => {
  const chosen = new Uint32Array(most);
  const count = chooseLamps(lamps, viewAlong(yaw), chosen, new Float64Array(most));
  return [...chosen.subarray(0, count)];
};

describe("chooseLamps", () => {
  it("returns lamps that are on and whose light is in view, nearest first", () => {
    const lamps = lampsOf({ x: 900 }, { x: 300 }, { x: 500, isOn: false }, { x: -300 }, { x: 600 });
    expect(choose(lamps)).toEqual([1, 4, 0]);
    expect(choose(lamps, 2)).toEqual([1, 4]);
    expect(choose(lamps, 4, 180)).toEqual([3]);
    const chosen = new Uint32Array(2);
    const view = viewAlong();
    expect(chooseLamps(lamps, view, chosen, new Float64Array(2))).toBe(2);
    const nearestLast = lampsOf({ x: 900 }, { x: 600 }, { x: 300 });
    expect(chooseLamps(nearestLast, view, chosen, new Float64Array(2))).toBe(2);
    expect([...chosen]).toEqual([2, 1]);
  });

  it("keeps a lamp behind the camera whose light reaches into the picture", () => {
    expect(choose(lampsOf({ x: -50 }, { x: -50, yaw: 180 }))).toEqual([0]);
  });
});

describe("writeLampMatrix", () => {
  it("has a depth of 1 at the near plane, and less beyond", () => {
    const matrix = mat4.create();
    writeLampMatrix(matrix, lampsOf({ x: 10 }), 0);
    const depthAt = (x: number) => {
      const [, , z, w] = vec4.transformMat4(vec4.create(), [x, 0, 0, 1], matrix);
      return z / w;
    };
    expect(depthAt(14)).toBeCloseTo(1, 5);
    expect(depthAt(50)).toBeCloseTo(0.1, 5);
  });
});

describe("writeLampBox", () => {
  it("bounds the cone, and wide cones by the sphere at which the light ends", () => {
    const box = new Float32Array(6);
    writeLampBox(box, lampsOf({ x: 10, fov: 90 }), 0);
    for (const [i, value] of [10, -100, -100, 110, 100, 100].entries()) {
      expect(box[i]).toBeCloseTo(value, 3);
    }
    writeLampBox(box, lampsOf({ x: 10, fov: 170 }), 0);
    expect(Math.max(...box.map(Math.abs))).toBeCloseTo(110, 3);
  });
});

describe("Flashlight", () => {
  it("shines from below the eye to the middle of the picture, level with it", () => {
    for (const pose of [
      { pitch: 0, yaw: 0 },
      { pitch: 60, yaw: 130 },
      { pitch: -80, yaw: -20 },
    ]) {
      const camera = { x: 10, y: -20, z: 64, fov: 90, ...pose };
      const matrix = mat4.create();
      const lamps = new Flashlight().hold(camera);
      writeLampMatrix(matrix, lamps, 0);
      const view = mat4.create();
      writeViewFromWorld(view, camera.x, camera.y, camera.z, pose.pitch, pose.yaw);
      const world = mat4.invert(mat4.create(), view)!;
      const middle = vec4.transformMat4(vec4.create(), [0, 0, -750, 1], world);
      const [x, y, , w] = vec4.transformMat4(vec4.create(), middle, matrix);
      expect(x / w).toBeCloseTo(0, 3);
      expect(y / w).toBeCloseTo(0, 3);
      expect(w).toBeGreaterThan(740);
      const right = vec4.transformMat4(vec4.create(), [100, 0, -750, 1], world);
      const side = vec4.transformMat4(vec4.create(), right, matrix);
      expect(side[0] / side[3]).toBeGreaterThan(0.2);
      expect(side[1] / side[3]).toBeCloseTo(0, 2);
    }
  });
});
