/** Reads models of Titanfall and Titanfall 2. */

import { MdlReader } from "./read/mdl-reader.ts";
import { mdlVersionOwner, parseMdl, type RespawnVersion } from "./read/parse-mdl.ts";
import { parseMdlParts } from "./read/parse-mdl-parts.ts";
import { parseMdlProceduralBones } from "./read/parse-mdl-procedural-bones.ts";
import { parseMdlRig } from "./read/parse-mdl-rig.ts";
import { parseMdlSecondHeader } from "./read/parse-mdl-second-header.ts";
import { readBlendSize, readBlends, readEvents } from "./read/parse-mdl-sequences.ts";
import { findTable, readFinite, type StudioReader } from "./read/studio-reader.ts";
import { STUDIOHDR, STUDIOHDR2, TEXTURE } from "./records/header.ts";
import { ANIM_DESC } from "./records/motion.ts";
import { BONE_53, SEQ_DESC_53, STUDIOHDR_53 } from "./records/respawn.ts";
import { BONE, IK_CHAIN } from "./records/skeleton.ts";
import type { RecordTable } from "./records/studio-record.ts";
import type { NamedAnimation, NamedSequence } from "./summarize-lists.ts";
import type { MdlParts } from "./summarize-studio.ts";

// `records/respawn.ts` states the records of Titanfall 2 (53). They were not tested with real
// files. Version 52 has the header and the records of 49. The model's other files follow the data
// of 53.

/** Bytes at `from` in a record of version 53 and at `to` in one of 49. */
export interface MovedRun {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** A table whose records have another size in 53. */
export interface MovedTable {
  /** The table in 49, and in 53. */
  readonly to: RecordTable;
  readonly from: RecordTable;
  readonly runs: readonly MovedRun[];
  /** Fields of 49's record that are offsets from the record. */
  readonly relative: readonly number[];
}

const MOVED_TABLES: readonly MovedTable[] = [
  {
    to: STUDIOHDR.tables.boneindex,
    from: STUDIOHDR_53.tables.boneindex,
    // The scale of a bone is left out, like scales in poses, and so are steps of animation values.
    runs: [
      { from: 0, to: 0, bytes: BONE.at.posscale },
      {
        from: BONE_53.at.poseToBone,
        to: BONE.at.poseToBone,
        bytes: BONE.at.unused - BONE.at.poseToBone,
      },
    ],
    relative: [BONE.at.sznameindex, BONE.at.procindex, BONE.at.surfacepropidx],
  },
  {
    to: STUDIOHDR.tables.textureindex,
    from: STUDIOHDR_53.tables.textureindex,
    runs: [{ from: 0, to: 0, bytes: TEXTURE.at.unused1 }],
    relative: [TEXTURE.at.sznameindex],
  },
  {
    to: STUDIOHDR.tables.ikchainindex,
    from: STUDIOHDR_53.tables.ikchainindex,
    runs: [{ from: 0, to: 0, bytes: IK_CHAIN.bytes }],
    relative: [IK_CHAIN.at.sznameindex, IK_CHAIN.at.linkindex],
  },
];

/** New offset of the second header: after the header of 49, where 53 has its own fields. */
const SECOND_HEADER_AT = STUDIOHDR.bytes;
/** Size of the part of the second header that is read. */
const SECOND_HEADER_BYTES = STUDIOHDR2.at.reserved;

/** Runs of the header of 53: from the name to the included models, then the second header of 49. */
const MOVED_HEADER: readonly MovedRun[] = [
  {
    from: STUDIOHDR_53.at.name,
    to: STUDIOHDR.at.name,
    bytes: STUDIOHDR.at.virtualModel - STUDIOHDR.at.name,
  },
  {
    from: STUDIOHDR_53.at.numsrcbonetransform,
    to: SECOND_HEADER_AT,
    bytes: STUDIOHDR2.at.flMaxEyeDeflection,
  },
];

/**
 * Size of the part of the header that is read. The header of 53 continues with zeros up to 716
 * bytes.
 */
const HEADER_BYTES: Readonly<Record<RespawnVersion, number>> = {
  52: STUDIOHDR.bytes,
  53: STUDIOHDR_53.at.unread3,
};

/** Tables of animations and sequences in the header of the original file. */
const MOTION_TABLES: Readonly<
  Record<RespawnVersion, Readonly<Record<"animationTable" | "sequenceTable", RecordTable>>>
> = {
  52: {
    animationTable: STUDIOHDR.tables.localanimindex,
    sequenceTable: STUDIOHDR.tables.localseqindex,
  },
  53: {
    animationTable: STUDIOHDR_53.tables.localanimindex,
    sequenceTable: STUDIOHDR_53.tables.localseqindex,
  },
};

/** The model's other files in 53, in the order of their offsets and sizes in the header. */
const EMBEDDED_KINDS = ["vtx", "vvd", "vvc", "phy"] as const;
export type EmbeddedKind = (typeof EMBEDDED_KINDS)[number];

/**
 * Header fields that are cleared: animations, sequences, flexes, mouths, blocks of the `.ani` file,
 * flex controllers' names.
 */
const NOT_SHARED = [
  [STUDIOHDR.at.numlocalanim, STUDIOHDR.at.activitylistversion],
  [STUDIOHDR.at.numflexdesc, STUDIOHDR.at.numikchains],
  [STUDIOHDR.at.nummouths, STUDIOHDR.at.numlocalposeparameters],
  [STUDIOHDR.at.szanimblocknameindex, STUDIOHDR.at.animblockModel],
  [STUDIOHDR.at.numflexcontrollerui, STUDIOHDR.at.flVertAnimFixedPointScale],
] as const;

/**
 * Returns the parts of a Titanfall or Titanfall 2 model that version 49 also has, as an MDL of
 * version 49 for its readers. Sequences and faces are left out. Converted records are appended
 * after the file's bytes.
 * @param reader reader of an MDL with a complete header
 * @throws FormatError for a table outside the file
 */
function convertRespawnMdl(reader: StudioReader, version: RespawnVersion): Uint8Array {
  const mdl = version === 53 ? convertLayout(reader) : copyWithoutFlexDrivers(reader);
  new DataView(mdl.buffer).setInt32(STUDIOHDR.at.version, 49, true);
  for (const [start, end] of NOT_SHARED) mdl.fill(0, start, end);
  return mdl;
}

/** Copies an MDL of version 52, whose second header is that of 49. */
function copyWithoutFlexDrivers(reader: StudioReader): Uint8Array<ArrayBuffer> {
  const mdl = new Uint8Array(reader.bytes);
  const place = STUDIOHDR.at.studiohdr2index;
  const second = reader.i32(place);
  if (second === 0) return mdl;
  reader.array(STUDIOHDR2.name, place, 1, second, SECOND_HEADER_BYTES);
  const drivers = second + STUDIOHDR2.at.m_nBoneFlexDriverCount;
  return mdl.fill(0, drivers, second + SECOND_HEADER_BYTES);
}

function convertLayout(reader: StudioReader): Uint8Array<ArrayBuffer> {
  const found = MOVED_TABLES.map((table) => {
    const { count, at } = findTable(reader, table.from);
    return { table, count, first: at };
  });
  const added = found.reduce((sum, { table, count }) => sum + count * table.to.bytes, 0);
  const start = Math.ceil(reader.bytes.length / 4) * 4;
  const mdl = new Uint8Array(start + added);
  mdl.set(reader.bytes);
  mdl.fill(0, STUDIOHDR.at.name, SECOND_HEADER_AT + SECOND_HEADER_BYTES);
  copyRuns(reader.bytes, 0, mdl, 0, MOVED_HEADER);
  const view = new DataView(mdl.buffer);
  view.setInt32(STUDIOHDR.at.studiohdr2index, SECOND_HEADER_AT, true);
  let end = start;
  for (const { table, count, first } of found) {
    view.setInt32(table.to.offsetAt, end, true);
    for (let row = 0; row < count; row++) {
      moveRecord(reader.bytes, first + row * table.from.bytes, view, end, table);
      end += table.to.bytes;
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
    name: readName(reader, "mstudioanimdesc_t.sznameindex", at, ANIM_DESC.at.sznameindex),
    fps: readFinite(reader, "mstudioanimdesc_t.fps", at + ANIM_DESC.at.fps),
    flags: reader.i32(at + ANIM_DESC.at.flags),
    frameCount: reader.i32(at + ANIM_DESC.at.numframes),
    // Version 53 has no `.ani` files.
    isExternal: version === 52 && reader.i32(at + ANIM_DESC.at.animblock) !== 0,
  }));
  const sequences = readRows(reader, sequenceTable, (at) => {
    const [width, height] = readBlendSize(reader, at);
    return {
      name: readName(reader, "mstudioseqdesc_t.szlabelindex", at, SEQ_DESC_53.at.szlabelindex),
      activity: readName(
        reader,
        "mstudioseqdesc_t.szactivitynameindex",
        at,
        SEQ_DESC_53.at.szactivitynameindex,
      ),
      flags: reader.i32(at + SEQ_DESC_53.at.flags),
      blends: readBlends(reader, at, width * height, animations.length),
      events: readEvents(reader, at),
    };
  });
  return { animations, sequences };
}

function readRows<T>(reader: MdlReader, table: RecordTable, readRow: (at: number) => T): T[] {
  const { at, count, bytes } = reader.find(table);
  return Array.from({ length: count }, (_, row) => readRow(at + row * bytes));
}

function readName(reader: MdlReader, where: string, record: number, field: number): string {
  return reader.string(where, record + field, record + reader.i32(record + field));
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
  const bare = new Uint8Array(STUDIOHDR.bytes);
  bare.set([0x49, 0x44, 0x53, 0x54, 49]);
  return bare;
}

function listEmbedded(reader: MdlReader): EmbeddedFile[] {
  const found: EmbeddedFile[] = [];
  EMBEDDED_KINDS.forEach((kind, i) => {
    const sizeAt = STUDIOHDR_53.at.vtxSize + i * 4;
    const size = reader.i32(sizeAt);
    const place = reader.i32(STUDIOHDR_53.at.vtxOffset + i * 4);
    const offset = reader.array(kind, sizeAt, size, place, 1);
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
