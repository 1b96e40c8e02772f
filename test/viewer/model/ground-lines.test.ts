import { describe, expect, it } from "vitest";
import { LINE_WORDS, LineRows } from "../../../src/render/lines/line-rows.ts";
import { addGround, groundSquare } from "../../../src/viewer/model/lines/shown-lines.ts";

const RADIUS = 20;

describe("ground lines under a model", () => {
  it("lie at multiples of the square size for any position and rotation", () => {
    const square = groundSquare(RADIUS);
    expect(square).toBe(8);
    for (const [x, y, yaw] of [
      [0, 0, 0],
      [3, -77, 30],
      [1000.5, 4, -250],
    ]) {
      const rows = new LineRows();
      addGround(rows, Float64Array.of(x, y, 5, yaw), -3, RADIUS);
      const floats = new Float32Array(rows.words.buffer);
      expect(rows.count).toBeGreaterThan(70);
      const angle = (yaw * Math.PI) / 180;
      for (let i = 0; i < rows.count; i++) {
        const ends = [i * LINE_WORDS, i * LINE_WORDS + 4].map((at) => {
          const [px, py] = [floats[at], floats[at + 1]];
          expect(floats[at + 2]).toBeCloseTo(-3, 0);
          return [
            x + px * Math.cos(angle) - py * Math.sin(angle),
            y + px * Math.sin(angle) + py * Math.cos(angle),
          ];
        });
        // Both ends of a line have the same multiple of the square on one axis.
        const axis = Math.abs(ends[0][0] - ends[1][0]) < 0.01 ? 0 : 1;
        expect(ends[0][axis]).toBeCloseTo(ends[1][axis], 2);
        expect(ends[0][axis] / square).toBeCloseTo(Math.round(ends[0][axis] / square), 2);
      }
    }
  });
});
