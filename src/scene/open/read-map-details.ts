/**
 * Reads the lumps of a map that its first picture does not need: props, brushes, the other light.
 * Each function reads bytes, and returns a function that parses them: parsing waits for the stage
 * before it, reading does not.
 */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { PartialBytes } from "../../formats/bsp/bsp-bytes.ts";
import {
  listAmbientRanges,
  listBrushRanges,
  listDetailRanges,
  listWorldLightRanges,
} from "../../formats/bsp/detail-ranges.ts";
import { listSideRanges, rangesIn } from "../../formats/bsp/lump-ranges.ts";
import { LUMP } from "../../formats/bsp/lumps.ts";
import type { BspHeader } from "../../formats/bsp/parse-bsp-header.ts";
import { LumpReader } from "../../formats/bsp/read/lump-reader.ts";
import { type Brushes, readBrushes } from "../../formats/bsp/read/read-brushes.ts";
import { readDetails, readLeafWaters, readOtherSide } from "../../formats/bsp/read/read-details.ts";
import type { BspDetails, BspWorld, LeafWaterData } from "../../formats/bsp/types.ts";
import { decompressValveLzma } from "../../formats/lzma/valve-lzma.ts";
import type { LightSideName } from "../../map/types.ts";
import { type OpenedBsp, readRanges } from "./read-map.ts";

/**
 * Wraps a parser that runs once, and frees its file then: the parser itself lives as long as the
 * load.
 */
function readOnce<A extends unknown[], R>(
  file: PartialBytes,
  read: (...args: A) => R,
): (...args: A) => R {
  return (...args) => {
    const result = read(...args);
    file.clear();
    return result;
  };
}

/** Reads the lumps of props, cubemaps, ambient light and world lights. */
export async function readDetailRanges(
  { source, header, ledger }: OpenedBsp,
  side: LightSideName | null,
  signal?: AbortSignal,
): Promise<(bsp: BspWorld, diagnostics: Diagnostics) => BspWorld & BspDetails> {
  const ranges = listDetailRanges(header, source.byteLength, side);
  const file = await readRanges(source, ranges, decompressValveLzma, signal);
  return readOnce(file, (bsp, diagnostics) => {
    warnOfXzip(header, diagnostics);
    return readDetails(file, header, bsp, diagnostics, ledger);
  });
}

/**
 * Reads the water of leafs alone, which the world's materials come with. Damage is reported when
 * the other details are parsed.
 */
export async function readLeafWaterRange(
  { source, header }: OpenedBsp,
  signal?: AbortSignal,
): Promise<LeafWaterData> {
  const ranges = rangesIn(header, source.byteLength).whole(["LUMP_LEAFWATERDATA"]);
  const file = await readRanges(source, ranges, decompressValveLzma, signal);
  return readLeafWaters(new LumpReader(file, header));
}

/**
 * Warns of a pakfile of the first Xbox: its packing is not documented publicly, only the name of
 * its lump.
 */
function warnOfXzip({ length }: BspHeader, diagnostics: Diagnostics): void {
  const lump = "LUMP_XZIPPAKFILE";
  if (length[LUMP[lump]] <= 0) return;
  const files = `The map's own files use the packing of the first Xbox (${lump})`;
  diagnostics.warn("unsupported-lump", lump, `${files}: they are left out.`);
}

/** Reads the lumps of solid brushes. */
export async function readBrushRanges(
  { source, header, ledger }: OpenedBsp,
  signal?: AbortSignal,
): Promise<(bsp: BspWorld, diagnostics: Diagnostics) => Brushes> {
  const ranges = listBrushRanges(header, source.byteLength);
  const file = await readRanges(source, ranges, decompressValveLzma, signal);
  return readOnce(file, (bsp, diagnostics) => readBrushes(file, header, bsp, diagnostics, ledger));
}

/** Reads the lumps of a light that was not read with the world. */
export async function readSideRanges(
  { source, header, ledger }: OpenedBsp,
  side: LightSideName,
  signal?: AbortSignal,
): Promise<<B extends BspWorld>(bsp: B, diagnostics: Diagnostics) => B> {
  const ranges = [
    ...listSideRanges(header, source.byteLength, side),
    ...listAmbientRanges(header, source.byteLength, side),
    ...listWorldLightRanges(header, source.byteLength, side),
  ];
  const file = await readRanges(source, ranges, decompressValveLzma, signal);
  return (bsp, diagnostics) =>
    readOtherSide(new LumpReader(file, header, diagnostics, ledger), bsp, side);
}
