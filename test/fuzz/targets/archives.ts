/** Targets for archives and compressed files. */

import { openArchiveBytes } from "../../../src/content/archives/open-archive.ts";
import { openPakfile, recoverZip } from "../../../src/content/archives/open-pakfile.ts";
import { openMapFile } from "../../../src/content/maps/open-map-file.ts";
import type { ContentArchive } from "../../../src/content/types.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { decompressBz2 } from "../../../src/formats/bz2/decompress-bz2.ts";
import { parseGma } from "../../../src/formats/gma/parse-gma.ts";
import { summarizeGma } from "../../../src/formats/gma/summarize-gma.ts";
import { writeGma } from "../../../src/formats/gma/write-gma.ts";
import {
  decompressLzmaAlone,
  isLzmaAlone,
  lzmaAloneByteLength,
} from "../../../src/formats/lzma/lzma-alone.ts";
import { decompressValveLzma } from "../../../src/formats/lzma/valve-lzma.ts";
import { isValveLzma } from "../../../src/formats/lzma/valve-lzma-header.ts";
import { parseVpk } from "../../../src/formats/vpk/parse-vpk.ts";
import { parseVpkHeader } from "../../../src/formats/vpk/parse-vpk-header.ts";
import { locateVpkSections, parseVpkSums } from "../../../src/formats/vpk/parse-vpk-sums.ts";
import { summarizeVpk } from "../../../src/formats/vpk/summarize-vpk.ts";
import { writeVpk } from "../../../src/formats/vpk/write-vpk.ts";
import { crc32 } from "../../../src/formats/zip/crc32.ts";
import { editZip } from "../../../src/formats/zip/edit-zip.ts";
import { parseZip } from "../../../src/formats/zip/parse-zip.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { ZstdFault } from "../../../src/formats/zstd/backward-bits.ts";
import { decompressZstd } from "../../../src/formats/zstd/decompress-zstd.ts";
import { makeBsp, packValveLzma } from "../../formats/bsp/make-bsp.ts";
import { EMPTY, HELLO, RUNS } from "../../formats/bz2/samples.ts";
import { lzmaEntry, makeZip } from "../../formats/zip/make-zip.ts";
import { READERS } from "../../support/measure/readers.ts";
import { strictBytes } from "./strict-bytes.ts";
import type { Target } from "./target.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const FILES = new Map([
  ["materials/a.vmt", encode('"UnlitGeneric" { "$basetexture" "a" }')],
  ["materials/dev/b.vmt", encode("LightmappedGeneric { }".repeat(20))],
  ["sound/ü.txt", new Uint8Array(0)],
]);
const zip = () => writeZip(FILES);
const mixed = () =>
  makeZip([
    { name: "stored.txt", data: encode("as it is") },
    lzmaEntry("packed.txt", encode("packed ".repeat(9))),
  ]);
const vpk = () => writeVpk(FILES);
const gma = () => writeGma(FILES, { name: "A map", description: "{}", author: "someone" });
const lzmaText = () => packValveLzma(encode("one two three one two three ".repeat(12)));

/** Makes a `.lzma` file of the same data. */
function makeLzmaAlone(): Uint8Array {
  const valve = lzmaText();
  const out = new Uint8Array(13 + valve.length - 17);
  out.set(valve.subarray(12, 17));
  out.set(valve.subarray(4, 8), 5);
  out.set(valve.subarray(17), 13);
  return out;
}

/** Every file of it, read; those that are damaged are passed over. */
async function readAll(archive: ContentArchive, look: () => void): Promise<void> {
  for (const { path } of archive.list()) {
    try {
      await archive.read(path);
      look();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
}

/** Sentence for a VPK whose parts (`_000.vpk`) are missing: targets give it one file only. */
const PART_IS_MISSING = /is missing, and .* lies in it$/s;

const openNamed = (name: string) => async (bytes: Uint8Array, look: () => void) => {
  await readAll(await openArchiveBytes(strictBytes(name, bytes), async () => null), look);
};

const MOST_UNPACKED = 2 ** 26;

function unpackLzma(bytes: Uint8Array): void {
  if (isValveLzma(bytes)) {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
    if (length <= MOST_UNPACKED) decompressValveLzma(bytes, length, "lump");
  } else if (isLzmaAlone(bytes) && lzmaAloneByteLength(bytes) <= MOST_UNPACKED) {
    decompressLzmaAlone(bytes, "file");
  }
}

function edit(bytes: Uint8Array, look: () => void): void {
  const data = encode("new");
  const edited = editZip(bytes, {
    removes: ({ path }) => path.endsWith(".vmt"),
    add: [{ name: "new.txt", method: 0, data, byteLength: data.length, crc: crc32(data) }],
  });
  look();
  const { find, entries } = parseZip(edited);
  if (find("new.txt") === undefined) throw new Error("what was added is not in it");
  if (entries.some(({ path }) => path.endsWith(".vmt"))) throw new Error("it was not removed");
}

async function openPak(bytes: Uint8Array, look: () => void): Promise<void> {
  const { zip } = await openPakfile(strictBytes("pakfile", bytes));
  look();
  for (const entry of zip.entries) {
    try {
      await zip.read(entry);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
}

async function openPacked(bytes: Uint8Array): Promise<void> {
  const map = await openMapFile(strictBytes("file", bytes));
  await map.bytes.read(0, Math.min(8, map.bytes.byteLength));
}

/** Frames written by libzstd, with their unpacked length. */
const ZSTD_FRAMES: readonly (readonly [byteLength: number, base64: string])[] = [
  [
    300,
    "KLUv/WQsAIUEAMYSI45TQkIxQxEhECAAIAAfAEIwjeV7R/x5/U9HmxuEKgOZxcv3xnkHZGCU+uCfhckIM/OqStL59w3291DuuJ1KzR3j6cwBOJ27IHKE8nZFTAdk1gXTjcg7eFF/Il8cqvH5PrdgmdlRd51g2sGzuzlyr5yWl+4VhLn8Cf5zD5eZ2z0+udh5tOJM8uCVQk8GAOmvOHI=",
  ],
  [
    1575,
    "KLUv/WQnBU0CAFB4YWJjZGVmZ2h4Hqjw2TMgwugDEP5z8SfxXZigYAc3sFAegUFeAgPtAH6Hf+95b1abcdjLWHZF/VSkMUPw0fF2ppdYVUynBWRyNQeL",
  ],
  [200, "KLUv/STIrQAAYGxsZWtsYWxqamtjbAIAgEYlCmAB8v9DOA=="],
  [40, "KLUv/SQoQQEAPRj7AGFZOeIWGeHmZ3MPtRZyEqC+m27kET1ghL2woWsK1ZHuUZIQ4uP9T0o="],
  [0, "KLUv/SQAAQAAmenYUQ=="],
];

function makeZstd([byteLength, base64]: (typeof ZSTD_FRAMES)[number]): Uint8Array {
  const frame = Buffer.from(base64, "base64");
  return Uint8Array.of(byteLength & 255, byteLength >> 8, ...frame);
}

/** First the bytes that it comes to, in 16 bits; who asks for a frame makes an error of its fault. */
function unpackZstd(bytes: Uint8Array): void {
  const [low = 0, high = 0] = bytes;
  try {
    decompressZstd(bytes.subarray(2), low + high * 256);
  } catch (error) {
    if (!(error instanceof ZstdFault)) throw error;
    const detail = { format: "VTF", code: "bad-value", where: "image", offset: 0 } as const;
    throw new FormatError({ ...detail, expected: "an image", found: error.reason });
  }
}

export const ARCHIVE_TARGETS: readonly Target[] = [
  {
    name: "zip",
    does: "the directory of a zip, and every entry unpacked",
    code: ["src/formats/zip/"],
    form: "bytes",
    files: [".zip"],
    seeds: () => [zip(), mixed()],
    read: (bytes, look) => READERS.zip(bytes, look),
  },
  {
    name: "zip-edit",
    does: "entries taken out of a zip and put into it; what comes of it is read",
    code: ["src/formats/zip/"],
    form: "bytes",
    seeds: () => [zip(), mixed()],
    read: edit,
  },
  {
    name: "recover-zip",
    does: "a zip by its local headers alone",
    code: ["src/content/archives/open-pakfile", "src/formats/zip/read-entry"],
    form: "bytes",
    seeds: () => [zip(), mixed(), zip().subarray(0, 300)],
    read: async (bytes) => void (await recoverZip(strictBytes("pakfile", bytes))),
  },
  {
    name: "pakfile",
    does: "a map's pakfile, sound or not, and every file that it lists",
    code: ["src/content/archives/", "src/formats/zip/"],
    form: "bytes",
    seeds: () => [zip(), mixed()],
    read: openPak,
  },
  {
    name: "zip-archive",
    does: "a zip that is read range by range, as content",
    code: [
      "src/content/archives/zip-archive",
      "src/content/archives/open-archive",
      "src/content/content-roots",
    ],
    form: "bytes",
    files: [".zip"],
    seeds: () => [zip(), mixed()],
    read: openNamed("a.zip"),
  },
  {
    name: "vpk",
    does: "the tree of a VPK, and every file of it",
    code: ["src/formats/vpk/", "src/content/archives/vpk-archive"],
    form: "bytes",
    files: [".vpk"],
    seeds: () => [vpk()],
    sentences: PART_IS_MISSING,
    read: async (bytes, look) => {
      JSON.stringify(summarizeVpk(parseVpk(bytes)));
      const sections = locateVpkSections(parseVpkHeader(bytes, bytes.length), bytes);
      if (sections) parseVpkSums(sections, bytes.subarray(sections.piecesOffset));
      await openNamed("a.vpk")(bytes, look);
    },
  },
  {
    name: "gma",
    does: "the list of a GMA, and every file of it",
    code: ["src/formats/gma/", "src/content/archives/gma-archive"],
    form: "bytes",
    files: [".gma"],
    seeds: () => [gma()],
    read: async (bytes, look) => {
      const directory = parseGma(bytes);
      if (directory) JSON.stringify(summarizeGma(directory));
      await openNamed("a.gma")(bytes, look);
    },
  },
  {
    name: "lzma",
    does: "LZMA with Valve's header and with its own",
    code: ["src/formats/lzma/"],
    form: "bytes",
    seeds: () => [lzmaText(), makeLzmaAlone()],
    read: unpackLzma,
  },
  {
    name: "zstd",
    does: "Zstandard, of bytes that are stated",
    code: ["src/formats/zstd/"],
    form: "bytes",
    seeds: () => ZSTD_FRAMES.map(makeZstd),
    read: unpackZstd,
  },
  {
    name: "bz2",
    does: "bzip2",
    code: ["src/formats/bz2/"],
    form: "bytes",
    files: [".bz2"],
    seeds: () => [HELLO.packed, EMPTY.packed, RUNS.packed],
    read: (bytes) => void decompressBz2(bytes, MOST_UNPACKED),
  },
  {
    name: "packed-map",
    does: "a map found in whatever it is packed in",
    code: ["src/content/maps/open-", "src/content/maps/unpack-map"],
    form: "bytes",
    seeds: () => [
      writeZip(new Map([["maps/a.bsp", makeBsp().subarray(0, 1200)]])),
      writeGma(new Map([["maps/a.bsp", encode("VBSP map")]])),
      HELLO.packed,
      makeBsp().subarray(0, 1100),
    ],
    sentences: /^there (is no map|are \d+ maps) /s,
    read: openPacked,
  },
];
