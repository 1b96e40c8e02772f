/**
 * Shortens builds: replaces what readers take of a studio record (`BONE.bytes`, `BONE.at.parent`,
 * `MODEL.tables.meshindex`) by its value from `src/formats/studio/records`, so that the readers of a
 * format do not contain the names of all its fields. The development server and tests keep them.
 */

import type { Plugin } from "vite";
import * as PHY from "../../src/formats/phy/records.ts";
import * as HEADER from "../../src/formats/studio/records/header.ts";
import * as MESH from "../../src/formats/studio/records/mesh.ts";
import * as MOTION from "../../src/formats/studio/records/motion.ts";
import * as RESPAWN from "../../src/formats/studio/records/respawn.ts";
import * as SKELETON from "../../src/formats/studio/records/skeleton.ts";
import * as STRIPS from "../../src/formats/studio/records/strips.ts";
import type { StudioRecord } from "../../src/formats/studio/records/studio-record.ts";
import * as VERTICES from "../../src/formats/studio/records/vertices.ts";

const FILES = [HEADER, SKELETON, MOTION, MESH, RESPAWN, VERTICES, STRIPS, PHY];

/** The catalogue: records by the names of their constants. */
export const STUDIO_RECORDS: Readonly<Record<string, StudioRecord>> = Object.fromEntries(
  FILES.flatMap((file) => Object.entries(file as Readonly<Record<string, unknown>>)).filter(
    ([, value]) => (value as Partial<StudioRecord>).fields !== undefined,
  ),
) as never;

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
  return code.replace(PART, (all, plus = "", name, plain, kind, field, place) => {
    const found = imported.has(name) ? STUDIO_RECORDS[name] : undefined;
    if (found === undefined) return all;
    const parts = (kind === undefined ? found : found[kind as "at"]) as Record<string, unknown>;
    const value = parts[plain ?? field];
    if (value === undefined) return all;
    // A sum with 0 needs no addition, unless the number is a factor of what follows.
    const ends = /^\s*[\])},;]/.test(code.slice(place + all.length));
    return plus !== "" && value === 0 && ends ? "" : plus + write(value);
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
