/** Brushes, their sides, and which leafs hold them: what the map is made of where it is solid. */

import type { Diagnostics } from "../../../core/diagnostics.ts";
import type { Ledger } from "../../../core/ledger.ts";
import type { BspBytes } from "../bsp-bytes.ts";
import { DBRUSH, DBRUSHSIDE, type DBrushSide } from "../layouts/compile-layouts.ts";
import { LEAFFACES, type LumpLayout } from "../layouts/record-layouts.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import type { BspWorld } from "../types.ts";
import { checkIndices, checkRanges, sumOf } from "./check-index.ts";
import { LumpReader } from "./lump-reader.ts";

/** Every index was checked. */
export interface Brushes {
  readonly count: number;
  readonly firstSide: Int32Array;
  readonly sideCount: Int32Array;
  /** `CONTENTS_*` bits. */
  readonly contents: Int32Array;
  /** Row of the planes; of each side. The brush lies behind all of its sides. */
  readonly sidePlane: Uint32Array;
  /** -1: none. */
  readonly sideTexInfo: Int32Array;
  /** 1: only there so that boxes collide rightly with the brush. */
  readonly sideIsBevel: Uint8Array;
  /** Rows of the brushes; a leaf has a run of them. */
  readonly leafBrushes: Uint32Array;
}

const BRUSHES = [{ ...DBRUSH, lumpVersions: [0] }];

const BRUSHSIDES: readonly LumpLayout<DBrushSide>[] = [
  { ...DBRUSHSIDE, lumpVersions: [0] },
  // As version 25's compiler writes them.
  {
    lumpVersions: [1],
    bytes: 16,
    columns: {
      plane: { at: 0, type: "u32", as: Uint32Array },
      texinfo: { at: 4, type: "i32", as: Int32Array },
      dispInfo: { at: 8, type: "i16", as: Int32Array },
      bevel: { at: 12, type: "u16", as: Uint32Array },
    },
  },
];

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

/** After the lumps of `listBrushRanges`. Damaged ones are none, with a warning. */
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
  const { value: leafBrushes } = lumps.table("LUMP_LEAFBRUSHES", LEAFFACES);
  const atBrush = lumps.entry("LUMP_BRUSHES");
  const atSide = lumps.entry("LUMP_BRUSHSIDES");
  const atLeaf = lumps.entry("LUMP_LEAFS");
  const sideRows = { name: "brushsides", count: sides.count };
  checkIndices(atBrush, "firstside", brushes.firstSide, { ...sideRows, count: sides.count + 1 });
  checkIndices(atBrush, "numsides", brushes.sideCount, { ...sideRows, count: sides.count + 1 });
  checkRanges(atBrush, "sides", brushes.firstSide, brushes.sideCount, sideRows);
  checkIndices(atSide, "planenum", sides.plane, { name: "planes", count: planes.count });
  checkIndices(atSide, "texinfo", sides.texinfo, { name: "texinfos", count: texInfos.count }, -1);
  const leafBrushRows = { name: "leafbrushes", count: leafBrushes.length };
  checkRanges(atLeaf, "brushes", leafs.firstLeafBrush, leafs.leafBrushCount, leafBrushRows);
  const brushRows = { name: "brushes", count: brushes.count };
  checkIndices(lumps.entry("LUMP_LEAFBRUSHES"), "brush", leafBrushes, brushRows);
  lumps.ledger.take("brushSides", sumOf(brushes.sideCount), "LUMP_BRUSHES");
  lumps.ledger.take("leafBrushes", sumOf(leafs.leafBrushCount), "LUMP_LEAFBRUSHES");
  return {
    count: brushes.count,
    firstSide: brushes.firstSide,
    sideCount: brushes.sideCount,
    contents: brushes.contents,
    sidePlane: sides.plane,
    sideTexInfo: sides.texinfo,
    // Later branches, and consoles, keep another flag, for thin brushes, in the second byte.
    sideIsBevel: Uint8Array.from(sides.bevel, (bits) =>
      (lumps.littleEndian ? bits & 0xff : bits >>> 8) === 0 ? 0 : 1,
    ),
    leafBrushes,
  };
}
