/** The lights that vrad leaves for the engine, to light what has no light of its own with. */

import type { Table } from "../../binary/record-layout.ts";
import { type DWorldLight, EMIT_SKYAMBIENT, WORLDLIGHTS } from "../records/lights.ts";
import type { WorldLights } from "../types.ts";
import type { LumpReader } from "./lump-reader.ts";

const LUMPS = { ldr: "LUMP_WORLDLIGHTS", hdr: "LUMP_WORLDLIGHTS_HDR" } as const;

const MAX_LIGHT_STYLES = 256;

/**
 * The lights of one side; null where there are none, or they were not read. What a damaged lump
 * holds of lights that cannot be is left out with a warning.
 */
export function readWorldLights(lumps: LumpReader, side: "ldr" | "hdr"): WorldLights | null {
  const lump = LUMPS[side];
  if (lumps.isEmpty(lump)) return null;
  return lumps.optional(
    lump,
    () => {
      const table = lumps.table(lump, WORLDLIGHTS);
      const kept = Array.from({ length: table.count }, (_, light) => light).filter((light) =>
        isLight(table, light),
      );
      const lost = table.count - kept.length;
      if (lost > 0) lumps.damaged(lump, `${lost} of ${table.count} lights hold no light`);
      return kept.length === 0 ? null : pickRows(table, kept);
    },
    null,
  );
}

function isLight(table: Table<DWorldLight>, light: number): boolean {
  const { origin, intensity, normal, type, style } = table;
  for (const vector of [origin, intensity, normal]) {
    for (let i = 0; i < 3; i++) if (!Number.isFinite(vector[light * 3 + i])) return false;
  }
  for (const column of [
    ...[table.stopdot, table.stopdot2, table.exponent, table.radius],
    ...[table.constantAttn, table.linearAttn, table.quadraticAttn],
  ]) {
    if (!Number.isFinite(column[light])) return false;
  }
  const isKnown = type[light] >= 0 && type[light] <= EMIT_SKYAMBIENT;
  return isKnown && style[light] >= 0 && style[light] < MAX_LIGHT_STYLES;
}

function pickRows(table: Table<DWorldLight>, rows: readonly number[]): WorldLights {
  const vectors = (from: Float32Array) =>
    Float32Array.from(rows.flatMap((row) => [...from.subarray(row * 3, row * 3 + 3)]));
  const floats = (from: Float32Array) => Float32Array.from(rows, (row) => from[row]);
  const ints = (from: Int32Array) => Int32Array.from(rows, (row) => from[row]);
  return {
    count: rows.length,
    origin: vectors(table.origin),
    intensity: vectors(table.intensity),
    normal: vectors(table.normal),
    cluster: ints(table.cluster),
    type: ints(table.type),
    style: ints(table.style),
    stopdot: floats(table.stopdot),
    stopdot2: floats(table.stopdot2),
    exponent: floats(table.exponent),
    radius: floats(table.radius),
    constantAttn: floats(table.constantAttn),
    linearAttn: floats(table.linearAttn),
    quadraticAttn: floats(table.quadraticAttn),
    flags: ints(table.flags),
  };
}
