/**
 * Converts fields whose bits or meaning differ between two forms of a record, including those of
 * dialects.
 */

import type { ColumnArray } from "../../../binary/record-layout.ts";
import type { LumpName } from "../../lumps.ts";
import { MAX_STYLES, NO_STYLE } from "../../records/faces.ts";
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

// Locates the parts of a solid of version 0x101: hulls, points, and the tree over them.

export const HULL_RECORD_BYTES = 64;
const SURFACE_BYTES = 64;
const ROOT_AT = 36;
const NODE_BYTES = 28;
const POINT_BYTES = 16;
const EDGE_BYTES = 16;
/** Limits of the older form: 12-bit triangle numbers, 16-bit point numbers. */
const MAX_TRIANGLES = 0x1000;
const MAX_POINT = 0xffff;

export interface SolidPart {
  readonly at: number;
  readonly end: number;
  /** Number of records in a hull: its header and its triangles; 0 for points and nodes. */
  readonly records: number;
}

interface SolidParts {
  readonly root: number;
  readonly nodes: ReadonlySet<number>;
  /** Parts in file order, without overlap. */
  readonly parts: readonly SolidPart[];
}

/**
 * Finds the parts of a solid.
 * @param surface offset of the surface in `solid`; all offsets are from the start of `solid`
 * @returns `null` if an offset leads out of the solid or into another part, or if a part does not
 * fit the older form
 */
export function findSolidParts(solid: Uint8Array, surface: number): SolidParts | null {
  const view = new DataView(solid.buffer, solid.byteOffset, solid.byteLength);
  const start = surface + SURFACE_BYTES;
  if (start > solid.length) return null;
  const isInside = (at: number, length: number) => at >= start && at + length <= solid.length;
  const root = surface + view.getInt32(surface + ROOT_AT, true);
  const nodes = new Set<number>();
  const hulls = new Set<number>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isInside(node, NODE_BYTES) || nodes.has(node)) return null;
    nodes.add(node);
    const [right, hull] = [view.getInt32(node, true), view.getInt32(node + 4, true)];
    if (right !== 0) open.push(node + NODE_BYTES, node + right);
    // An inner node may have a hull around everything below it.
    if (hull !== 0) hulls.add(node + hull);
  }
  const parts: SolidPart[] = [];
  const runs: SolidPart[] = Array.from(nodes, (at) => ({ at, end: at + NODE_BYTES, records: 0 }));
  // Hulls of an intact solid do not share triangles.
  let room = solid.length / HULL_RECORD_BYTES;
  for (const hull of hulls) {
    if (!isInside(hull, HULL_RECORD_BYTES)) return null;
    const triangles = view.getInt32(hull + 12, true);
    const records = triangles + 1;
    room -= records;
    if (triangles < 0 || triangles > MAX_TRIANGLES || room < 0) return null;
    const end = hull + records * HULL_RECORD_BYTES;
    if (end > solid.length) return null;
    parts.push({ at: hull, end, records });
    const last = lastPoint(view, hull, end);
    const first = hull + view.getInt32(hull, true);
    if (last > MAX_POINT || (triangles > 0 && !isInside(first, (last + 1) * POINT_BYTES)))
      return null;
    if (triangles > 0) runs.push({ at: first, end: first + (last + 1) * POINT_BYTES, records: 0 });
    // A hull around others names its node.
    const hasNode = (view.getUint32(hull + 8, true) & 3) !== 0;
    if (hasNode && !nodes.has(hull + view.getInt32(hull + 4, true))) return null;
  }
  parts.push(...joinRuns(runs));
  parts.sort((a, b) => a.at - b.at);
  if (parts.some(({ at }, i) => i > 0 && at < parts[i - 1].end)) return null;
  return { root, nodes, parts };
}

/** Returns the highest point number; −1 if the hull has no triangles. */
function lastPoint(view: DataView, hull: number, end: number): number {
  let last = -1;
  for (let at = hull + HULL_RECORD_BYTES; at < end; at += EDGE_BYTES) {
    const isEdge = (at - hull) % HULL_RECORD_BYTES !== 0;
    if (isEdge) last = Math.max(last, view.getUint32(at, true));
  }
  return last;
}

/** Joins runs that overlap or touch, because hulls share points. */
function joinRuns(runs: readonly SolidPart[]): SolidPart[] {
  const joined: SolidPart[] = [];
  for (const run of [...runs].sort((a, b) => a.at - b.at)) {
    const before = joined.at(-1);
    if (before === undefined || run.at > before.end) joined.push(run);
    else joined[joined.length - 1] = { ...before, end: Math.max(before.end, run.end) };
  }
  return joined;
}
