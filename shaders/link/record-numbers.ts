/**
 * Shortens builds: replaces what readers take of a studio record (`BONE.bytes`, `BONE.at.parent`,
 * `MODEL.tables.meshindex`) by its value from `src/formats/studio/records`, so that the readers of a
 * format do not contain the names of all its fields. The development server and tests keep them.
 */

import type { Plugin } from "vite";
import * as RECORDS from "../../src/formats/studio/records/index.ts";
import type { StudioRecord } from "../../src/formats/studio/records/studio-record.ts";

const IMPORT =
  /\bimport \{([^}]*)\} from "((?:[./]*|.*\/(?:studio|phy)\/)records(?:\/[\w-]+)?\.ts)"/g;
const PART = /( \+ )?\b([A-Z][A-Z\d_]*)\.(?:(bytes|name)|(at|columns|tables)\.(\w+))\b/g;

/** Returns the value as source code. A typed array is its name. */
function write(value: unknown): string {
  if (typeof value === "function") return value.name;
  if (typeof value !== "object") return JSON.stringify(value);
  const parts = Object.entries(value as object).map(([name, part]) => `${name}: ${write(part)}`);
  return `({ ${parts.join(", ")} })`;
}

/** Replaces the parts of the studio records that a source file imports by their values. */
export function writeRecordNumbers(code: string): string {
  const imported = new Set<string>();
  for (const [, names] of code.matchAll(IMPORT)) {
    for (const name of names.split(",")) imported.add(name.trim());
  }
  return code.replace(PART, (all, plus = "", name, plain, kind, field) => {
    const found = (RECORDS as Readonly<Record<string, unknown>>)[name] as StudioRecord | undefined;
    if (found?.fields === undefined || !imported.has(name)) return all;
    const parts = (kind === undefined ? found : found[kind as "at"]) as Record<string, unknown>;
    const value = parts[plain ?? field];
    if (value === undefined) return all;
    return plus !== "" && value === 0 ? "" : plus + write(value);
  });
}

export function recordNumbersPlugin(): Plugin {
  return {
    name: "visleaf:record-numbers",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/(?!formats\/(?:bsp|studio\/records|phy\/records)\b).*\.ts$/ },
      handler(code) {
        const written = writeRecordNumbers(code);
        return written === code ? undefined : { code: written, map: null };
      },
    },
  };
}
