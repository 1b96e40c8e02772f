/** Summarises the fields of an MDL's header that do not affect drawing or animation. */

import { FormatError } from "../../core/errors.ts";
import { MdlReader } from "./read/mdl-reader.ts";
import { BONE_BY_NAME, STUDIOHDR } from "./records/header.ts";
import type { Mdl } from "./types.ts";

/** Fields of `studiohdr_t`, with the names of Valve's public `studio.h`. */
export interface HeaderSummary {
  readonly header: {
    /** Values that the engine fills in after loading; compilers write zeros. */
    readonly activitylistversion: number;
    readonly eventsindexed: number;
    /**
     * Value of `$constantdirectionallight`: 0 to 255 for 0 to 1. Used if the corresponding flag is
     * set.
     */
    readonly constdirectionallightdot: number;
    /** First LOD that is loaded, and how many may be the first; 0 for any. */
    readonly rootLOD: number;
    readonly numAllowedRootLODs: number;
    /** Bones in name order, which the engine searches; `null` if there is no such table. */
    readonly bonetablebyname: readonly string[] | null;
  };
  /** Error in that table; `null` if there is none. */
  readonly headerFault: string | null;
}

/** @param bytes an MDL of versions 44 to 49, which `mdl` was parsed from */
export function summarizeHeader(bytes: Uint8Array, { bones }: Mdl): HeaderSummary {
  const reader = new MdlReader(bytes);
  const { names, fault } = readBoneTable(reader, bones.name);
  return {
    header: {
      activitylistversion: reader.i32(STUDIOHDR.at.activitylistversion),
      eventsindexed: reader.i32(STUDIOHDR.at.eventsindexed),
      constdirectionallightdot: bytes[STUDIOHDR.at.constdirectionallightdot],
      rootLOD: bytes[STUDIOHDR.at.rootLOD],
      numAllowedRootLODs: bytes[STUDIOHDR.at.numAllowedRootLODs],
      bonetablebyname: names,
    },
    headerFault: fault,
  };
}

/** Reads `bonetablebynameindex`: a byte a bone. */
function readBoneTable(reader: MdlReader, bones: readonly string[]) {
  const place = STUDIOHDR.at.bonetablebynameindex;
  const offset = reader.i32(place);
  if (offset === 0) return { names: null, fault: null };
  const where = "studiohdr_t.bonetablebynameindex";
  try {
    const at = reader.array(where, place, bones.length, offset, BONE_BY_NAME.bytes);
    const rows = reader.bytes.subarray(at, at + bones.length);
    const bad = rows.findIndex((row) => row >= bones.length);
    if (bad < 0) return { names: Array.from(rows, (row) => bones[row]), fault: null };
    throw reader.error("bad-index", where, at + bad, `a bone below ${bones.length}`, rows[bad]);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { names: null, fault: error.message };
  }
}
