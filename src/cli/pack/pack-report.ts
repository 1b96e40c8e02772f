/** What was packed, by kind, and what is missing. */

import { isMissing, listMissing, type MissingContent } from "../content/missing-content.ts";
import { formatTable } from "../format-summary.ts";
import type { PackedFile, PackedMap } from "./pack-map.ts";

const KINDS = ["map", "materials", "textures", "models", "sky", "other"] as const;
type Kind = (typeof KINDS)[number];

const KIND_OF: Readonly<Record<string, Kind>> = {
  bsp: "map",
  vmt: "materials",
  vtf: "textures",
  mdl: "models",
  vvd: "models",
  vtx: "models",
};

export interface KindTotal {
  readonly kind: Kind;
  readonly files: number;
  readonly byteLength: number;
  readonly packedByteLength: number;
}

export interface PackReport {
  readonly out: string;
  /** Of the zip, with its directory. */
  readonly byteLength: number;
  readonly kinds: readonly KindTotal[];
  readonly files: readonly (PackedFile & { readonly kind: Kind })[];
  readonly missing: MissingContent;
  /** What is there and of no use, a sentence each. */
  readonly faults: readonly string[];
}

export function makePackReport(out: string, { zip, files, warnings }: PackedMap): PackReport {
  const listed = files.map((file) => ({ ...file, kind: kindOf(file.path) }));
  const kinds = KINDS.map((kind) => {
    const own = listed.filter((file) => file.kind === kind);
    return {
      kind,
      files: own.length,
      byteLength: own.reduce((sum, file) => sum + file.byteLength, 0),
      packedByteLength: own.reduce((sum, file) => sum + file.packedByteLength, 0),
    };
  });
  return {
    out,
    byteLength: zip.length,
    kinds: kinds.filter((total) => total.files > 0),
    files: listed,
    missing: listMissing(warnings),
    faults: warnings.filter((warning) => !isMissing(warning)).map(({ message }) => message),
  };
}

function kindOf(path: string): Kind {
  if (path.startsWith("materials/skybox/")) return "sky";
  return KIND_OF[path.slice(path.lastIndexOf(".") + 1)] ?? "other";
}

export function formatPackReport(report: PackReport): string[] {
  const { out, byteLength, kinds, missing, faults } = report;
  const sum = (of: (total: KindTotal) => number) =>
    kinds.reduce((all, total) => all + of(total), 0);
  const rows = [
    ...kinds,
    {
      kind: "all",
      files: sum((total) => total.files),
      byteLength: sum((total) => total.byteLength),
      packedByteLength: sum((total) => total.packedByteLength),
    },
  ];
  const table = rows.map(({ kind, files, byteLength: bytes, packedByteLength: packed }) => {
    return { kind, files, bytes, packed };
  });
  const lacking = Object.entries(missing).flatMap(([kind, paths]) =>
    paths.length === 0 ? [] : [`missing ${kind}: ${paths.length}`, ...paths.map((p) => `  ${p}`)],
  );
  return [
    `${out}: ${(byteLength / 1e6).toFixed(1)} MB`,
    ...formatTable(table, "  "),
    ...(lacking.length > 0 ? lacking : ["nothing is missing"]),
    ...faults,
  ];
}
