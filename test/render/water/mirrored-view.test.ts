/** Tests the mirrored view: positions and their mirror images in both pictures. */

import { mat4, vec4 } from "gl-matrix";
import { describe, expect, it } from "vitest";
import { isBoxInFrustum, writeFrustum } from "../../../src/math/frustum.ts";
import { writeClipFromView, writeDrawnViewFromWorld } from "../../../src/math/projection.ts";
import { createView, type View } from "../../../src/render/views/view.ts";
import { mirrorView } from "../../../src/render/water/water-views.ts";

const HEIGHT = -40;
const [WIDTH, ROWS] = [640, 360];

function viewFrom(x: number, y: number, z: number, pitch: number, yaw: number, fov = 90): View {
  const view = createView(null);
  const [viewFromWorld, clipFromView] = [mat4.create(), mat4.create()];
  writeDrawnViewFromWorld(viewFromWorld, x, y, z, pitch, yaw);
  writeClipFromView(clipFromView, fov, WIDTH / ROWS);
  mat4.multiply(view.clipFromWorld, clipFromView, viewFromWorld);
  writeFrustum(view.frustum, view.clipFromWorld);
  Object.assign(view, { x, y, z, width: WIDTH, height: ROWS, lodMetricPerInch: 0.2 });
  return view;
}

const clip = ({ clipFromWorld }: View, x: number, y: number, z: number) =>
  vec4.transformMat4(vec4.create(), [x, y, z, 1], clipFromWorld);

const EYES: readonly (readonly [number, number, number, number, number, number])[] = [
  [0, 0, 100, 30, 0, 90],
  [300, -200, -20, 5, 77, 60],
  [10, 20, 900, 80, -120, 90],
  [0, 0, -39, -10, 45, 110],
];

describe("a mirrored view", () => {
  it.each(EYES)("shows the mirror images of points above the water: %j", (...eye) => {
    const from = viewFrom(...eye);
    const view = createView(null);
    expect(mirrorView(view, from, HEIGHT, 320, 180)).toBe(true);
    let compared = 0;
    for (let i = 0; i < 400; i++) {
      const [x, y] = [eye[0] + ((i * 37) % 801) - 400, eye[1] + ((i * 91) % 797) - 400];
      const above = (i * 13) % 300;
      const image = clip(from, x, y, HEIGHT - above);
      if (image[3] < 1 || Math.max(Math.abs(image[0]), Math.abs(image[1])) > image[3]) continue;
      const seen = clip(view, x, y, HEIGHT + above);
      compared++;
      expect(seen[0] / seen[3]).toBeCloseTo(image[0] / image[3], 4);
      expect(seen[1] / seen[3]).toBeCloseTo(-image[1] / image[3], 4);
      expect(seen[3] / image[3]).toBeCloseTo(1, 4);
      // Nearer is greater, and everything is within the depth range.
      const depth = seen[2] / seen[3];
      expect(depth).toBeGreaterThan(0);
      if (above > 1) expect(depth).toBeLessThan(1);
      const farther = clip(
        view,
        x + (x - eye[0]),
        y + (y - eye[1]),
        HEIGHT + above + (above + eye[2] - HEIGHT),
      );
      expect(farther[2] / farther[3]).toBeLessThan(depth);
      const box = Float32Array.of(x - 1, y - 1, HEIGHT + above, x + 1, y + 1, HEIGHT + above + 1);
      expect(isBoxInFrustum(view.frustum, box, 0)).toBe(true);
    }
    expect(compared).toBeGreaterThan(10);
  });

  it("clips geometry below the water, with a small margin", () => {
    const view = createView(null);
    mirrorView(view, viewFrom(0, 0, 100, 30, 0), HEIGHT, 320, 180);
    // Two inches plus two pixels of 180; the picture is 1.5 times as high as far.
    for (const x of [50, 200, 2000]) {
      const axis = clip(view, x, 0, HEIGHT)[3];
      const edge = HEIGHT - 2 - (2 / 180) * 1.5 * axis;
      const [inside, outside] = [clip(view, x, 0, edge + 0.5), clip(view, x, 0, edge - 0.5)];
      expect(inside[2]).toBeLessThan(inside[3]);
      expect(outside[2]).toBeGreaterThan(outside[3]);
    }
  });

  it("chooses LODs for its smaller picture", () => {
    const view = createView(null);
    mirrorView(view, viewFrom(0, 0, 100, 30, 0), HEIGHT, 320, 180);
    expect(view.lodMetricPerInch).toBeCloseTo(0.4);
    expect([view.x, view.y, view.z]).toEqual([0, 0, -180]);
  });

  it("is null if nothing below the horizon is visible", () => {
    expect(mirrorView(createView(null), viewFrom(0, 0, 100, -60, 0, 60), HEIGHT, 9, 9)).toBe(false);
  });
});
