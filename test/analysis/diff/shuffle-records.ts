/** Reorders the records of a compiled map, with all references, so that the map stays the same. */

import type { CompiledMap } from "../../../src/compile/types.ts";
import type { LumpName } from "../../../src/formats/bsp/lumps.ts";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { parseStaticProps } from "../../../src/formats/bsp/read/parse-static-props.ts";
import { writeEntities } from "../../../src/formats/bsp/write/write-entities.ts";
import { writeStaticProps } from "../../../src/formats/bsp/write/write-static-props.ts";

/**
 * Bytes of version 20 records, and offsets of their references to faces. Source: Valve's
 * `bspfile.h`.
 */
const FACE_BYTES = 56;
const NODE_BYTES = 32;
const NODE_FIRST_FACE = 24;
const MODEL_BYTES = 48;
const MODEL_FIRST_FACE = 40;
const DISPINFO_BYTES = 176;
const DISPINFO_MAP_FACE = 36;
const BRUSH_BYTES = 12;

/** Reverses faces, brushes and static props, and moves entities behind the world. */
export function reverseRecords(map: CompiledMap): void {
  const faceCount = reverse(map, "LUMP_FACES", FACE_BYTES);
  reverse(map, "LUMP_FACES_HDR", FACE_BYTES);
  edit(map, "LUMP_LEAFFACES", 2, (view, at) => turn(view, at, faceCount));
  edit(map, "LUMP_NODES", NODE_BYTES, (view, at) => {
    const count = view.getUint16(at + NODE_FIRST_FACE + 2, true);
    if (count > 0) turn(view, at + NODE_FIRST_FACE, faceCount, count);
  });
  edit(map, "LUMP_MODELS", MODEL_BYTES, (view, at) => {
    const first = view.getInt32(at + MODEL_FIRST_FACE, true);
    const count = view.getInt32(at + MODEL_FIRST_FACE + 4, true);
    view.setInt32(at + MODEL_FIRST_FACE, faceCount - first - count, true);
  });
  edit(map, "LUMP_DISPINFO", DISPINFO_BYTES, (view, at) =>
    turn(view, at + DISPINFO_MAP_FACE, faceCount),
  );
  const brushCount = reverse(map, "LUMP_BRUSHES", BRUSH_BYTES);
  edit(map, "LUMP_LEAFBRUSHES", 2, (view, at) => turn(view, at, brushCount));
  reverseEntities(map);
  reverseProps(map);
}

function edit(
  map: CompiledMap,
  name: LumpName,
  recordBytes: number,
  change: (view: DataView, at: number) => void,
): void {
  const lump = map.lumps.get(name);
  if (lump === undefined) return;
  const bytes = lump.bytes.slice();
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += recordBytes) change(view, at);
  map.lumps.set(name, { ...lump, bytes });
}

/** Reverses an index, or the first index of `rows` rows, into a table that was reversed. */
function turn(view: DataView, at: number, count: number, rows = 1): void {
  view.setUint16(at, count - view.getUint16(at, true) - rows, true);
}

/** Reverses the records of a lump and returns their count. */
function reverse(map: CompiledMap, name: LumpName, recordBytes: number): number {
  const lump = map.lumps.get(name);
  if (lump === undefined) return 0;
  const count = lump.bytes.length / recordBytes;
  const bytes = new Uint8Array(lump.bytes.length);
  for (let i = 0; i < count; i++) {
    const record = lump.bytes.subarray(i * recordBytes, (i + 1) * recordBytes);
    bytes.set(record, (count - 1 - i) * recordBytes);
  }
  map.lumps.set(name, { ...lump, bytes });
  return count;
}

function reverseEntities(map: CompiledMap): void {
  const lump = map.lumps.get("LUMP_ENTITIES")!;
  const [world, ...rest] = parseEntities(new TextDecoder().decode(lump.bytes).replace(/\0$/, ""));
  map.lumps.set("LUMP_ENTITIES", { ...lump, bytes: writeEntities([world, ...rest.reverse()]) });
}

function reverseProps(map: CompiledMap): void {
  const { version, bytes } = map.gameLumps.get("sprp")!;
  const context = { littleEndian: true, leafIndexBytes: 2, leafCount: 65_536 } as const;
  const props = parseStaticProps(bytes, version, { ...context, hasPropScales: false });
  const reversed = Object.entries(props).map(([name, column]) => {
    if (!ArrayBuffer.isView(column) || name === "leaf") return [name, column];
    const values = column as Float32Array;
    const width = values.length / props.count;
    const turned = values.map((_, i) => {
      const row = Math.floor(i / width);
      return values[(props.count - 1 - row) * width + (i % width)];
    });
    return [name, turned];
  });
  map.gameLumps.set("sprp", { version, bytes: writeStaticProps(Object.fromEntries(reversed)) });
}
