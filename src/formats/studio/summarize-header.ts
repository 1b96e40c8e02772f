/** What of an MDL's header says nothing of how it is drawn or moves, for who looks into files. */

import { FormatError } from "../../core/errors.ts";
import { MdlReader } from "./read/mdl-reader.ts";
import type { Mdl } from "./types.ts";

/** Fields of `studiohdr_t`, by the names that Valve's public `studio.h` has for them. */
export interface HeaderSummary {
  readonly header: {
    /** What the engine keeps there when it has read the file; compilers write zeros. */
    readonly activitylistversion: number;
    readonly eventsindexed: number;
    /** Of `$constantdirectionallight`: 0 to 255 for 0 to 1. It counts where the flag says so. */
    readonly constdirectionallightdot: number;
    /** The first level of detail that is loaded, and how many may be the first; 0: any. */
    readonly rootLOD: number;
    readonly numAllowedRootLODs: number;
    /** Bones in the order of their names, which the engine looks them up by; null: there is no such table. */
    readonly bonetablebyname: readonly string[] | null;
  };
  /** What is wrong with that table; null: nothing. */
  readonly headerFault: string | null;
}

/** @param bytes of an MDL of versions 44 to 49, which `mdl` was parsed of */
export function summarizeHeader(bytes: Uint8Array, { bones }: Mdl): HeaderSummary {
  const reader = new MdlReader(bytes);
  const { names, fault } = readBoneTable(reader, bones.name);
  return {
    header: {
      activitylistversion: reader.i32(196),
      eventsindexed: reader.i32(200),
      constdirectionallightdot: bytes[376],
      rootLOD: bytes[377],
      numAllowedRootLODs: bytes[378],
      bonetablebyname: names,
    },
    headerFault: fault,
  };
}

/** `bonetablebynameindex`: a byte a bone. */
function readBoneTable(reader: MdlReader, bones: readonly string[]) {
  const offset = reader.i32(364);
  if (offset === 0) return { names: null, fault: null };
  const where = "studiohdr_t.bonetablebynameindex";
  try {
    const at = reader.array(where, 364, bones.length, offset, 1);
    const rows = reader.bytes.subarray(at, at + bones.length);
    const bad = rows.findIndex((row) => row >= bones.length);
    if (bad < 0) return { names: Array.from(rows, (row) => bones[row]), fault: null };
    throw reader.error("bad-index", where, at + bad, `a bone below ${bones.length}`, rows[bad]);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { names: null, fault: error.message };
  }
}
