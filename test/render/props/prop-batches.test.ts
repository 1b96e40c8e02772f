import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PASS_NONE, PASS_OPAQUE, PASS_TRANSLUCENT } from "../../../src/map/material.ts";
import type { PropSet } from "../../../src/map/props.ts";
import {
  createGatheredInstances,
  type GatheredInstances,
  gatherInstances,
  PROP_ARGS_WORDS,
} from "../../../src/render/props/gather-instances.ts";
import { buildPropBatches, lodSpan } from "../../../src/render/props/prop-batches.ts";
import { createView } from "../../../src/render/views/view.ts";
import { chooseLod } from "../../../src/visibility/prop-lod.ts";
import { makeMaterials } from "../make-materials.ts";
import { IDENTITY_BONE, makeProps, type TestVariant } from "../make-props.ts";
import { angleMatrix } from "../matrices.ts";

const PASSES = [PASS_OPAQUE, PASS_TRANSLUCENT, PASS_NONE];
const MATERIALS = makeMaterials(PASSES.map((pass, i) => ({ name: `m${i}`, pass })));
const KEYS = {
  set: MATERIALS,
  key: Uint32Array.of(0, 4, 0),
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

/** A view from the origin along x, where the LOD metric is the depth. */
const VIEW = { ...createView(null), lodMetricPerInch: 1 };
VIEW.clipFromWorld[3] = 1;
VIEW.clipFromWorld[15] = 0;

function gather(
  set: PropSet,
  batches: ReturnType<typeof buildPropBatches>,
  visible: number[],
  out = createGatheredInstances(set, batches),
): GatheredInstances {
  gatherInstances(out, set, batches, Uint32Array.from(visible), visible.length, VIEW);
  return out;
}

describe("chooseLod", () => {
  const set = makeProps(
    [variant([0, 0], [10, 0], [30, 0], [-1, 0]), variant([0, 0])],
    [],
    MATERIALS,
  );
  it("chooses the last LOD whose switch point is reached, never the shadow LOD", () => {
    expect([0, 9.9, 10, 29, 30, 1e9].map((metric) => chooseLod(set, 0, metric))).toEqual([
      0, 0, 1, 1, 2, 2,
    ]);
    expect(chooseLod(set, 1, 1e9)).toBe(0);
  });
});

describe("lodSpan", () => {
  it("is the range in which chooseLod chooses a LOD", () => {
    const points = fc.array(fc.integer({ min: -2, max: 50 }), { maxLength: 6 });
    const metrics = fc.array(fc.nat(60), { minLength: 1 });
    fc.assert(
      fc.property(points, metrics, (switchPoints, values) => {
        const lods = [0, ...switchPoints].map((point) => [point, 0] as const);
        const set = makeProps([variant(...lods)], [], MATERIALS);
        for (const metric of values) {
          const chosen = lods.flatMap((_, lod) => {
            const [begin, end] = lodSpan(set, 0, lod);
            return metric >= begin && metric < end ? [lod] : [];
          });
          expect(chosen).toEqual([chooseLod(set, 0, metric)]);
        }
      }),
    );
  });
});

describe("buildPropBatches", () => {
  it("creates a bucket per LOD, a row per instance, and draws by pipeline", () => {
    const set = makeProps(
      [variant([0, 0], [10, 1]), variant([0, 0]), variant([0, 0])],
      [0, 1, 0].map((v, i) => ({ variant: v, worldFromModel: at(i), fadeMax: v === 1 ? 90 : 0 })),
      MATERIALS,
    );
    const batches = buildPropBatches(set, KEYS);
    expect([...batches.bucketFirstRow]).toEqual([0, 2, 4, 5, 5]);
    expect([...batches.rowInstance]).toEqual([0, 2, 0, 2, 1]);
    expect([...batches.variantFirstBucket]).toEqual([0, 2, 3]);
    // The third variant has no visible draws; the second fades with its own pipeline.
    expect([...batches.draw]).toEqual([0, 2]);
    expect(batches.key[0]).not.toBe(batches.key[1]);
    expect([...batches.translucentInstance]).toEqual([0, 2]);
    expect([...batches.translucentDraw]).toEqual([1, 1]);
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
    const out = gather(set, batches, [0, 1, 2, 3]);
    expect([...out.bucketCount]).toEqual([2, 1, 1]);
    expect([...out.ids]).toEqual([0, 2, 0, 1, 0, 0, 3]);
    expect(out.drawnInstances).toBe(4);
    expect([...out.args]).toEqual([3, 2, 0, 0, 0, 6, 1, 3, 0, 0, 3, 1, 9, 0, 0]);
  });

  it("chooses LODs by depth only", () => {
    const places: [number, number, number][] = [
      [9, 50, 0],
      [11, -50, 20],
      [-40, 0, 0],
    ];
    const set = makeProps(
      [variant([0, 0], [10, 0])],
      places.map((place) => ({ variant: 0, worldFromModel: angleMatrix(0, 0, 0, place) })),
      MATERIALS,
    );
    const out = gather(set, buildPropBatches(set, KEYS), [0, 1, 2]);
    expect([...out.bucketCount]).toEqual([2, 1]);
    expect([...out.ids.subarray(0, 2), out.ids[3]]).toEqual([0, 2, 1]);
  });

  it("omits faded instances", () => {
    const set = makeProps(
      [variant([0, 0])],
      [39, 40, 41].map((fadeMax) => ({ variant: 0, worldFromModel: at(40), fadeMax })),
      MATERIALS,
    );
    const out = gather(set, buildPropBatches(set, KEYS), [0, 1, 2]);
    expect(out.drawnInstances).toBe(2);
    expect([...out.ids.subarray(0, 2)]).toEqual([1, 2]);
  });

  it("omits instances that are too small by depth or too far", () => {
    const made = [
      { fadeMetric: [10, 41] },
      { fadeMetric: [10, 40] },
      { fadeMetric: [0, 0] },
      // Faded out by distance, which only the shader determines.
      { fadeMetric: [10, 20], fadeMax: 40 },
      { fadeMetric: [10, 41], fadeMax: 39 },
      // The depth of its box's middle counts, not its origin or distance.
      { fadeMetric: [10, 40], box: [29, 90, 0, 31, 110, 0] },
    ] as const;
    const props = made.map((own) => ({ variant: 0, worldFromModel: at(40), ...own }));
    const set = makeProps([variant([0, 0])], props, MATERIALS);
    const batches = buildPropBatches(set, KEYS);
    const out = gather(set, batches, [0, 1, 2, 3, 4, 5]);
    expect([...out.ids.subarray(0, out.drawnInstances)]).toEqual([0, 2, 3, 5]);
    expect(batches.key[0]).not.toBe(
      buildPropBatches(makeProps([variant([0, 0])], [], MATERIALS), KEYS).key[0],
    );
  });

  it("gathers exactly the visible instances, independent of earlier frames", () => {
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
        const out = createGatheredInstances(set, batches);
        for (const frame of seen) {
          const visible = placed.flatMap((_, i) => (frame[i] ? [i] : []));
          gather(set, batches, visible, out);
          batches.draw.forEach((draw, row) => {
            const shown = visible.filter(
              (i) =>
                placed[i].variant === set.drawVariant[draw] &&
                chooseLod(set, placed[i].variant, placed[i].x) === set.drawLod[draw],
            );
            const first = batches.bucketFirstId[batches.bucket[row]];
            expect(out.args[row * PROP_ARGS_WORDS + 1]).toBe(shown.length);
            expect([...out.ids.subarray(first, first + shown.length)]).toEqual(shown);
          });
        }
      }),
      { numRuns: 60 },
    );
  });
});
