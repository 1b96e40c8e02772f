/** Every lump of a map as tables: the records that `tables` knows, and lumps that are made otherwise. */

import { readRecords } from "../../binary/read-records.ts";
import { readCString } from "../../binary/read-string.ts";
import { parseZip } from "../../zip/parse-zip.ts";
import { bspError } from "../bsp-error.ts";
import type { LumpName } from "../lumps.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { parseEntities } from "../read/parse-entities.ts";
import { VIS_ROW } from "../records/physics.ts";
import { readVariableOverlays, VARIABLE_OVERLAYS_VERSION } from "../records/variable-overlays.ts";
import { withWords } from "./flag-names.ts";
import { readGameLumpTables } from "./game-lump-tables.ts";
import { isLight } from "./light/luxel-alphas.ts";
import { readDispSamples } from "./light/read-disp-samples.ts";
import { readLightFaces } from "./light/read-light-faces.ts";
import type { LumpLengths } from "./lump-length.ts";
import {
  branchVersion,
  hasFaceBrushes,
  hasMoreThanLuxels,
  recordsOf,
  structOf,
} from "./lump-structs.ts";
import { columnTable, type LumpTable, rowTable } from "./lump-table.ts";
import { readOcclusion } from "./read-occlusion.ts";
import { readPhysCollide, readPhysDisp } from "./read-physics.ts";

/** `OVERLAY_FLAG_COLOR_VAR`: the tint is the number of a name in `clvr`, red its highest byte. */
const COLOR_VAR = 2;

type TableReader = (lumps: LumpReader, version: number) => LumpTable[];

/** Lumps that are no array of records. */
const READERS: { readonly [K in LumpName]?: TableReader } = {
  LUMP_ENTITIES: readEntityTable,
  LUMP_VISIBILITY: readVisibilityTable,
  LUMP_OCCLUSION: readOcclusion,
  LUMP_PHYSDISP: readPhysDisp,
  LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS: readDispSamples,
  LUMP_PHYSCOLLIDE: readPhysCollide,
  LUMP_GAME_LUMP: readGameLumpTables,
  LUMP_PAKFILE: readPakTable,
  LUMP_TEXDATA_STRING_DATA: readStringTable,
};

/**
 * The tables of a lump: one of its records, or several of a lump that holds several lists; none where
 * nothing public says what stands in it, or it is empty. Throws FormatError.
 */
export function readLumpTables(
  lumps: LumpReader,
  slot: LumpName,
  header: LumpLengths,
): LumpTable[] {
  if (lumps.isEmpty(slot)) return [];
  const read = READERS[slot];
  if (isVariableOverlays(lumps, slot)) return readVariableOverlayTable(lumps);
  const version = branchVersion(header.version);
  if (read) return read(lumps, version);
  const forms = recordsOf(slot, version, hasFaceBrushes(lumps, header));
  if (forms.length === 0) return [];
  if (isLight(slot) && hasMoreThanLuxels(lumps, header, slot)) return readLightFaces(lumps, slot);
  const record = structOf(lumps, slot, forms);
  const { littleEndian } = lumps;
  const columns = readRecords(lumps.bytes(slot), record, littleEndian);
  const table = columnTable(record.name, record.bytes, columns);
  return [withWords(slot, table, { version, littleEndian, record })];
}

/** Of Strata Source: no array of records. */
export const isVariableOverlays = (lumps: LumpReader, slot: LumpName): boolean =>
  slot === "LUMP_OVERLAYS" && lumps.entry(slot).version === VARIABLE_OVERLAYS_VERSION;

function readEntityTable(lumps: LumpReader): LumpTable[] {
  const bytes = lumps.bytes("LUMP_ENTITIES");
  const end = bytes.indexOf(0);
  const text = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  const entities = parseEntities(text, lumps.ledger);
  return [
    rowTable(
      "entity",
      entities.map(({ pairs }) => ({ pairs })),
    ),
  ];
}

/** `dvis_t`: of each cluster where its two rows begin, from the lump's start. */
function readVisibilityTable(lumps: LumpReader): LumpTable[] {
  const bytes = lumps.bytes("LUMP_VISIBILITY");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { littleEndian } = lumps;
  const count = bytes.length < 4 ? -1 : view.getInt32(0, littleEndian);
  const room = Math.max(0, Math.floor((bytes.length - 4) / VIS_ROW.bytes));
  if (count < 0 || count > room) {
    const { offset } = lumps.entry("LUMP_VISIBILITY");
    throw bspError("bad-count", "LUMP_VISIBILITY", offset, `0 to ${room} clusters`, count);
  }
  const { name, bytes: rowBytes } = VIS_ROW.struct;
  const rows = readRecords(bytes.subarray(4, 4 + count * rowBytes), VIS_ROW.struct, littleEndian);
  return [columnTable(name, rowBytes, rows)];
}

function readPakTable(lumps: LumpReader): LumpTable[] {
  const { entries } = parseZip(lumps.stored("LUMP_PAKFILE"));
  return [
    rowTable(
      "file",
      entries.map((entry) => ({ ...entry })),
    ),
  ];
}

function readStringTable(lumps: LumpReader): LumpTable[] {
  const bytes = lumps.bytes("LUMP_TEXDATA_STRING_DATA");
  const rows: { offset: number; name: string }[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const end = bytes.indexOf(0, offset);
    rows.push({ offset, name: readCString(bytes, offset, end < 0 ? bytes.length : end) });
    offset = end < 0 ? bytes.length : end + 1;
  }
  return [rowTable("name", rows)];
}

/** LUMP_OVERLAYS of version 3, each with its faces. Throws FormatError. */
function readVariableOverlayTable(lumps: LumpReader): LumpTable[] {
  const bytes = lumps.bytes("LUMP_OVERLAYS");
  const read = readVariableOverlays(bytes, lumps.littleEndian);
  const { count, recordBytes, faces, columns } = read;
  const table = columnTable("doverlay_t", recordBytes, { ...columns, count } as never);
  const row = (index: number) => {
    const fields = table.row(index);
    const { faceOffset, faceCount, flags, tint } = fields as Record<string, number> & {
      readonly tint: number[];
    };
    const [red, green, blue] = tint;
    const colorVar =
      (flags & COLOR_VAR) !== 0 ? { colorVar: (red << 16) | (green << 8) | blue } : {};
    const own = Array.from(faces.subarray(faceOffset, faceOffset + faceCount));
    return { ...fields, faces: own, ...colorVar };
  };
  return [{ ...table, row }];
}
