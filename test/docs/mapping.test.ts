/** The table of console commands in the documentation equals the code's. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { COMMANDS } from "../../src/app/console/command-list.ts";

const text = readFileSync(resolve(import.meta.dirname, "../../docs/mapping.md"), "utf8");

it("docs/mapping.md has every command of the console, and no other", () => {
  const section = text.slice(text.indexOf("## Console"));
  const end = section.indexOf("\n## ");
  const table = section.slice(0, end < 0 ? undefined : end);
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  const wanted = COMMANDS.map(({ name, form, help, word }) => {
    const typed = `${name} ${form}`.trimEnd().replaceAll("|", "\\|");
    return `| \`${typed}\` | ${help} | ${word} |`;
  });
  expect(rows).toEqual(wanted);
});
