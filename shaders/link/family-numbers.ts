/**
 * Shortens builds: replaces each name of a material family (`OWN_PARAM.LAYER_S`, `FAMILY.lit`) by its number from
 * `src/map/material-families.ts`, and drops the fields of `family-rows.ts` that only names need. Saves 1.5 KB (gzipped)
 * of a map's first picture, because page and worker both contain the rows. The development server keeps the names.
 */

import type { Plugin } from "vite";
import { FAMILY_ROWS } from "../../src/map/families/family-rows.ts";
import { FAMILY, FAMILY_CONSTANT, OWN_PARAM, OWN_ROLE } from "../../src/map/material-families.ts";

const TABLES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  FAMILY,
  FAMILY_CONSTANT,
  OWN_PARAM,
  OWN_ROLE,
};
const NAMED = /\b(FAMILY|FAMILY_CONSTANT|OWN_PARAM|OWN_ROLE)(?:\.(\w+)|\["([\w-]+)"\])/g;

/** Replaces the names of a source file by numbers. */
export function writeFamilyNumbers(code: string): string {
  return code.replace(NAMED, (all, table: string, name: string | undefined, quoted: string) => {
    const number = TABLES[table][name ?? quoted];
    return number === undefined ? all : String(number);
  });
}

/** Returns `family-rows.ts` as builds have it: parameters are lists of rows at rest, constants are left out. */
function writeRows(): string {
  const rows = Object.entries(FAMILY_ROWS).map(([name, row]) => {
    const { params, constants, ...rest } = row as Record<string, unknown>;
    const kept = params === undefined ? rest : { ...rest, params: Object.values(params as object) };
    return [name, kept];
  });
  return `export const FAMILY_ROWS = ${JSON.stringify(Object.fromEntries(rows))};\n`;
}

export function familyNumbersPlugin(): Plugin {
  return {
    name: "visleaf:family-numbers",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/.*\.ts$/ },
      handler(code, id) {
        if (id.endsWith("/src/map/families/family-rows.ts"))
          return { code: writeRows(), map: null };
        if (id.endsWith("/src/map/material-families.ts") || !/\b(OWN_|FAMILY)/.test(code)) return;
        return { code: writeFamilyNumbers(code), map: null };
      },
    },
  };
}
