import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  packTextureSlots,
  type SlotGroups,
} from "../../../src/render/materials/material-groups.ts";

const rows = ({ groupOf, groups }: SlotGroups) => ({ groupOf: [...groupOf], groups });

describe("packTextureSlots", () => {
  it("uses one group if everything fits, most used contents first", () => {
    const demands = [[7], [3], [3], [], [9]];
    expect(rows(packTextureSlots(demands, 3))).toEqual({
      groupOf: [0, 0, 0, 0, 0],
      groups: [[3, 7, 9]],
    });
  });

  it("keeps demands with shared contents together in one group", () => {
    const demands = [[1], [2], [10, 11], [20, 21], [11, 12]];
    const packed = packTextureSlots(demands, 3);
    // 10, 11 and 12 fill the first group; 20 and 21 leave one slot in the second.
    expect(rows(packed)).toEqual({
      groupOf: [1, 2, 0, 1, 0],
      groups: [[10, 11, 12], [20, 21, 1], [2]],
    });
  });

  it("gives an oversized demand a separate group", () => {
    const packed = packTextureSlots([[1], [2, 3]], 1);
    expect(packed.groups).toEqual([[2, 3], [1]]);
  });

  it("returns one group for no demands", () => {
    expect(packTextureSlots([], 12).groups).toEqual([[]]);
    expect(rows(packTextureSlots([[]], 12))).toEqual({ groupOf: [0], groups: [[]] });
  });

  it("packs 25 arrays into three groups of 12", () => {
    const demands = Array.from({ length: 300 }, (_, i) => [i % 25]);
    const packed = packTextureSlots(demands, 12);
    expect(packed.groups).toHaveLength(3);
  });

  it("binds everything any material needs, without overflow or duplicates", () => {
    const content = fc.nat(40);
    const contents = fc.uniqueArray(content, { maxLength: 2 });
    const demands = fc.array(contents, { maxLength: 60 });
    fc.assert(
      fc.property(demands, fc.integer({ min: 2, max: 12 }), (list, capacity) => {
        const packed = packTextureSlots(list, capacity);
        for (const group of packed.groups) {
          expect(group.length).toBeLessThanOrEqual(capacity);
          expect(new Set(group).size).toBe(group.length);
        }
        list.forEach((d, i) => {
          expect(packed.groups[packed.groupOf[i]]).toEqual(expect.arrayContaining(d));
        });
        expect(packTextureSlots(list, capacity)).toEqual(packed);
        const single = list.filter((d) => d.length < 2);
        const different = new Set(single.flat()).size;
        const fewest = Math.max(1, Math.ceil(different / capacity));
        expect(packTextureSlots(single, capacity).groups).toHaveLength(fewest);
      }),
    );
  });
});
