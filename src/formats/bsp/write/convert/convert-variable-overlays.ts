/**
 * Converts LUMP_OVERLAYS version 3 of Strata Source, for engines whose overlays have 64 faces and
 * no tint.
 */

import { concatBytes } from "../../../binary/encode-bytes.ts";
import type { ColumnArray } from "../../../binary/record-layout.ts";
import type { LumpName } from "../../lumps.ts";
import type { LumpReader } from "../../read/lump-reader.ts";
import { OVERLAY_FACES } from "../../records/overlays.ts";
import { RECORDS } from "../../records/slots.ts";
import {
  readVariableOverlays,
  VARIABLE_OVERLAYS_VERSION,
  type VariableOverlays,
} from "../../records/variable-overlays.ts";
import { writeColumns } from "./convert-records.ts";
import type { MapChange } from "./repack-map.ts";
import { swapLump } from "./swap-lumps.ts";
import { type ConvertTarget, SLOT_SINCE } from "./targets.ts";

export interface ConvertedOverlays {
  /** The lump of overlays, and the lumps with a row for each overlay. */
  readonly made: ReadonlyMap<LumpName, { readonly version: number; readonly bytes: Uint8Array }>;
  readonly changes: readonly MapChange[];
}

const LUMP = "LUMP_OVERLAYS";
const ROWS_BESIDE = ["LUMP_OVERLAY_FADES", "LUMP_OVERLAY_SYSTEM_LEVELS"] as const;
const BASIS_FLIPPED = 1;
const COLOR_VAR = 2;
const MAX_RENDER_ORDER = 3;
const RENDER_ORDER_SHIFT = 14;

/**
 * Converts the overlays. One with more than 64 faces is split into several at the same place.
 * Throws FormatError (BSP).
 */
export function convertVariableOverlays(
  lumps: LumpReader,
  target: ConvertTarget,
): ConvertedOverlays {
  const made = new Map<LumpName, { version: number; bytes: Uint8Array }>();
  const isOther = lumps.entry(LUMP).version !== VARIABLE_OVERLAYS_VERSION;
  if (isOther || lumps.isEmpty(LUMP) || target.isWide) return { made, changes: [] };
  const read = readVariableOverlays(lumps.bytes(LUMP), lumps.littleEndian);
  const { faceCount } = read.columns;
  // Each new overlay: its source overlay, and the number of its faces in earlier parts.
  const parts = Array.from(faceCount).flatMap((faces, row) =>
    Array.from({ length: Math.max(1, Math.ceil(faces / OVERLAY_FACES)) }, (_, part) => ({
      row,
      skipped: part * OVERLAY_FACES,
    })),
  );
  const put = (slot: (typeof ROWS_BESIDE)[number] | typeof LUMP, bytes: Uint8Array) => {
    const isBig = target.endian === "big";
    const [{ struct: record }] = RECORDS[slot];
    const ordered = isBig ? swapLump(slot, bytes, record, true).bytes : bytes;
    made.set(slot, { version: 0, bytes: ordered });
  };
  put(LUMP, writeOverlays(read, parts));
  for (const slot of parts.length === read.count ? [] : ROWS_BESIDE) {
    const { bytes: size } = RECORDS[slot][0];
    const rows = lumps.bytes(slot);
    const isThere = (SLOT_SINCE[slot] ?? 0) <= target.version && rows.length === size * read.count;
    if (!isThere) continue;
    put(slot, concatBytes(parts.map(({ row }) => rows.subarray(row * size, (row + 1) * size))));
  }
  return { made, changes: listChanges(read, parts.length, target.version) };
}

function writeOverlays(
  { faces, columns }: VariableOverlays,
  parts: readonly { readonly row: number; readonly skipped: number }[],
): Uint8Array {
  const { id, texInfo, flags, renderOrder, faceOffset, faceCount, basisU } = columns;
  const pick = (values: ColumnArray, arity: number) =>
    Float32Array.from({ length: parts.length * arity }, (_, i) => {
      const { row } = parts[Math.floor(i / arity)];
      return values[row * arity + (i % arity)];
    });
  const words = (value: (row: number, skipped: number) => number) =>
    Int32Array.from(parts, ({ row, skipped }) => value(row, skipped));
  const listed = new Int32Array(parts.length * OVERLAY_FACES);
  const count = (row: number, skipped: number) => Math.min(OVERLAY_FACES, faceCount[row] - skipped);
  for (const [i, { row, skipped }] of parts.entries()) {
    const first = faceOffset[row] + skipped;
    listed.set(faces.subarray(first, first + count(row, skipped)), i * OVERLAY_FACES);
  }
  // The z values of the corners are an axis, and whether the other axis is reversed.
  const uvPoints = Float32Array.from({ length: parts.length * 12 }, (_, i) => {
    const { row } = parts[Math.floor(i / 12)];
    const [corner, axis] = [Math.floor((i % 12) / 3), i % 3];
    if (axis < 2) return columns.uvPoints[row * 8 + corner * 2 + axis];
    return corner < 3 ? basisU[row * 3 + corner] : flags[row] & BASIS_FLIPPED;
  });
  const order = (row: number) => Math.min(renderOrder[row], MAX_RENDER_ORDER);
  const made = {
    id: words((row) => id[row]),
    texInfo: words((row) => texInfo[row]),
    faceCountAndRenderOrder: words(
      (row, skipped) => count(row, skipped) | (order(row) << RENDER_ORDER_SHIFT),
    ),
    faces: listed,
    u: pick(columns.u, 2),
    v: pick(columns.v, 2),
    uvPoints,
    origin: pick(columns.origin, 3),
    basisNormal: pick(columns.basisNormal, 3),
  };
  return writeColumns(made, parts.length, RECORDS.LUMP_OVERLAYS[0].struct, LUMP);
}

function listChanges({ count, columns }: VariableOverlays, made: number, version: number) {
  const { flags, tint, renderOrder } = columns;
  const changes: MapChange[] = [];
  const note = (what: string, isLost: (row: number) => boolean) => {
    const lost = Array.from({ length: count }, (_, row) => row).filter(isLost).length;
    if (lost === 0) return;
    const message = `${what} of ${lost} overlays has no place in version ${version}`;
    changes.push({ lump: LUMP, action: "reduced", message });
  };
  const isNamed = (row: number) => (flags[row] & COLOR_VAR) !== 0;
  note("the name of a colour", isNamed);
  note(
    "tint",
    (row) => !isNamed(row) && tint.subarray(row * 4, row * 4 + 4).some((value) => value !== 255),
  );
  note("a render order above 3", (row) => renderOrder[row] > MAX_RENDER_ORDER);
  if (made > count) {
    const message = `${count} overlays became ${made}: those of more than ${OVERLAY_FACES} faces were split`;
    changes.push({ lump: LUMP, action: "converted", message });
  }
  return changes.length > 0
    ? changes
    : [{ lump: LUMP, action: "converted", message: "rewritten" } as const];
}
