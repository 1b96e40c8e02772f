/** Reads any lump of a map as tables: arrays of records, and lumps with other structures. */

import { FormatError } from "../../../core/errors.ts";
import { concatBytes } from "../../binary/encode-bytes.ts";
import { readRecords } from "../../binary/read-records.ts";
import { readCString } from "../../binary/read-string.ts";
import { parsePhy } from "../../phy/parse-phy.ts";
import { parseZip } from "../../zip/parse-zip.ts";
import { bspError } from "../bsp-error.ts";
import type { LumpName } from "../lumps.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { readEntityLump } from "../read/parse-entities.ts";
import {
  DPHYSMODEL,
  NO_PHYS_DISP,
  PHYS_DISP,
  VIS_ROW,
  WIDE_PHYS_DISP_VERSION,
} from "../records/physics.ts";
import { readVariableOverlays, VARIABLE_OVERLAYS_VERSION } from "../records/variable-overlays.ts";
import { withWords } from "./flag-names.ts";
import { readGameLumpTables } from "./game-lump-tables.ts";
import {
  branchVersion,
  hasFaceBrushes,
  hasMoreThanLuxels,
  isLightingLump,
  type LumpLengths,
  recordsOf,
  structOf,
} from "./lump-structs.ts";
import { columnTable, type LumpTable, rowTable } from "./lump-table.ts";
import { readLightFaces } from "./read-light-faces.ts";
import { readOcclusion } from "./read-occlusion.ts";

// Collision data of the physics library.

const PHY_HEADER_BYTES = 16;

/**
 * Reads LUMP_PHYSCOLLIDE: the hulls of each brush model's solids, and the text after them. The last
 * record names no model. Source: `dphysmodel_t` of Valve's public `bspfile.h`. Throws FormatError.
 */
function readPhysCollide(lumps: LumpReader): LumpTable[] {
  const bytes = lumps.bytes("LUMP_PHYSCOLLIDE");
  const { offset } = lumps.entry("LUMP_PHYSCOLLIDE");
  const models: object[] = [];
  for (let at = 0; at + DPHYSMODEL.bytes <= bytes.length; ) {
    const head = readRecords(
      bytes.subarray(at, at + DPHYSMODEL.bytes),
      DPHYSMODEL,
      lumps.littleEndian,
    );
    const [model, dataSize] = [head.model[0], head.dataSize[0]];
    if (model < 0) break;
    const [keydataSize, solidCount] = [head.keydataSize[0], head.solidCount[0]];
    at += DPHYSMODEL.bytes;
    if (dataSize < 0 || keydataSize < 0 || at + dataSize + keydataSize > bytes.length) {
      const expected = `solids and text of model ${model} within ${bytes.length} bytes`;
      const found = `${dataSize} and ${keydataSize} at ${at}`;
      throw bspError("truncated", "LUMP_PHYSCOLLIDE", offset + at, expected, found);
    }
    const contents = bytes.subarray(at, at + dataSize + keydataSize);
    models.push({
      model,
      dataSize,
      keydataSize,
      solidCount,
      ...readSolids(contents, solidCount, lumps.littleEndian),
    });
    at += dataSize + keydataSize;
  }
  return [rowTable("dphysmodel_t", models as Record<string, unknown>[])];
}

/**
 * Reads solids, stored as after the header of a `.phy`. A solid of an unsupported kind is replaced
 * by a message.
 */
function readSolids(contents: Uint8Array, solidCount: number, littleEndian: boolean) {
  const words = Int32Array.of(PHY_HEADER_BYTES, 0, solidCount, 0);
  const header = new Uint8Array(words.length * 4);
  const view = new DataView(header.buffer);
  for (const [i, word] of words.entries()) view.setInt32(i * 4, word, littleEndian);
  const problems: FormatError[] = [];
  try {
    const phy = parsePhy(concatBytes([header, contents]), problems);
    const hulls = Array.from({ length: phy.hullCount }, (_, hull) => ({
      solid: phy.hullSolid[hull],
      points: phy.hullPointCount[hull],
      triangles: phy.hullFirstTriangle[hull + 1] - phy.hullFirstTriangle[hull],
    }));
    const read = { hulls, keyValues: phy.keyValues };
    if (problems.length === 0) return read;
    const problem = `${problems.length} of ${solidCount} solids are not read: ${problems[0].message}`;
    return { ...read, problem };
  } catch (error) {
    if (error instanceof FormatError)
      return { hulls: null, keyValues: null, problem: error.message };
    throw error;
  }
}

/**
 * Reads LUMP_PHYSDISP: a count, the length of each hull, then the hulls of the displacements.
 * Counts and lengths are shorts, or words in lump version 2 (Strata Source). Throws FormatError.
 */
function readPhysDisp(lumps: LumpReader): LumpTable[] {
  const bytes = lumps.bytes("LUMP_PHYSDISP");
  const { offset, version } = lumps.entry("LUMP_PHYSDISP");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWide = version >= WIDE_PHYS_DISP_VERSION;
  const form = isWide ? "wide" : "narrow";
  const size = PHYS_DISP[form].bytes;
  const read = (at: number) =>
    isWide ? view.getUint32(at, lumps.littleEndian) : view.getUint16(at, lumps.littleEndian);
  const none = NO_PHYS_DISP[form];
  const count = bytes.length < size ? 0 : read(0);
  const start = size + count * size;
  if (start > bytes.length) {
    const expected = `lengths of ${count} displacements within ${bytes.length} bytes`;
    throw bspError("bad-count", "LUMP_PHYSDISP", offset, expected, start);
  }
  let at = start;
  const rows = Array.from({ length: count }, (_, i) => {
    const byteLength = read(size + i * size);
    const row = { offset: at, byteLength };
    // All bits set: the displacement has no hull.
    if (byteLength !== none) at += byteLength;
    return row;
  });
  return [rowTable("dphysdisp_t", rows, size)];
}

const SLOT = "LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS";
/** Triangle numbers from this one on use a second byte for the remainder. */
const WIDE = 255;
const WEIGHT_BYTES = 3;

/**
 * Reads LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS: for each luxel of each displacement the triangle that
 * contains it, and the weights of the triangle's corners in 1/255. `offset` matches
 * `lightmapSamplePositionStart` for a displacement's first luxel. Source: vrad of Source SDK 2013.
 * Throws FormatError.
 */
function readDispSamples(lumps: LumpReader): LumpTable[] {
  const bytes = lumps.bytes(SLOT);
  const start = new Uint32Array(Math.ceil(bytes.length / (1 + WEIGHT_BYTES)));
  let count = 0;
  for (let at = 0; at < bytes.length; ) {
    start[count++] = at;
    at += (bytes[at] === WIDE ? 2 : 1) + WEIGHT_BYTES;
    if (at > bytes.length) {
      const expected = `whole samples within ${bytes.length} bytes`;
      throw bspError("truncated", SLOT, lumps.entry(SLOT).offset + start[count - 1], expected, at);
    }
  }
  const row = (index: number) => {
    const offset = start[index];
    const isWide = bytes[offset] === WIDE;
    const weights = offset + (isWide ? 2 : 1);
    const triangle = isWide ? WIDE + bytes[offset + 1] : bytes[offset];
    return { offset, triangle, weights: [...bytes.subarray(weights, weights + WEIGHT_BYTES)] };
  };
  return [{ name: "sample", count, recordBytes: 0, row }];
}

/** `OVERLAY_FLAG_COLOR_VAR`: the tint is the number of a name in `clvr`, red its highest byte. */
const COLOR_VAR = 2;

type TableReader = (lumps: LumpReader, version: number) => LumpTable[];

/** Readers of lumps that are not an array of records. */
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
 * Reads the tables of a lump: one for an array of records, several for a lump with several lists;
 * none if the lump is empty or its format is not public. Throws FormatError.
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
  if (isLightingLump(slot) && hasMoreThanLuxels(lumps, header, slot))
    return readLightFaces(lumps, slot);
  const record = structOf(lumps, slot, forms);
  const { littleEndian } = lumps;
  const columns = readRecords(lumps.bytes(slot), record, littleEndian);
  const table = columnTable(record.name, record.bytes, columns);
  return [withWords(slot, table, { version, littleEndian, record })];
}

/** Whether the lump holds Strata Source's overlays, which are not an array of records. */
export const isVariableOverlays = (lumps: LumpReader, slot: LumpName): boolean =>
  slot === "LUMP_OVERLAYS" && lumps.entry(slot).version === VARIABLE_OVERLAYS_VERSION;

function readEntityTable(lumps: LumpReader): LumpTable[] {
  const entities = readEntityLump(lumps);
  return [
    rowTable(
      "entity",
      entities.map(({ pairs }) => ({ pairs })),
    ),
  ];
}

/** Reads `dvis_t`: the offsets of the two rows of each cluster, from the lump's start. */
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

/** Reads LUMP_OVERLAYS version 3, each overlay with its faces. Throws FormatError. */
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
