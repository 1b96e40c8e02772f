/** Reads overlays: pictures on faces of the world (`info_overlay`), and their fade distances. */

import type { ColumnArray, Table } from "../../binary/record-layout.ts";
import { type DOverlay, OVERLAY_FACES, OVERLAY_FADES, OVERLAYS } from "../records/overlays.ts";
import { readVariableOverlays, VARIABLE_OVERLAYS_VERSION } from "../records/variable-overlays.ts";
import type { BspWorld, Overlays } from "../types.ts";
import type { LumpReader } from "./lump-reader.ts";

/** `OVERLAY_RENDER_ORDER_MASK`: the two bits above the face count. */
const RENDER_ORDER_SHIFT = 14;
const FACE_COUNT_MASK = (1 << RENDER_ORDER_SHIFT) - 1;
/** Bit of version 3's flags. */
const BASIS_FLIPPED = 1;

/** Reads the overlays. Those that cannot be drawn are left out, with a warning. */
export function readOverlays(lumps: LumpReader, world: BspWorld): Overlays {
  const read = (): Overlays => {
    const table = readTable(lumps);
    const rows = Array.from({ length: table.count }, (_, row) => row);
    const kept = rows.filter((row) => isOverlay(table, row, world));
    const lost = table.count - kept.length;
    if (lost > 0) {
      lumps.damaged("LUMP_OVERLAYS", `${lost} of ${table.count} overlays are invalid`);
    }
    return pickRows(table, readFades(lumps, table.count), kept);
  };
  return lumps.optional("LUMP_OVERLAYS", read, pickRows(NO_ROWS, new Float32Array(0), []));
}

/** Overlays and the faces they are on. */
type OverlayTable = Table<DOverlay> & {
  /**
   * Runs of `faces` for overlays of version 3; undefined for other versions, with 64 faces each.
   */
  readonly runs?: { readonly first: Int32Array; readonly count: Int32Array };
};

function readTable(lumps: LumpReader): OverlayTable {
  const { version } = lumps.entry("LUMP_OVERLAYS");
  if (version !== VARIABLE_OVERLAYS_VERSION) return lumps.table("LUMP_OVERLAYS", OVERLAYS);
  const bytes = lumps.bytes("LUMP_OVERLAYS");
  const { count, recordBytes, faces, columns } = readVariableOverlays(bytes, lumps.littleEndian);
  lumps.setRecords("LUMP_OVERLAYS", count, recordBytes);
  const { flags, renderOrder } = columns;
  return {
    ...(columns as unknown as Pick<DOverlay, "id" | "u" | "v" | "origin" | "basisNormal">),
    count,
    texinfo: columns.texInfo as Int32Array,
    faces,
    faceCountAndRenderOrder: Uint32Array.from(renderOrder, (order) => order << RENDER_ORDER_SHIFT),
    uvPoints: packPoints(count, columns.uvPoints, columns.basisU, flags),
    runs: { first: columns.faceOffset as Int32Array, count: columns.faceCount as Int32Array },
  };
}

/** Packs corners as in other versions: z holds the U axis and the direction of the V axis. */
function packPoints(count: number, corners: ColumnArray, axis: ColumnArray, flags: ColumnArray) {
  const points = new Float32Array(count * 12);
  for (let row = 0; row < count; row++) {
    for (let corner = 0; corner < 4; corner++) {
      const [from, to] = [row * 8 + corner * 2, row * 12 + corner * 3];
      points[to] = corners[from];
      points[to + 1] = corners[from + 1];
      points[to + 2] = corner < 3 ? axis[row * 3 + corner] : flags[row] & BASIS_FLIPPED;
    }
  }
  return points;
}

/**
 * Returns fade distances, 2 an overlay, squared; zeros if the lump is missing, as in older maps.
 */
function readFades(lumps: LumpReader, count: number): Float32Array {
  const distance = new Float32Array(count * 2);
  if (lumps.isEmpty("LUMP_OVERLAY_FADES")) return distance;
  const none = { count: 0, fadeDistMinSq: distance, fadeDistMaxSq: distance };
  const read = () => lumps.table("LUMP_OVERLAY_FADES", OVERLAY_FADES);
  const fades = lumps.optional("LUMP_OVERLAY_FADES", read, none);
  if (fades.count !== count) {
    lumps.damaged("LUMP_OVERLAY_FADES", `${fades.count} rows, but ${count} overlays`);
    return distance;
  }
  for (let i = 0; i < count; i++) {
    distance[i * 2] = fades.fadeDistMinSq[i];
    distance[i * 2 + 1] = fades.fadeDistMaxSq[i];
  }
  return distance;
}

const faceCountOf = ({ faceCountAndRenderOrder, runs }: OverlayTable, row: number): number =>
  runs?.count[row] ?? faceCountAndRenderOrder[row] & FACE_COUNT_MASK;

const firstFaceOf = ({ runs }: OverlayTable, row: number): number =>
  runs?.first[row] ?? row * OVERLAY_FACES;

function isOverlay(table: OverlayTable, row: number, { texInfos, faces }: BspWorld): boolean {
  const { texinfo, u, v, uvPoints, origin, basisNormal } = table;
  if (texinfo[row] < 0 || texinfo[row] >= texInfos.count) return false;
  const count = faceCountOf(table, row);
  if (count > OVERLAY_FACES && table.runs === undefined) return false;
  const first = firstFaceOf(table, row);
  const listed = table.faces.subarray(first, first + count);
  if (!listed.every((face) => face >= 0 && face < faces.count)) return false;
  const numbers = [cut(u, row, 2), cut(v, row, 2), cut(uvPoints, row, 12)];
  numbers.push(cut(origin, row, 3), cut(basisNormal, row, 3));
  return numbers.every((list) => list.every(Number.isFinite));
}

const cut = (column: Float32Array, row: number, arity: number): Float32Array =>
  column.subarray(row * arity, row * arity + arity);

const NO_ROWS: Table<DOverlay> = {
  count: 0,
  id: new Int32Array(0),
  texinfo: new Int32Array(0),
  faceCountAndRenderOrder: new Uint32Array(0),
  faces: new Int32Array(0),
  u: new Float32Array(0),
  v: new Float32Array(0),
  uvPoints: new Float32Array(0),
  origin: new Float32Array(0),
  basisNormal: new Float32Array(0),
};

function pickRows(table: OverlayTable, fades: Float32Array, rows: readonly number[]): Overlays {
  const pick = (column: Float32Array, arity: number) => {
    const picked = new Float32Array(rows.length * arity);
    for (const [i, row] of rows.entries()) picked.set(cut(column, row, arity), i * arity);
    return picked;
  };
  const faceCount = Uint32Array.from(rows, (row) => faceCountOf(table, row));
  const firstFace = new Uint32Array(rows.length);
  for (let i = 1; i < rows.length; i++) firstFace[i] = firstFace[i - 1] + faceCount[i - 1];
  const total = rows.length === 0 ? 0 : firstFace[rows.length - 1] + faceCount[rows.length - 1];
  const faces = new Uint32Array(total);
  for (const [i, row] of rows.entries()) {
    const first = firstFaceOf(table, row);
    faces.set(table.faces.subarray(first, first + faceCount[i]), firstFace[i]);
  }
  return {
    count: rows.length,
    id: Int32Array.from(rows, (row) => table.id[row]),
    texinfo: Uint32Array.from(rows, (row) => table.texinfo[row]),
    renderOrder: Uint8Array.from(
      rows,
      (row) => (table.faceCountAndRenderOrder[row] >>> RENDER_ORDER_SHIFT) & 3,
    ),
    firstFace,
    faceCount,
    faces,
    u: pick(table.u, 2),
    v: pick(table.v, 2),
    uvPoints: pick(table.uvPoints, 12),
    origin: pick(table.origin, 3),
    basisNormal: pick(table.basisNormal, 3),
    fadeDistance: pick(fades, 2),
  };
}
