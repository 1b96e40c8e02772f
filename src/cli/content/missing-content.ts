/** What loading a map found to be missing, by kind. */

import type { Warning, WarningCode } from "../../core/diagnostics.ts";

const CODES = {
  materials: "missing-material",
  textures: "missing-texture",
  models: "missing-model",
} as const satisfies Record<string, WarningCode>;

type MissingKind = keyof typeof CODES;

/** Content paths. */
export type MissingContent = Readonly<Record<MissingKind, readonly string[]>>;

/** Names in a line: enough to see what kind of thing it is. */
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

/** A line a kind, none for what is all there: how many are missing, and the first few. */
export function describeMissing(missing: MissingContent): string[] {
  return Object.entries(missing).flatMap(([kind, paths]) => {
    if (paths.length === 0) return [];
    const more = paths.length > NAMED ? `, and ${paths.length - NAMED} more` : "";
    return [`missing ${kind}: ${paths.length} (${paths.slice(0, NAMED).join(", ")}${more})`];
  });
}
