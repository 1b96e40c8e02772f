/** Reads the header of a map file. */

import { bspError } from "./bsp-error.ts";
import { type Dialect, STANDARD } from "./dialect.ts";
import { LUMP, LUMP_COUNT, type LumpName } from "./lumps.ts";
import { FACES } from "./records/faces.ts";
import { DLEAF_V1, NODES } from "./records/tree.ts";
import type { Endian, HeaderOrder } from "./types.ts";

/** `dheader_t`: ident, version, 64 lumps of 16 bytes, map revision. */
export const BSP_HEADER_BYTES = 8 + LUMP_COUNT * 16 + 4;

/** Large enough for all versions. */
export const MAX_BSP_HEADER_BYTES = BSP_HEADER_BYTES + 4;
/** Identifiers of little-endian and of big-endian files. */
const IDENTS = ["VBSP", "PSBV"];
/** Version of Contagion's maps, whose header has one more word after the version. */
export const CONTAGION_VERSION = 27;
const STANDARD_VERSIONS = [19, 20, 21, 24, 25, CONTAGION_VERSION];
/**
 * Versions of the Half-Life 2 beta and Vampire (17, 18), of Dota 2 (22, 23), and of Dark Messiah
 * (two shorts).
 */
const OTHER_VERSIONS = [17, 18, 22, 23, 0x40014];
const VERSIONS_EXPECTED = "version 17 to 25 or 27";

export interface BspHeader {
  readonly version: number;
  readonly endian: Endian;
  readonly headerOrder: HeaderOrder;
  readonly mapRevision: number;
  /**
   * `null` if the version alone does not determine the dialect; `withDialect` of `dialects` does.
   */
  readonly dialect: Dialect | null;
  /** One value a lump slot, as stored: only the order of the fields was checked. */
  readonly offset: Int32Array;
  readonly length: Int32Array;
  readonly lumpVersion: Int32Array;
  /** Size after decompression in bytes; 0 if the lump is not compressed. */
  readonly uncompressedLength: Int32Array;
}

/**
 * Reads the header of a `VBSP` (little-endian) or `PSBV` (big-endian) file.
 *
 * @param bytes the file, or its first `MAX_BSP_HEADER_BYTES` bytes
 * @param fileLength size of the whole file. The order of a lump's fields is determined by whether
 * the lumps fit in it
 * @throws FormatError
 */
export function parseBspHeader(bytes: Uint8Array, fileLength = bytes.length): BspHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ident = String.fromCharCode(...bytes.subarray(0, 4));
  if (bytes.length === 0) throw bspError("truncated", "header", 0, "a map", "an empty file");
  if (!IDENTS.some((known) => known.startsWith(ident))) {
    throw bspError("bad-magic", "header", 0, "VBSP or PSBV", JSON.stringify(ident));
  }
  if (bytes.length < 8) throw bspError("truncated", "header", 0, "at least 8 bytes", bytes.length);
  const little = ident === "VBSP";
  const version = view.getInt32(4, little);
  if (![...STANDARD_VERSIONS, ...OTHER_VERSIONS].includes(version)) {
    throw bspError("bad-version", "header", 4, VERSIONS_EXPECTED, version);
  }
  const directory = version === CONTAGION_VERSION ? 12 : 8;
  const end = directory + BSP_HEADER_BYTES - 8;
  if (bytes.length < end) {
    throw bspError("truncated", "header", 8, `${end} bytes of header`, bytes.length);
  }
  const word = new Int32Array(LUMP_COUNT * 4);
  for (let i = 0; i < word.length; i++) word[i] = view.getInt32(directory + i * 4, little);
  const standard = countPlausible(word, 0, 1, 2, fileLength);
  const left4dead2 = countPlausible(word, 1, 2, 0, fileLength);
  const order = left4dead2 > standard ? "left4dead2" : "standard";
  const first = order === "standard" ? 0 : 1;
  const endian = little ? "little" : "big";
  const length = pick(word, first + 1);
  const uncompressedLength = pick(word, 3);
  const unpacked = (name: LumpName) => uncompressedLength[LUMP[name]] || length[LUMP[name]];
  const isStandard =
    STANDARD_VERSIONS.includes(version) && (version !== 20 || hasStandardRecords(unpacked));
  return {
    version,
    endian,
    headerOrder: order,
    mapRevision: view.getInt32(end - 4, little),
    dialect: isStandard ? STANDARD : null,
    offset: pick(word, first),
    length,
    lumpVersion: pick(word, order === "standard" ? 2 : 0),
    uncompressedLength,
  };
}

/**
 * Whether the lump lengths are multiples of standard record sizes. Vindictus' maps also have
 * version 20, with other records.
 */
function hasStandardRecords(unpacked: (name: LumpName) => number): boolean {
  return (
    unpacked("LUMP_FACES") % FACES[0].bytes === 0 &&
    unpacked("LUMP_NODES") % NODES[0].bytes === 0 &&
    unpacked("LUMP_LEAFS") % DLEAF_V1.bytes === 0
  );
}

function pick(word: Int32Array, field: number): Int32Array {
  return Int32Array.from({ length: LUMP_COUNT }, (_, lump) => word[lump * 4 + field]);
}

/**
 * Counts lumps that are plausible with the given order of fields: inside the file, with a small
 * version.
 */
function countPlausible(
  word: Int32Array,
  offsetField: number,
  lengthField: number,
  versionField: number,
  byteLength: number,
): number {
  let count = 0;
  for (let lump = 0; lump < word.length; lump += 4) {
    const offset = word[lump + offsetField];
    const length = word[lump + lengthField];
    const version = word[lump + versionField];
    const inside = offset >= BSP_HEADER_BYTES && length > 0 && offset + length <= byteLength;
    // An empty lump counts neither for nor against the order.
    if (inside && version >= 0 && version < 256) count++;
  }
  return count;
}
