/** Fields whose bits or whose meaning differ between the narrow records and those of version 25. */

import type { ColumnArray } from "../../../binary/record-layout.ts";
import { struct, u8, u16, u32 } from "../../../binary/struct.ts";
import type { LumpName } from "../../lumps.ts";
import { convertRecords, type RecordColumns, type RecordFix } from "./convert-records.ts";

/** `numPrims`: the top bit says that the face takes no shadows; in version 25 the lowest that it does. */
const PRIMITIVE_BITS = 15;
/** Area below, flags above. */
const AREA_BITS = 9;
const AREA_BITS_OF_25 = 17;

const fixFaces: RecordFix = (columns, isToWide) => {
  const numPrims = Uint32Array.from(columns.numPrims, (value) => {
    if (isToWide) return ((value & 0x7fff) << 1) | (value >>> PRIMITIVE_BITS === 0 ? 1 : 0);
    const [count, isShadowed] = [value >>> 1, (value & 1) === 1];
    // One past the field, so that the writer names the column and the row.
    if (count > 0x7fff) return 0x10000;
    return count | (isShadowed ? 0 : 1 << PRIMITIVE_BITS);
  });
  return { ...columns, numPrims };
};

const fixLeafs: RecordFix = (columns, isToWide) => {
  const [from, to] = isToWide ? [AREA_BITS, AREA_BITS_OF_25] : [AREA_BITS_OF_25, AREA_BITS];
  const areaFlags = Uint32Array.from(columns.areaFlags, (value) => {
    const area = value & ((1 << from) - 1);
    return area >= 1 << to ? 0x10000 : (area | ((value >>> from) << to)) >>> 0;
  });
  return { ...fixBoxes(columns, isToWide), areaFlags };
};

/** Boxes of whole inches: those of fractions grow, which is noted by a column that no record has. */
const fixBoxes: RecordFix = (columns, isToWide) => {
  if (isToWide) return columns;
  const fractions = new Uint8Array(columns.mins.length / 3);
  const round = (values: ColumnArray, by: (value: number) => number) =>
    Float32Array.from(values, (value, i) => {
      if (!Number.isInteger(value)) fractions[Math.floor(i / 3)] = 1;
      // Not a zero below zero.
      return by(value) + 0;
    });
  const mins = round(columns.mins, Math.floor);
  const maxs = round(columns.maxs, Math.ceil);
  return { ...columns, mins, maxs, "fractions of boxes": fractions };
};

/** `CDispSubNeighbor` and `CDispCornerNeighbors`, as compilers of C lay them out; `rest` fills them up. */
const place = { orientation: u8(), span: u8(), neighborSpan: u8(), rest: u8() };
const EDGE_NEIGHBOR = {
  narrow: struct({ neighbor: u16(), ...place }),
  wide: struct({ neighbor: u32(), ...place }),
};
const CORNER_NEIGHBORS = {
  narrow: struct({ neighbors: u16(4), neighborCount: u8(), rest: u8() }),
  wide: struct({ neighbors: u32(4), neighborCount: u8(), rest: u8(), pad: u8(2) }),
};
const NONE = { narrow: 0xffff, wide: 0xffffffff } as const;

const fixNeighbors: RecordFix = (columns, isToWide) => {
  const [from, to] = isToWide ? (["narrow", "wide"] as const) : (["wide", "narrow"] as const);
  const mark = (values: ColumnArray) =>
    Uint32Array.from(values, (value) => (value === NONE[from] ? NONE[to] : value));
  const convert = (bytes: ColumnArray, forms: typeof EDGE_NEIGHBOR, name: string) =>
    convertRecords(bytes as Uint8Array, forms[from], forms[to], "LUMP_DISPINFO", (neighbors) => ({
      ...neighbors,
      [name]: mark(neighbors[name]),
    })).bytes;
  return {
    ...columns,
    edgeNeighbors: convert(columns.edgeNeighbors, EDGE_NEIGHBOR, "neighbor"),
    cornerNeighbors: convert(columns.cornerNeighbors, CORNER_NEIGHBORS, "neighbors"),
  };
};

const FIXES: { readonly [K in LumpName]?: RecordFix } = {
  LUMP_FACES: fixFaces,
  LUMP_FACES_HDR: fixFaces,
  LUMP_ORIGINALFACES: fixFaces,
  LUMP_LEAFS: fixLeafs,
  LUMP_NODES: fixBoxes,
  LUMP_DISPINFO: fixNeighbors,
};

/** What is done to a lump's columns between its narrow and its wide records. */
export function fixColumns(slot: LumpName, columns: RecordColumns, isToWide: boolean) {
  return FIXES[slot]?.(columns, isToWide) ?? columns;
}
