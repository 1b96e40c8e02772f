/** Limits of the floor search: maps made to cost much are given up in time. */

import { describe, expect, it } from "vitest";
import { findStandingPlaces, isInBrush, Work } from "../../../src/analysis/cost/standing-places.ts";
import { findWalkedPlaces } from "../../../src/analysis/cost/walked-places.ts";
import type { VmfSolid } from "../../../src/formats/vmf/types.ts";
import { makeBox, makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { HOSTILE_MAPS } from "../../support/hostile/maps.ts";
import { countVmf, openBytes } from "./made-costs.ts";

/** The limit that `check` uses. */
const MOST = 2 ** 26;

/** Counts a room with a player start and the given brushes. */
const countRoom = (...solids: VmfSolid[]) =>
  countVmf(
    makeVmf(
      [...makeRoom([0, 0, 0], [512, 512, 256]), ...solids],
      [pointEntity("info_player_start", [64, 64, 1])],
    ),
  );

describe("the floor search", () => {
  it("counts the nodes that rays pass if all planes are one and all rays lie in it", async () => {
    const map = await openBytes(HOSTILE_MAPS["30,000 clusters around one plane"]());
    const { isWhole } = await findStandingPlaces(map, undefined, undefined, MOST);
    expect(isWhole).toBe(false);
  });

  it("ends within a ray or two of its limit, and is whole if the limit suffices", async () => {
    const { map, standing } = await countRoom();
    expect(standing.isWhole).toBe(true);
    const part = await findStandingPlaces(map, undefined, undefined, 1000);
    expect(part.isWhole).toBe(false);
    expect(part.count).toBeGreaterThan(0);
    expect(part.count).toBeLessThan(standing.count / 2);
    expect(findWalkedPlaces(map, standing, { mostTests: 1000 })).toBeNull();
    expect(findWalkedPlaces(map, standing, { mostTests: 1e6 })).not.toBeNull();
  });
});

describe("the search of a leaf's brushes for a point", () => {
  it("counts their sides, and stops at its limit", async () => {
    const { map } = await countRoom();
    // One leaf lists the first brush many times, and the point is outside the last side alone.
    const listed = 65_535;
    const sides = 6;
    const made = {
      bsp: {
        planes: { normal: new Float32Array(3 * sides), dist: Float32Array.of(1, 1, 1, 1, 1, -1) },
        leafs: { firstLeafBrush: [0], leafBrushCount: [listed] },
      },
      brushes: {
        ...{ leafBrushes: new Uint16Array(listed), contents: [1] },
        ...{ firstSide: [0], sideCount: [sides], sidePlane: [0, 1, 2, 3, 4, 5] },
      },
    } as unknown as typeof map;
    const whole = new Work({ tests: 0 }, Number.POSITIVE_INFINITY);
    expect(isInBrush({ map: made, work: whole }, 0, 0, 0, 0)).toBe(false);
    expect(whole.tests).toBe(listed * (1 + sides));
    const short = new Work({ tests: 0 }, 1000);
    isInBrush({ map: made, work: short }, 0, 0, 0, 0);
    expect(short.tests).toBeLessThan(1000 + 2 + sides);
  });
});

describe("ladders", () => {
  it("are climbed once each, however many places lie at them", async () => {
    // 300 ladders share one place, with some 60 standing places around.
    const ladders = Array.from({ length: 300 }, () =>
      makeBox([200, 200, 0], [312, 312, 128], { material: "dev/ladder" }),
    );
    const { map, standing } = await countRoom(...ladders);
    const once = 300 * standing.count * 2;
    expect(findWalkedPlaces(map, standing, { mostTests: once + 1e6 })).not.toBeNull();
    expect(findWalkedPlaces(map, standing, { mostTests: 300 * standing.count })).toBeNull();
  });
});
