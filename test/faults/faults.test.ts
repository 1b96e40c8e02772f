/** The faults that `npm run faults` plants match the current sources and tests. */

import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { listTests } from "../support/runner/list-tests.ts";
import { FAULTS } from "./faults.ts";
import { FaultFinder, findPath } from "./find-fault.ts";
import { plantMutant } from "./mutant.ts";

const root = resolve(import.meta.dirname, "../..");

describe("planted faults", () => {
  it("have one place in the sources, and name an existing test", () => {
    const finder = new FaultFinder(root);
    const tests = Object.values(listTests()).flat();
    for (const fault of FAULTS) {
      const { source, mutant } = finder.find(fault);
      expect(plantMutant(source, mutant), fault.name).not.toBe(source);
      findPath(fault.caughtBy, tests);
    }
  });

  it("have unique names", () => {
    expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  });
});
