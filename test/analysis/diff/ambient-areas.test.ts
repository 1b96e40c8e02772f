/** Differences in ambient cubes and area portals. */

import { beforeAll, describe, expect, it } from "vitest";
import { makeBox, makeEntity } from "../../compile/make-vmf.ts";
import { compileVersion, diffBytes, listOther, makeSource } from "./made-versions.ts";

let base: Uint8Array;
beforeAll(async () => {
  base = await compileVersion(makeSource());
});

describe("ambient light diff", () => {
  it("reports twice the mean light at each place if the cubes are twice as bright, and nothing else", async () => {
    const brighter = await compileVersion(makeSource(), (map) => {
      for (const name of [
        "LUMP_LEAF_AMBIENT_LIGHTING",
        "LUMP_LEAF_AMBIENT_LIGHTING_HDR",
      ] as const) {
        const lump = map.lumps.get(name);
        if (lump === undefined) continue;
        const copy = lump.bytes.slice();
        // Six colours and a place; each exponent is raised by one.
        for (let sample = 0; sample + 28 <= copy.length; sample += 28) {
          for (let side = 0; side < 6; side++) copy[sample + side * 4 + 3]++;
        }
        map.lumps.set(name, { ...lump, bytes: copy });
      }
    });
    const diff = await diffBytes(base, brighter);
    expect(listOther(diff)).toEqual(["ambient"]);
    const { comparedPlaces, changedPlaces, changes, meanChange, largestChange } = diff.ambient;
    expect(changedPlaces).toBeGreaterThan(0);
    expect(changedPlaces).toBeLessThanOrEqual(comparedPlaces);
    for (const { a, b } of changes) expect(b).toBeCloseTo(2 * a, 5);
    expect(largestChange).toBeGreaterThanOrEqual(meanChange);
    // The gain equals the light before.
    expect(largestChange).toBeCloseTo(Math.max(...changes.map(({ a }) => a)), 5);
    expect(diff.isSame).toBe(false);
  });

  it("says which version has no ambient light", async () => {
    const dark = await compileVersion(makeSource(), (map) => {
      for (const name of [...map.lumps.keys()]) if (/AMBIENT/.test(name)) map.lumps.delete(name);
    });
    const { ambient } = await diffBytes(base, dark);
    expect(ambient.untold).toMatch(/no ambient light$/);
  });
});

describe("area portal diff", () => {
  const portal = (x: number) =>
    makeEntity(
      { classname: "func_areaportal", targetname: "gate", StartOpen: "1" },
      { solids: [makeBox([x, 96, 0], [x + 8, 160, 96], { material: "tools/toolsareaportal" })] },
    );

  it("reports an area portal that divides areas in one version alone", async () => {
    const divided = await compileVersion(makeSource({ extra: [portal(260)] }));
    const { areas } = await diffBytes(base, divided);
    expect(areas.areasB).toBe(areas.areasA + 1);
    expect(areas.changes).toMatchObject([
      { change: "added", kind: "func_areaportal", name: "gate" },
    ]);
    const back = await diffBytes(divided, base);
    expect(back.areas.changes).toMatchObject([{ change: "removed" }]);
    expect((await diffBytes(divided, divided)).areas.changes).toEqual([]);
  });

  it("reports an area portal that no longer closes anything", async () => {
    const source = () => makeSource({ extra: [portal(260)] });
    const divided = await compileVersion(source());
    // The entity is unchanged, and no area has its portal.
    const idle = await compileVersion(source(), (map) => {
      const { version, bytes } = map.lumps.get("LUMP_ENTITIES")!;
      const text = new TextDecoder().decode(bytes);
      expect(text).toContain('"portalnumber" "1"');
      const said = new TextEncoder().encode(
        text.replace('"portalnumber" "1"', '"portalnumber" "9"'),
      );
      map.lumps.set("LUMP_ENTITIES", { version, bytes: said });
    });
    expect((await diffBytes(divided, idle)).areas.changes).toMatchObject([{ change: "removed" }]);
    expect((await diffBytes(idle, divided)).areas.changes).toMatchObject([{ change: "added" }]);
  });
});
