/** Holds a VPK to all that it says of its own bytes: checksums of files, sums, signature. */

import { readVpkDirectory } from "../../content/archives/vpk-archive.ts";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { FormatError } from "../../core/errors.ts";
import { VPK_HEADER_BYTES_V2 } from "../../formats/vpk/parse-vpk-header.ts";
import {
  locateVpkSections,
  parseVpkSums,
  type VpkSections,
  type VpkSums,
} from "../../formats/vpk/parse-vpk-sums.ts";
import { VPK_IN_DIRECTORY } from "../../formats/vpk/types.ts";
import { vpkError } from "../../formats/vpk/vpk-error.ts";
import { vpkPartName } from "../../formats/vpk/vpk-file.ts";
import type { WithPart } from "./rows-by-part.ts";
import { verifyVpkFiles } from "./verify-vpk-files.ts";
import { type SignatureCheck, verifyVpkSignature } from "./verify-vpk-signature.ts";
import { type PieceCounts, verifyDirectorySums, verifyVpkPieces } from "./verify-vpk-sums.ts";

/** A key and a signature may lie behind the sections. */
const MOST_BEHIND = 1 << 18;

export interface VpkVerdict {
  readonly format: "VPK";
  readonly version: number;
  readonly isSound: boolean;
  readonly files: { readonly count: number; readonly sound: number };
  /** Of the parts, as far as the file has sums of them; null in version 1. */
  readonly pieces: PieceCounts | null;
  /** Sums of the directory file that agree: `tree`, `archive MD5`, `whole file`; null in version 1. */
  readonly sums: readonly string[] | null;
  readonly signature: SignatureCheck | null;
  readonly faults: readonly FormatError[];
}

/** Calls back with `pak01_003.vpk` open, or one of its kin; false where there is none. */
export type OpenPart = (
  archive: number,
  use: (part: ByteSource) => Promise<void>,
) => Promise<boolean>;

/**
 * @throws FormatError (VPK) where not even the tree can be read
 */
export async function verifyVpk(directory: ByteSource, openPart: OpenPart): Promise<VpkVerdict> {
  const vpk = await readVpkDirectory(directory);
  const { version } = vpk.header;
  const faults: FormatError[] = [];
  const missing = new Set<number>();
  const withPart: WithPart = async (archive, use) => {
    if (archive === VPK_IN_DIRECTORY) return use(directory);
    if ((await openPart(archive, use)) || missing.has(archive)) return;
    missing.add(archive);
    const name = vpkPartName(directory.label, archive);
    const where = name ?? `part ${archive} of ${directory.label}`;
    faults.push(vpkError("truncated", where, 0, "a part that files lie in", "no such file"));
  };
  const sound = await verifyVpkFiles(vpk, withPart, faults);
  const files = { count: vpk.fileCount, sound };
  const start = await directory.read(0, Math.min(VPK_HEADER_BYTES_V2, directory.byteLength));
  const sections = locateVpkSections(vpk.header, start);
  const read = sections === null ? null : await readSums(directory, sections, faults);
  let pieces: PieceCounts | null = null;
  let sums: string[] | null = null;
  let signature: SignatureCheck | null = null;
  if (sections !== null && read !== null) {
    pieces = await verifyVpkPieces(vpk, read, withPart, faults);
    sums = await verifyDirectorySums(vpk, directory, sections, read, faults);
    signature = await verifyVpkSignature(directory, sections, read, faults);
  }
  const isSound = faults.length === 0;
  return { format: "VPK", version, isSound, files, pieces, sums, signature, faults };
}

async function readSums(
  directory: ByteSource,
  sections: VpkSections,
  faults: FormatError[],
): Promise<VpkSums | null> {
  const { piecesOffset, signatureOffset, signatureByteLength } = sections;
  const end = signatureOffset + signatureByteLength + MOST_BEHIND;
  const byteLength = Math.min(end, directory.byteLength) - piecesOffset;
  try {
    return parseVpkSums(sections, await directory.read(piecesOffset, byteLength));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    faults.push(error);
    return null;
  }
}
