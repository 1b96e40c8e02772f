import { describe, expect, it } from "vitest";
import { NameSet } from "../../../src/scene/brushes/unspawned-names.ts";

function setOf(...names: string[]): NameSet {
  const set = new NameSet();
  for (const name of names) set.add(name);
  return set;
}

describe("NameSet", () => {
  it("knows its names without regard to case", () => {
    const set = setOf("Door_1", "");
    expect([set.has("door_1"), set.has("door_12"), set.has("")]).toEqual([true, false, false]);
  });

  it("knows all that begins as one that ends in a star", () => {
    const set = setOf("wall_*", "wall_a*", "Crate*", "zz*");
    for (const name of ["wall_", "WALL_b", "wall_ab", "crate9", "zzz"]) {
      expect(set.has(name), name).toBe(true);
    }
    for (const name of ["wall", "wal_", "crat", "a", "z", "{"]) {
      expect(set.has(name), name).toBe(false);
    }
  });

  it("takes names after it was asked, too", () => {
    const set = setOf("b*");
    expect(set.has("apple")).toBe(false);
    set.add("a*");
    expect([set.has("apple"), set.has("bee")]).toEqual([true, true]);
  });

  it("matches everything by a star alone", () => {
    expect(setOf("*", "a*").has("x")).toBe(true);
  });
});
