/** Reads the game lumps: their directory, and the props in them. */

import { readRecords } from "../../binary/read-records.ts";
import type { Table } from "../../binary/record-layout.ts";
import { isValveLzma } from "../../lzma/valve-lzma-header.ts";
import { bspError } from "../bsp-error.ts";
import { DGAMELUMP, type GameLumpForm } from "../dialect.ts";
import {
  DETAIL_LIGHTING,
  DETAIL_OBJECT,
  DETAIL_PROP_LIGHTING_VERSION,
  DETAIL_PROP_TYPE_MODEL,
  DETAIL_PROP_TYPE_SHAPE_TRI,
  DETAIL_PROPS_VERSION,
  DETAIL_SPRITE,
  MAX_ORIENTATION,
} from "../records/detail-props.ts";
import type {
  DetailLighting,
  DetailLights,
  DetailProps,
  GameLumpEntry,
  StaticProps,
} from "../types.ts";
import { CountedRecords } from "./counted-records.ts";
import type { LumpReader } from "./lump-reader.ts";
import { parseStaticProps } from "./parse-static-props.ts";

const DPRP = "game lump dprp";

/**
 * Reads the `dprp` game lump: model names, sprites, then the props. Returns `null` if it is empty,
 * as some compilers leave it. Source: Valve's public `gamebspfile.h`. Throws FormatError with
 * offsets from the lump's start.
 * @param leafCount number of the map's leafs, to check the props' leaf indices
 */
export function parseDetailProps(
  bytes: Uint8Array,
  version: number,
  littleEndian: boolean,
  leafCount: number,
): DetailProps | null {
  if (bytes.length === 0) return null;
  if (version !== DETAIL_PROPS_VERSION) {
    throw bspError("unsupported", DPRP, 0, `version ${DETAIL_PROPS_VERSION}`, version);
  }
  const lump = new CountedRecords(bytes, DPRP, littleEndian);
  const modelName = lump.modelNames();
  const sprites = readRecords(
    lump.take("sprites", DETAIL_SPRITE.bytes),
    DETAIL_SPRITE,
    littleEndian,
  );
  const records = lump.take("props", DETAIL_OBJECT.bytes);
  const start = lump.at - records.length;
  const props = { modelName, sprites, objects: readRecords(records, DETAIL_OBJECT, littleEndian) };
  checkProps(props, leafCount, start);
  return props;
}

function checkProps(
  { modelName, sprites, objects }: DetailProps,
  leafCount: number,
  start: number,
): void {
  for (let i = 0; i < objects.count; i++) {
    const at = start + i * DETAIL_OBJECT.bytes;
    const { type, orientation, detailModel, leaf } = objects;
    if (type[i] > DETAIL_PROP_TYPE_SHAPE_TRI) {
      const expected = `a type up to ${DETAIL_PROP_TYPE_SHAPE_TRI}`;
      throw bspError("bad-value", DPRP, at, expected, type[i]);
    }
    if (orientation[i] > MAX_ORIENTATION) {
      const expected = `an orientation up to ${MAX_ORIENTATION}`;
      throw bspError("bad-value", DPRP, at, expected, orientation[i]);
    }
    const isModel = type[i] === DETAIL_PROP_TYPE_MODEL;
    const kinds = isModel ? modelName.length : sprites.count;
    if (detailModel[i] >= kinds) {
      const expected = `a ${isModel ? "model" : "sprite"} below ${kinds}`;
      throw bspError("bad-index", DPRP, at, expected, detailModel[i]);
    }
    if (leaf[i] >= leafCount) {
      throw bspError("bad-index", DPRP, at, `a leaf below ${leafCount}`, leaf[i]);
    }
  }
  const { upperLeft, lowerRight, texUpperLeft, texLowerRight } = sprites;
  const { origin, angles, scale } = objects;
  const corners = [upperLeft, lowerRight, texUpperLeft, texLowerRight];
  for (const values of [...corners, origin, angles, scale]) {
    const bad = values.find((value) => !Number.isFinite(value));
    if (bad !== undefined) throw bspError("bad-value", DPRP, start, "finite placements", bad);
  }
}

/**
 * Reads the `dplt` (LDR) or `dplh` (HDR) game lump: styled light that detail props refer to.
 * Returns `null` if there is none, as in most maps. Source: Valve's public `gamebspfile.h`. Throws
 * FormatError with offsets from the lump's start.
 */
export function parseDetailLighting(
  bytes: Uint8Array,
  version: number,
  littleEndian: boolean,
  where: string,
): Table<DetailLighting> | null {
  if (bytes.length === 0) return null;
  if (version !== DETAIL_PROP_LIGHTING_VERSION) {
    throw bspError("unsupported", where, 0, `version ${DETAIL_PROP_LIGHTING_VERSION}`, version);
  }
  const lump = new CountedRecords(bytes, where, littleEndian);
  const rows = lump.take("lights", DETAIL_LIGHTING.bytes);
  return rows.length === 0 ? null : readRecords(rows, DETAIL_LIGHTING, littleEndian);
}

const FLAG_COMPRESSED = 1;

/**
 * Reads the directory of LUMP_GAME_LUMP. Entries without an id, such as the last of compressed
 * ones, are left out.
 */
export function readGameLumpDirectory(lumps: LumpReader): GameLumpEntry[] {
  const bytes = lumps.bytes("LUMP_GAME_LUMP");
  if (bytes.length === 0) return [];
  const { offset } = lumps.entry("LUMP_GAME_LUMP");
  if (bytes.length < 4) {
    throw bspError("truncated", "LUMP_GAME_LUMP", offset, "a count", bytes.length);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = lumps.littleEndian;
  const count = view.getInt32(0, little);
  const { gameLumpForms } = lumps.dialect;
  const readings = gameLumpForms.map((form) => readEntries(view, count, form, little));
  const place = gameLumpForms.length > 1 ? readings.findIndex(isDirectory) : 0;
  const entries = readings[Math.max(0, place)];
  if (entries === null) {
    const room = Math.floor((bytes.length - 4) / gameLumpForms[0].bytes);
    throw bspError("bad-count", "LUMP_GAME_LUMP", offset, `0 to ${room} game lumps`, count);
  }
  lumps.setRecords("LUMP_GAME_LUMP", entries.length, gameLumpForms[Math.max(0, place)].bytes);
  return entries;
}

/** Returns `null` if the lump is too small for `count` entries. */
function readEntries(
  view: DataView,
  count: number,
  form: GameLumpForm,
  little: boolean,
): GameLumpEntry[] | null {
  if (count < 0 || 4 + count * form.bytes > view.byteLength) return null;
  const short = (at: number) =>
    form.flagBytes === 2 ? view.getUint16(at, little) : view.getUint32(at, little);
  const entries: GameLumpEntry[] = [];
  for (let at = 4; at < 4 + count * form.bytes; at += form.bytes) {
    const id = view.getInt32(at + form.id, little);
    if (id === 0) continue;
    entries.push({
      // The id is four letters, the first in the highest byte.
      id: String.fromCharCode(id >>> 24, (id >>> 16) & 255, (id >>> 8) & 255, id & 255),
      flags: short(at + form.flags),
      version: short(at + form.flags + form.flagBytes),
      offset: view.getInt32(at + form.offset, little),
      length: view.getInt32(at + form.offset + 4, little),
    });
  }
  return entries;
}

/**
 * Whether the entries form a plausible directory: ids of four printable letters, and at least one
 * entry.
 */
const isDirectory = (entries: readonly GameLumpEntry[] | null): boolean =>
  entries !== null &&
  entries.length > 0 &&
  entries.every(({ id, offset, length }) => /^[ -~]{4}$/.test(id) && offset >= 0 && length >= 0);

/**
 * Returns the base of the game lumps' offsets. They count from the file's start, but from the
 * lump's start in console maps. A single offset may fit both, so the base is the one with more
 * offsets after the directory and inside the lump.
 */
export function gameLumpBase(
  directory: readonly Pick<GameLumpEntry, "offset">[],
  { offset, length }: { readonly offset: number; readonly length: number },
): number {
  const first = 4 + directory.length * DGAMELUMP.bytes;
  const countInside = (base: number) =>
    directory.filter((entry) => entry.offset >= base + first && entry.offset <= base + length)
      .length;
  return countInside(0) > countInside(offset) ? 0 : offset;
}

/**
 * Returns the bytes of one game lump. A compressed one ends where the next begins. Throws
 * FormatError.
 */
export function readGameLump(
  lumps: LumpReader,
  directory: readonly GameLumpEntry[],
  entry: GameLumpEntry,
): Uint8Array {
  const lump = lumps.bytes("LUMP_GAME_LUMP");
  const { offset } = lumps.entry("LUMP_GAME_LUMP");
  const where = `game lump ${entry.id}`;
  const base = gameLumpBase(directory, { offset, length: lump.length });
  const start = entry.offset - base;
  if (start < 0 || start > lump.length || entry.length < 0) {
    const expected = `bytes within the ${lump.length} of LUMP_GAME_LUMP`;
    throw bspError("bad-offset", where, offset, expected, `${entry.length} at ${entry.offset}`);
  }
  if ((entry.flags & FLAG_COMPRESSED) !== 0 && isValveLzma(lump.subarray(start))) {
    const next = directory[directory.indexOf(entry) + 1];
    const end = next && next.offset > entry.offset ? next.offset - base : lump.length;
    return lumps.decompress(lump.subarray(start, end), entry.length, where);
  }
  if (start + entry.length > lump.length) {
    const expected = `an end within the ${lump.length} bytes of LUMP_GAME_LUMP`;
    throw bspError("truncated", where, offset + start, expected, start + entry.length);
  }
  return lump.subarray(start, start + entry.length);
}

export interface GameLumps {
  readonly gameLumps: readonly GameLumpEntry[];
  readonly staticProps: StaticProps | null;
  readonly detailProps: DetailProps | null;
  readonly detailLights: DetailLights;
}

/** Reads the supported game lumps. Damaged ones are left out. */
export function readGameLumps(lumps: LumpReader, version: number, leafCount: number): GameLumps {
  const lump = "LUMP_GAME_LUMP";
  const gameLumps = lumps.optional(lump, () => readGameLumpDirectory(lumps), []);
  const find = (id: string) => gameLumps.find((entry) => entry.id === id);
  const sprp = find("sprp");
  const dprp = find("dprp");
  const { littleEndian } = lumps;
  const { hasPropScales } = lumps.dialect;
  const readProps = (entry: GameLumpEntry) => {
    const leafIndexBytes = version === 25 ? 4 : 2;
    const context = { littleEndian, leafIndexBytes, leafCount, hasPropScales } as const;
    return parseStaticProps(readGameLump(lumps, gameLumps, entry), entry.version, context);
  };
  const readDetailProps = (entry: GameLumpEntry) => {
    const bytes = readGameLump(lumps, gameLumps, entry);
    return parseDetailProps(bytes, entry.version, littleEndian, leafCount);
  };
  const readLights = (id: string) => {
    const entry = find(id);
    if (!entry) return null;
    const read = () => readGameLump(lumps, gameLumps, entry);
    const where = `game lump ${id}`;
    return lumps.optional(
      lump,
      () => parseDetailLighting(read(), entry.version, littleEndian, where),
      null,
    );
  };
  return {
    gameLumps,
    staticProps: sprp ? lumps.optional(lump, () => readProps(sprp), null) : null,
    detailProps: dprp ? lumps.optional(lump, () => readDetailProps(dprp), null) : null,
    detailLights: { ldr: readLights("dplt"), hdr: readLights("dplh") },
  };
}
