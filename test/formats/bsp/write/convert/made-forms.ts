/** Helpers for the conversion tests. */

import { packLump, packLzma } from "../../../../../src/cli/pak/pack-lzma.ts";
import { Diagnostics } from "../../../../../src/core/diagnostics.ts";
import { LUMP, LUMP_NAMES, type LumpName } from "../../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../../../../src/formats/bsp/parse-bsp-header.ts";
import { openLumps } from "../../../../../src/formats/bsp/tables/open-lumps.ts";
import type { Bsp } from "../../../../../src/formats/bsp/types.ts";
import type {
  AssembleOptions,
  Packing,
  PackLump,
} from "../../../../../src/formats/bsp/write/convert/assemble-parts.ts";
import { convertMap } from "../../../../../src/formats/bsp/write/convert/convert-map.ts";
import {
  CONVERT_TARGETS,
  type ConvertTargetName,
} from "../../../../../src/formats/bsp/write/convert/targets.ts";

export const NAMES = Object.keys(CONVERT_TARGETS) as ConvertTargetName[];

/** Larger lumps are from real maps, and none is packed twice. */
const MOST_REMEMBERED = 1 << 16;

/** Caches packed lumps, because packing dominates the time and generated maps share most lumps. */
function remember(pack: PackLump): PackLump {
  const known = new Map<string, Uint8Array | null>();
  return (bytes) => {
    if (bytes.length > MOST_REMEMBERED) return pack(bytes);
    const key = Buffer.from(bytes).toString("latin1");
    const found = known.get(key) ?? pack(bytes);
    known.set(key, found);
    return found;
  };
}

const packOnce = remember(packLump);

export const packed = (packing: Packing): AssembleOptions => ({
  packing,
  pack: packOnce,
  packEntry: packLzma,
});

export const convert = (file: Uint8Array, to: ConvertTargetName, packing: Packing = "keep") =>
  convertMap(file, CONVERT_TARGETS[to], packed(packing));

/** Returns an unpacked lump. */
export const lumpOf = (file: Uint8Array, name: LumpName): Uint8Array =>
  openLumps(file).lumps.bytes(name);

/** Returns a lump as stored. */
export function storedLump(file: Uint8Array, name: LumpName): Uint8Array {
  const { offset, length } = parseBspHeader(file);
  return file.subarray(offset[LUMP[name]], offset[LUMP[name]] + length[LUMP[name]]);
}

/** Returns the names of lumps that differ between two files. */
export const differingLumps = (a: Uint8Array, b: Uint8Array): LumpName[] =>
  LUMP_NAMES.filter((name) => Buffer.compare(lumpOf(a, name), lumpOf(b, name)) !== 0);

/** Returns everything that is equal in all forms. Throws if the map has warnings. */
export function tablesOf(file: Uint8Array) {
  const diagnostics = new Diagnostics();
  const bsp: Bsp = parseBsp(file, diagnostics);
  if (diagnostics.warnings.length > 0) throw new Error(JSON.stringify(diagnostics.warnings));
  const { version, byteLength, endian, headerOrder, lumps, gameLumps, ...rest } = bsp;
  const { staticProps, visibility, pakfile, ...tables } = rest;
  const { version: _, recordBytes, ...props } = staticProps!;
  // The visibility header is in the file's byte order.
  const rows = visibility && { ...visibility, bytes: visibility.bytes.slice(20) };
  return { ...tables, props, rows };
}
