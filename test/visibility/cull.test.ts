import fc from "fast-check";
import { mat4 } from "gl-matrix";
import { describe, expect, it } from "vitest";
import { FRUSTUM_FLOATS, isBoxInFrustum, writeFrustum } from "../../src/math/frustum.ts";
import { writeClipFromView, writeViewFromWorld } from "../../src/math/projection.ts";
import { cullBoxes } from "../../src/visibility/cull.ts";

function cameraAt(x: number, y: number, z: number, pitch: number, yaw: number) {
  const clipFromView = mat4.create();
  const viewFromWorld = mat4.create();
  writeClipFromView(clipFromView, 90, 16 / 9);
  writeViewFromWorld(viewFromWorld, x, y, z, pitch, yaw);
  const clipFromWorld = mat4.multiply(mat4.create(), clipFromView, viewFromWorld);
  const planes = new Float32Array(FRUSTUM_FLOATS);
  writeFrustum(planes, clipFromWorld);
  return { clipFromWorld, planes };
}

describe("the frustum", () => {
  it("contains a point exactly when clip space does", () => {
    const degrees = fc.double({ min: -180, max: 180, noNaN: true });
    const inches = fc.double({ min: -500, max: 500, noNaN: true });
    fc.assert(
      fc.property(degrees, degrees, inches, inches, inches, (pitch, yaw, x, y, z) => {
        const { clipFromWorld: m, planes } = cameraAt(3, -7, 11, pitch / 2, yaw);
        const clip = [0, 1, 2, 3].map((i) => m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i]);
        const margins = [
          clip[3] - Math.abs(clip[0]),
          clip[3] - Math.abs(clip[1]),
          clip[3] - clip[2],
        ];
        if (margins.some((margin) => Math.abs(margin) < 1e-2)) return;
        const box = Float32Array.of(x, y, z, x, y, z);
        expect(isBoxInFrustum(planes, box, 0)).toBe(margins.every((margin) => margin > 0));
      }),
      { numRuns: 300 },
    );
  });

  it("looks along x at yaw 0, along y at yaw 90, and down at pitch 90", () => {
    const sees = (planes: Float32Array, x: number, y: number, z: number) =>
      isBoxInFrustum(planes, Float32Array.of(x, y, z, x, y, z), 0);
    expect(sees(cameraAt(0, 0, 0, 0, 0).planes, 100, 0, 0)).toBe(true);
    expect(sees(cameraAt(0, 0, 0, 0, 0).planes, -100, 0, 0)).toBe(false);
    expect(sees(cameraAt(0, 0, 0, 0, 90).planes, 0, 100, 0)).toBe(true);
    expect(sees(cameraAt(0, 0, 0, 89, 0).planes, 0, 0, -100)).toBe(true);
  });
});

describe("cullBoxes", () => {
  const set = {
    count: 4,
    box: Float32Array.from([
      ...[10, -1, -1, 12, 1, 1],
      ...[-12, -1, -1, -10, 1, 1],
      ...[10, -1, -1, 12, 1, 1],
      ...[10, -1, -1, 12, 1, 1],
    ]),
    firstCluster: Uint32Array.of(0, 0, 1, 3),
    clusterCount: Uint32Array.of(1, 1, 2, 0),
    clusters: Uint32Array.of(0, 1, 40),
  };
  const rows = (visible: Uint32Array | null, frustum: Float32Array | null) => {
    const out = new Uint32Array(4);
    return [...out.subarray(0, cullBoxes(set, visible, frustum, out))];
  };

  it("keeps boxes in visible clusters and boxes in no cluster", () => {
    expect(rows(null, null)).toEqual([0, 1, 2, 3]);
    expect(rows(Uint32Array.of(1, 0), null)).toEqual([0, 1, 3]);
    expect(rows(Uint32Array.of(0, 1 << 8), null)).toEqual([2, 3]);
    expect(rows(Uint32Array.of(0, 0), null)).toEqual([3]);
  });

  it("keeps boxes inside the frustum", () => {
    expect(rows(null, cameraAt(0, 0, 0, 0, 0).planes)).toEqual([0, 2, 3]);
  });
});
