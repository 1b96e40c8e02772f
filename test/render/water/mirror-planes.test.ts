/**
 * Tests which water reflects: its heights, the height that a view uses, and what the reflection may
 * contain.
 */

import { describe, expect, it } from "vitest";
import { hasBit } from "../../../src/core/bit-set.ts";
import { FAMILY, OWN_PARAM } from "../../../src/map/material-families.ts";
import { PARAM_ENV_TINT, PARAM_NUMBERS } from "../../../src/map/material-params.ts";
import type { BrushModels, MapMoment } from "../../../src/map/motion/brush-models.ts";
import { FRUSTUM_FLOATS } from "../../../src/math/frustum.ts";
import { createView } from "../../../src/render/views/view.ts";
import {
  choosePlane,
  findMirrorPlanes,
  movePlanes,
} from "../../../src/render/water/mirror-planes.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap, oneWayPvs, type Quad } from "../make-world.ts";

const [POND, CHEAP, STONE] = [0, 1, 2];

function materials() {
  const set = makeMaterials([{ name: "pond" }, { name: "cheap" }, { name: "stone" }]);
  set.family.set([FAMILY.water, FAMILY.water, FAMILY.lit]);
  set.params[POND * PARAM_NUMBERS + OWN_PARAM.REFRACT * 4 + 1] = 0.5;
  set.params[CHEAP * PARAM_NUMBERS + OWN_PARAM.REFRACT * 4 + 1] = -1;
  set.params[STONE * PARAM_NUMBERS + OWN_PARAM.REFRACT * 4 + 1] = 0.5;
  return set;
}

const level = (z: number, x: number, material = POND, clusters?: readonly number[]): Quad => ({
  ...{ origin: [x, -50, z], u: [100, 0, 0], v: [0, 100, 0], material },
  ...(clusters && { clusters }),
});

const planesOf = (quads: readonly Quad[], set = materials()) =>
  findMirrorPlanes(makeMap(quads, set, { pvs: oneWayPvs() }), set);

/** Returns a view of all clusters. */
function viewAt(x: number, z: number) {
  const view = createView(null);
  view.frustum.set(new Float32Array(FRUSTUM_FLOATS).fill(0));
  return Object.assign(view, { x, y: 0, z });
}

describe("mirroring water", () => {
  it("includes only upward faces of expensive water", () => {
    const down: Quad = { ...level(7, 0), u: [0, 100, 0], v: [100, 0, 0] };
    const wall: Quad = { ...level(7, 0), v: [0, 0, 90] };
    expect(planesOf([down, wall, level(5, 0, CHEAP), level(4, 0, STONE)])).toBeNull();
    expect(planesOf([down, wall, level(5, 0, CHEAP), level(3, 0)])?.height).toEqual([3]);
  });

  it("uses the nearest visible height below the eye", () => {
    const planes = planesOf([level(0, 0), level(0, 100), level(40, 900), level(90, 2000)])!;
    expect(planes.height).toEqual([0, 40, 90]);
    expect(choosePlane(planes, viewAt(150, 60))).toBe(0);
    expect(choosePlane(planes, viewAt(880, 60))).toBe(1);
    // The eye is not above the water there.
    expect(choosePlane(planes, viewAt(2050, 60))).toBe(1);
    expect(choosePlane(planes, viewAt(2050, 91))).toBe(2);
    expect(choosePlane(planes, viewAt(2050, -1))).toBe(-1);
  });

  it("can reflect the clusters visible from its own clusters", () => {
    // One cluster sees both, the other only itself.
    const reach = (clusters: readonly number[]) =>
      [0, 1].map((cluster) => hasBit(planesOf([level(0, 0, POND, clusters)])!.reach!, cluster));
    expect(reach([1])).not.toEqual(reach([0]));
    expect(reach([0, 1])).toEqual([true, true]);
    expect(reach([1, 0])).toEqual([true, true]);
    expect(planesOf([level(0, 0)])!.reach).toBeNull();
  });

  it("reflects entities if any of its materials does", () => {
    const set = materials();
    set.params[POND * PARAM_NUMBERS + PARAM_ENV_TINT * 4 + 3] = 0;
    expect(planesOf([level(0, 0)], set)!.hasEntities).toBe(false);
    set.params[POND * PARAM_NUMBERS + PARAM_ENV_TINT * 4 + 3] = 1;
    expect(planesOf([level(0, 0)], set)!.hasEntities).toBe(true);
  });

  it("goes with the brush model that it is in, and reflects nothing while it is hidden or turned", () => {
    const set = materials();
    const made = makeMap([level(0, 0), level(40, 900)], set, { pvs: oneWayPvs() });
    const built = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    const brushes = {
      ...{ count: 1, worldFromModel: built, isHidden: Uint8Array.of(0) },
      ...{ firstChunk: Uint32Array.of(0), chunkCount: Uint32Array.of(1) },
      chunks: Uint32Array.of(1),
    } as unknown as BrushModels;
    const planes = findMirrorPlanes({ ...made, brushes }, set)!;
    expect([planes.model, planes.height, planes.reach]).toEqual([[-1, 0], [0, 40], null]);
    expect(planes.bounds.clusters[1]).toBeNull();
    const at = (worldFromModel: Float32Array, isHidden = 0) => {
      const moment = { worldFromModel, isHidden: Uint8Array.of(isHidden) } as unknown as MapMoment;
      movePlanes(planes, brushes, moment);
      return [planes.height[1], ...planes.bounds.box.subarray(6, 12)];
    };
    const moved = built.slice();
    moved.set([10], 3);
    moved.set([25], 11);
    expect(at(moved)).toEqual([65, 910, -50, 65, 1010, 50, 65]);
    expect(choosePlane(planes, viewAt(900, 60))).toBe(0);
    expect(choosePlane(planes, viewAt(900, 70))).toBe(1);
    expect(at(built, 1)[0]).toBe(Number.POSITIVE_INFINITY);
    expect(at(Float32Array.of(0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0))[0]).toBe(
      Number.POSITIVE_INFINITY,
    );
    movePlanes(planes, brushes, null);
    expect(planes.height).toEqual([0, 40]);
  });

  it("is limited to 32 heights", () => {
    const many = Array.from({ length: 40 }, (_, i) => level(i, i * 100));
    const planes = planesOf(many)!;
    expect(planes.bounds.count).toBe(32);
    expect(planes.height).toHaveLength(32);
  });
});
