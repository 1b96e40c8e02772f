/** Which bytes of a map file are needed for what is added to its world, by its header alone. */

import { type ByteRange, listStatedSides, rangesIn, type SideName } from "./lump-ranges.ts";
import type { LumpName } from "./lumps.ts";
import type { BspHeader } from "./parse-bsp-header.ts";
import { DETAIL_LUMPS } from "./read/read-details.ts";

/** What a ray can meet. */
const BRUSH_LUMPS: readonly LumpName[] = ["LUMP_BRUSHES", "LUMP_BRUSHSIDES", "LUMP_LEAFBRUSHES"];

const AMBIENT = {
  ldr: ["LUMP_LEAF_AMBIENT_INDEX", "LUMP_LEAF_AMBIENT_LIGHTING"],
  hdr: ["LUMP_LEAF_AMBIENT_INDEX_HDR", "LUMP_LEAF_AMBIENT_LIGHTING_HDR"],
} as const;
const WORLD_LIGHTS = { ldr: "LUMP_WORLDLIGHTS", hdr: "LUMP_WORLDLIGHTS_HDR" } as const;

/** What stands or lies in the world, and what lights the props under a light. */
export function listDetailRanges(
  header: BspHeader,
  byteLength: number,
  side: SideName | null,
): ByteRange[] {
  const details = rangesIn(header, byteLength).whole(DETAIL_LUMPS);
  if (side === null) return details;
  // Without cubes or lights of its own, a side takes the other's, if there is one.
  const sides = [side, ...listStatedSides(header).filter((other) => other !== side)];
  const first = (list: (of: SideName) => ByteRange[]) =>
    sides.map(list).find((ranges) => ranges.length > 0) ?? [];
  return [
    ...details,
    ...first((of) => listAmbientRanges(header, byteLength, of)),
    ...first((of) => listWorldLightRanges(header, byteLength, of)),
  ];
}

/** The lights of a side. */
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

/** The ambient cubes of a side. Up to version 19 the LDR ones stand in the leafs. */
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
