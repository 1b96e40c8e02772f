/** The list of console commands in the documentation equals the code's. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { COMMANDS } from "../../src/app/console/command-list.ts";

const text = readFileSync(resolve(import.meta.dirname, "../../docs/mapping.md"), "utf8");

it("docs/mapping.md has every command of the console, and no other", () => {
  const section = text.slice(text.indexOf("## Console"));
  const end = section.indexOf("\n## ");
  const list = section.slice(0, end < 0 ? undefined : end);
  const rows = list.split("\n").filter((line) => line.startsWith("* `"));
  const wanted = COMMANDS.map(({ name, form, help }) => {
    return `* \`${`${name} ${form}`.trimEnd()}\`: ${help}`;
  });
  expect(rows).toEqual(wanted);
});
