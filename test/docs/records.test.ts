import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { makeRecordsTable } from "./records-table.ts";

const page = resolve(import.meta.dirname, "../../docs/formats.md");
const TABLE = /(<!-- records -->\n\n)[\s\S]*?(\n\n<!-- end of records -->)/;

it("docs/formats.md lists the records of the catalogue", () => {
  const text = readFileSync(page, "utf8");
  expect(text).toMatch(TABLE);
  const made = text.replace(TABLE, (_, start, end) => `${start}${makeRecordsTable()}${end}`);
  if (process.env.VISLEAF_WRITE_DOCS === "1") writeFileSync(page, made);
  else expect(text, "VISLEAF_WRITE_DOCS=1 writes the table anew").toBe(made);
});
