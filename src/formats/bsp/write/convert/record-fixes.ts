/**
 * Converts fields whose bits or meaning differ between two forms of a record, including those of
 * dialects.
 */

import type { ColumnArray } from "../../../binary/record-layout.ts";
import type { LumpName } from "../../lumps.ts";
import type { LumpStruct } from "../../records/record.ts";
import {
  CORNER_NEIGHBORS,
  EDGE_NEIGHBOR,
  NO_NEIGHBOR,
  neighborForm,
} from "../../tables/disp-neighbors.ts";
import { convertRecords, type RecordColumns, type RecordFix } from "./convert-records.ts";

/**
 * `numPrims`: the top bit is set if the face receives no shadows. In version 25 the lowest bit is
 * set if it does.
 */
const PRIMITIVE_BITS = 15;
/** `MAXLIGHTMAPS` of all games but Vampire. */
const MAX_STYLES = 4;
const NO_STYLE = 255;
const OVERLAY_BITS = 0xffff;

const fixFaces: RecordFix = (columns, from, to) => {
  const count = columns.side.length;
  const numPrims = Uint32Array.from(columns.numPrims ?? new Uint16Array(count), (value) => {
    if (from.shadowsBit === to.shadowsBit) return value;
    if (to.shadowsBit === "lowest") {
      return ((value & 0x7fff) << 1) | (value >>> PRIMITIVE_BITS === 0 ? 1 : 0);
    }
    const [primitives, isShadowed] = [value >>> 1, (value & 1) === 1];
    // One more than the field's maximum, so that the writer's error names the column and the row.
    if (primitives > 0x7fff) return 0x10000;
    return primitives | (isShadowed ? 0 : 1 << PRIMITIVE_BITS);
  });
  // Faces without this column have it in the lighting lump: see `convert-face-light`.
  const { avgLightColor: _, styles, day, night, ...rest } = columns;
  const arity = styles.length / Math.max(1, count);
  const isUsed = (values: ColumnArray | undefined, first: number) =>
    Uint8Array.from({ length: count }, (_, row) => {
      const own = values?.subarray(row * arity + first, (row + 1) * arity) ?? [];
      return own.every((value) => value === 0) || own.every((value) => value === NO_STYLE) ? 0 : 1;
    });
  return {
    ...rest,
    numPrims,
    styles: styles.filter((_, i) => i % arity < MAX_STYLES),
    "styles after the fourth": isUsed(styles, MAX_STYLES),
    day: isUsed(day, 0),
    night: isUsed(night, 0),
  };
};

const fixLeafs: RecordFix = (columns, from, to) => {
  const [bits, bitsThere] = [from.areaBits ?? 9, to.areaBits ?? 9];
  const areaFlags = Uint32Array.from(columns.areaFlags, (value) => {
    const area = value & ((1 << bits) - 1);
    return area >= 1 << bitsThere ? 0x10000 : (area | ((value >>> bits) << bitsThere)) >>> 0;
  });
  return { ...fixBoxes(columns, from, to), areaFlags };
};

/**
 * Rounds boxes to whole inches, enlarging them. A column that no record has marks the affected
 * rows, so that they are reported.
 */
const fixBoxes: RecordFix = (columns, from, to) => {
  if (from.columns.mins.type !== "f32" || to.columns.mins.type === "f32") return columns;
  const fractions = new Uint8Array(columns.mins.length / 3);
  const round = (values: ColumnArray, by: (value: number) => number) =>
    Float32Array.from(values, (value, i) => {
      if (!Number.isInteger(value)) fractions[Math.floor(i / 3)] = 1;
      // Adding 0 turns −0 into 0.
      return by(value) + 0;
    });
  const mins = round(columns.mins, Math.floor);
  const maxs = round(columns.maxs, Math.ceil);
  return { ...columns, mins, maxs, "fractions of boxes": fractions };
};

/** Sets the area of nodes to −1 (several areas) for dialects whose nodes have no area. */
const fixNodes: RecordFix = (columns, from, to) => ({
  area: new Int16Array(columns.planenum.length).fill(-1),
  ...fixBoxes(columns, from, to),
});

const fixDispInfos: RecordFix = (columns, from, to) => {
  const formOf = ({ columns: { edgeNeighbors } }: LumpStruct) => neighborForm(edgeNeighbors.arity!);
  const [form, formThere] = [formOf(from), formOf(to)];
  const mark = (values: ColumnArray) =>
    Uint32Array.from(values, (value) =>
      value === NO_NEIGHBOR[form] ? NO_NEIGHBOR[formThere] : value,
    );
  const convert = (bytes: ColumnArray, forms: typeof EDGE_NEIGHBOR, name: string) =>
    convertRecords(
      bytes as Uint8Array,
      forms[form],
      forms[formThere],
      "LUMP_DISPINFO",
      (neighbors) => ({ ...neighbors, [name]: mark(neighbors[name]) }),
    ).bytes;
  return {
    dispTriStart: countTriangles(columns.power),
    ...columns,
    edgeNeighbors: convert(columns.edgeNeighbors, EDGE_NEIGHBOR, "neighbor"),
    cornerNeighbors: convert(columns.cornerNeighbors, CORNER_NEIGHBORS, "neighbors"),
  };
};

/**
 * Returns the first triangle of each displacement as compilers lay them out, because version 17
 * does not store it.
 */
function countTriangles(power: ColumnArray): Int32Array {
  let next = 0;
  return Int32Array.from(power, (each) => {
    const first = next;
    next += 2 * 4 ** Math.max(0, Math.min(4, each));
    return first;
  });
}

const fixOverlays: RecordFix = (columns, from) => {
  const { faceCountAndRenderOrder: packed, tint } = columns;
  const isWhite = (row: number) => tint.subarray(row * 4, row * 4 + 4).every((v) => v === 255);
  const rows = { length: packed.length };
  return {
    ...columns,
    ...(tint && { tint: Uint8Array.from(rows, (_, row) => (isWhite(row) ? 0 : 1)) }),
    ...(from.columns.faceCountAndRenderOrder.type === "u32" && {
      faceCountAndRenderOrder: packed.map((value) => value & OVERLAY_BITS),
      "upper half of faceCountAndRenderOrder": packed.map((value) => value >>> 16),
    }),
  };
};

const FIXES: { readonly [K in LumpName]?: RecordFix } = {
  LUMP_FACES: fixFaces,
  LUMP_FACES_HDR: fixFaces,
  LUMP_ORIGINALFACES: fixFaces,
  LUMP_LEAFS: fixLeafs,
  LUMP_NODES: fixNodes,
  LUMP_DISPINFO: fixDispInfos,
  LUMP_OVERLAYS: fixOverlays,
};

/** Adapts a lump's columns from one form of its records to another. */
export function fixColumns(
  slot: LumpName,
  columns: RecordColumns,
  from: LumpStruct,
  to: LumpStruct,
): RecordColumns {
  return FIXES[slot]?.(columns, from, to) ?? columns;
}
