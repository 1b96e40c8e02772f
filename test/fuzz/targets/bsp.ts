/** Maps: what reads all of one, and what changes or repairs one. */

import { repairMap } from "../../../src/content/maps/repair-map.ts";
import { listGameLumps } from "../../../src/content/report/read-lump-report.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { decipherMap, findMapKey } from "../../../src/formats/bsp/cipher.ts";
import {
  findPakfile,
  listSideRanges,
  listStatedSides,
  listWorldRanges,
} from "../../../src/formats/bsp/lump-ranges.ts";
import { LUMP, LUMP_NAMES } from "../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { MAX_BSP_HEADER_BYTES, parseBspHeader } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { summarizeBsp } from "../../../src/formats/bsp/summarize-bsp.ts";
import { openLump, readLump } from "../../../src/formats/bsp/tables/open-lump.ts";
import { openLumps } from "../../../src/formats/bsp/tables/open-lumps.ts";
import { weighLumps } from "../../../src/formats/bsp/tables/weigh-lumps.ts";
import { replaceLumps } from "../../../src/formats/bsp/write/replace-lumps.ts";
import { explainBadMagic } from "../../../src/formats/foreign-file.ts";
import { readBsp } from "../../../src/scene/open/read-map.ts";
import {
  VINDICTUS_FACES_2,
  WRITTEN,
  writeDialect,
} from "../../formats/bsp/dialects/write-dialect.ts";
import { findIndexFaults } from "../../formats/bsp/index-faults.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { HostileMap } from "../../support/hostile/hostile-map.ts";
import { putBrushes } from "../../support/hostile/leafs.ts";
import { putProps } from "../../support/hostile/props.ts";
import { READERS } from "../../support/measure/readers.ts";
import { strictBytes } from "./strict-bytes.ts";
import type { Target } from "./target.ts";

const room = () => makeBsp({ light: "both", detailProps: true });
const console = () => makeBsp({ littleEndian: false, light: "hdr7" });
const newest = () => makeBsp({ headerOrder: "left4dead2", version: 21 });
const packed = () =>
  makeBsp({ lzma: ["LUMP_PLANES", "LUMP_FACES", "LUMP_LIGHTING", "LUMP_ENTITIES"] });

function makeFurnishedRoom(): Uint8Array {
  const map = new HostileMap();
  putProps(map, 4, [1, 2]);
  putBrushes(map, 6, 36, 6);
  map.put("LUMP_LEAFBRUSHES", new Uint8Array(12));
  return map.done();
}

function readHeader(bytes: Uint8Array): void {
  const key = findMapKey(bytes);
  const plain = key === null ? bytes : decipherMap(bytes, 0, key);
  const header = parseBspHeader(plain);
  const ranges = [
    ...listWorldRanges(header, plain.length, []),
    ...listStatedSides(header).flatMap((side) => listSideRanges(header, plain.length, side)),
  ];
  const pakfile = findPakfile(header, plain.length);
  for (const { offset, byteLength } of pakfile === null ? ranges : [...ranges, pakfile]) {
    const isThere = offset >= 0 && byteLength >= 0 && offset + byteLength <= plain.length;
    if (!isThere) throw new Error(`a range of ${byteLength} at ${offset} of ${plain.length}`);
  }
}

function readWhole(bytes: Uint8Array, look: () => void): void {
  const bsp = parseBsp(bytes, new Diagnostics());
  look();
  JSON.stringify(summarizeBsp(bsp, null));
  const faults = findIndexFaults(bsp);
  if (faults.length > 0) throw new Error(faults.slice(0, 3).join("; "));
}

/** Rows of each table that are turned into objects, as the command prints them. */
const ROWS = 3;

function readTables(bytes: Uint8Array, look: () => void): void {
  weighLumps(bytes);
  listGameLumps(openLumps(bytes).lumps);
  let fault: unknown = null;
  for (const name of LUMP_NAMES) {
    try {
      const { tables = [] } = openLump(bytes, name) ?? {};
      look();
      for (const { count, row } of tables) {
        for (let i = 0; i < Math.min(ROWS, count); i++)
          JSON.stringify([row(i), row(count - 1 - i)]);
      }
      readLump(bytes, name, true);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "FormatError") throw error;
      fault ??= error;
    }
  }
  // A map with a damaged lump is one that is refused; the others were looked at all the same.
  if (fault !== null) throw fault;
}

async function repair(bytes: Uint8Array, look: () => void): Promise<void> {
  const { bytes: repaired } = await repairMap(bytes);
  look();
  try {
    parseBsp(repaired, new Diagnostics());
  } catch (error) {
    throw new Error(`a repaired map is refused: ${(error as Error).message}`);
  }
  const again = await repairMap(repaired);
  if (Buffer.compare(again.bytes, repaired) !== 0) {
    throw new Error(`a repaired map is repaired again: ${JSON.stringify(again.changes)}`);
  }
}

/** A lump grows, one is emptied, one is put where there was none; all others keep their bytes. */
function replace(bytes: Uint8Array, look: () => void): void {
  const slots = [LUMP.LUMP_ENTITIES, LUMP.LUMP_PAKFILE, LUMP.LUMP_WORLDLIGHTS] as const;
  const replacements = new Map(
    slots.map((slot, i) => [
      slot as number,
      { bytes: new Uint8Array(i * 37).fill(32), version: 0 },
    ]),
  );
  const written = replaceLumps(bytes, replacements);
  look();
  const [before, after] = [parseBspHeader(bytes), parseBspHeader(written)];
  // Lumps that overlap game lumps or the header change with the offsets stored there.
  const { LUMP_GAME_LUMP: gameLump } = LUMP;
  const gameStart = before.offset[gameLump];
  const gameEnd = gameStart + before.length[gameLump];
  for (let slot = 0; slot < LUMP_NAMES.length; slot++) {
    const [start, length] = [before.offset[slot], before.length[slot]];
    if (length === 0 || replacements.has(slot) || start < MAX_BSP_HEADER_BYTES) continue;
    if (start < gameEnd && start + length > gameStart) continue;
    const kept = written.subarray(after.offset[slot], after.offset[slot] + after.length[slot]);
    if (Buffer.compare(kept, bytes.subarray(start, start + length)) !== 0) {
      throw new Error(`${LUMP_NAMES[slot]} has other bytes`);
    }
  }
}

async function readInParts(bytes: Uint8Array): Promise<void> {
  explainBadMagic(new Error(), bytes);
  await readBsp(strictBytes("map.bsp", bytes), "ldr");
}

/** One mutant in so many is opened to its last texture; the others to the scene, which is half of the work. */
const WHOLE_SHARE = 3;

async function openWhole(bytes: Uint8Array, look: () => void, part: number | null): Promise<void> {
  const isWhole = part === null || part % WHOLE_SHARE === 0;
  await READERS.bsp(bytes, look, isWhole ? "done" : "scene");
}

const BSP = "src/formats/bsp/";

export const BSP_TARGETS: readonly Target[] = [
  {
    name: "bsp-header",
    does: "the header, its cipher, and where each part of the map lies",
    code: [`${BSP}parse-bsp-header`, `${BSP}cipher`, `${BSP}lump-ranges`, `${BSP}lumps.ts`],
    form: "map",
    files: [".bsp"],
    seeds: () => [room(), console(), newest()],
    read: readHeader,
  },
  {
    name: "bsp-lumps",
    does: "every lump, and every index of one table into another looked at again",
    code: [
      `${BSP}read/`,
      `${BSP}layouts/`,
      `${BSP}parse-`,
      `${BSP}summarize-bsp`,
      "src/formats/binary/",
    ],
    form: "map",
    files: [".bsp"],
    seeds: () => [
      room(),
      makeBsp({ version: 19 }),
      console(),
      newest(),
      packed(),
      makeFurnishedRoom(),
    ],
    read: readWhole,
  },
  {
    name: "bsp-dialects",
    does: "maps that are written as other games write them",
    code: [`${BSP}detect-dialect`, `${BSP}read/`, `${BSP}records/`],
    form: "map",
    files: [".bsp"],
    seeds: () => [
      ...(Object.keys(WRITTEN) as (keyof typeof WRITTEN)[]).map((name) => writeDialect(name)),
      writeDialect("vindictus", { lumps: { ...WRITTEN.vindictus.lumps, ...VINDICTUS_FACES_2() } }),
    ],
    read: readWhole,
  },
  {
    name: "bsp-tables",
    does: "every lump as a table, its first and last rows as objects, and what each takes",
    code: [`${BSP}tables/`],
    form: "map",
    files: [".bsp"],
    seeds: () => [room(), makeBsp({ version: 19 }), console(), newest(), makeFurnishedRoom()],
    read: readTables,
  },
  {
    name: "bsp-parts",
    does: "the world of a map that is read range by range",
    code: [
      "src/scene/open/",
      `${BSP}bsp-bytes`,
      `${BSP}whole-bytes`,
      `${BSP}detail-ranges`,
      "src/formats/foreign-file",
    ],
    form: "map",
    files: [".bsp"],
    seeds: () => [room(), console(), packed()],
    read: readInParts,
  },
  {
    name: "repair",
    does: "a map repaired; what comes of it is read, and is not repaired again",
    code: [`${BSP}repair/`, "src/content/maps/repair-map"],
    form: "map",
    files: [".bsp"],
    seeds: () => [room(), newest(), packed(), room().subarray(0, 9000)],
    read: repair,
  },
  {
    name: "replace-lumps",
    does: "lumps of a map replaced, and what comes of it looked at",
    code: [`${BSP}write/replace-lumps`, `${BSP}write/mend-game`],
    form: "map",
    files: [".bsp"],
    seeds: () => [room(), console(), newest(), packed()],
    read: replace,
  },
  {
    name: "map",
    does: "a map opened the whole way, with all that is drawn of it built",
    code: [
      "src/scene/",
      "src/visibility/",
      "src/content/maps/map-content",
      "src/content/archives/pakfile",
    ],
    form: "map",
    files: [".bsp"],
    seeds: () => [makeBsp(), makeFurnishedRoom()],
    read: openWhole,
  },
];
