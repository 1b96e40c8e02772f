/** The table of records in docs/formats.md, made of the catalogue. */

import { DIALECTS } from "../../src/formats/bsp/dialects/tell-dialect.ts";
import type { LumpName } from "../../src/formats/bsp/lumps.ts";
import type { ColumnSpec, LumpRecord } from "../../src/formats/bsp/records/record.ts";
import {
  EARLY_RECORDS,
  FACE_BRUSH_RECORDS,
  PROP_COLLISION_RECORDS,
  RECORDS,
  type SlotRecords,
} from "../../src/formats/bsp/records/slots.ts";
import { STATIC_PROPS } from "../../src/formats/bsp/records/static-props.ts";
import { nameLump } from "../../src/formats/bsp/tables/lump-structs.ts";

type Records = readonly LumpRecord<object>[];

const short = (lump: string) => lump.replace(/^LUMP_/, "");
const sizesOf = (records: Records) =>
  records.map(({ bytes, lumpVersions }) => `${bytes} (${lumpVersions.join(", ")})`).join(", ");

/** Fields that name rows of other lumps. */
function listReferences([{ specs }]: Records): string {
  return Object.entries(specs)
    .flatMap(([field, spec]) => {
      const { points } = spec as Partial<ColumnSpec>;
      if (points === undefined) return [];
      const { to, least, negative } = points;
      const none = least === -1 ? ", -1: none" : "";
      const other = negative && negative !== to ? `, below 0: ${short(negative)}` : "";
      return [`\`${field}\` ${short(to)}${none}${other}`];
    })
    .join("; ");
}

/** Forms of dialects that the slot does not have otherwise. */
function listDialects(slot: LumpName, standard: Records): string[] {
  const lines = new Map<string, string[]>();
  for (const { name, layouts } of DIALECTS) {
    const own = (layouts[slot] ?? []).filter((record) => !standard.includes(record));
    if (own.length === 0) continue;
    const sizes = sizesOf(own);
    lines.set(sizes, [...(lines.get(sizes) ?? []), name]);
  }
  return Array.from(lines, ([sizes, names]) => `${names.join(", ")}: ${sizes}`);
}

function listSlots(records: SlotRecords, mapVersion: number, hasFaceBrushes = false): string[] {
  const rows = new Map<string, string[]>();
  for (const [slot, forms] of Object.entries(records) as [LumpName, Records][]) {
    const sizes = [sizesOf(forms), ...listDialects(slot, forms)].join("; ");
    const names = [...new Set(forms.map(({ struct }) => `\`${struct.name}\``))].join(", ");
    const key = `| ${names} | ${sizes} | ${listReferences(forms)} |`;
    const title = short(nameLump(slot, mapVersion, hasFaceBrushes));
    rows.set(key, [...(rows.get(key) ?? []), title]);
  }
  return Array.from(rows, ([row, slots]) => `| ${slots.join(", ")} ${row}`);
}

export function makeRecordsTable(): string {
  return [
    "| lump | record | bytes (lump versions) | points into |",
    "|---|---|---|---|",
    ...listSlots(RECORDS, 20),
    ...listSlots(EARLY_RECORDS, 19),
    ...listSlots(PROP_COLLISION_RECORDS, 21),
    ...listSlots(FACE_BRUSH_RECORDS, 21, true),
    `| game lump \`sprp\` | \`StaticPropLump_t\` | ${sizesOf(STATIC_PROPS)} | |`,
  ].join("\n");
}
