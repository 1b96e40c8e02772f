/** The rules' page says of each what the code does, and of none that is not there. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { RULES } from "../../src/analysis/check/rules.ts";

const text = readFileSync(resolve(import.meta.dirname, "../../docs/check.md"), "utf8");
/** By name: what stands below it, up to the next heading. */
const sections = new Map(
  [...text.matchAll(/^### `([a-z-]+)`\n([\s\S]*?)(?=^##|(?![\s\S]))/gm)].map(([, name, body]) => [
    name,
    body,
  ]),
);

describe("docs/check.md", () => {
  it.each(RULES)("says what $name is, why it matters, and how it is mended", ({ name, why }) => {
    const body = sections.get(name) ?? "";
    const [what, , mend] = body.trim().split("\n\n");
    expect(what).toMatch(/\((error|warning|note)[^)]*\)$/);
    expect(body).toContain(`\n\n${why}\n\n`);
    expect(mend).toMatch(/^Mend: \S/);
  });

  it("has no rule that is none", () => {
    const names = RULES.map(({ name }) => name);
    expect([...sections.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });
});
