/** The game lumps: their directory, and what stands in those that are read. */

import type { Table } from "../../binary/record-layout.ts";
import type { StructColumns } from "../../binary/struct.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { readGameLump, readGameLumps } from "../read/read-game-lumps.ts";
import { columnTable, type LumpTable, rowTable } from "./lump-table.ts";
import { readColorVariables } from "./props/color-variables.ts";
import { staticPropTables } from "./props/static-prop-tables.ts";

/** Throws FormatError where the directory itself is damaged; a damaged game lump has no tables. */
export function readGameLumpTables(lumps: LumpReader, version: number): LumpTable[] {
  const { gameLumps, staticProps, detailProps, detailLights } = readGameLumps(
    lumps,
    version,
    Number.POSITIVE_INFINITY,
  );
  const tables: LumpTable[] = [rowTable("dgamelump_t", gameLumps as never, 16)];
  const names = (table: string, list: readonly string[]) =>
    rowTable(
      table,
      list.map((name) => ({ name })),
      128,
    );
  const bytesOf = (id: string) => {
    const entry = gameLumps.find((each) => each.id === id);
    return entry === undefined ? null : readGameLump(lumps, gameLumps, entry);
  };
  const { littleEndian } = lumps;
  if (staticProps !== null) {
    const { hasPropScales } = lumps.dialect;
    const about = { props: staticProps, mapVersion: version, littleEndian, hasPropScales };
    tables.push(...staticPropTables({ ...about, bytes: bytesOf("sprp")! }));
  }
  const colours = lumps.optional("LUMP_GAME_LUMP", () => bytesOf("clvr"), null);
  if (colours !== null) {
    const read = () => [readColorVariables(colours, littleEndian)];
    tables.push(...lumps.optional("LUMP_GAME_LUMP", read, []));
  }
  if (detailProps !== null) {
    const { modelName, sprites, objects } = detailProps;
    tables.push(names("dprp model", modelName));
    tables.push(columnTable("dprp sprite", 32, sprites as unknown as Table<StructColumns>));
    tables.push(columnTable("dprp object", 52, objects as unknown as Table<StructColumns>));
  }
  for (const [side, id] of [
    ["ldr", "dplt"],
    ["hdr", "dplh"],
  ] as const) {
    const lights = detailLights[side];
    if (lights) tables.push(columnTable(id, 5, lights as unknown as Table<StructColumns>));
  }
  return tables;
}
