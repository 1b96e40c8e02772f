/**
 * Tests which water reflects: its heights, the height that a view uses, and what the reflection may
 * contain.
 */

import { describe, expect, it } from "vitest";
import { hasBit } from "../../../src/core/bit-set.ts";
import { FAMILY, OWN_PARAM } from "../../../src/map/material-families.ts";
import { PARAM_ENV_TINT, PARAM_NUMBERS } from "../../../src/map/material-params.ts";
import { FRUSTUM_FLOATS } from "../../../src/math/frustum.ts";
import { createView } from "../../../src/render/views/view.ts";
import { choosePlane, findMirrorPlanes } from "../../../src/render/water/mirror-planes.ts";
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

  it("is limited to 32 heights", () => {
    const many = Array.from({ length: 40 }, (_, i) => level(i, i * 100));
    const planes = planesOf(many)!;
    expect(planes.bounds.count).toBe(32);
    expect(planes.height).toHaveLength(32);
  });
});
