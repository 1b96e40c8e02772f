/**
 * Checksums of version 2: MD5 sums of pieces of the parts, three of the directory file, and a
 * signature. Not needed for reading files. Layout like in ValvePak and sourcepp.
 */

import { VPK_IN_DIRECTORY, type VpkHeader } from "./types.ts";
import { vpkError } from "./vpk-file.ts";

/** Part (2 bytes), kind of sum (2), offset (4), length (4), sum (16). */
export const VPK_PIECE_BYTES = 28;
export const VPK_SUM_BYTES = 16;
/** Kinds of a piece's sum. BLAKE3 occurs in Source 2. */
export const VPK_SUM_MD5 = 0;
export const VPK_SUM_BLAKE3 = 1;
/** Kind that means `VPK_IN_DIRECTORY` and MD5 if the part is 0. */
const SUM_IN_DIRECTORY = 0x8000;
/** Id of the newer kind of signature, which is stored after its section. */
const LATER_SIGNATURE = 0x55aa1234;
const LATER_SIGNATURE_BYTES = 20;
/** Size limit of a key or a signature, so that a broken length allocates no memory. */
const MAX_KEY_BYTES = 1 << 16;

/** Ranges of version 2's sections in the directory file, in bytes from its start. */
export interface VpkSections {
  readonly piecesOffset: number;
  readonly piecesByteLength: number;
  /** Range of the three sums: 48 bytes, or 0 if there are none. */
  readonly sumsOffset: number;
  readonly sumsByteLength: number;
  readonly signatureOffset: number;
  readonly signatureByteLength: number;
}

export interface VpkSignature {
  /** `file`: signature of all bytes before the section. `sum`: of the whole file's MD5 sum. */
  readonly of: "file" | "sum";
  /** RSA key as a DER SubjectPublicKeyInfo; empty if the file is not signed. */
  readonly publicKey: Uint8Array;
  /** PKCS #1 v1.5 over SHA-256; empty if the file is not signed. */
  readonly signature: Uint8Array;
}

/** Pieces as columns, a row each; sums are 16 bytes. */
export interface VpkSums {
  readonly pieceCount: number;
  /**
   * Number of the part, or `VPK_IN_DIRECTORY`: then offsets are relative to the data after the
   * tree.
   */
  readonly pieceArchive: Uint16Array;
  readonly pieceKind: Uint16Array;
  readonly pieceOffset: Uint32Array;
  readonly pieceByteLength: Uint32Array;
  /** 16 bytes a row. */
  readonly pieceSum: Uint8Array;
  /**
   * Sums of the tree, of the table of pieces, and of all bytes before this third sum; `null` if
   * there are none.
   */
  readonly treeSum: Uint8Array | null;
  readonly piecesSum: Uint8Array | null;
  readonly wholeSum: Uint8Array | null;
  readonly signature: VpkSignature | null;
}

/**
 * Returns the ranges of the sections.
 * @param start the first 28 bytes of the directory file or more, which `parseVpkHeader` read
 * @returns `null` for version 1, which has none
 */
export function locateVpkSections(header: VpkHeader, start: Uint8Array): VpkSections | null {
  if (header.version === 1) return null;
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const piecesOffset = header.dataOffset + header.dataByteLength;
  const piecesByteLength = view.getUint32(16, true);
  const sumsByteLength = view.getUint32(20, true);
  const sumsOffset = piecesOffset + piecesByteLength;
  return {
    piecesOffset,
    piecesByteLength,
    sumsOffset,
    sumsByteLength,
    signatureOffset: sumsOffset + sumsByteLength,
    signatureByteLength: view.getUint32(24, true),
  };
}

/**
 * Parses the sections.
 * @param tail available bytes of the directory file from `piecesOffset` on
 * @throws FormatError (VPK): `bad-count`, `truncated`
 */
export function parseVpkSums(sections: VpkSections, tail: Uint8Array): VpkSums {
  const { piecesOffset, piecesByteLength, sumsOffset, sumsByteLength } = sections;
  if (piecesByteLength % VPK_PIECE_BYTES !== 0) {
    const expected = `a length in records of ${VPK_PIECE_BYTES} bytes`;
    throw vpkError("bad-count", "archive MD5", 16, expected, piecesByteLength);
  }
  if (sumsByteLength !== 0 && sumsByteLength !== 3 * VPK_SUM_BYTES) {
    throw vpkError("bad-count", "other MD5", 20, "three sums of 16 bytes, or none", sumsByteLength);
  }
  const needed = piecesByteLength + sumsByteLength;
  if (tail.length < needed) {
    throw vpkError("truncated", "other MD5", piecesOffset, `${needed} bytes`, tail.length);
  }
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const pieceCount = piecesByteLength / VPK_PIECE_BYTES;
  const pieceArchive = new Uint16Array(pieceCount);
  const pieceKind = new Uint16Array(pieceCount);
  const pieceOffset = new Uint32Array(pieceCount);
  const pieceByteLength = new Uint32Array(pieceCount);
  const pieceSum = new Uint8Array(pieceCount * VPK_SUM_BYTES);
  for (let i = 0; i < pieceCount; i++) {
    const at = i * VPK_PIECE_BYTES;
    const archive = view.getUint16(at, true);
    const kind = view.getUint16(at + 2, true);
    const isInDirectory = archive === 0 && kind === SUM_IN_DIRECTORY;
    pieceArchive[i] = isInDirectory ? VPK_IN_DIRECTORY : archive;
    pieceKind[i] = isInDirectory ? VPK_SUM_MD5 : kind;
    pieceOffset[i] = view.getUint32(at + 4, true);
    pieceByteLength[i] = view.getUint32(at + 8, true);
    pieceSum.set(tail.subarray(at + 12, at + VPK_PIECE_BYTES), i * VPK_SUM_BYTES);
  }
  const sums = sumsOffset - piecesOffset;
  const sum = (row: number) =>
    sumsByteLength === 0
      ? null
      : tail.slice(sums + row * VPK_SUM_BYTES, sums + (row + 1) * VPK_SUM_BYTES);
  return {
    pieceCount,
    pieceArchive,
    pieceKind,
    pieceOffset,
    pieceByteLength,
    pieceSum,
    treeSum: sum(0),
    piecesSum: sum(1),
    wholeSum: sum(2),
    signature: parseSignature(sections, tail.subarray(needed)),
  };
}

/** @param bytes available bytes from the section's start on */
function parseSignature(sections: VpkSections, bytes: Uint8Array): VpkSignature | null {
  const { signatureOffset, signatureByteLength } = sections;
  if (signatureByteLength === 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => {
    if (at + 4 <= bytes.length) return view.getUint32(at, true);
    throw vpkError("truncated", "signature", signatureOffset + at, "a length", bytes.length - at);
  };
  const take = (at: number, byteLength: number, lengthAt: number) => {
    if (byteLength > MAX_KEY_BYTES || at + byteLength > bytes.length) {
      const expected = `at most ${Math.min(MAX_KEY_BYTES, Math.max(bytes.length - at, 0))} bytes`;
      throw vpkError("bad-count", "signature", signatureOffset + lengthAt, expected, byteLength);
    }
    return bytes.slice(at, at + byteLength);
  };
  if (signatureByteLength === LATER_SIGNATURE_BYTES && word(0) === LATER_SIGNATURE) {
    const kind = word(4);
    if (kind !== 1) {
      throw vpkError(
        "unsupported",
        "signature",
        signatureOffset + 4,
        "a signature of kind 1",
        kind,
      );
    }
    const publicKey = take(LATER_SIGNATURE_BYTES, word(8), 8);
    const signature = take(LATER_SIGNATURE_BYTES + publicKey.length, word(12), 12);
    return { of: "sum", publicKey, signature };
  }
  const publicKey = take(4, word(0), 0);
  const at = 4 + publicKey.length;
  return { of: "file", publicKey, signature: take(at + 4, word(at), at) };
}
