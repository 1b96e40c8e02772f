import { expect, it } from "vitest";
import { eyeAt, stoodIn } from "../../../src/app/reports/cost-panel.ts";

it("a click on the heat map returns the eye of its column, with north up", () => {
  // Two columns, three rows from the south. The middle of the first column has no standing place.
  const eyes = Float32Array.of(
    ...[1, 2, 3, 4, 5, 6],
    ...[Number.NaN, Number.NaN, Number.NaN, 7, 8, 9],
    ...[10, 11, 12, 13, 14, 15],
  );
  const heat = { width: 20, height: 30, scale: 10, rgba: new Uint8Array(2400), low: 0, high: 1 };
  const report = { heat, eyes, columns: 2 };
  expect(eyeAt(report, 0.1, 0.99)).toEqual({ x: 1, y: 2, z: 3 });
  expect(eyeAt(report, 0.9, 0.5)).toEqual({ x: 7, y: 8, z: 9 });
  expect(eyeAt(report, 0.1, 0.5)).toBeNull();
  expect(eyeAt(report, 0.6, 0.01)).toEqual({ x: 13, y: 14, z: 15 });
  expect(eyeAt(report, 1, 0.5)).toBeNull();
  expect(eyeAt({ ...report, heat: null }, 0.5, 0.5)).toBeNull();
});

it("the heat map shows the part of the grid with standing places, and a margin of one step", () => {
  const eyes = new Float32Array(10 * 8 * 3).fill(Number.NaN);
  for (const cell of [3 * 10 + 4, 5 * 10 + 6]) eyes[cell * 3] = 1;
  expect(stoodIn({ eyes, columns: 10 })).toEqual({ column: 3, row: 2, columns: 5, rows: 5 });
  eyes[0] = eyes[79 * 3] = 1;
  expect(stoodIn({ eyes, columns: 10 })).toEqual({ column: 0, row: 0, columns: 10, rows: 8 });
});
