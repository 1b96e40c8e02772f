/**
 * Where Titanfall's models (MDL 52) and Titanfall 2's (53) differ from those of version 49. Facts as rmdlconv,
 * MDLShit and SourceIO state them, which agree; no real file was at hand.
 *
 * 52 has the header and the records of 49: bones keep a scale in words that 49 leaves unused. 53 has the first
 * 336 bytes of the header after the checksum four bytes later, then its own; wider bones, IK chains and
 * sequences, narrower textures and animations; and the model's other files behind its own data.
 */

import type { HeaderTable } from "../read/mdl-tables.ts";
import type { RespawnVersion } from "../rig/mdl-versions.ts";

/** Bytes that a record of version 49 has at `to`, and one of 53 at `from`. */
export interface MovedRun {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** A table whose records are of another size in 53. */
export interface MovedTable {
  readonly where: string;
  /** Of its count in the header of 49; the offset stands behind it. In 53 both are four bytes later. */
  readonly countAt: number;
  readonly fromBytes: number;
  readonly toBytes: number;
  readonly runs: readonly MovedRun[];
  /** Fields of 49's record that count from the record. */
  readonly relative: readonly number[];
}

export const MOVED_TABLES: readonly MovedTable[] = [
  {
    where: "mstudiobone_t",
    countAt: 156,
    fromBytes: 244,
    toBytes: 216,
    // 53 has a bone's scale behind its turn. Scales of poses are left out, as those are.
    runs: [
      { from: 0, to: 0, bytes: 72 },
      { from: 120, to: 96, bytes: 92 },
    ],
    relative: [0, 168, 176],
  },
  {
    where: "mstudiotexture_t",
    countAt: 204,
    fromBytes: 44,
    toBytes: 64,
    runs: [{ from: 0, to: 0, bytes: 12 }],
    relative: [0],
  },
  {
    where: "mstudioikchain_t",
    countAt: 284,
    fromBytes: 32,
    toBytes: 16,
    runs: [{ from: 0, to: 0, bytes: 16 }],
    relative: [0, 12],
  },
];

/** Runs of the header of 53: from the name to the included models, then the second header of 49. */
export const MOVED_HEADER: readonly MovedRun[] = [
  { from: 16, to: 12, bytes: 332 },
  { from: 384, to: 408, bytes: 12 },
];

/** Where the second header is put: behind the first one of 49, where 53 still has its own. */
export const SECOND_HEADER_AT = 408;
export const SECOND_HEADER_BYTES = 32;

/** As much of the header as is read. That of 53 goes on with zeros, to 716 bytes. */
export const HEADER_BYTES: Readonly<Record<RespawnVersion, number>> = { 52: 408, 53: 476 };

const motionTables = (first: number, animationBytes: number, sequenceBytes: number) => ({
  animationTable: {
    where: "mstudioanimdesc_t",
    countAt: first,
    offsetAt: first + 4,
    bytes: animationBytes,
  },
  sequenceTable: {
    where: "mstudioseqdesc_t",
    countAt: first + 8,
    offsetAt: first + 12,
    bytes: sequenceBytes,
  },
});

/** Animations and sequences in the header of the file as it is. */
export const MOTION_TABLES: Readonly<
  Record<RespawnVersion, Readonly<Record<"animationTable" | "sequenceTable", HeaderTable>>>
> = { 52: motionTables(180, 100, 212), 53: motionTables(184, 92, 232) };

/** In a record of 52's animations: the block of the `.ani` file that it lies in. 53 has no such files. */
export const ANIMATION_BLOCK_AT = 52;

/** The model's other files in 53, in the order of their offsets and of their sizes. */
export const EMBEDDED_KINDS = ["vtx", "vvd", "vvc", "phy"] as const;
export type EmbeddedKind = (typeof EMBEDDED_KINDS)[number];
export const EMBEDDED_OFFSETS_AT = 428;
export const EMBEDDED_SIZES_AT = 444;
