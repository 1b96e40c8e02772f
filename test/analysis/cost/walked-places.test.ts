import { describe, expect, it } from "vitest";
import { type CountedMap, rankPlaces } from "../../../src/analysis/cost/index.ts";
import { findWalkedPlaces } from "../../../src/analysis/cost/walked-places.ts";
import { CONTENTS_LADDER } from "../../../src/formats/bsp/layouts/contents-flags.ts";
import type { VmfSolid } from "../../../src/formats/vmf/types.ts";
import { makeBox, makeEntity, makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { countVmf } from "./made-costs.ts";

/** Counts a room of 512 x 256 with the given brushes; a player start is in its left half. */
async function walk(...solids: VmfSolid[]) {
  const map = makeVmf(
    [...makeRoom([0, 0, 0], [512, 256, 256]), ...solids],
    [
      pointEntity("info_player_start", [64, 128, 1]),
      // An entity in the right half keeps vbsp from filling it; no player starts there.
      pointEntity("info_target", [448, 128, 16]),
    ],
  );
  const counted = await countVmf(map);
  const isWalked = findWalkedPlaces(counted.map, counted.standing);
  return { counted, isWalked, reaches: (x: number) => isReached(counted, isWalked, x) };
}

function isReached({ standing }: CountedMap, isWalked: Uint8Array | null, x: number): boolean {
  const { eye, count } = standing;
  return Array.from({ length: count }, (_, i) => i).some(
    (i) => isWalked?.[i] === 1 && eye[i * 3] > x,
  );
}

const wall = (y0: number, y1: number, z0 = 0, z1 = 256) => makeBox([256, y0, z0], [288, y1, z1]);

describe("findWalkedPlaces", () => {
  it("stops at a wall, and continues behind a door", async () => {
    expect((await walk(wall(0, 256))).reaches(290)).toBe(false);
    const door = await walk(wall(0, 96), wall(160, 256), wall(96, 160, 104));
    expect(door.reaches(290)).toBe(true);
  });

  it("reaches a ledge of jump height, and none higher", async () => {
    const ledge = (height: number) => makeBox([288, 0, 0], [512, 256, height]);
    expect((await walk(ledge(64))).reaches(290)).toBe(true);
    expect((await walk(ledge(72))).reaches(290)).toBe(false);
  });

  it("climbs a ladder", async () => {
    const ledge = makeBox([288, 0, 0], [512, 256, 160]);
    const ladder = makeBox([280, 112, 0], [288, 144, 160], { material: "dev/ladder" });
    const { counted } = await walk(ledge, ladder);
    expect(counted.map.brushes.contents.some((bits) => (bits & CONTENTS_LADDER) !== 0)).toBe(true);
    expect((await walk(ledge, ladder)).reaches(290)).toBe(true);
    expect((await walk(ledge)).reaches(290)).toBe(false);
  });

  it("follows a fall, and does not pass a clip", async () => {
    const clip = makeBox([256, 0, 0], [272, 256, 256], { material: "tools/toolsplayerclip" });
    const high = makeBox([0, 0, 0], [224, 256, 8]);
    expect((await walk(high)).reaches(290)).toBe(true);
    expect((await walk(high, clip)).reaches(290)).toBe(false);
  });

  it("returns null without a player start, and its places rank first", async () => {
    const { counted, isWalked } = await walk(wall(0, 256));
    const bare = { ...counted.map, bsp: { ...counted.map.bsp, entities: [] } };
    expect(findWalkedPlaces(bare, counted.standing)).toBeNull();
    expect(isWalked).not.toBeNull();
    const xs = (isAll: boolean) =>
      rankPlaces(counted.costs, "triangles", 10, isAll).map(({ x }) => x > 256);
    expect(xs(false)).toEqual([false]);
    expect(xs(true)).toContain(true);
  });

  it("passes a shut door that can open", async () => {
    const solids = [wall(0, 96), wall(160, 256), wall(96, 160, 104)];
    const shut = makeEntity(
      { classname: "func_door" },
      { solids: [makeBox([264, 96, 0], [272, 160, 104])] },
    );
    const vmf = makeVmf(
      [...makeRoom([0, 0, 0], [512, 256, 256]), ...solids],
      [pointEntity("info_player_start", [64, 128, 1]), shut],
    );
    const counted = await countVmf(vmf);
    expect(isReached(counted, findWalkedPlaces(counted.map, counted.standing), 290)).toBe(true);
  });
});
