/** Reads the game lumps as tables: their directory, and the contents of supported ones. */

import { readRecords } from "../../binary/read-records.ts";
import { readCString } from "../../binary/read-string.ts";
import type { Table } from "../../binary/record-layout.ts";
import type { StructColumns } from "../../binary/struct.ts";
import { DGAMELUMP, type GameLumpForm } from "../dialect.ts";
import { CountedRecords } from "../read/counted-records.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { parseStaticProps } from "../read/parse-static-props.ts";
import { readGameLump, readGameLumps } from "../read/read-game-lumps.ts";
import {
  DETAIL_LIGHTING,
  DETAIL_NAME_BYTES,
  DETAIL_OBJECT,
  DETAIL_SPRITE,
} from "../records/detail-props.ts";
import {
  findStaticProp,
  STATIC_PROP_NAME_BYTES as NAME_BYTES,
  OF_ZENO_CLASH,
  PROP_SCALE,
  SCALED_VERSION,
} from "../records/static-props.ts";
import type { GameLumpEntry, StaticProps } from "../types.ts";
import { columnTable, type LumpTable, rowTable } from "./lump-table.ts";
import { namePropFlags } from "./prop-flag-names.ts";
import { takeZenoProps } from "./zeno-clash.ts";

const CLVR_NAME_BYTES = 64;

/**
 * Reads the game lump `clvr` of Strata Source: names of colours that the game sets, which props and
 * overlays may use instead of a fixed colour. Source: Strata Source's wiki. Throws FormatError.
 */
export function readColorVariables(bytes: Uint8Array, littleEndian: boolean): LumpTable {
  const names = new CountedRecords(bytes, "game lump clvr", littleEndian).take(
    "names",
    CLVR_NAME_BYTES,
  );
  const rows = Array.from({ length: names.length / CLVR_NAME_BYTES }, (_, i) => ({
    name: readCString(names, i * CLVR_NAME_BYTES, (i + 1) * CLVR_NAME_BYTES),
  }));
  return rowTable("clvr name", rows, CLVR_NAME_BYTES);
}

/**
 * Reads all game lumps as tables. Throws FormatError if the directory is damaged. A damaged game
 * lump has no tables.
 */
export function readGameLumpTables(lumps: LumpReader, version: number): LumpTable[] {
  const { gameLumps, staticProps, detailProps, detailLights } = readGameLumps(
    lumps,
    version,
    Number.POSITIVE_INFINITY,
  );
  const tables: LumpTable[] = [directoryTable(lumps, gameLumps)];
  const names = (table: string, list: readonly string[]) =>
    rowTable(
      table,
      list.map((name) => ({ name })),
      DETAIL_NAME_BYTES,
    );
  const bytesOf = (id: string) => {
    const entry = gameLumps.find((each) => each.id === id);
    return entry === undefined ? null : readGameLump(lumps, gameLumps, entry);
  };
  const { littleEndian } = lumps;
  const { hasPropScales } = lumps.dialect;
  const about = { mapVersion: version, littleEndian, hasPropScales };
  if (staticProps !== null) {
    tables.push(...staticPropTables({ ...about, props: staticProps, bytes: bytesOf("sprp")! }));
  } else {
    const sprp = lumps.optional("LUMP_GAME_LUMP", () => bytesOf("sprp"), null);
    const entry = gameLumps.find(({ id }) => id === "sprp");
    if (sprp !== null && entry) tables.push(...zenoPropTables(lumps, sprp, entry.version, about));
  }
  const colours = lumps.optional("LUMP_GAME_LUMP", () => bytesOf("clvr"), null);
  if (colours !== null) {
    const read = () => [readColorVariables(colours, littleEndian)];
    tables.push(...lumps.optional("LUMP_GAME_LUMP", read, []));
  }
  if (detailProps !== null) {
    const { modelName, sprites, objects } = detailProps;
    tables.push(names("dprp model", modelName));
    tables.push(
      columnTable("dprp sprite", DETAIL_SPRITE.bytes, sprites as unknown as Table<StructColumns>),
    );
    tables.push(
      columnTable("dprp object", DETAIL_OBJECT.bytes, objects as unknown as Table<StructColumns>),
    );
  }
  for (const [side, id] of [
    ["ldr", "dplt"],
    ["hdr", "dplh"],
  ] as const) {
    const lights = detailLights[side];
    if (lights)
      tables.push(
        columnTable(id, DETAIL_LIGHTING.bytes, lights as unknown as Table<StructColumns>),
      );
  }
  return tables;
}

/**
 * Returns the directory as a table, including the extra word of some dialects. Entries without an
 * id are left out.
 */
function directoryTable(lumps: LumpReader, entries: readonly GameLumpEntry[]): LumpTable {
  const bytes = lumps.bytes("LUMP_GAME_LUMP");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { littleEndian: little } = lumps;
  const count = bytes.length < 4 ? 0 : view.getInt32(0, little);
  const readAs = (form: GameLumpForm) => {
    const rows: Record<string, unknown>[] = [];
    const end = Math.min(4 + count * form.bytes, bytes.length - form.bytes + 1);
    for (let at = 4; at < end && rows.length < entries.length; at += form.bytes) {
      const entry = entries[rows.length];
      if (view.getInt32(at + form.offset, little) !== entry.offset) continue;
      const { unknown } = form;
      const word = unknown === undefined ? {} : { unknown: view.getUint32(at + unknown, little) };
      rows.push({ ...entry, ...word });
    }
    return rows;
  };
  const { gameLumpForms } = lumps.dialect;
  const form = gameLumpForms.find((each) => readAs(each).length === entries.length);
  const rows = form === undefined ? entries : readAs(form);
  return rowTable("dgamelump_t", rows as never, form?.bytes ?? DGAMELUMP.bytes);
}

/** Returns the tables of Zeno Clash's props; empty if the lump is not from that game. */
function zenoPropTables(
  lumps: LumpReader,
  bytes: Uint8Array,
  version: number,
  about: Omit<StaticPropSource, "bytes" | "props">,
): LumpTable[] {
  const zeno = takeZenoProps(bytes, version, lumps.littleEndian);
  if (zeno === null) return [];
  const read = () => {
    const context = { littleEndian: true, leafIndexBytes: 2, leafCount: Infinity } as const;
    const props = parseStaticProps(zeno.bytes, version, context);
    return staticPropTables({ ...about, bytes: zeno.bytes, props, paths: zeno.paths });
  };
  return lumps.optional("LUMP_GAME_LUMP", read, []);
}

// The game lump `sprp`: model names, leafs, scales in dialects with scales, and props.

interface StaticPropSource {
  /**
   * Bytes of the uncompressed game lump. `props` was parsed from it, so its lists are within it.
   */
  readonly bytes: Uint8Array;
  readonly props: StaticProps;
  readonly mapVersion: number;
  readonly littleEndian: boolean;
  readonly hasPropScales: boolean;
  /** Zeno Clash's second list of names, which is removed from `bytes`. */
  readonly paths?: Uint8Array;
}

/** Returns the tables, with exactly the fields that the stored records have. */
export function staticPropTables(source: StaticPropSource): LumpTable[] {
  const { bytes, props, littleEndian } = source;
  const { version, recordBytes, modelName, leaf, count } = props;
  const names = modelName.map((name) => ({ name }));
  const leafs = Array.from(leaf, (value) => ({ leaf: value }));
  const records = bytes.subarray(bytes.length - count * recordBytes);
  const form = isScaled(source) ? SCALED_VERSION : version;
  const layout = source.paths
    ? OF_ZENO_CLASH
    : findStaticProp(form, recordBytes, records, littleEndian);
  const table =
    layout === null
      ? rowTable("sprp prop", [], recordBytes)
      : columnTable("sprp prop", recordBytes, readRecords(records, layout.struct, littleEndian));
  return [
    rowTable("sprp model", names, NAME_BYTES),
    ...(source.paths ? [pathTable(source.paths)] : []),
    rowTable("sprp leaf", leafs, source.mapVersion === 25 ? 4 : 2),
    ...scaleTables(source),
    { ...table, row: (index) => withNames(table.row(index), version, source.mapVersion) },
  ];
}

const pathTable = (paths: Uint8Array): LumpTable =>
  rowTable(
    "sprp path",
    Array.from({ length: paths.length / NAME_BYTES }, (_, i) => ({
      name: readCString(paths, i * NAME_BYTES, (i + 1) * NAME_BYTES),
    })),
    NAME_BYTES,
  );

/**
 * Reads the scales of Vindictus' props since version 6, stored between the leafs and the count of
 * props.
 */
function scaleTables(source: StaticPropSource): LumpTable[] {
  if (!isScaled(source)) return [];
  const { bytes, props, littleEndian } = source;
  const at = 8 + props.modelName.length * NAME_BYTES + props.leaf.length * 2;
  const end = bytes.length - props.count * props.recordBytes - 4;
  const scales = readRecords(bytes.subarray(at + 4, end), PROP_SCALE.struct, littleEndian);
  return [columnTable("sprp scale", PROP_SCALE.bytes, scales)];
}

const isScaled = ({ props, hasPropScales }: StaticPropSource): boolean =>
  hasPropScales && props.version > 5;

type Row = Readonly<Record<string, unknown>>;

function withNames({ targetName, ...row }: Row, version: number, mapVersion: number): Row {
  const text = Array.isArray(targetName)
    ? { targetName: readCString(Uint8Array.from(targetName as number[]), 0, NAME_BYTES) }
    : {};
  return { ...row, ...text, ...namePropFlags(row, version, mapVersion) };
}
