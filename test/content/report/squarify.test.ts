/** Treemaps: areas proportional to weights, without overlaps, and nearly square. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileTreeNode } from "../../../src/content/report/file-tree.ts";
import { layoutTreemap, type Rect, squarify } from "../../../src/content/report/layout-treemap.ts";

const WHOLE: Rect = { x: 10, y: 20, width: 640, height: 360 };
const areaOf = ({ width, height }: Rect) => width * height;

function overlapOf(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

describe("squarify", () => {
  it("lays out the example of the paper like the paper", () => {
    const rects = squarify([6, 6, 4, 3, 2, 2, 1], { x: 0, y: 0, width: 6, height: 4 });
    const close = (value: number) => expect.closeTo(value, 6);
    const rect = ([x, y, width, height]: number[]) => ({
      x: close(x),
      y: close(y),
      width: close(width),
      height: close(height),
    });
    expect(rects).toEqual(
      [
        [0, 0, 3, 2],
        [0, 2, 3, 2],
        [3, 0, 12 / 7, 7 / 3],
        [3 + 12 / 7, 0, 9 / 7, 7 / 3],
        [3, 7 / 3, 1.2, 5 / 3],
        [4.2, 7 / 3, 1.2, 5 / 3],
        [5.4, 7 / 3, 0.6, 5 / 3],
      ].map(rect),
    );
  });

  it("fills the whole area with any weights, in their order", () => {
    const weight = fc.oneof(fc.nat(1000), fc.double({ min: 1e-3, max: 1e9, noNaN: true }));
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 30 }), (weights) => {
        const rects = squarify(weights, WHOLE);
        const total = weights.reduce((sum, one) => sum + one, 0);
        if (total === 0) return;
        for (const [i, rect] of rects.entries()) {
          expect(areaOf(rect)).toBeCloseTo((weights[i] / total) * areaOf(WHOLE), 3);
          expect(rect.x).toBeGreaterThanOrEqual(WHOLE.x);
          expect(rect.y).toBeGreaterThanOrEqual(WHOLE.y);
          expect(rect.x + rect.width).toBeLessThanOrEqual(WHOLE.x + WHOLE.width + 1e-6);
          expect(rect.y + rect.height).toBeLessThanOrEqual(WHOLE.y + WHOLE.height + 1e-6);
          for (const other of rects.slice(0, i)) expect(overlapOf(rect, other)).toBeLessThan(1e-3);
        }
      }),
    );
  });

  it("gives zero weights no area", () => {
    for (const weights of [[], [0, 0], [-1, Number.NaN]]) {
      expect(squarify(weights, WHOLE).map(areaOf)).toEqual(weights.map(() => 0));
    }
    expect(squarify([0, 5], WHOLE)[1]).toEqual(WHOLE);
  });
});

describe("a treemap", () => {
  const leaf = (label: string, byteLength: number): FileTreeNode => ({
    label,
    byteLength,
    kind: "light",
    children: [],
  });
  const branch = (label: string, children: FileTreeNode[]): FileTreeNode => ({
    ...leaf(
      label,
      children.reduce((sum, child) => sum + child.byteLength, 0),
    ),
    children,
  });

  it("places children within their parent's frame, below its label", () => {
    const root = branch("map", [branch("pak", [leaf("a", 300), leaf("b", 100)]), leaf("c", 400)]);
    const cells = layoutTreemap(root, WHOLE);
    expect(cells.map(({ path }) => path).sort()).toEqual(["c", "pak", "pak / a", "pak / b"]);
    const at = (path: string) => cells.find((cell) => cell.path === path)!;
    expect(at("pak")).toMatchObject({ isFrame: true, byteLength: 400 });
    expect(areaOf(at("pak / a")) / areaOf(at("pak / b"))).toBeCloseTo(3, 6);
    for (const inner of [at("pak / a"), at("pak / b")]) {
      expect(overlapOf(inner, at("pak"))).toBeCloseTo(areaOf(inner), 6);
      expect(inner.y).toBeGreaterThanOrEqual(at("pak").y + 18);
    }
    expect(overlapOf(at("c"), at("pak"))).toBe(0);
  });

  it("joins small items, so that their number is limited by the area", () => {
    const many = Array.from({ length: 50_000 }, (_, i) => leaf(`f${i}`, 100));
    const cells = layoutTreemap(branch("map", [leaf("big", 10_000_000), ...many]), WHOLE);
    expect(cells.map(({ label, byteLength }) => [label, byteLength])).toEqual([
      ["big", 10_000_000],
      ["50000 more", 5_000_000],
    ]);
  });
});
