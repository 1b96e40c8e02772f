/** What is read of a map after its first picture: what stands in it, what is solid, its other light. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { PartialBytes } from "../../formats/bsp/bsp-bytes.ts";
import {
  listAmbientRanges,
  listBrushRanges,
  listDetailRanges,
  listWorldLightRanges,
} from "../../formats/bsp/detail-ranges.ts";
import { listSideRanges } from "../../formats/bsp/lump-ranges.ts";
import { LUMP } from "../../formats/bsp/lumps.ts";
import type { BspHeader } from "../../formats/bsp/parse-bsp-header.ts";
import { type Brushes, readBrushes } from "../../formats/bsp/read/read-brushes.ts";
import { readDetails, readOtherSide } from "../../formats/bsp/read/read-details.ts";
import type { BspDetails, BspWorld } from "../../formats/bsp/types.ts";
import { decompressValveLzma } from "../../formats/lzma/valve-lzma.ts";
import type { LightSideName } from "../../map/types.ts";
import { type MapFile, readRanges } from "./read-map.ts";

/**
 * What reads a file that is let go of once it did: it lives as long as the load, and is called once.
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

/** The lumps of props, cubemaps, ambient light and world lights. */
export async function readDetailLumps(
  { source, header, ledger }: MapFile,
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

/** Nothing public says how the pakfile of the first Xbox is packed; the headers name its lump. */
function warnOfXzip({ length }: BspHeader, diagnostics: Diagnostics): void {
  const lump = "LUMP_XZIPPAKFILE";
  if (length[LUMP[lump]] <= 0) return;
  const files = `The map's own files are packed as the first Xbox has them (${lump})`;
  diagnostics.warn("unsupported-lump", lump, `${files}: they are left out.`);
}

/** The lumps of what is solid. */
export async function readBrushLumps(
  { source, header, ledger }: MapFile,
  signal?: AbortSignal,
): Promise<(bsp: BspWorld, diagnostics: Diagnostics) => Brushes> {
  const ranges = listBrushRanges(header, source.byteLength);
  const file = await readRanges(source, ranges, decompressValveLzma, signal);
  return readOnce(file, (bsp, diagnostics) => readBrushes(file, header, bsp, diagnostics, ledger));
}

/** The lumps of a light that was not read at first. */
export async function readSideLumps(
  { source, header, ledger }: MapFile,
  side: LightSideName,
  signal?: AbortSignal,
): Promise<<B extends BspWorld>(bsp: B, diagnostics: Diagnostics) => B> {
  const ranges = [
    ...listSideRanges(header, source.byteLength, side),
    ...listAmbientRanges(header, source.byteLength, side),
    ...listWorldLightRanges(header, source.byteLength, side),
  ];
  const file = await readRanges(source, ranges, decompressValveLzma, signal);
  return (bsp, diagnostics) => readOtherSide(file, header, bsp, side, diagnostics, ledger);
}
