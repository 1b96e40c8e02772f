/** Reads the data of a map's report. */

import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
import { LumpFile } from "../../content/report/lump-file.ts";
import { type LumpReport, readLumpReport } from "../../content/report/read-lump-report.ts";
import type { Limits } from "../../core/limits.ts";
import type { MapSummary } from "../files/file-kinds.ts";

export interface MapReport extends LumpReport {
  readonly summary: MapSummary;
}

/** Rejects with FormatError if the map's header is invalid. */
export async function readMapReport(
  name: string,
  bytes: Uint8Array,
  summary: MapSummary,
  limits: Limits,
): Promise<MapReport> {
  const file = await LumpFile.open(memoryBytes(name, bytes), limits);
  return { ...(await readLumpReport(name, file, summary.lumps)), summary };
}
