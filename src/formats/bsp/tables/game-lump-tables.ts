/** Reads the game lumps as tables: their directory, and the contents of supported ones. */

import { readCString } from "../../binary/read-string.ts";
import type { Table } from "../../binary/record-layout.ts";
import type { StructColumns } from "../../binary/struct.ts";
import { DGAMELUMP, type GameLumpForm } from "../dialects/dialect.ts";
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
import type { GameLumpEntry } from "../types.ts";
import { columnTable, type LumpTable, rowTable } from "./lump-table.ts";
import { type StaticPropSource, staticPropTables } from "./props/static-prop-tables.ts";
import { takeZenoProps } from "./props/zeno-clash.ts";

const NAME_BYTES = 64;

/**
 * Reads the game lump `clvr` of Strata Source: names of colours that the game sets, which props and
 * overlays may use instead of a fixed colour. Source: Strata Source's wiki. Throws FormatError.
 */
export function readColorVariables(bytes: Uint8Array, littleEndian: boolean): LumpTable {
  const names = new CountedRecords(bytes, "game lump clvr", littleEndian).take("names", NAME_BYTES);
  const rows = Array.from({ length: names.length / NAME_BYTES }, (_, i) => ({
    name: readCString(names, i * NAME_BYTES, (i + 1) * NAME_BYTES),
  }));
  return rowTable("clvr name", rows, NAME_BYTES);
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
