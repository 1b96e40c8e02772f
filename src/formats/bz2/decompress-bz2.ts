import { BitReader } from "./bit-reader.ts";
import { ByteSink } from "./byte-sink.ts";
import { bz2Error } from "./bz2-error.ts";
import { isBz2 } from "./is-bz2.ts";
import { readBlock } from "./read-block.ts";

/** Larger than any map; what unpacks to more is broken or hostile. */
const DEFAULT_LIMIT = 2 ** 29;
/** What maps come to, for the first guess. */
const USUAL_RATIO = 3;
/** "BZh", a level from 1 to 9, the first signature. */
const MIN_BYTES = 4 + 6 + 4;
/** The first three of six bytes: of pi for a block, of its root for the end. */
const BLOCK_HIGH = 0x314159;
const BLOCK_LOW = 0x265359;
const END_HIGH = 0x177245;
const END_LOW = 0x385090;

/**
 * Unpacks a .bz2 file, which may be several streams one after another (as pbzip2 writes them).
 *
 * @param limit most bytes that may come of it
 * @throws FormatError (BZ2): `bad-magic`, `truncated`, `bad-value`, `mismatch` for a wrong checksum,
 * `too-large` past the limit, `unsupported` for blocks of bzip2 before 0.9.5
 */
export function decompressBz2(bytes: Uint8Array, limit = DEFAULT_LIMIT): Uint8Array {
  if (!isBz2(bytes)) {
    const found = String.fromCharCode(...bytes.subarray(0, 3)).replace(/[^ -~]/g, ".");
    throw bz2Error("bad-magic", "header", 0, "BZh1 to BZh9", found);
  }
  const reader = new BitReader(bytes);
  const sink = new ByteSink(bytes.length * USUAL_RATIO, limit);
  // For the largest block so far: streams may be of 14 bytes, each of another level.
  let room = new Uint32Array(0);
  const byteCounts = new Int32Array(256);
  do {
    reader.readUint32();
    const blockBytes = (bytes[reader.offset - 1] - 0x30) * 100_000;
    let streamCrc = 0;
    while (isNextBlock(reader)) {
      if (room.length < blockBytes) room = new Uint32Array(blockBytes);
      const rows = room.subarray(0, blockBytes);
      const crc = reader.readUint32();
      const { byteLength, origin } = readBlock(reader, rows, byteCounts);
      linkRows(rows, byteLength, byteCounts);
      checkCrc("block", reader, crc, sink.addBlock(rows, byteLength, origin));
      streamCrc = (((streamCrc << 1) | (streamCrc >>> 31)) ^ crc) >>> 0;
    }
    const crc = reader.readUint32();
    reader.check("end");
    checkCrc("end", reader, crc, streamCrc);
    reader.alignToByte();
    // What follows and is no stream is padding, as bzip2 itself takes it.
  } while (bytes.length - reader.offset >= MIN_BYTES && isBz2(bytes.subarray(reader.offset)));
  return sink.finish();
}

function isNextBlock(reader: BitReader): boolean {
  const offset = reader.offset;
  const high = reader.read(24);
  const low = reader.read(24);
  reader.check("block signature");
  if (high === BLOCK_HIGH && low === BLOCK_LOW) return true;
  if (high === END_HIGH && low === END_LOW) return false;
  const found = `0x${high.toString(16)}${low.toString(16).padStart(6, "0")}`;
  throw bz2Error("bad-value", "block signature", offset, "a block or the end", found);
}

/** Writes into each row's upper bits which row comes next: sorting the last column gives the first. */
function linkRows(rows: Uint32Array, byteLength: number, byteCounts: Int32Array): void {
  for (let byte = 0, first = 0; byte < 256; byte++) {
    const count = byteCounts[byte];
    byteCounts[byte] = first;
    first += count;
  }
  for (let i = 0; i < byteLength; i++) rows[byteCounts[rows[i] & 255]++] |= i << 8;
}

function checkCrc(where: string, reader: BitReader, stated: number, found: number): void {
  if (stated === found) return;
  const hex = (crc: number) => crc.toString(16).padStart(8, "0");
  throw bz2Error("mismatch", where, reader.offset, `bytes of CRC ${hex(stated)}`, hex(found));
}
