/** Lists the byte ranges of a map file that hold its details, from its header alone. */

import { type ByteRange, listStatedSides, rangesIn, type SideName } from "./lump-ranges.ts";
import type { LumpName } from "./lumps.ts";
import type { BspHeader } from "./parse-bsp-header.ts";
import { DETAIL_LUMPS } from "./read/read-details.ts";

/** Lumps that ray casts need. */
const BRUSH_LUMPS: readonly LumpName[] = ["LUMP_BRUSHES", "LUMP_BRUSHSIDES", "LUMP_LEAFBRUSHES"];

const AMBIENT = {
  ldr: ["LUMP_LEAF_AMBIENT_INDEX", "LUMP_LEAF_AMBIENT_LIGHTING"],
  hdr: ["LUMP_LEAF_AMBIENT_INDEX_HDR", "LUMP_LEAF_AMBIENT_LIGHTING_HDR"],
} as const;
const WORLD_LIGHTS = { ldr: "LUMP_WORLDLIGHTS", hdr: "LUMP_WORLDLIGHTS_HDR" } as const;

/** Lists the ranges of props, overlays and other details, and of the lights of props on a side. */
export function listDetailRanges(
  header: BspHeader,
  byteLength: number,
  side: SideName | null,
): ByteRange[] {
  const details = rangesIn(header, byteLength).whole(DETAIL_LUMPS);
  if (side === null) return details;
  // A side without cubes or lights uses those of the other side, if there are any.
  const sides = [side, ...listStatedSides(header).filter((other) => other !== side)];
  const first = (list: (of: SideName) => ByteRange[]) =>
    sides.map(list).find((ranges) => ranges.length > 0) ?? [];
  return [
    ...details,
    ...first((of) => listAmbientRanges(header, byteLength, of)),
    ...first((of) => listWorldLightRanges(header, byteLength, of)),
  ];
}

/** Lists the ranges of a side's lights. */
export function listWorldLightRanges(
  header: BspHeader,
  byteLength: number,
  side: SideName,
): ByteRange[] {
  return rangesIn(header, byteLength).whole([WORLD_LIGHTS[side]]);
}

export function listBrushRanges(header: BspHeader, byteLength: number): ByteRange[] {
  return rangesIn(header, byteLength).whole(BRUSH_LUMPS);
}

/** Lists the ranges of a side's ambient cubes. Up to version 19, LDR cubes are inside the leafs. */
export function listAmbientRanges(
  header: BspHeader,
  byteLength: number,
  side: SideName,
): ByteRange[] {
  const inLeafs = side === "ldr" && header.version <= 19;
  const lumps: readonly LumpName[] = [
    ...AMBIENT[side],
    ...(inLeafs ? ["LUMP_LEAFS" as const] : []),
  ];
  return rangesIn(header, byteLength).whole(lumps);
}
