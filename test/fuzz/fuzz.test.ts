import { expect, it } from "vitest";
import { chooseTargets, parseArguments } from "./fuzz.ts";

it("arguments are read, and others refused", () => {
  const read = parseArguments(["--file", "a.bsp", "b.mdl", "--seed", "5", "--seconds", "9"]);
  expect(read).toMatchObject({ files: ["a.bsp", "b.mdl"], seed: 5, seconds: 9, only: [] });
  const more = parseArguments(["--minutes", "2", "--only", "vtf", "vmt", "--keep", "--runs", "8"]);
  expect(more).toMatchObject({ seconds: 120, only: ["vtf", "vmt"], isKept: true, runs: 8 });
  // With so many mutants it is over when they are made.
  expect(parseArguments(["--runs", "8"]).seconds).toBe(Number.POSITIVE_INFINITY);
  expect(parseArguments([])).toMatchObject({ seconds: 60, isKept: false, isList: false });
  expect(() => parseArguments(["--seed", "x"])).toThrow(/--seed: a whole number/);
  expect(() => parseArguments(["a.bsp"])).toThrow(/npm run fuzz/);
});

it("targets are chosen by name, and by what reads a file", () => {
  const namesOf = (only: string[], files: string[] = []) =>
    chooseTargets(only, files).map(({ name }) => name);
  expect(namesOf(["vmt", "zip"])).toEqual(["zip", "vmt"]);
  expect(namesOf([], ["a/B.VTF"])).toEqual(["vtf", "vtf-rare"]);
  expect(namesOf(["vtf"], ["b.vtf"])).toEqual(["vtf"]);
  expect(namesOf([]).length).toBeGreaterThan(45);
  expect(() => chooseTargets(["none"], [])).toThrow('there is no target "none"');
  expect(() => chooseTargets([], ["a.txt"])).toThrow("a.txt: no target reads");
});
