/** Reads models of Titanfall and Titanfall 2. */

import { MdlReader } from "../read/mdl-reader.ts";
import type { HeaderTable } from "../read/mdl-tables.ts";
import { parseMdl } from "../read/parse-mdl.ts";
import { parseMdlParts } from "../read/parse-mdl-parts.ts";
import { parseMdlProceduralBones } from "../read/parse-mdl-procedural-bones.ts";
import { parseMdlRig } from "../read/parse-mdl-rig.ts";
import { parseMdlSecondHeader } from "../read/parse-mdl-second-header.ts";
import { readBlendSize, readBlends, readEvents } from "../read/parse-mdl-sequences.ts";
import type { StudioReader } from "../read/studio-reader.ts";
import { mdlVersionOwner, type RespawnVersion } from "../rig/mdl-versions.ts";
import type { NamedAnimation, NamedSequence } from "../summarize-lists.ts";
import type { MdlParts } from "../summarize-studio.ts";

// Differences of Titanfall's models (MDL 52) and Titanfall 2's (53) from version 49, as stated by
// rmdlconv, MDLShit and SourceIO, which agree. They were not tested with real files.
//
// Version 52 has the header and the records of 49; bones have a scale in words that 49 leaves
// unused. In version 53, the first 336 bytes of the header after the checksum are four bytes later,
// followed by its own fields. Its bones, IK chains and sequences are wider, its textures and
// animations narrower. The model's other files follow its own data.

/** Bytes at `from` in a record of version 53 and at `to` in one of 49. */
export interface MovedRun {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** A table whose records have another size in 53. */
export interface MovedTable {
  readonly where: string;
  /**
   * Offset of the row count in the header of 49, which the table's offset follows. In 53 both are
   * four bytes later.
   */
  readonly countAt: number;
  readonly fromBytes: number;
  readonly toBytes: number;
  readonly runs: readonly MovedRun[];
  /** Fields of 49's record that are offsets from the record. */
  readonly relative: readonly number[];
}

const MOVED_TABLES: readonly MovedTable[] = [
  {
    where: "mstudiobone_t",
    countAt: 156,
    fromBytes: 244,
    toBytes: 216,
    // In 53 the scale of a bone follows its rotation. It is left out, like scales in poses.
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
const MOVED_HEADER: readonly MovedRun[] = [
  { from: 16, to: 12, bytes: 332 },
  { from: 384, to: 408, bytes: 12 },
];

/** New offset of the second header: after the header of 49, where 53 has its own fields. */
const SECOND_HEADER_AT = 408;
const SECOND_HEADER_BYTES = 32;

/**
 * Size of the part of the header that is read. The header of 53 continues with zeros up to 716
 * bytes.
 */
const HEADER_BYTES: Readonly<Record<RespawnVersion, number>> = { 52: 408, 53: 476 };

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

/** Tables of animations and sequences in the header of the original file. */
const MOTION_TABLES: Readonly<
  Record<RespawnVersion, Readonly<Record<"animationTable" | "sequenceTable", HeaderTable>>>
> = { 52: motionTables(180, 100, 212), 53: motionTables(184, 92, 232) };

/** Offset of the `.ani` block in an animation record of 52. Version 53 has no such files. */
const ANIMATION_BLOCK_AT = 52;

/** The model's other files in 53, in the order of their offsets and sizes in the header. */
const EMBEDDED_KINDS = ["vtx", "vvd", "vvc", "phy"] as const;
export type EmbeddedKind = (typeof EMBEDDED_KINDS)[number];
const EMBEDDED_OFFSETS_AT = 428;
const EMBEDDED_SIZES_AT = 444;

/**
 * Header fields that are cleared: animations, sequences, flexes, mouths, blocks of the `.ani` file,
 * flex controllers' names.
 */
const NOT_SHARED = [
  [180, 196],
  [260, 284],
  [292, 300],
  [348, 360],
  [384, 392],
] as const;

/** Offset of the bone flex drivers in the second header. */
const FLEX_DRIVERS_AT = 24;

/**
 * Returns the parts of a Titanfall or Titanfall 2 model that version 49 also has, as an MDL of
 * version 49 for its readers. Sequences and faces are left out. Converted records are appended
 * after the file's bytes.
 * @param reader reader of an MDL with a complete header
 * @throws FormatError for a table outside the file
 */
function convertRespawnMdl(reader: StudioReader, version: RespawnVersion): Uint8Array {
  const mdl = version === 53 ? convertLayout(reader) : copyWithoutFlexDrivers(reader);
  new DataView(mdl.buffer).setInt32(4, 49, true);
  for (const [start, end] of NOT_SHARED) mdl.fill(0, start, end);
  return mdl;
}

/** Copies an MDL of version 52, whose second header is that of 49. */
function copyWithoutFlexDrivers(reader: StudioReader): Uint8Array<ArrayBuffer> {
  const mdl = new Uint8Array(reader.bytes);
  const second = reader.i32(400);
  if (second === 0) return mdl;
  reader.array("studiohdr2_t", 400, 1, second, SECOND_HEADER_BYTES);
  return mdl.fill(0, second + FLEX_DRIVERS_AT, second + SECOND_HEADER_BYTES);
}

function convertLayout(reader: StudioReader): Uint8Array<ArrayBuffer> {
  const found = MOVED_TABLES.map((table) => {
    const at = table.countAt + 4;
    const count = reader.i32(at);
    const first = reader.table(table.where, at, count, reader.i32(at + 4), table.fromBytes);
    return { table, count, first };
  });
  const added = found.reduce((sum, { table, count }) => sum + count * table.toBytes, 0);
  const start = Math.ceil(reader.bytes.length / 4) * 4;
  const mdl = new Uint8Array(start + added);
  mdl.set(reader.bytes);
  mdl.fill(0, 12, SECOND_HEADER_AT + SECOND_HEADER_BYTES);
  copyRuns(reader.bytes, 0, mdl, 0, MOVED_HEADER);
  const view = new DataView(mdl.buffer);
  view.setInt32(400, SECOND_HEADER_AT, true);
  let end = start;
  for (const { table, count, first } of found) {
    view.setInt32(table.countAt + 4, end, true);
    for (let row = 0; row < count; row++) {
      moveRecord(reader.bytes, first + row * table.fromBytes, view, end, table);
      end += table.toBytes;
    }
  }
  return mdl;
}

/** Copies a record and adjusts its relative offsets, so that the referenced data stays in place. */
function moveRecord(
  bytes: Uint8Array,
  from: number,
  view: DataView<ArrayBuffer>,
  to: number,
  { runs, relative }: MovedTable,
): void {
  copyRuns(bytes, from, new Uint8Array(view.buffer), to, runs);
  for (const field of relative) {
    const offset = view.getInt32(to + field, true);
    // 0 means no reference.
    if (offset !== 0) view.setInt32(to + field, offset + from - to, true);
  }
}

function copyRuns(
  source: Uint8Array,
  from: number,
  target: Uint8Array,
  to: number,
  runs: readonly MovedRun[],
): void {
  for (const run of runs) {
    target.set(source.subarray(from + run.from, from + run.from + run.bytes), to + run.to);
  }
}

export interface MotionNames {
  readonly animations: readonly NamedAnimation[];
  readonly sequences: readonly NamedSequence[];
}

/**
 * Reads names and lengths of animations and sequences: their records begin like those of version
 * 49.
 * @param reader reader of the original file
 * @throws FormatError
 */
function readMotionNames(reader: MdlReader, version: RespawnVersion): MotionNames {
  const { animationTable, sequenceTable } = MOTION_TABLES[version];
  const animations = readRows(reader, animationTable, (at) => ({
    name: readName(reader, "mstudioanimdesc_t.sznameindex", at, 4),
    fps: readFinite(reader, "mstudioanimdesc_t.fps", at + 8),
    flags: reader.i32(at + 12),
    frameCount: reader.i32(at + 16),
    isExternal: version === 52 && reader.i32(at + ANIMATION_BLOCK_AT) !== 0,
  }));
  const sequences = readRows(reader, sequenceTable, (at) => {
    const [width, height] = readBlendSize(reader, at);
    return {
      name: readName(reader, "mstudioseqdesc_t.szlabelindex", at, 4),
      activity: readName(reader, "mstudioseqdesc_t.szactivitynameindex", at, 8),
      flags: reader.i32(at + 12),
      blends: readBlends(reader, at, width * height, animations.length),
      events: readEvents(reader, at),
    };
  });
  return { animations, sequences };
}

function readRows<T>(reader: MdlReader, table: HeaderTable, readRow: (at: number) => T): T[] {
  const { at, count, bytes } = reader.find(table);
  return Array.from({ length: count }, (_, row) => readRow(at + row * bytes));
}

function readName(reader: MdlReader, where: string, record: number, field: number): string {
  return reader.string(where, record + field, record + reader.i32(record + field));
}

function readFinite(reader: MdlReader, where: string, at: number): number {
  const value = reader.f32(at);
  if (Number.isFinite(value)) return value;
  throw reader.error("bad-value", where, at, "a finite number", value);
}

/** A file inside an MDL of version 53. */
export interface EmbeddedFile {
  readonly kind: EmbeddedKind;
  /** Byte offset in the MDL. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Parts of a Titanfall or Titanfall 2 MDL that other versions do not have. */
export interface RespawnModel {
  readonly version: RespawnVersion;
  readonly motions: MotionNames;
  /** Embedded files; empty for version 52, whose files are separate. */
  readonly embedded: readonly EmbeddedFile[];
  /** Sentence about parts that are not read; `null` if there are none. */
  readonly unread: string | null;
}

/** An MDL of any supported version. */
export interface OpenedMdl {
  /** Bytes for readers of the MDL's parts: the file, or its parts converted to version 49. */
  readonly bytes: Uint8Array;
  readonly parts: MdlParts;
  /** `null` for versions 44 to 49. */
  readonly respawn: RespawnModel | null;
}

/**
 * Reads the parts of an MDL of version 52 or 53 that version 49 also has: bones, attachments, hit
 * boxes, materials and skins, body parts, and in 53 the embedded files. For animations and
 * sequences only names are read, because poses have other records. In errors, offsets in records
 * converted from 53 refer to the returned bytes.
 * @param bytes an MDL with this version in its header
 * @throws FormatError
 */
export function openRespawnMdl(bytes: Uint8Array, version: RespawnVersion): OpenedMdl {
  const reader = new MdlReader(bytes);
  reader.header("studiohdr_t", HEADER_BYTES[version]);
  const shared = convertRespawnMdl(reader, version);
  const parts: MdlParts = {
    // No face data: the same result as for an MDL without any.
    ...parseMdlParts(makeBareMdl()),
    mdl: { ...parseMdl(shared), version },
    rig: parseMdlRig(shared),
    procedures: parseMdlProceduralBones(shared),
    second: parseMdlSecondHeader(shared),
  };
  const motions = readMotionNames(reader, version);
  const embedded = version === 53 ? listEmbedded(reader) : [];
  const unread = describeUnread(version, motions, embedded);
  return { bytes: shared, parts, respawn: { version, motions, embedded, unread } };
}

function makeBareMdl(): Uint8Array {
  const bare = new Uint8Array(408);
  bare.set([0x49, 0x44, 0x53, 0x54, 49]);
  return bare;
}

function listEmbedded(reader: MdlReader): EmbeddedFile[] {
  const found: EmbeddedFile[] = [];
  EMBEDDED_KINDS.forEach((kind, i) => {
    const sizeAt = EMBEDDED_SIZES_AT + i * 4;
    const size = reader.i32(sizeAt);
    const offset = reader.array(kind, sizeAt, size, reader.i32(EMBEDDED_OFFSETS_AT + i * 4), 1);
    if (size > 0) found.push({ kind, offset, bytes: reader.bytes.subarray(offset, offset + size) });
  });
  return found;
}

const UNREAD_FILES: Partial<Record<EmbeddedKind, string>> = {
  vvc: "colours and second texture coordinates of its vertices",
  phy: "its collision model",
};

function describeUnread(
  version: RespawnVersion,
  { animations }: MotionNames,
  embedded: readonly EmbeddedFile[],
): string | null {
  const unread = embedded.flatMap(({ kind }) => UNREAD_FILES[kind] ?? []);
  if (animations.length > 0) unread.unshift("the poses of its animations");
  if (unread.length === 0) return null;
  return `MDL ${version} (${mdlVersionOwner(version)}) is read but for ${unread.join(", ")}.`;
}
