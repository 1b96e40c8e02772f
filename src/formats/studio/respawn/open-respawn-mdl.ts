import { MdlReader } from "../read/mdl-reader.ts";
import { parseMdl } from "../read/parse-mdl.ts";
import { parseMdlParts } from "../read/parse-mdl-parts.ts";
import { parseMdlProceduralBones } from "../read/parse-mdl-procedural-bones.ts";
import { parseMdlRig } from "../read/parse-mdl-rig.ts";
import { parseMdlSecondHeader } from "../read/parse-mdl-second-header.ts";

import { mdlVersionOwner, type RespawnVersion } from "../rig/mdl-versions.ts";
import type { MdlParts } from "../summarize-studio.ts";
import { convertRespawnMdl } from "./convert-mdl.ts";
import { type MotionNames, readMotionNames } from "./read-motion-names.ts";
import {
  EMBEDDED_KINDS,
  EMBEDDED_OFFSETS_AT,
  EMBEDDED_SIZES_AT,
  type EmbeddedKind,
  HEADER_BYTES,
} from "./respawn-tables.ts";

/** A file inside an MDL of version 53. */
export interface EmbeddedFile {
  readonly kind: EmbeddedKind;
  /** Byte offset in the MDL. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** What an MDL of Titanfall or Titanfall 2 has besides what it shares with the others. */
export interface RespawnModel {
  readonly version: RespawnVersion;
  readonly motions: MotionNames;
  /** Of version 52 none: its files lie beside it. */
  readonly embedded: readonly EmbeddedFile[];
  /** What is there and is not read, as a sentence for a person; null where that is nothing. */
  readonly unread: string | null;
}

/** An MDL of any version that is read. */
export interface OpenedMdl {
  /** What readers of the MDL's parts take: the file, or what of it is as in version 49. */
  readonly bytes: Uint8Array;
  readonly parts: MdlParts;
  /** null for versions 44 to 49. */
  readonly respawn: RespawnModel | null;
}

/**
 * Reads what an MDL of version 52 or 53 shares with 49: bones, attachments, hit boxes, materials and skins, body
 * parts, and in 53 the files inside. Of its animations and sequences there are names; poses have records of their
 * own. Offsets of errors in records that 53 has in another size count in the bytes that are returned.
 * @param bytes that say they are an MDL of that version
 * @throws FormatError
 */
export function openRespawnMdl(bytes: Uint8Array, version: RespawnVersion): OpenedMdl {
  const reader = new MdlReader(bytes);
  reader.header("studiohdr_t", HEADER_BYTES[version]);
  const shared = convertRespawnMdl(reader, version);
  const parts: MdlParts = {
    // No face: what says so of a model without anything says so of this one.
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
