/** Maps with more materials than any real map. */

import { HostileMap } from "./hostile-map.ts";

const NAME_LETTERS = 259;

/** One `dtexdata_t`: grey, the first name, 64 x 64. */
const TEXDATA = new Uint8Array(32);
new DataView(TEXDATA.buffer).setInt32(16, 64, true);
new DataView(TEXDATA.buffer).setInt32(20, 64, true);

/** Builds texdata rows that share one long name, compressed. */
export function foldTexData(count: number): Uint8Array {
  const map = new HostileMap();
  map.putRuns("LUMP_TEXDATA", 0, count * TEXDATA.length, TEXDATA);
  map.put("LUMP_TEXDATA_STRING_DATA", new Uint8Array(NAME_LETTERS + 1).fill(0x61, 0, NAME_LETTERS));
  map.put("LUMP_TEXDATA_STRING_TABLE", new Uint8Array(4));
  return map.done();
}

/** Builds many materials with different names. */
export function manyMaterials(count: number): Uint8Array {
  const map = new HostileMap();
  const names = Array.from({ length: count }, (_, i) => `${i.toString(36)}\0`);
  putNames(map, new TextEncoder().encode(names.join("")), offsetsOf(names));
  return map.done();
}

/**
 * Builds materials whose names are suffixes of one string: the last letter, the last two, and so
 * on.
 */
export function nestedNames(count: number): Uint8Array {
  const map = new HostileMap();
  const text = new Uint8Array(count + 1).fill(0x61, 0, count);
  putNames(
    map,
    text,
    Int32Array.from({ length: count }, (_, i) => i),
  );
  return map.done();
}

/** Builds materials that share one name of many bytes without a terminator. */
export function endlessNames(count: number, byteLength: number): Uint8Array {
  const map = new HostileMap();
  putNames(map, new Uint8Array(0), new Int32Array(count));
  map.putRuns("LUMP_TEXDATA_STRING_DATA", 0, byteLength, Uint8Array.of(0x61, 0x62));
  return map.done();
}

/** Builds many cubemap samples, packed. */
export function manyCubemaps(count: number): Uint8Array {
  const map = new HostileMap();
  const sample = new Uint8Array(Int32Array.of(64, 64, 64, 6).buffer);
  map.putRuns("LUMP_CUBEMAPS", 0, count * sample.length, sample);
  return map.done();
}

function offsetsOf(names: readonly string[]): Int32Array {
  const offsets = new Int32Array(names.length);
  for (let i = 1; i < names.length; i++) offsets[i] = offsets[i - 1] + names[i - 1].length;
  return offsets;
}

/** Writes a texdata row for each offset into the names. */
export function putNames(map: HostileMap, text: Uint8Array, offsets: Int32Array): void {
  map.put("LUMP_TEXDATA_STRING_DATA", text);
  map.put("LUMP_TEXDATA_STRING_TABLE", new Uint8Array(offsets.buffer));
  const rows = new Uint8Array(offsets.length * TEXDATA.length);
  const data = new DataView(rows.buffer);
  for (let i = 0; i < offsets.length; i++) {
    rows.set(TEXDATA, i * TEXDATA.length);
    data.setInt32(i * TEXDATA.length + 12, i, true);
  }
  map.put("LUMP_TEXDATA", rows);
}
