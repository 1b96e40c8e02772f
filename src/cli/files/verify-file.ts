/**
 * Runs `visleaf inspect FILE --verify`: checks an archive against its own checksums and signature.
 */

import { createHash, createPublicKey, createVerify, type KeyObject } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
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
import { VPK_IN_DIRECTORY, type VpkDirectory } from "../../formats/vpk/types.ts";
import { locateVpkFile, vpkError, vpkPartName } from "../../formats/vpk/vpk-file.ts";
import { CliError } from "../errors.ts";
import { formatSummary } from "../format-summary.ts";
import { printJson, printLines, say } from "../terminal.ts";
import { withFileBytes } from "./file-bytes.ts";
import { detectFileKind } from "./file-kinds.ts";
import {
  PartReader,
  type PieceCounts,
  rowsByPart,
  verifyDirectorySums,
  verifyVpkPieces,
  type WithPart,
} from "./verify-vpk-sums.ts";

// Checks of a VPK: its MD5 sums and signature, and each file against its CRC-32, including preload
// bytes.

const hex = (crc: number): string => crc.toString(16).padStart(8, "0");

/** @returns the number of sound files; the faults of the others are added to `faults` */
async function verifyVpkFiles(
  vpk: VpkDirectory,
  withPart: WithPart,
  faults: FormatError[],
): Promise<number> {
  let sound = 0;
  const preloadCrc = (file: number): number => {
    const start = vpk.filePreloadOffset[file];
    return crc32(vpk.tree.subarray(start, start + vpk.filePreloadByteLength[file]));
  };
  const hold = (file: number, crc: number): void => {
    if (crc === vpk.fileCrc[file]) {
      sound++;
      return;
    }
    const expected = `bytes of CRC ${hex(vpk.fileCrc[file])}`;
    const place = vpk.fileOffset[file];
    faults.push(vpkError("mismatch", vpk.path(file), place, expected, hex(crc)));
  };
  const byPart = rowsByPart(vpk.fileArchive, vpk.fileOffset, vpk.fileByteLength);
  for (const [archive, rows] of byPart) {
    const withRest = rows.filter((file) => vpk.fileByteLength[file] > 0);
    for (const file of rows) if (vpk.fileByteLength[file] === 0) hold(file, preloadCrc(file));
    if (withRest.length === 0) continue;
    await withPart(archive, async (part) => {
      const reader = new PartReader(part);
      try {
        for (const file of withRest) {
          const slice = sliceOf(vpk, file, part.byteLength, faults);
          if (slice === null) continue;
          let crc = preloadCrc(file);
          await reader.read(vpk.path(file), slice.offset, slice.byteLength, (bytes) => {
            crc = crc32(bytes, crc);
          });
          hold(file, crc);
        }
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        faults.push(error);
      }
    });
  }
  return sound;
}

function sliceOf(vpk: VpkDirectory, file: number, byteLength: number, faults: FormatError[]) {
  try {
    return locateVpkFile(vpk, file, byteLength);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    faults.push(error);
    return null;
  }
}

// Checks the signature of a VPK: RSA, PKCS #1 v1.5 over SHA-256, by the key stored with it.

export interface SignatureCheck {
  /** `unsigned`: the section exists but is empty. */
  readonly state: "good" | "wrong" | "unsigned";
  /** Signed data: all bytes before the section, or the whole file's MD5 sum. */
  readonly of: "file" | "sum";
  /**
   * Size and hash of the key, from which users may identify its owner: the file does not name it.
   */
  readonly keyBits: number | null;
  readonly keySha256: string | null;
}

/**
 * Verifies the signature; null if the file has no section for it. A wrong one is added to `faults`.
 */
async function verifyVpkSignature(
  directory: ByteSource,
  sections: VpkSections,
  sums: VpkSums,
  faults: FormatError[],
): Promise<SignatureCheck | null> {
  if (sums.signature === null) return null;
  const { of, publicKey, signature } = sums.signature;
  if (publicKey.length === 0 && signature.length === 0) {
    return { state: "unsigned", of, keyBits: null, keySha256: null };
  }
  const keySha256 = createHash("sha256").update(publicKey).digest("hex");
  const at = sections.signatureOffset;
  const key = importKey(publicKey);
  if (key === null) {
    const found = `${publicKey.length} other bytes`;
    faults.push(vpkError("bad-value", "signature", at, "a public RSA key", found));
    return { state: "wrong", of, keyBits: null, keySha256 };
  }
  const verify = createVerify("sha256");
  if (of === "file") {
    await new PartReader(directory).read("signature", 0, at, (bytes) => void verify.update(bytes));
  } else if (sums.wholeSum !== null) {
    // The sum itself is checked separately.
    verify.update(sums.wholeSum);
  }
  const isGood = verify.verify(key, signature);
  if (!isGood) {
    const expected = `a signature of ${of === "file" ? `the ${at} bytes before it` : "the whole file's MD5"}`;
    faults.push(vpkError("mismatch", "signature", at, expected, "one of other bytes"));
  }
  const keyBits = key.asymmetricKeyDetails?.modulusLength ?? null;
  return { state: isGood ? "good" : "wrong", of, keyBits, keySha256 };
}

function importKey(der: Uint8Array): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
    return key.asymmetricKeyType === "rsa" ? key : null;
  } catch {
    // OpenSSL cannot parse the bytes: the caller reports it.
    return null;
  }
}

/** Bytes read beyond the sections, where a key and a signature may lie. */
const MOST_BEHIND = 1 << 18;

export interface VpkVerdict {
  readonly format: "VPK";
  readonly version: number;
  readonly isSound: boolean;
  readonly files: { readonly count: number; readonly sound: number };
  /** Checks of the pieces for which the file has sums; null in version 1. */
  readonly pieces: PieceCounts | null;
  /**
   * Names of the directory file's sums that match: `tree`, `archive MD5`, `whole file`; null in
   * version 1.
   */
  readonly sums: readonly string[] | null;
  readonly signature: SignatureCheck | null;
  readonly faults: readonly FormatError[];
}

/** Calls `use` with a part such as `pak01_003.vpk`; returns false if it is missing. */
export type OpenPart = (
  archive: number,
  use: (part: ByteSource) => Promise<void>,
) => Promise<boolean>;

/** Verifies a VPK. @throws FormatError (VPK) if not even its tree can be read */
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

const MAGIC_BYTES = 4;

/**
 * Verifies a file and prints the results, with a line for each fault; returns false if there is
 * any.
 */
export async function verifyFile(path: string, asJson: boolean): Promise<boolean> {
  const verdict = await withFileBytes(path, async (file) => {
    const start = await file.read(0, Math.min(MAGIC_BYTES, file.byteLength));
    if (!detectFileKind(path, start)?.extensions.includes(".vpk")) {
      throw new CliError(`--verify is only for VPKs, and ${path} is not one`);
    }
    return verifyVpk(file, async (archive, use) => {
      const name = vpkPartName(basename(path), archive);
      const part = name === null ? null : join(dirname(path), name);
      if (part === null || !existsSync(part)) return false;
      await withFileBytes(part, use);
      return true;
    });
  });
  if (asJson) {
    printJson(verdict);
    return verdict.isSound;
  }
  const { faults, ...summary } = verdict;
  for (const fault of faults) say(fault.message);
  printLines(formatSummary(summary));
  return verdict.isSound;
}
