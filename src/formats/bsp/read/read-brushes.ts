/** Reads brushes, their sides and the leafs that contain them: the solid parts of the map. */

import type { Diagnostics } from "../../../core/diagnostics.ts";
import type { Ledger } from "../../../core/ledger.ts";
import type { BspBytes } from "../bsp-bytes.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import { BRUSHES, BRUSHSIDES, LEAFBRUSHES } from "../records/brushes.ts";
import { LEAFS } from "../records/tree.ts";
import type { BspWorld } from "../types.ts";
import { checkReferences, sumOf } from "./check-index.ts";
import { LumpReader } from "./lump-reader.ts";

/** Brushes with checked indices. */
export interface Brushes {
  readonly count: number;
  readonly firstSide: Int32Array;
  readonly sideCount: Int32Array;
  /** `CONTENTS_*` bits. */
  readonly contents: Int32Array;
  /** Row of the planes, a value a side. The brush is behind all of its sides' planes. */
  readonly sidePlane: Uint32Array;
  /** −1 if none. */
  readonly sideTexInfo: Int32Array;
  /**
   * 1 for a side that is never drawn: it is added so that boxes collide correctly with the brush.
   */
  readonly sideIsBevel: Uint8Array;
  /** Rows of the brushes. Each leaf has a run of them. */
  readonly leafBrushes: Uint32Array;
}

const NO_BRUSHES: Brushes = {
  count: 0,
  firstSide: new Int32Array(0),
  sideCount: new Int32Array(0),
  contents: new Int32Array(0),
  sidePlane: new Uint32Array(0),
  sideTexInfo: new Int32Array(0),
  sideIsBevel: new Uint8Array(0),
  leafBrushes: new Uint32Array(0),
};

/**
 * Reads the brushes, after the lumps of `listBrushRanges` are loaded. If they are damaged, returns
 * no brushes, with a warning.
 */
export function readBrushes(
  file: BspBytes,
  header: BspHeader,
  bsp: BspWorld,
  diagnostics?: Diagnostics,
  ledger?: Ledger,
): Brushes {
  const lumps = new LumpReader(file, header, diagnostics, ledger);
  return lumps.optional("LUMP_BRUSHES", () => readTables(lumps, bsp), NO_BRUSHES);
}

function readTables(lumps: LumpReader, { planes, texInfos, leafs }: BspWorld): Brushes {
  const brushes = lumps.table("LUMP_BRUSHES", BRUSHES);
  const sides = lumps.table("LUMP_BRUSHSIDES", BRUSHSIDES);
  const { value: leafBrushes } = lumps.table("LUMP_LEAFBRUSHES", LEAFBRUSHES);
  const counts = {
    LUMP_BRUSHES: brushes.count,
    LUMP_BRUSHSIDES: sides.count,
    LUMP_PLANES: planes.count,
    LUMP_TEXINFO: texInfos.count,
    LUMP_LEAFBRUSHES: leafBrushes.length,
  };
  checkReferences(lumps.entry("LUMP_BRUSHES"), BRUSHES[0], brushes, counts);
  checkReferences(lumps.entry("LUMP_BRUSHSIDES"), BRUSHSIDES[0], sides, counts);
  checkReferences(lumps.entry("LUMP_LEAFS"), LEAFS[0], leafs, counts);
  const atLeafBrush = lumps.entry("LUMP_LEAFBRUSHES");
  checkReferences(atLeafBrush, LEAFBRUSHES[0], { value: leafBrushes }, counts);
  lumps.ledger.take("brushSides", sumOf(brushes.sideCount), "LUMP_BRUSHES");
  lumps.ledger.take("leafBrushes", sumOf(leafs.leafBrushCount), "LUMP_LEAFBRUSHES");
  return {
    count: brushes.count,
    firstSide: brushes.firstSide,
    sideCount: brushes.sideCount,
    contents: brushes.contents,
    sidePlane: sides.plane,
    sideTexInfo: sides.texinfo,
    sideIsBevel: Uint8Array.from(sides.bevel, (value) => ((value & 0xff) === 0 ? 0 : 1)),
    leafBrushes,
  };
}
