import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packBlocks } from "../../../src/scene/lightmaps/lightmap-atlas.ts";

describe("packBlocks", () => {
  it("never overlaps blocks or leaves their page", () => {
    const sizes = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 })),
      {
        minLength: 1,
        maxLength: 120,
      },
    );
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 40, max: 200 }),
        fc.integer({ min: 40, max: 100 }),
        (list, pageWidth, maxHeight) => {
          const width = Uint16Array.from(list, ([w]) => w);
          const height = Uint16Array.from(list, ([, h]) => h);
          const packing = packBlocks(width, height, pageWidth, maxHeight);
          const taken = new Uint8Array(pageWidth * packing.height * packing.pageCount);
          for (let i = 0; i < list.length; i++) {
            expect(packing.x[i] + width[i]).toBeLessThanOrEqual(pageWidth);
            expect(packing.y[i] + height[i]).toBeLessThanOrEqual(packing.height);
            for (let y = 0; y < height[i]; y++) {
              const row = (packing.page[i] * packing.height + packing.y[i] + y) * pageWidth;
              for (let x = 0; x < width[i]; x++) {
                if (taken[row + packing.x[i] + x]++ !== 0) throw new Error(`block ${i} overlaps`);
              }
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("fills pages with lightmap-sized blocks to more than 95 %", () => {
    let seed = 7;
    const random = () => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return seed / 2 ** 32;
    };
    const count = 4000;
    const width = Uint16Array.from({ length: count }, () => 2 + Math.floor(random() ** 2 * 32));
    const height = Uint16Array.from({ length: count }, () => 2 + Math.floor(random() ** 2 * 32));
    const packing = packBlocks(width, height, 1024, 8192);
    let used = 0;
    for (let i = 0; i < count; i++) used += width[i] * height[i];
    expect(used / (1024 * packing.height * packing.pageCount)).toBeGreaterThan(0.95);
  });
});
