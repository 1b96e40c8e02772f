/** The table of studio records in docs/formats.md, made of the catalogue. */

import * as PHY from "../../src/formats/phy/records.ts";
import * as HEADER from "../../src/formats/studio/records/header.ts";
import * as MESH from "../../src/formats/studio/records/mesh.ts";
import * as MOTION from "../../src/formats/studio/records/motion.ts";
import * as RESPAWN from "../../src/formats/studio/records/respawn.ts";
import * as SKELETON from "../../src/formats/studio/records/skeleton.ts";
import * as STRIPS from "../../src/formats/studio/records/strips.ts";
import type { StudioField, StudioRecord } from "../../src/formats/studio/records/studio-record.ts";
import * as VERTICES from "../../src/formats/studio/records/vertices.ts";

/** Records by the file that they are in. */
function listFiles(): (readonly [file: string, records: readonly StudioRecord[]])[] {
  const of = (names: object, isIn = (_: string) => true) =>
    Object.entries(names as Readonly<Record<string, StudioRecord>>)
      .filter(([name, record]) => record.fields !== undefined && "at" in record && isIn(name))
      .map(([, record]) => record);
  const light = /^(VHV|PPL)_/;
  return [
    ["MDL", [HEADER, SKELETON, MOTION, MESH, RESPAWN].flatMap((part) => of(part))],
    ["VVD", of(VERTICES, (name) => !light.test(name))],
    ["VTX", of(STRIPS)],
    ["PHY", of(PHY)],
    ["VHV", of(VERTICES, (name) => name.startsWith("VHV"))],
    ["PPL", of(VERTICES, (name) => name.startsWith("PPL"))],
  ];
}

function nameVersions(file: string, versions: readonly number[]): string {
  const names = versions.map((version) =>
    file === "PHY" ? `0x${version.toString(16)}` : String(version),
  );
  if (names.length === 0) return "";
  return names.length > 2 ? ` (${names[0]} to ${names.at(-1)})` : ` (${names.join(", ")})`;
}

function listPointers({ fields }: StudioRecord): string {
  return (Object.entries(fields) as [string, StudioField][])
    .flatMap(([field, { points }]) => {
      if (points === undefined || points.to === "text") return [];
      const count = points.count === undefined ? "" : ` x ${points.count}`;
      const from = points.from === "file" ? "file: " : points.from === "row" ? "row: " : "";
      return [`\`${field}\` ${from}${points.to}${count}`];
    })
    .join("; ");
}

export function makeStudioRecordsTable(): string {
  const lines = listFiles().flatMap(([file, records]) => {
    const byName = new Map<string, StudioRecord[]>();
    for (const record of records) {
      byName.set(record.name, [...(byName.get(record.name) ?? []), record]);
    }
    return Array.from(byName, ([name, forms]) => {
      const sizes = forms.map(({ bytes, versions }) => bytes + nameVersions(file, versions));
      const pointers = new Set(forms.map(listPointers).filter((text) => text !== ""));
      // Titanfall 2's records point as those of the other versions do.
      return `| ${file} | \`${name}\` | ${sizes.join(", ")} | ${[...pointers][0] ?? ""} |`;
    });
  });
  return ["| file | record | bytes (versions) | leads to |", "|---|---|---|---|", ...lines].join(
    "\n",
  );
}
