/** The faults that `npm run faults` plants match the current sources and tests. */

import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { FAULTS } from "./faults.ts";
import { findPlantings, findTest, listTests, readSources } from "./find-faults.ts";
import { listFaults } from "./list-faults.ts";

const root = resolve(import.meta.dirname, "../..");
const sources = readSources(root);
const tests = listTests(root);

describe("planted faults", () => {
  it.each(FAULTS)("match the sources once, and name existing tests: $name", (fault) => {
    for (const { text, fault: planted } of findPlantings(fault, sources)) {
      expect(planted).not.toBe(text);
    }
    expect(fault.caughtBy.length).toBeGreaterThan(0);
    for (const [file] of fault.caughtBy) findTest(file, tests);
  });

  it("have unique names", () => {
    expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  });

  it("are listed with their file and tests", () => {
    const rows = listFaults(FAULTS, sources).split("\n");
    for (const { name } of FAULTS) {
      expect(rows.filter((row) => row.startsWith(`| ${name} | \``))).toHaveLength(1);
    }
  });
});
