/** Matching of things between two versions if several could be the same. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffThings } from "../../../src/analysis/diff/things/diff-things.ts";
import { assignBest, matchThings } from "../../../src/analysis/diff/things/match-things.ts";
import type { Thing } from "../../../src/analysis/diff/things/thing.ts";
import type { Point } from "../../../src/analysis/diff/types.ts";

interface Given {
  readonly kind?: string;
  readonly name?: string;
  readonly id?: string;
  readonly place?: Point | null;
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

const make = ({ values = {}, place = [0, 0, 0], ...rest }: Given = {}): Thing => ({
  ...{ kind: "light", name: "", id: "", place, ...rest },
  values: new Map(
    Object.entries({ ...values, ...(place === null ? {} : { origin: [place.join(" ")] }) }),
  ),
});

const at = (x: number, more: Given = {}) => make({ place: [x, 0, 0], ...more });
const pairsOf = (a: readonly Thing[], b: readonly Thing[]) => matchThings(a, b).pairs;

describe("the best assignment", () => {
  /** Returns the least sum over all orders of the columns. */
  function leastOf(cost: readonly number[], rows: number, columns: number): number {
    let least = Number.POSITIVE_INFINITY;
    const go = (row: number, used: number, sum: number): void => {
      if (row === rows) {
        least = Math.min(least, sum);
        return;
      }
      for (let j = 0; j < columns; j++) {
        if ((used & (1 << j)) === 0) go(row + 1, used | (1 << j), sum + cost[row * columns + j]);
      }
    };
    go(0, 0, 0);
    return least;
  }

  it("is as cheap as the best of all orders", () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 2 }));
    const cases = sizes.chain(([rows, more]) =>
      fc
        .array(fc.integer({ min: 0, max: 50 }), {
          ...{ minLength: rows * (rows + more), maxLength: rows * (rows + more) },
        })
        .map((cost) => ({ rows, columns: rows + more, cost })),
    );
    fc.assert(
      fc.property(cases, ({ rows, columns, cost }) => {
        const columnOf = assignBest(Float64Array.from(cost), rows, columns);
        expect(new Set(columnOf).size).toBe(rows);
        const sum = [...columnOf].reduce((total, j, row) => total + cost[row * columns + j], 0);
        expect(sum).toBe(leastOf(cost, rows, columns));
      }),
      { numRuns: 200 },
    );
  });
});

describe("diffThings", () => {
  it("matches things whatever their order", () => {
    const a = [at(0), at(64), at(128), at(128)];
    const diff = diffThings(a, [...a].reverse());
    expect(diff.changes).toEqual([]);
  });

  it("matches things without an origin value, such as brushes, by their place", () => {
    const zone = (x: number): Thing => ({ ...at(x, { kind: "func_buyzone" }), values: new Map() });
    const a = [zone(0), zone(500), zone(900)];
    expect(diffThings(a, [...a].reverse()).changes).toEqual([]);
    const moved = diffThings(a, [zone(900), zone(530), zone(0)]);
    expect(moved.changes.map(({ from, to }) => [from![0], to![0]])).toEqual([[500, 530]]);
  });

  it("matches moved things to the nearest one", () => {
    expect(pairsOf([at(0), at(300)], [at(310), at(20)])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it("matches things with the same editor number, however far they moved", () => {
    const a = [at(0, { id: "7" }), at(900, { id: "8" })];
    const b = [at(905, { id: "7" }), at(10, { id: "8" })];
    expect(pairsOf(a, b)).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it("does not match things with different editor numbers at different places", () => {
    const diff = diffThings([at(0, { id: "7" })], [at(600, { id: "9" })]);
    expect(diff.changes.map(({ change }) => change)).toEqual(["added", "removed"]);
    // A map that was decompiled and compiled again has new numbers for everything.
    expect(diffThings([at(0, { id: "7" })], [at(0, { id: "9" })]).changes).toEqual([]);
  });

  it("does not match things with the same editor number if the two maps are unrelated", () => {
    const a = [make({ id: "7", kind: "light", place: [0, 0, 0] })];
    const b = [make({ id: "7", kind: "func_door", place: [500, 0, 0] })];
    expect(pairsOf(a, b)).toEqual([]);
  });

  it("matches things of the same name, even if all their values differ", () => {
    const a = [make({ name: "lamp", values: { a: ["1"], b: ["2"] } })];
    const b = [make({ name: "lamp", place: [90, 0, 0], values: { a: ["3"], b: ["4"] } })];
    expect(diffThings(a, b).changes[0].values.map(({ key }) => key)).toEqual(["a", "b", "origin"]);
  });

  it("reports things of different classes at the same place as one change", () => {
    const diff = diffThings([at(8, { kind: "light" })], [at(8, { kind: "light_spot" })]);
    expect(diff.changes[0]).toMatchObject({
      change: "changed",
      values: [{ key: "kind", a: "light", b: "light_spot" }],
    });
  });

  it("reports the one output of several that changed", () => {
    const outputs = (...list: string[]) => [make({ name: "b", values: { onpressed: list } })];
    const diff = diffThings(outputs("one", "two", "three"), outputs("three", "one", "four"));
    expect(diff.changes[0].values).toEqual([{ key: "onpressed", a: "two", b: "four" }]);
    const fewer = diffThings(outputs("one", "one"), outputs("one"));
    expect(fewer.changes[0].values).toEqual([{ key: "onpressed", a: "one", b: null }]);
  });

  it("ignores how numbers are written", () => {
    const a = [make({ values: { angles: ["0 90.000 -0"], color: ["1.0 2"] } })];
    const b = [make({ values: { angles: ["0 90 0"], color: ["1 2.0001"] } })];
    expect(diffThings(a, b).changes).toEqual([]);
  });

  it("matches 900 moved things, each to its counterpart", () => {
    const many = Array.from({ length: 900 }, (_, i) => at(i * 16));
    const moved = many.map((_, i) => at(i * 16 + 3));
    const diff = diffThings(many, moved);
    expect(diff.changes).toHaveLength(900);
    for (const { change, from, to } of diff.changes) {
      expect([change, to![0] - from![0]]).toEqual(["moved", 3]);
    }
  });
});
