/** The list of studio records in docs/formats.md, made of the catalogue. */

import * as PHY from "../../src/formats/phy/records.ts";
import * as HEADER from "../../src/formats/studio/records/header.ts";
import * as MESH from "../../src/formats/studio/records/mesh.ts";
import * as MOTION from "../../src/formats/studio/records/motion.ts";
import * as RESPAWN from "../../src/formats/studio/records/respawn.ts";
import * as SKELETON from "../../src/formats/studio/records/skeleton.ts";
import * as STRIPS from "../../src/formats/studio/records/strips.ts";
import type { StudioRecord } from "../../src/formats/studio/records/studio-record.ts";
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

/** Versions of an MDL whose records most files have. */
const COMMON = 44;

/** Names the versions of a record's form, unless most files have it or the file has one version. */
function nameVersions(file: string, versions: readonly number[]): string {
  const isCommon = versions.length === 0 || versions[0] === COMMON || file !== "MDL";
  return isCommon ? "" : ` (${versions.join(", ")})`;
}

export function makeStudioRecordsTable(): string {
  const lines = listFiles().map(([file, records]) => {
    const byName = new Map<string, StudioRecord[]>();
    for (const record of records) {
      byName.set(record.name, [...(byName.get(record.name) ?? []), record]);
    }
    const texts = Array.from(byName, ([name, forms]) => {
      const sizes = forms.map(({ bytes, versions }) => bytes + nameVersions(file, versions));
      return `\`${name}\` ${sizes.join(", ")}`;
    });
    return `* ${file}: ${texts.join("; ")}`;
  });
  return lines.join("\n");
}
