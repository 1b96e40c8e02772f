/** Maps written in every form that there is, packed and unpacked. */

import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import { convertMap } from "../../../src/formats/bsp/write/convert/convert-map.ts";
import { repackMap } from "../../../src/formats/bsp/write/convert/repack-map.ts";
import { CONVERT_TARGETS } from "../../../src/formats/bsp/write/convert/targets.ts";
import {
  encodeRuns,
  RUN_PROPERTIES,
  writeValveLzma,
} from "../../../src/formats/lzma/encode-lzma.ts";
import { parseZip } from "../../../src/formats/zip/parse-zip.ts";
import { readEntry } from "../../../src/formats/zip/read-entry.ts";
import { repackZip } from "../../../src/formats/zip/repack-zip.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { writeDialect } from "../../formats/bsp/dialects/write-dialect.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { lzmaEntry, makeZip } from "../../formats/zip/make-zip.ts";
import { chooseParts, type Target } from "./target.ts";

const encode = (text: string) => new TextEncoder().encode(text);
/** Lumps of most kinds are smaller in the seeds: light and game lumps are not. */
const MOST_PACKED = 400;

/** Packs with the fast encoder: the packed bytes are not under test, and the `lzma1` package takes 10 ms a call. */
function pack(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length > MOST_PACKED) return null;
  const data = encodeRuns(bytes, bytes.length);
  if (data === null) return null;
  const packed = writeValveLzma(RUN_PROPERTIES, data, bytes.length);
  return packed.length < bytes.length ? packed : null;
}
const KEPT = { packing: "keep", pack, packEntry: () => null } as const;

/** Returns `null` if the unchanged map is refused. */
function parseOrNull(bytes: Uint8Array): Bsp | null {
  try {
    return parseBsp(bytes, new Diagnostics());
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

/** A map that was read is read in its new form, with as much in it. */
function checkWritten(before: Bsp | null, bytes: Uint8Array, form: string): void {
  if (before === null) return;
  let after: Bsp;
  try {
    after = parseBsp(bytes, new Diagnostics());
  } catch (error) {
    throw new Error(`a map as ${form} is refused: ${(error as Error).message}`);
  }
  for (const table of ["faces", "leafs", "nodes", "texInfos", "models"] as const) {
    if (after[table].count !== before[table].count) {
      throw new Error(`as ${form} there are ${after[table].count} ${table}`);
    }
  }
}

/** To every form; a map that is refused for one may be written in another. */
function convert(bytes: Uint8Array, look: () => void, part: number | null): void {
  const before = parseOrNull(bytes);
  let fault: FormatError | null = null;
  for (const [form, target] of chooseParts(Object.entries(CONVERT_TARGETS), part)) {
    try {
      const written = convertMap(bytes, target, KEPT);
      look();
      checkWritten(before, written.bytes, form);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      fault ??= error;
    }
  }
  if (fault !== null) throw fault;
}

function repack(bytes: Uint8Array, look: () => void, part: number | null): void {
  const before = parseOrNull(bytes);
  for (const packing of chooseParts(["unpack", "pack"] as const, part)) {
    const options = { ...KEPT, packing };
    const once = repackMap(bytes, options);
    look();
    checkWritten(before, once.bytes, packing);
    const twice = repackMap(once.bytes, options);
    if (Buffer.compare(twice.bytes, once.bytes) !== 0) {
      throw new Error(`what was written by ${packing} is written as something else`);
    }
  }
}

/** Every file that could be read is read, and is the same. */
function repackArchive(bytes: Uint8Array): void {
  const before = parseZip(bytes);
  const { bytes: written } = repackZip(bytes, { pack: null, take: () => {} });
  const after = parseZip(written);
  for (const entry of before.entries) {
    let content: Uint8Array;
    try {
      content = readEntry(bytes, entry);
    } catch (error) {
      if (error instanceof FormatError) continue;
      throw error;
    }
    const same = after.entries.find(({ path }) => path === entry.path);
    // The last entry of a name counts.
    if (before.find(entry.path) !== entry) continue;
    const kept = same && readEntry(written, after.find(entry.path) ?? same);
    if (!kept || Buffer.compare(kept, content) !== 0) throw new Error(`${entry.path} is another`);
  }
}

const seeds = () => [
  makeBsp({ light: "both", detailProps: true }),
  makeBsp({ version: 19 }),
  makeBsp({ littleEndian: false, light: "hdr7" }),
  makeBsp({ headerOrder: "left4dead2", version: 21 }),
  makeBsp({ lzma: ["LUMP_PLANES", "LUMP_ENTITIES"] }),
  writeDialect("vampire"),
  writeDialect("vindictus"),
];

export const CONVERT_MAP_TARGETS: readonly Target[] = [
  {
    name: "convert",
    does: "a map written as every engine branch has it; what comes of it is read",
    code: ["src/formats/bsp/write/convert/"],
    times: Object.keys(CONVERT_TARGETS).length,
    form: "map",
    files: [".bsp"],
    seeds,
    read: convert,
  },
  {
    name: "repack",
    does: "a map packed and unpacked; what comes of it is read, and is not written otherwise again",
    code: ["src/formats/bsp/write/convert/", "src/formats/zip/repack-zip"],
    form: "map",
    files: [".bsp"],
    seeds,
    read: repack,
  },
  {
    name: "zip-repack",
    does: "a zip unpacked; every file of it is the same",
    code: ["src/formats/zip/repack-zip", "src/formats/zip/read-records"],
    form: "bytes",
    seeds: () => [
      writeZip(new Map([["a.vmt", encode("LightmappedGeneric { }".repeat(20))]])),
      makeZip([
        { name: "stored.txt", data: encode("as it is") },
        lzmaEntry("packed.txt", encode("packed ".repeat(9))),
      ]),
    ],
    read: repackArchive,
  },
];
