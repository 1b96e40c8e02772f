import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countDraws,
  packTextureSlots,
  packWithFewDraws,
  type SlotDemand,
  type SlotGroups,
  separateTextureSlots,
} from "../../../src/render/materials/texture-slots.ts";

const demand = (kind: number, ...contents: readonly number[]): SlotDemand => ({ kind, contents });
const rows = ({ groupOf, groups }: SlotGroups) => ({ groupOf: [...groupOf], groups });

describe("packTextureSlots", () => {
  it("takes one group where all fits, most used contents first", () => {
    const demands = [demand(0, 7), demand(0, 3), demand(0, 3), demand(0), demand(0, 9)];
    expect(rows(packTextureSlots(demands, 3))).toEqual({
      groupOf: [0, 0, 0, 0, 0],
      groups: [[3, 7, 9]],
    });
  });

  it("keeps both contents of a demand in its group, and chains of them together", () => {
    const demands = [
      demand(0, 1),
      demand(0, 2),
      demand(0, 10, 11),
      demand(0, 20, 21),
      demand(0, 11, 12),
    ];
    const packed = packTextureSlots(demands, 3);
    // 10 11 12 fill the first group; 20 21 leave a slot in the second.
    expect(rows(packed)).toEqual({
      groupOf: [1, 2, 0, 1, 0],
      groups: [[10, 11, 12], [20, 21, 1], [2]],
    });
  });

  it("gives a demand that is larger than a group one of its own", () => {
    const packed = packTextureSlots([demand(0, 1), demand(0, 2, 3)], 1);
    expect(packed.groups).toEqual([[2, 3], [1]]);
  });

  it("packs a kind before the next, and shares what is bound already", () => {
    const demands = [demand(1, 1), demand(1, 2), demand(1, 3), demand(0, 3), demand(0, 4)];
    const packed = packTextureSlots(demands, 2);
    expect(rows(packed)).toEqual({
      groupOf: [1, 1, 0, 0, 0],
      groups: [
        [3, 4],
        [1, 2],
      ],
    });
    expect(countDraws(demands, packed)).toBe(3);
  });

  it("puts what needs nothing where its kind is drawn anyway", () => {
    const demands = [demand(0, 1), demand(1), demand(1, 2), demand(2)];
    expect([...packTextureSlots(demands, 1).groupOf]).toEqual([0, 1, 1, 0]);
  });

  it("has a group even for nothing", () => {
    expect(packTextureSlots([], 12).groups).toEqual([[]]);
    expect(rows(packTextureSlots([demand(0)], 12))).toEqual({ groupOf: [0], groups: [[]] });
  });

  it("packs 25 arrays into three groups of 12", () => {
    const demands = Array.from({ length: 300 }, (_, i) => demand(i % 2, i % 25));
    const packed = packTextureSlots(demands, 12);
    expect(packed.groups).toHaveLength(3);
  });

  it("binds all that any material needs, without overflow or repetition", () => {
    const content = fc.nat(40);
    const contents = fc.uniqueArray(content, { maxLength: 2 });
    const demands = fc.array(fc.record({ kind: fc.nat(2), contents }), { maxLength: 60 });
    fc.assert(
      fc.property(demands, fc.integer({ min: 2, max: 12 }), (list, capacity) => {
        const packed = packTextureSlots(list, capacity);
        for (const group of packed.groups) {
          expect(group.length).toBeLessThanOrEqual(capacity);
          expect(new Set(group).size).toBe(group.length);
        }
        list.forEach((d, i) => {
          expect(packed.groups[packed.groupOf[i]]).toEqual(expect.arrayContaining(d.contents));
        });
        expect(packTextureSlots(list, capacity)).toEqual(packed);
        const single = list.filter((d) => d.contents.length < 2);
        const different = new Set(single.flatMap((d) => d.contents)).size;
        const fewest = Math.max(1, Math.ceil(different / capacity));
        // Without pairs, one group more than the fewest for each kind after the first at most.
        expect(packTextureSlots(single, capacity).groups.length).toBeLessThanOrEqual(fewest + 2);
      }),
    );
  });
});

describe("packWithFewDraws", () => {
  const arrays = (count: number) => Array.from({ length: count }, (_, i) => demand(0, i));
  it("takes the fewest slots that keep to the draws", () => {
    const slotsFor = (count: number) =>
      packWithFewDraws(arrays(count), [1, 2, 4, 12], 8).groups[0].length;
    expect([1, 8, 9, 16, 17, 32, 33, 400].map(slotsFor)).toEqual([1, 1, 2, 2, 4, 4, 12, 12]);
  });
});

describe("separateTextureSlots", () => {
  it("has a group for each", () => {
    const demands = [demand(0, 1), demand(0, 1), demand(0), demand(0, 1, 2)];
    expect(rows(separateTextureSlots(demands))).toEqual({
      groupOf: [0, 1, 2, 3],
      groups: [[1], [1], [], [1, 2]],
    });
  });
});
