import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntityTable } from "../../src/simulation/entity-table.ts";
import { attach, writeWorldMatrix } from "../../src/simulation/hierarchy.ts";
import { MOVE, push } from "../../src/simulation/motion.ts";
import { StringPool } from "../../src/simulation/string-pool.ts";

const angle = fc.integer({ min: -179, max: 179 });
const place = fc.tuple(fc.integer({ min: -500, max: 500 }), angle, angle, angle);

function makeTable(places: readonly (readonly number[])[]): EntityTable {
  const table = new EntityTable(new StringPool());
  for (const [x, pitch, yaw, roll] of places) {
    const row = table.add();
    table.origin.set([x, x / 2 + 3, 7 - x], row * 3);
    table.angles.set([pitch / 2, yaw, roll], row * 3);
  }
  return table;
}

const worldOf = (table: EntityTable, row: number): number[] => {
  const matrix = new Float32Array(12);
  writeWorldMatrix(table, row, matrix);
  return [...matrix];
};

describe("attach", () => {
  it("keeps places in the world, under parents that turn in any way", () => {
    fc.assert(
      fc.property(place, place, place, (a, b, c) => {
        const table = makeTable([a, b, c]);
        const before = [0, 1, 2].map((row) => worldOf(table, row));
        attach(table, 0, 1);
        attach(table, 1, 2);
        const after = [0, 1, 2].map((row) => worldOf(table, row));
        attach(table, 0, -1);
        after.push(worldOf(table, 0));
        before.push(before[0]);
        for (const [i, matrix] of after.entries()) {
          for (const [j, number] of matrix.entries()) {
            expect(Math.abs(number - before[i][j])).toBeLessThan(j % 4 === 3 ? 0.05 : 1e-4);
          }
        }
      }),
    );
  });

  it("does nothing for an entity that carries its parent", () => {
    const table = makeTable([
      [0, 0, 0, 0],
      [1, 0, 0, 0],
      [2, 0, 0, 0],
    ]);
    attach(table, 0, 1);
    attach(table, 1, 2);
    attach(table, 2, 0);
    attach(table, 1, 1);
    expect([...table.parent.subarray(0, 3)]).toEqual([1, 2, -1]);
  });
});

describe("push", () => {
  /** Three rows, of which the middle one moves and turns. */
  function makeMoving(kind: number, seconds: number): EntityTable {
    const table = makeTable([
      [10, 0, 0, 0],
      [20, 0, 0, 0],
      [30, 0, 0, 0],
    ]);
    table.moveKind[1] = kind;
    table.moveTime[1] = seconds;
    table.velocity.fill(8);
    table.angularVelocity.fill(4);
    table.goal.set([1, 2, 3], 3);
    return table;
  }

  it("moves one row by its velocities", () => {
    const table = makeMoving(MOVE.free, 2);
    expect(push(table, 1, 0.5)).toBe(false);
    expect([...table.origin.subarray(0, 9)]).toEqual([10, 8, -3, 24, 17, -9, 30, 18, -23]);
    expect([...table.angles.subarray(0, 9)]).toEqual([0, 0, 0, 2, 2, 2, 0, 0, 0]);
    expect(table.moveTime[1]).toBe(1.5);
  });

  it.each([
    ["a linear move", MOVE.linear, [1, 2, 3], [2, 2, 2], [0, 0, 0], [4, 4, 4]],
    ["a turn", MOVE.angular, [24, 17, -9], [1, 2, 3], [8, 8, 8], [0, 0, 0]],
    ["a wait", MOVE.free, [24, 17, -9], [2, 2, 2], [8, 8, 8], [4, 4, 4]],
  ])("ends %s at its goal", (_, kind, origin, angles, velocity, turning) => {
    const table = makeMoving(kind, 0.5);
    expect(push(table, 1, 1)).toBe(true);
    expect([...table.origin.subarray(3, 6)]).toEqual(origin);
    expect([...table.angles.subarray(3, 6)]).toEqual(angles);
    expect([...table.velocity.subarray(0, 9)]).toEqual([8, 8, 8, ...velocity, 8, 8, 8]);
    expect([...table.angularVelocity.subarray(0, 9)]).toEqual([4, 4, 4, ...turning, 4, 4, 4]);
    expect(table.moveTime[1]).toBe(-1);
  });
});
