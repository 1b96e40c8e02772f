/** What a report of a map says, as data. */

import { FormatError } from "../../core/errors.ts";
import type { Limits } from "../../core/limits.ts";
import { LUMP_NAMES } from "../../formats/bsp/lumps.ts";
import { countRecords, type RecordCount } from "../../formats/bsp/tables/count-records.ts";
import { type GameLumpWeight, listGameLumps } from "../../formats/bsp/tables/list-game-lumps.ts";
import { openLumps } from "../../formats/bsp/tables/open-lumps.ts";
import { toldFaceBrushes, weighLumps } from "../../formats/bsp/tables/weigh-lumps.ts";
import type { LumpEntry } from "../../formats/bsp/types.ts";
import type { ZipEntry } from "../../formats/zip/types.ts";
import { type MapSummary, openPakfileOf } from "../files/file-kinds.ts";

export interface MapReport {
  /** The file's. */
  readonly name: string;
  readonly summary: MapSummary;
  readonly headerBytes: number;
  /** Of each slot; null where it holds no records. */
  readonly records: readonly (RecordCount | null)[];
  readonly gameLumps: readonly GameLumpWeight[];
  /** In the pakfile, as far as it can be read. */
  readonly files: readonly ZipEntry[];
  /** What could not be read, a sentence each. */
  readonly faults: readonly string[];
}

/** Throws FormatError where the map's header is none. */
export async function readMapReport(
  name: string,
  bytes: Uint8Array,
  summary: MapSummary,
  limits: Limits,
): Promise<MapReport> {
  const { header, lumps } = openLumps(bytes, limits);
  const withFaceBrushes = toldFaceBrushes(lumps, header.version);
  const faults = summary.lumps.flatMap(({ problem }) => problem ?? []);
  /** What no reader of maps looks at may be damaged, too. */
  const attempt = <T>(read: () => T, missing: T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      faults.push(error.message);
      return missing;
    }
  };
  const gameLumps = attempt<readonly GameLumpWeight[]>(() => listGameLumps(lumps), []);
  const records = LUMP_NAMES.map(
    (slot, index) =>
      attempt(() => countRecords(lumps, slot, header.version, withFaceBrushes), null) ??
      countRead(summary.lumps[index]),
  );
  const pakfile = await openPakfileOf(bytes);
  if (pakfile?.damage) faults.push(pakfile.damage.message);
  return {
    name,
    summary,
    headerBytes: weighLumps(bytes, summary.lumps, limits).headerBytes,
    records,
    gameLumps,
    files: pakfile?.zip.entries ?? [],
    faults: [...new Set(faults)],
  };
}

/** Of what is no array of records, as many as were read; bytes by themselves are none. */
function countRead({ records, recordBytes }: LumpEntry): RecordCount | null {
  return records > 0 && recordBytes !== 1 ? { records, recordBytes } : null;
}
