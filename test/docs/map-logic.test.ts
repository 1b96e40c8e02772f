import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLASSES } from "../../src/simulation/index.ts";

const page = readFileSync(new URL("../../docs/fidelity.md", import.meta.url), "utf8");
const section = page.slice(page.indexOf("## Map logic"));

describe("the table of map logic", () => {
  it("names every class that is simulated", () => {
    const named = new Set([...section.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
    const missing = CLASSES.flatMap(({ names }) => names).filter((name) => !named.has(name));
    expect(missing).toEqual([]);
  });

  it("names no class that is not", () => {
    const known = new Set(CLASSES.flatMap(({ names }) => names));
    const classes = [...section.matchAll(/`((?:[a-z]+_)+[a-z]+)`/g)].map(([, name]) => name);
    expect(classes.filter((name) => !known.has(name))).toEqual([]);
  });
});
