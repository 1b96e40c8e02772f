/** Generated pages of docs are up to date; `npm run docs` writes them. */

import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { RULES } from "../../src/analysis/check/check-map.ts";
import { VERBS } from "../../src/cli/run-command.ts";
import { ERROR_CATALOGUE } from "../../src/core/error-catalogue.ts";
import { runVisleaf } from "../cli/run-visleaf.ts";
import { listRulesAsPage, readRuleDocs } from "./pages/check-page.ts";
import { listCommandsAsPage } from "./pages/commands-page.ts";
import { listErrorsAsPage } from "./pages/errors-page.ts";

const page = (name: string) => resolve(import.meta.dirname, `../../docs/${name}.md`);

describe("generated pages (npm run docs writes them)", () => {
  it("docs/commands.md is the help of every verb", async () => {
    const verbs = await Promise.all(
      Object.entries(VERBS).map(async ([name, { summary, load }]) => {
        return { name, summary, help: (await load()).help };
      }),
    );
    const { stdout } = await runVisleaf("check", "--help");
    expect(verbs.find(({ name }) => name === "check")?.help).toBe(stdout);
    await expect(listCommandsAsPage(verbs)).toMatchFileSnapshot(page("commands"));
  });

  it("docs/errors.md is the catalogue of errors", async () => {
    await expect(listErrorsAsPage(ERROR_CATALOGUE)).toMatchFileSnapshot(page("errors"));
  });

  it("docs/check.md is the list of rules", async () => {
    await expect(listRulesAsPage(RULES)).toMatchFileSnapshot(page("check"));
  });
});

describe("the comment above each rule", () => {
  const docs = readRuleDocs();

  it.each(RULES)("says for $name what it finds, with severities, and the fix", ({ name }) => {
    expect(docs.get(name)?.finds).toMatch(/^[A-Z].*\. \((error|warning|note)[^)]*\)$/);
    expect(docs.get(name)?.mend).toMatch(/^\S.*\.$/);
  });

  it("belongs to a rule of the list", () => {
    expect([...docs.keys()].sort()).toEqual(RULES.map(({ name }) => name).sort());
  });
});
