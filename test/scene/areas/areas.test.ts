/** Tests area portals from a compiled map's lumps and entities. */

import { describe, expect, it } from "vitest";
import { createBitSet, hasBit, setAllBits } from "../../../src/core/bit-set.ts";
import { LUMP } from "../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import { buildAreas } from "../../../src/scene/brushes/areas.ts";
import { createAreaWalk } from "../../../src/visibility/areas.ts";
import { makeBox, makeEntity, makeTwoRooms, makeVmf } from "../../compile/make-vmf.ts";
import { compile, leafAt } from "../../compile/vbsp/compile.ts";

function twoRooms(startOpen: string) {
  const { world, entities } = makeTwoRooms();
  const portal = makeEntity(
    { classname: "func_areaportal", StartOpen: startOpen },
    { solids: [makeBox([256, 96, 0], [272, 160, 96], { material: "tools/toolsareaportal" })] },
  );
  return compile(makeVmf(world.solids, [...entities, portal])).bsp as Bsp;
}

describe("area portals of a compiled map", () => {
  it("are read with their areas, one row per direction", () => {
    const { areas } = twoRooms("0");
    expect(areas.count).toBe(3);
    expect([...areas.firstAreaPortal]).toEqual([0, 1, 2]);
    expect([...areas.areaPortalCount]).toEqual([0, 1, 1]);
    expect([...areas.portalKey]).toEqual([0, 1, 1]);
    expect([...areas.otherArea]).toEqual([0, 2, 1]);
  });

  it("hide each room from the other if they start closed", () => {
    const bsp = twoRooms("0");
    const areas = buildAreas(bsp)!;
    const clusterCount = bsp.visibility?.clusterCount ?? bsp.leafs.count;
    for (const [x, other] of [
      [100, 400],
      [400, 100],
    ]) {
      const [here, there] = [leafAt(bsp, x, 128, 64), leafAt(bsp, other, 128, 64)];
      const bits = createBitSet(clusterCount);
      setAllBits(bits, clusterCount);
      const tree = { leafCluster: bsp.leafs.cluster } as never;
      createAreaWalk(areas).hide(tree, bsp.leafs.area[here], bits);
      expect(hasBit(bits, bsp.leafs.cluster[here])).toBe(true);
      expect(hasBit(bits, bsp.leafs.cluster[there])).toBe(false);
    }
    expect(buildAreas(twoRooms("1"))).toBeNull();
  });
});

describe("whether an area portal starts open", () => {
  const door = (keys: string, name = "door") =>
    `{ "targetname" "${name}" "classname" "func_door" ${keys} }`;
  const CASES: readonly (readonly [
    name: string,
    portal: string,
    doors: string,
    isOpen: boolean,
  ])[] = [
    ["says its key", `"StartOpen" "0"`, "", false],
    ["says its key, which may be any number", `"StartOpen" "2"`, "", true],
    ["if nothing is said", "", "", true],
    ["says a door that it names", `"StartOpen" "1" "target" "Door"`, door(""), false],
    ["says the door, not the key", `"StartOpen" "0" "target" "door"`, door(`"spawnpos" "1"`), true],
    ["says a door's old flag", `"target" "door"`, door(`"spawnflags" "1"`), true],
    ["says no other door", `"target" "gate"`, door(""), true],
    [
      "says a model's door, which has no such flag",
      `"target" "door"`,
      door(`"spawnflags" "1" "classname" "x"`).replace("func_door", "prop_door_rotating"),
      false,
    ],
  ];
  it.each(CASES)("with %s", (_, portal, doors, isOpen) => {
    const entities = parseEntities(
      `{ "classname" "worldspawn" } { "classname" "func_areaportal" "portalnumber" "7" ${portal} } ${doors}`,
    );
    const areas = {
      ...{ count: 2, firstAreaPortal: Int32Array.of(0, 1), areaPortalCount: Int32Array.of(0, 2) },
      ...{ portalKey: Uint32Array.of(0, 7, 6), otherArea: Uint32Array.of(0, 1, 1) },
    };
    const leafs = { count: 1, area: Int32Array.of(1) };
    const built = buildAreas({ entities, areas, leafs } as never);
    // Areas whose portals are all open are built only if a door or an input may close one.
    const open = portal.includes("target") ? [1, 1, 1] : null;
    expect(built === null ? null : [...built.isOpen]).toEqual(isOpen ? open : [1, 0, 1]);
  });
});

describe("damaged area lumps", () => {
  it("give no areas", () => {
    const { world, entities } = makeTwoRooms();
    const file = compile(makeVmf(world.solids, entities)).bytes;
    const view = new DataView(file.buffer, file.byteOffset);
    const at = 8 + LUMP.LUMP_AREAS * 16;
    view.setInt32(view.getInt32(at, true) + 8, 99, true);
    expect(parseBsp(file).areas.count).toBe(0);
  });
});
