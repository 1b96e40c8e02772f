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
  const named = list.slice(list.indexOf("Commands of the game")).split("\n\n")[1];
  const rows = [...named.matchAll(/`([^`]+)`/g)].map(([, form]) => form);
  expect(rows).toEqual(COMMANDS.map(({ name, form }) => `${name} ${form}`.trimEnd()));
});
