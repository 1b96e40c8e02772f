import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PASS_NONE, PASS_OPAQUE, PASS_TRANSLUCENT } from "../../src/map/material.ts";
import type { PropSet } from "../../src/map/props.ts";
import { buildPropBatches, chooseLod, gatherInstances } from "../../src/render/prop-batches.ts";
import { DRAW_ARGS_WORDS } from "../../src/render/world-batches.ts";
import { makeMaterials } from "./make-materials.ts";
import { IDENTITY_BONE, makeProps, type TestVariant } from "./make-props.ts";
import { angleMatrix } from "./matrices.ts";

const PASSES = [PASS_OPAQUE, PASS_TRANSLUCENT, PASS_NONE];
const MATERIALS = makeMaterials(PASSES.map((pass, i) => ({ name: `m${i}`, pass })));
const KEYS = {
  set: MATERIALS,
  pipeline: Uint8Array.of(0, 4, 0),
  textureGroup: new Uint16Array(3),
};

function variant(
  ...lods: readonly (readonly [switchPoint: number, material: number])[]
): TestVariant {
  return {
    bones: [IDENTITY_BONE],
    lods: lods.map(([switchPoint, material], i) => ({
      switchPoint,
      material,
      vertices: [{ position: [0, 0, 0] }],
      indices: new Array((i + 1) * 3).fill(0),
    })),
  };
}

const at = (x: number) => angleMatrix(0, 0, 0, [x, 0, 0]);

function gather(
  set: PropSet,
  batches: ReturnType<typeof buildPropBatches>,
  visible: number[],
): void {
  gatherInstances(batches, set, Uint32Array.from(visible), visible.length, 0, 0, 0, 1);
}

describe("chooseLod", () => {
  const set = makeProps(
    [variant([0, 0], [10, 0], [30, 0], [-1, 0]), variant([0, 0])],
    [],
    MATERIALS,
  );
  it("takes the last LOD whose switch point is reached, never a shadow's", () => {
    expect([0, 9.9, 10, 29, 30, 1e9].map((metric) => chooseLod(set, 0, metric))).toEqual([
      0, 0, 1, 1, 2, 2,
    ]);
    expect(chooseLod(set, 1, 1e9)).toBe(0);
  });
});

describe("gatherInstances", () => {
  it("counts instances into the draws of their LOD", () => {
    const set = makeProps(
      [variant([0, 0], [10, 0]), variant([0, 0])],
      [5, 20, 8, 30].map((x, i) => ({ variant: i === 3 ? 1 : 0, worldFromModel: at(x) })),
      MATERIALS,
    );
    const batches = buildPropBatches(set, KEYS);
    gather(set, batches, [0, 1, 2, 3]);
    expect([...batches.instanceCount]).toEqual([2, 1, 1]);
    expect([...batches.ids]).toEqual([0, 2, 0, 1, 0, 0, 3]);
    expect(batches).toMatchObject({ drawnInstances: 4, drawnDraws: 3, drawnIndices: 6 + 6 + 3 });
    expect([batches.dirtyFrom, batches.dirtyTo]).toEqual([1, 7]);
    batches.areArgsDirty = false;
    gather(set, batches, [0, 1, 2, 3]);
    expect(batches.areArgsDirty).toBe(false);
    expect(batches.dirtyFrom < batches.dirtyTo).toBe(false);
  });

  it("fades by distance, and passes ordered draws on", () => {
    const set = makeProps(
      [variant([0, 1]), variant([0, 2])],
      [
        { variant: 0, worldFromModel: at(40), fadeMax: 39 },
        { variant: 0, worldFromModel: at(40), fadeMax: 41 },
        { variant: 1, worldFromModel: at(1) },
      ],
      MATERIALS,
    );
    const batches = buildPropBatches(set, KEYS);
    gather(set, batches, [0, 1, 2]);
    expect(batches).toMatchObject({ drawnInstances: 2, drawnDraws: 0, orderedCount: 1 });
    expect([batches.orderedInstance[0], batches.orderedDraw[0]]).toEqual([1, 0]);
    expect(batches.ids).toHaveLength(0);
  });

  it("holds exactly the visible instances after any sequence of frames", () => {
    const instances = fc.array(fc.record({ variant: fc.nat(2), x: fc.nat(60) }), { maxLength: 20 });
    const frames = fc.array(fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), {
      maxLength: 5,
    });
    const variants = [
      variant([0, 0], [20, 0], [40, 1]),
      variant([0, 1], [30, 0]),
      variant([0, 2], [50, 0]),
    ];
    fc.assert(
      fc.property(instances, frames, (placed, seen) => {
        const props = placed.map((p) => ({ variant: p.variant, worldFromModel: at(p.x) }));
        const set = makeProps(variants, props, MATERIALS);
        const batches = buildPropBatches(set, KEYS);
        const uploaded = new Uint32Array(batches.ids.length);
        for (const frame of seen) {
          const visible = placed.flatMap((_, i) => (frame[i] ? [i] : []));
          gather(set, batches, visible);
          if (batches.dirtyFrom < batches.dirtyTo) {
            const run = batches.ids.subarray(batches.dirtyFrom, batches.dirtyTo);
            uploaded.set(run, batches.dirtyFrom);
          }
          for (let draw = 0; draw < set.drawCount; draw++) {
            const shown = visible.filter(
              (i) =>
                placed[i].variant === set.drawVariant[draw] &&
                chooseLod(set, placed[i].variant, placed[i].x) === set.drawLod[draw],
            );
            const isOpaque = PASSES[set.drawMaterial[draw]] === PASS_OPAQUE;
            const count = batches.args[draw * DRAW_ARGS_WORDS + 1];
            const first = batches.firstId[draw];
            expect([...uploaded.subarray(first, first + count)]).toEqual(isOpaque ? shown : []);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
