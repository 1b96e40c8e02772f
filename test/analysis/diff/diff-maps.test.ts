/**
 * Diffs of a map with itself are empty; a version with one known change differs in exactly that
 * change.
 */

import { beforeAll, describe, expect, it } from "vitest";
import { openVersion } from "../../../src/analysis/diff/open-version.ts";
import type { MapDiff } from "../../../src/analysis/diff/types.ts";
import { convertMap } from "../../../src/formats/bsp/write/convert/convert-map.ts";
import { CONVERT_TARGETS } from "../../../src/formats/bsp/write/convert/targets.ts";
import { makePrism, pointEntity } from "../../compile/make-vmf.ts";
import { compileVersion, diffBytes, listOther, makeSource, type Source } from "./made-versions.ts";
import { reverseRecords } from "./shuffle-records.ts";

let base: Uint8Array;
beforeAll(async () => {
  base = await compileVersion(makeSource());
});

async function diffWith(change: Partial<Source>): Promise<MapDiff> {
  return diffBytes(base, await compileVersion(makeSource(change)));
}

describe("a diff of the same map", () => {
  it("is empty", async () => {
    const diff = await diffBytes(base, base);
    expect(listOther(diff)).toEqual([]);
    expect(diff.isSame).toBe(true);
    expect([diff.places, diff.file.facts, diff.file.lumps, diff.file.limits]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(diff.surfaces.sameFaces).toBeGreaterThan(20);
    expect(diff.light.comparedFaces).toBeGreaterThan(10);
    expect(diff.visibility.pairsA).toBeGreaterThan(1);
    expect([diff.entities.countA, diff.staticProps.countA, diff.solids.countA]).toEqual([7, 2, 11]);
  });

  it.each(Object.keys(CONVERT_TARGETS))("is empty if one is written as %s", async (name) => {
    const target = CONVERT_TARGETS[name as keyof typeof CONVERT_TARGETS];
    const { bytes } = convertMap(base, target, {
      ...{ packing: "keep", pack: () => null, packEntry: () => null },
    });
    const diff = await diffBytes(base, bytes);
    expect(listOther(diff)).toEqual([]);
    expect(diff.isSame).toBe(true);
    if (name !== "v20") expect(diff.file.facts.length).toBeGreaterThan(0);
  });

  it("is empty if faces, brushes, props and entities are in another order", async () => {
    const shuffled = await compileVersion(makeSource(), reverseRecords);
    const [was, is] = [base, shuffled].map((bytes) => openVersion("", bytes).bsp);
    expect(is.entities[1].pairs).not.toEqual(was.entities[1].pairs);
    expect(is.faces.plane).not.toEqual(was.faces.plane);
    expect(is.staticProps!.origin).not.toEqual(was.staticProps!.origin);
    const diff = await diffBytes(base, shuffled);
    expect(listOther(diff)).toEqual([]);
    expect(diff.isSame).toBe(true);
  });

  it("is empty for a console map whose slanted brush has bevels", async () => {
    const source = makeSource();
    const wedge = makePrism(
      [
        [150, 20],
        [200, 20],
        [180, 60],
      ],
      0,
      40,
    );
    const solids = [...source.world.solids, wedge];
    const bytes = await compileVersion({ ...source, world: { ...source.world, solids } });
    const { brushes } = openVersion("a", bytes);
    expect(brushes.sideIsBevel.reduce((sum, bit) => sum + bit, 0)).toBeGreaterThan(2);
    const console = convertMap(bytes, CONVERT_TARGETS.x360, {
      ...{ packing: "keep", pack: () => null, packEntry: () => null },
    });
    expect(openVersion("b", console.bytes).brushes.sideIsBevel).toEqual(brushes.sideIsBevel);
    expect((await diffBytes(bytes, console.bytes)).isSame).toBe(true);
  });

  it("is empty if the source is in another order", async () => {
    const diff = await diffWith({ isReversed: true });
    const { entities, staticProps, solids, surfaces, displacements, cubemaps } = diff;
    for (const { changes } of [entities, staticProps, solids, surfaces, displacements, cubemaps]) {
      expect(changes).toEqual([]);
    }
    expect(surfaces.materials).toEqual([]);
    expect([diff.visibility.lost, diff.visibility.gained]).toEqual([0, 0]);
  });
});

describe("a diff of a map with one change", () => {
  it("reports an output with another target", async () => {
    const diff = await diffWith({ output: "relay2,Trigger,,0,-1" });
    expect(listOther(diff)).toEqual(["entities"]);
    expect(diff.isSame).toBe(false);
    expect(diff.entities.changes).toMatchObject([
      {
        ...{ change: "changed", kind: "func_button", name: "button" },
        values: [{ key: "onpressed", a: "relay,Trigger,,0,-1", b: "relay2,Trigger,,0,-1" }],
      },
    ]);
    expect(diff.places).toHaveLength(1);
    expect(diff.places[0].words[0]).toBe("func_button button changed: onpressed");
  });

  it("reports changed, added and removed values of an entity", async () => {
    const diff = await diffWith({ targetKeys: { message: "bye", speed: "3" } });
    expect(listOther(diff)).toEqual(["entities"]);
    const [{ change, values }] = diff.entities.changes;
    expect(change).toBe("changed");
    expect(values).toEqual([
      { key: "message", a: "hello", b: "bye" },
      { key: "speed", a: null, b: "3" },
    ]);
    const back = await diffBytes(await compileVersion(makeSource({ targetKeys: {} })), base);
    expect(back.entities.changes[0].values).toEqual([{ key: "message", a: null, b: "hello" }]);
  });

  it("reports a moved entity", async () => {
    const diff = await diffWith({ targetOrigin: "400.0 100 72" });
    expect(listOther(diff)).toEqual(["entities"]);
    expect(diff.entities.changes).toMatchObject([
      {
        change: "moved",
        kind: "info_target",
        name: "aim",
        from: [400, 100, 40],
        to: [400, 100, 72],
      },
    ]);
  });

  it("reports added and removed entities", async () => {
    const extra = [
      pointEntity("info_null", [320, 220, 40]),
      pointEntity("env_shake", [64, 64, 64]),
    ];
    const more = await compileVersion(makeSource({ extra }));
    const added = await diffBytes(base, more);
    expect(listOther(added)).toEqual(["entities"]);
    expect(added.entities.changes).toMatchObject([
      { change: "added", kind: "env_shake", from: null, to: [64, 64, 64] },
      { change: "added", kind: "info_null", from: null, to: [320, 220, 40] },
    ]);
    const removed = await diffBytes(more, base);
    expect(removed.entities.changes).toMatchObject([
      { change: "removed", kind: "env_shake", from: [64, 64, 64], to: null },
      { change: "removed", kind: "info_null", to: null },
    ]);
  });

  it("reports a brush entity that moved by a whole texture, along with its faces", async () => {
    const diff = await diffWith({ doorX: 292 });
    expect(listOther(diff).filter((part) => part !== "light")).toEqual(["entities"]);
    expect(diff.entities.changes).toMatchObject([
      { change: "moved", kind: "func_button", from: [428, 32, 32], to: [300, 32, 32] },
    ]);
  });

  it("reports moved static props and other skins", async () => {
    const moved = await diffWith({ propOrigin: "400 180 32" });
    expect(listOther(moved)).toEqual(["staticProps"]);
    expect(moved.staticProps.changes).toMatchObject([
      { change: "moved", kind: "models/crate.mdl", from: [400, 200, 32], to: [400, 180, 32] },
    ]);
    const other = await diffWith({ propSkin: "2" });
    expect(listOther(other)).toEqual(["staticProps"]);
    expect(other.staticProps.changes[0].values).toEqual([{ key: "skin", a: "0", b: "2" }]);
  });

  it("reports a cubemap of another size", async () => {
    const diff = await diffWith({ cubemapSize: "7" });
    expect(listOther(diff)).toEqual(["cubemaps"]);
    expect(diff.cubemaps.changes[0].values).toEqual([{ key: "size", a: "0", b: "7" }]);
  });
});
