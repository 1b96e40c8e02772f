import { describe, expect, it } from "vitest";
import { NameSet } from "../../../src/scene/brushes/unspawned-names.ts";

function setOf(...names: string[]): NameSet {
  const set = new NameSet();
  for (const name of names) set.add(name);
  return set;
}

describe("NameSet", () => {
  it("matches names in any case", () => {
    const set = setOf("Door_1", "");
    expect([set.has("door_1"), set.has("door_12"), set.has("")]).toEqual([true, false, false]);
  });

  it("matches prefixes that end in a star", () => {
    const set = setOf("wall_*", "wall_a*", "Crate*", "zz*");
    for (const name of ["wall_", "WALL_b", "wall_ab", "crate9", "zzz"]) {
      expect(set.has(name), name).toBe(true);
    }
    for (const name of ["wall", "wal_", "crat", "a", "z", "{"]) {
      expect(set.has(name), name).toBe(false);
    }
  });

  it("accepts new names after a lookup", () => {
    const set = setOf("b*");
    expect(set.has("apple")).toBe(false);
    set.add("a*");
    expect([set.has("apple"), set.has("bee")]).toEqual([true, true]);
  });

  it("matches everything with a lone star", () => {
    expect(setOf("*", "a*").has("x")).toBe(true);
  });
});
