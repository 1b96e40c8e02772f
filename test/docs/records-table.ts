/** The list of records in docs/formats.md, made of the catalogue. */

import { DIALECTS } from "../../src/formats/bsp/detect-dialect.ts";
import type { LumpName } from "../../src/formats/bsp/lumps.ts";
import type { LumpRecord } from "../../src/formats/bsp/records/record.ts";
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

/** Forms of dialects that the slot does not have otherwise. */
function listDialects(slot: LumpName, standard: Records): string[] {
  const lines = new Map<string, string[]>();
  for (const { name, layouts } of DIALECTS) {
    const own = (layouts[slot] ?? []).filter((record) => !standard.includes(record));
    if (own.length === 0) continue;
    const sizes = sizesOf(own);
    lines.set(sizes, [...(lines.get(sizes) ?? []), name]);
  }
  return Array.from(lines, ([sizes, names]) => `${names.join(", ")} ${sizes}`);
}

interface Row {
  readonly slots: string[];
  readonly text: string;
  /** Whether the record has one form only, under lump version 0. */
  readonly hasOneForm: boolean;
}

function listSlots(records: SlotRecords, mapVersion: number, hasFaceBrushes = false): Row[] {
  const rows = new Map<string, Row>();
  for (const [slot, forms] of Object.entries(records) as [LumpName, Records][]) {
    const dialects = listDialects(slot, forms);
    const names = [...new Set(forms.map(({ struct }) => `\`${struct.name}\``))].join(", ");
    const text = `${names} ${[sizesOf(forms), ...dialects].join("; ")}`;
    const hasOneForm = dialects.length === 0 && /^\d+ \(0\)$/.test(sizesOf(forms));
    const row = rows.get(text) ?? { slots: [], text, hasOneForm };
    row.slots.push(short(nameLump(slot, mapVersion, hasFaceBrushes)));
    rows.set(text, row);
  }
  return [...rows.values()];
}

export function makeRecordsTable(): string {
  const rows = [
    ...listSlots(RECORDS, 20),
    ...listSlots(EARLY_RECORDS, 19),
    ...listSlots(PROP_COLLISION_RECORDS, 21),
    ...listSlots(FACE_BRUSH_RECORDS, 21, true),
  ];
  const only = rows.flatMap(({ slots, hasOneForm }) => (hasOneForm ? slots : []));
  return [
    ...rows
      .filter(({ hasOneForm }) => !hasOneForm)
      .map(({ slots, text }) => `* ${slots.join(", ")}: ${text}`),
    `* game lump \`sprp\`: \`StaticPropLump_t\` ${sizesOf(STATIC_PROPS)}`,
    `* in one form, under lump version 0: ${only.join(", ")}`,
  ].join("\n");
}
