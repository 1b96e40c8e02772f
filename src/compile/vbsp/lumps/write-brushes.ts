import { DBRUSH, DBRUSHSIDE } from "../../../formats/bsp/layouts/compile-layouts.ts";
import type { LumpName } from "../../../formats/bsp/lumps.ts";
import type { MapLump } from "../../types.ts";
import type { MapBrush } from "../brushes/map-brush.ts";
import { checkLimit, MAX_MAP_BRUSHES, MAX_MAP_BRUSHSIDES } from "../limits.ts";
import { recordLump } from "./record-lump.ts";

/** LUMP_BRUSHES and LUMP_BRUSHSIDES: what collides. Brushes are in the order of their rows. */
export function writeBrushes(
  brushes: readonly MapBrush[],
  useTexInfo: (row: number) => number,
): [LumpName, MapLump][] {
  checkLimit("brushes", brushes.length, MAX_MAP_BRUSHES);
  const sides = brushes.flatMap((brush) => brush.sides);
  checkLimit("brush sides", sides.length, MAX_MAP_BRUSHSIDES);
  const firstSide = new Int32Array(brushes.length);
  let next = 0;
  for (const [i, brush] of brushes.entries()) {
    firstSide[i] = next;
    next += brush.sides.length;
  }
  return [
    [
      "LUMP_BRUSHES",
      recordLump(DBRUSH, {
        count: brushes.length,
        firstSide,
        sideCount: Int32Array.from(brushes, (brush) => brush.sides.length),
        contents: Int32Array.from(brushes, (brush) => brush.contents),
      }),
    ],
    [
      "LUMP_BRUSHSIDES",
      recordLump(DBRUSHSIDE, {
        count: sides.length,
        plane: Uint32Array.from(sides, (side) => side.plane),
        texinfo: Int32Array.from(sides, (side) => useTexInfo(side.texInfo)),
        dispInfo: new Int32Array(sides.length),
        bevel: Uint32Array.from(sides, (side) => (side.bevel ? 1 : 0)),
      }),
    ],
  ];
}
