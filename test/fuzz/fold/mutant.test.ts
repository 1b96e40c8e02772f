import { describe, expect, it } from "vitest";
import { TARGETS } from "../targets/index.ts";
import { putTogether, takeApart } from "./bsp-parts.ts";
import { makeMutant, pickSteps } from "./mutant.ts";

const SEEDS = ["bsp-lumps", "mdl", "vtf", "zip"].map((name) => {
  const { form, seeds } = TARGETS.find((target) => target.name === name)!;
  return { form: form === "map" ? "map" : "bytes", file: seeds()[0] } as const;
});
const FURNISHED = TARGETS.find(({ name }) => name === "map")!.seeds()[1];

describe("a mutant", () => {
  it("is the same for the same seed, and another for another", () => {
    for (const { form, file } of SEEDS) {
      const make = (seed: number) => Buffer.from(makeMutant(form, file, pickSteps(seed)).file);
      expect(make(3).equals(make(3))).toBe(true);
      const different = [1, 20, 300, 4000, 50_000, 6e5, 7e6, 8e7].map(make);
      expect(new Set(different.map((bytes) => bytes.toString("latin1"))).size).toBeGreaterThan(4);
    }
  });

  it("folds every list of a map in some mutant, and each mutant is still a map", () => {
    let missing: RegExp[] = [
      /LUMP_FACES: edgeCount of all are N/,
      /LUMP_LEAFS: leafFaceCount of all are N/,
      /LUMP_LEAFS: leafBrushCount of all are N/,
      /LUMP_BRUSHES: sideCount of all are N/,
      /LUMP_ENTITIES: N times an entity more/,
      /sprp: N props more/,
      /LUMP_\w+ lies on LUMP_\w+/,
      /N times N bytes, packed/,
    ];
    for (let seed = 0; seed < 400 && missing.length > 0; seed++) {
      const mutant = makeMutant("map", FURNISHED, pickSteps(seed));
      expect(Buffer.from(mutant.file.subarray(0, 4)).toString()).toBe("VBSP");
      const labels = mutant.labels.map((label) => label.replaceAll(/\d+/g, "N"));
      missing = missing.filter((pattern) => !labels.some((label) => pattern.test(label)));
    }
    expect(missing).toEqual([]);
  });

  it("of no steps is the map itself", () => {
    const { file } = SEEDS[0];
    const parts = takeApart(putTogether(takeApart(file)));
    for (const [name, lump] of takeApart(file).lumps) {
      expect([name, parts.lumps.get(name)]).toEqual([name, lump]);
    }
    expect([...parts.gameLumps.keys()]).toEqual(["sprp", "dprp"]);
  });
});
