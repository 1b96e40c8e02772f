/** Appends checksums and a signature to a VPK of version 2, like Valve's packer. */

import { createHash, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { VPK_IN_DIRECTORY } from "../../../src/formats/vpk/index.ts";

const md5 = (bytes: Uint8Array): Buffer => createHash("md5").update(bytes).digest();

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => void bytes.writeUInt32LE(value, i * 4));
  return bytes;
}

/** Returns a plain Uint8Array, because slices of a Buffer share memory. */
const joined = (...pieces: Uint8Array[]) => new Uint8Array(Buffer.concat(pieces));
const LATER = 0x55aa1234;

export interface Signing {
  /**
   * What is signed: all bytes (before 2024), the whole file's checksum (since then), or nothing,
   * with an empty section.
   */
  readonly signs?: "file" | "sum" | "nothing";
  /** Bytes per checksummed piece. */
  readonly pieceByteLength?: number;
}

/** Cached, because creating a key is slow. */
let keys: { publicKey: KeyObject; privateKey: KeyObject } | null = null;

/**
 * @param directory from `writeVpk` or `writeSplitVpk`, in version 2
 * @param parts from `writeSplitVpk`
 */
export function signVpk(
  directory: Uint8Array,
  parts: readonly Uint8Array[],
  { signs = "file", pieceByteLength = 128 }: Signing = {},
): Uint8Array {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  const dataOffset = 28 + view.getUint32(8, true);
  const pieces: Buffer[] = [];
  const addPieces = (archive: number, bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at += pieceByteLength) {
      const piece = bytes.subarray(at, at + pieceByteLength);
      pieces.push(words(archive, at, piece.length), md5(piece));
    }
  };
  parts.forEach((part, archive) => void addPieces(archive, part));
  addPieces(VPK_IN_DIRECTORY, directory.subarray(dataOffset));
  const table = Buffer.concat(pieces);
  keys ??= generateKeyPairSync("rsa", { modulusLength: 1024 });
  const key = keys.publicKey.export({ format: "der", type: "spki" });
  const head = Buffer.from(directory.subarray(0, 28));
  head.writeUInt32LE(table.length, 16);
  head.writeUInt32LE(48, 20);
  head.writeUInt32LE(signs === "file" ? 8 + key.length + 128 : 20, 24);
  const beforeSums = Buffer.concat([head, directory.subarray(28), table]);
  const tree = directory.subarray(28, dataOffset);
  const beforeLast = Buffer.concat([beforeSums, md5(tree), md5(table)]);
  const whole = md5(beforeLast);
  const before = Buffer.concat([beforeLast, whole]);
  if (signs === "nothing") return joined(before, words(LATER, 1, 0, 0, 0));
  const signed = signs === "file" ? before : whole;
  const signature = createSign("sha256").update(signed).sign(keys.privateKey);
  if (signs === "sum") {
    const lengths = words(LATER, 1, key.length, signature.length, 0);
    return joined(before, lengths, key, signature);
  }
  return joined(before, words(key.length), key, words(signature.length), signature);
}
