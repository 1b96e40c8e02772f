import { vec3 } from "gl-matrix";
import { describe, expect, it } from "vitest";
import {
  clamp,
  cross,
  dot,
  lerp,
  normalize,
  scale,
  subtract,
  type Vec3,
} from "../../src/math/vec3.ts";

const A: Vec3 = [2, -3, 5];
const B: Vec3 = [-7, 11, 0.5];

describe("vec3", () => {
  it("agrees with gl-matrix", () => {
    expect(dot(A, B)).toBe(vec3.dot(A, B));
    expect(cross(A, B)).toEqual([...vec3.cross([0, 0, 0], A, B)]);
    expect(subtract(A, B)).toEqual([...vec3.subtract([0, 0, 0], A, B)]);
    expect(scale(A, 3)).toEqual([6, -9, 15]);
    expect(lerp(A, B, 0.25)).toEqual([...vec3.lerp([0, 0, 0], A, B, 0.25)]);
    expect(Math.hypot(...normalize(A))).toBeCloseTo(1, 12);
    expect(dot(normalize(A), A)).toBeCloseTo(Math.hypot(...A), 12);
  });

  it("normalizes a zero vector to a copy of the fallback", () => {
    const fallback: Vec3 = [0, 1, 0];
    const result = normalize([0, 0, 0], fallback);
    expect(result).toEqual([0, 1, 0]);
    expect(result).not.toBe(fallback);
    expect(normalize([0, 0, 0])).toEqual([0, 0, 0]);
  });

  it("clamps to both ends", () => {
    expect([clamp(-2, 0, 1), clamp(0.5, 0, 1), clamp(7, 0, 1)]).toEqual([0, 0.5, 1]);
  });
});
