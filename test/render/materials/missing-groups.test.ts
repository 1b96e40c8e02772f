import { describe, expect, it } from "vitest";
import {
  PATTERN_BOARDS,
  PATTERN_BRICKS,
  PATTERN_CHECKS,
  PATTERN_GRAIN,
  PATTERN_GRID,
  PATTERN_PANELS,
  PATTERN_TILES,
  PATTERN_TUFT,
  PATTERN_WEAVE,
} from "../../../src/map/families/missing.ts";
import type { MaterialSet } from "../../../src/map/material.ts";
import { FAMILY } from "../../../src/map/material-families.ts";
import { groupMaterials, SLOT_GROUP } from "../../../src/render/materials/material-groups.ts";
import { packStandIn } from "../../../src/scene/stand-in/missing-patterns.ts";
import { makeMaterials } from "../make-materials.ts";

const PATTERNS = [
  PATTERN_GRID,
  PATTERN_CHECKS,
  PATTERN_BRICKS,
  PATTERN_BOARDS,
  PATTERN_PANELS,
  PATTERN_TILES,
  PATTERN_GRAIN,
  PATTERN_WEAVE,
];

/** Lists the groups, without the slots of translucent materials. */
function listGroups(set: MaterialSet) {
  const { groups, groupOf } = groupMaterials(set, (texture) => texture, true);
  return { groups: groups.filter(({ family }) => family !== SLOT_GROUP), groupOf };
}

/** Builds a placeholder for each pattern. */
function makeStandIns(patterns: readonly number[]) {
  return makeMaterials(
    patterns.map((pattern) => ({
      name: `pattern ${pattern}`,
      family: FAMILY.missing,
      standIn: packStandIn({ pattern, across: 2, down: 3 }),
    })),
  );
}

describe("groups of placeholders", () => {
  it("are one for all patterns, which differ only in data", () => {
    const set = makeStandIns(PATTERNS);
    const { groups, groupOf } = listGroups(set);
    expect(groups).toEqual([expect.objectContaining({ family: FAMILY.missing, roles: 0 })]);
    expect(new Set(groupOf)).toEqual(new Set([0]));
  });

  it("are another for tufts, which have holes", () => {
    const set = makeStandIns([PATTERN_GRID, PATTERN_TUFT, PATTERN_WEAVE, PATTERN_TUFT]);
    const { groups, groupOf } = listGroups(set);
    expect(groups.map(({ roles }) => roles)).toEqual([0, 1]);
    expect([...groupOf]).toEqual([0, 1, 0, 1]);
  });
});
