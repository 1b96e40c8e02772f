/** Tests that drawn runs include every visible row and keep triangles whole. */

import { describe, expect, it } from "vitest";
import { FRUSTUM_FLOATS } from "../../../src/math/frustum.ts";
import { RowRuns, writeWideFrustum } from "../../../src/render/lines/mark-layers.ts";
import { MARK_WORDS, SolidRows } from "../../../src/render/lines/solid-rows.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { createView, updateView } from "../../../src/render/views/view.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap } from "../make-world.ts";

const MAP = makeMap(
  [{ origin: [200, 400, -400], u: [0, -800, 0], v: [0, 0, 800], material: 0 }],
  makeMaterials([{ name: "wall", fallback: [0.1, 0.2, 0.1] }]),
);

function look(yaw: number, pitch: number) {
  const view = createView(null);
  const camera = { x: 10, y: 20, z: 30, pitch, yaw, fov: 90 };
  updateView(view, MAP.tree, null, null, camera, DEFAULT_RENDER_SETTINGS, 320, 180, 0);
  const planes = new Float32Array(FRUSTUM_FLOATS);
  writeWideFrustum(planes, view);
  return { view, planes };
}

/** Builds triangles around the eye at increasing distances. */
function ring(count: number): { rows: SolidRows; points: number[][] } {
  const rows = new SolidRows();
  const points: number[][] = [];
  for (let i = 0; i < count; i++) {
    const turn = (i / count) * 2 * Math.PI;
    const far = 60 + (i % 7) * 90;
    points.push([
      10 + Math.cos(turn) * far,
      20 + Math.sin(turn) * far,
      30 + Math.sin(i) * far * 0.6,
    ]);
    rows.add(points[i][0], points[i][1], points[i][2], 0);
  }
  return { rows, points };
}

describe("RowRuns", () => {
  it.each([0, 35, 90, 180, 271])(
    "include all visible rows at %i degrees, but not all rows",
    (yaw) => {
      const { rows, points } = ring(5000);
      const runs = new RowRuns(MARK_WORDS, [0]);
      runs.gather(rows);
      const { view, planes } = look(yaw, 5);
      runs.choose(planes);
      const isDrawn = new Uint8Array(rows.count);
      let sum = 0;
      for (let i = 0; i < runs.stretches; i++) {
        expect(runs.first[i] % 3).toBe(0);
        isDrawn.fill(1, runs.first[i], runs.first[i] + runs.length[i]);
        sum += runs.length[i];
      }
      expect(sum).toBe(runs.drawn);
      const m = view.clipFromWorld;
      let shown = 0;
      for (const [row, [x, y, z]] of points.entries()) {
        const clip = [0, 1, 3].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]);
        if (clip[2] <= 8) continue;
        // Up to 18 pixels outside the picture.
        const across = Math.abs(clip[0] / clip[2]) <= 1 + 36 / 320;
        if (!across || Math.abs(clip[1] / clip[2]) > 1 + 36 / 180) continue;
        shown++;
        expect(isDrawn[row], `row ${row}`).toBe(1);
      }
      expect(shown).toBeGreaterThan(200);
      expect(runs.drawn).toBeLessThan(rows.count * 0.65);
    },
  );

  it("reach 20 pixels past each edge of the picture", () => {
    const isDrawn = (across: number, up: number): boolean => {
      const rows = new SolidRows();
      // 100 inches ahead, where 4:3 has a half height of 75, in half pictures.
      rows.add(110, 20 - (across * 75 * 320) / 180, 30 + up * 75, 0);
      const runs = new RowRuns(MARK_WORDS, [0]);
      runs.gather(rows);
      runs.choose(look(0, 0).planes);
      return runs.drawn === 1;
    };
    for (const side of [1, -1]) {
      expect(isDrawn(side * (1 + 19 / 160), 0)).toBe(true);
      expect(isDrawn(side * (1 + 21 / 160), 0)).toBe(false);
      expect(isDrawn(0, side * (1 + 19 / 90))).toBe(true);
      expect(isDrawn(0, side * (1 + 21 / 90))).toBe(false);
    }
  });

  it("shrink to fewer rows or none", () => {
    const runs = new RowRuns(MARK_WORDS, [0]);
    runs.gather(ring(5000).rows);
    runs.gather(ring(10).rows);
    runs.choose(look(0, 0).planes);
    expect([runs.stretches, runs.first[0], runs.length[0], runs.drawn]).toEqual([1, 0, 10, 10]);
    runs.gather(new SolidRows());
    runs.choose(look(0, 0).planes);
    expect([runs.stretches, runs.drawn, runs.count]).toEqual([0, 0, 0]);
  });
});
