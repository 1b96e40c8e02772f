import { type mat4, vec4 } from "gl-matrix";
import { expect, it } from "vitest";
import { rayThrough } from "../../../src/app/material/material-picker.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { createView, updateView } from "../../../src/render/views/view.ts";
import { twoClusterTree } from "../../render/make-world.ts";

it("pointerRay passes through the place drawn at the pointer", () => {
  const camera = { x: 10, y: -20, z: 30, pitch: 25, yaw: 130, fov: 75 };
  const view = createView(null);
  const [width, height] = [640, 360];
  updateView(view, twoClusterTree(), null, null, camera, DEFAULT_RENDER_SETTINGS, width, height, 0);
  for (const [x, y] of [
    [0.5, 0.5],
    [0.1, 0.8],
    [0.95, 0.05],
  ]) {
    const [dx, dy, dz] = rayThrough(camera, x, y, width / height);
    const place = vec4.fromValues(10 + dx * 300, -20 + dy * 300, 30 + dz * 300, 1);
    const clip = vec4.transformMat4(vec4.create(), place, view.clipFromWorld as mat4);
    expect(clip[3]).toBeGreaterThan(0);
    // Within the precision of the drawn view, which is rotated by a tiny angle.
    expect((clip[0] / clip[3]) * 0.5 + 0.5).toBeCloseTo(x, 3);
    expect(0.5 - (clip[1] / clip[3]) * 0.5).toBeCloseTo(y, 3);
  }
});
