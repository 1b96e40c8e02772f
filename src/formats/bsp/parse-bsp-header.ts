import { bspError } from "./bsp-error.ts";
import { LUMP_COUNT } from "./lumps.ts";
import type { Endian, HeaderOrder } from "./types.ts";

/** `dheader_t`: ident, version, 64 lumps of 16 bytes, map revision. */
export const BSP_HEADER_BYTES = 8 + LUMP_COUNT * 16 + 4;

/** Seen in games, but with other records; "" where it is not known in which. */
const VERSIONS_NOT_READ: ReadonlyMap<number, string> = new Map([
  [17, "Vampire: The Masquerade – Bloodlines"],
  [18, "early builds of Half-Life 2"],
  [22, "Dota 2 before Reborn"],
  [23, "Dota 2 before Reborn"],
  [24, ""],
  [27, "Contagion"],
  [29, "Titanfall"],
  // Two shorts: version 20, and 4.
  [0x40014, "Dark Messiah of Might and Magic"],
]);
/** Of little-endian files, and of big-endian ones. */
const IDENTS = ["VBSP", "PSBV"];
const VERSIONS_READ = [19, 20, 21, 25];

export interface BspHeader {
  readonly version: number;
  readonly endian: Endian;
  readonly headerOrder: HeaderOrder;
  readonly mapRevision: number;
  /** One value a lump slot. As stored: nothing is checked but the reading order. */
  readonly offset: Int32Array;
  readonly length: Int32Array;
  readonly lumpVersion: Int32Array;
  /** Bytes once decompressed; 0 where the lump is not compressed. */
  readonly uncompressedLength: Int32Array;
}

/**
 * Reads the header of a `VBSP` (little-endian) or `PSBV` (big-endian) file.
 *
 * @param bytes The file, or its first `BSP_HEADER_BYTES` bytes.
 * @param fileLength Bytes of the whole file: where the lumps lie tells the order of their fields.
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
  const game = VERSIONS_NOT_READ.get(version);
  if (game !== undefined) {
    const found = game === "" ? version : `${version} (${game})`;
    throw bspError("unsupported", "header", 4, `version ${VERSIONS_READ.join(", ")}`, found);
  }
  if (!VERSIONS_READ.includes(version)) {
    throw bspError("bad-version", "header", 4, `version ${VERSIONS_READ.join(", ")}`, version);
  }
  if (bytes.length < BSP_HEADER_BYTES) {
    throw bspError("truncated", "header", 8, `${BSP_HEADER_BYTES} bytes of header`, bytes.length);
  }
  const word = new Int32Array(LUMP_COUNT * 4);
  for (let i = 0; i < word.length; i++) word[i] = view.getInt32(8 + i * 4, little);
  const standard = countPlausible(word, 0, 1, 2, fileLength);
  const left4dead2 = countPlausible(word, 1, 2, 0, fileLength);
  const order = left4dead2 > standard ? "left4dead2" : "standard";
  const first = order === "standard" ? 0 : 1;
  return {
    version,
    endian: little ? "little" : "big",
    headerOrder: order,
    mapRevision: view.getInt32(BSP_HEADER_BYTES - 4, little),
    offset: pick(word, first),
    length: pick(word, first + 1),
    lumpVersion: pick(word, order === "standard" ? 2 : 0),
    uncompressedLength: pick(word, 3),
  };
}

function pick(word: Int32Array, field: number): Int32Array {
  return Int32Array.from({ length: LUMP_COUNT }, (_, lump) => word[lump * 4 + field]);
}

/** Lumps that make sense with the fields read so: inside the file, and of a small version. */
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
    // An empty lump says nothing either way.
    if (inside && version >= 0 && version < 256) count++;
  }
  return count;
}
