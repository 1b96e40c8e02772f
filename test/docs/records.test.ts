import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { makeRecordsTable } from "./records-table.ts";
import { makeStudioRecordsTable } from "./studio-records-table.ts";

const page = resolve(import.meta.dirname, "../../docs/formats.md");

it.each([
  ["records", makeRecordsTable],
  ["studio records", makeStudioRecordsTable],
])("docs/formats.md lists the %s of the catalogue", (title, makeTable) => {
  const text = readFileSync(page, "utf8");
  const pattern = new RegExp(`(<!-- ${title} -->\\n\\n)[\\s\\S]*?(\\n\\n<!-- end of ${title} -->)`);
  expect(text).toMatch(pattern);
  const made = text.replace(pattern, (_, start, end) => `${start}${makeTable()}${end}`);
  if (process.env.VISLEAF_WRITE_DOCS === "1") writeFileSync(page, made);
  else expect(text, "VISLEAF_WRITE_DOCS=1 writes the table anew").toBe(made);
});
