/** Lists the content that a map load found missing, by kind. */

import type { Warning, WarningCode } from "../../core/diagnostics.ts";

const CODES = {
  materials: "missing-material",
  textures: "missing-texture",
  models: "missing-model",
} as const satisfies Record<string, WarningCode>;

type MissingKind = keyof typeof CODES;

/** Content paths. */
export type MissingContent = Readonly<Record<MissingKind, readonly string[]>>;

/** Number of paths named in a line, as examples. */
const NAMED = 3;

export function listMissing(warnings: readonly Warning[]): MissingContent {
  const of = (wanted: WarningCode) =>
    warnings.filter(({ code }) => code === wanted).map(({ subject }) => subject);
  return {
    materials: of(CODES.materials),
    textures: of(CODES.textures),
    models: of(CODES.models),
  };
}

export function isMissing({ code }: Warning): boolean {
  const codes: readonly WarningCode[] = Object.values(CODES);
  return codes.includes(code);
}

/** Returns a line for each kind with missing files: their number, and the first few. */
export function describeMissing(missing: MissingContent): string[] {
  return Object.entries(missing).flatMap(([kind, paths]) => {
    if (paths.length === 0) return [];
    const more = paths.length > NAMED ? `, and ${paths.length - NAMED} more` : "";
    return [`missing ${kind}: ${paths.length} (${paths.slice(0, NAMED).join(", ")}${more})`];
  });
}
