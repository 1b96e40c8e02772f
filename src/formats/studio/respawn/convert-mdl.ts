import type { StudioReader } from "../read/studio-reader.ts";
import type { RespawnVersion } from "../rig/mdl-versions.ts";
import {
  MOVED_HEADER,
  MOVED_TABLES,
  type MovedRun,
  type MovedTable,
  SECOND_HEADER_AT,
  SECOND_HEADER_BYTES,
} from "./respawn-tables.ts";

/** What is not shared: animations, sequences, flexes, mouths, blocks of the `.ani` file, flex controllers' names. */
const NOT_SHARED = [
  [180, 196],
  [260, 284],
  [292, 300],
  [348, 360],
  [384, 392],
] as const;

/** Bones that drive a face, in the second header. */
const FLEX_DRIVERS_AT = 24;

/**
 * What a model of Titanfall or Titanfall 2 has in common with one of version 49, as one: the readers of MDL take
 * it. Sequences and faces are left out. Records that have another size are behind all the file's bytes.
 * @param reader of an MDL whose header is there
 * @throws FormatError for a table that does not lie in the file
 */
export function convertRespawnMdl(reader: StudioReader, version: RespawnVersion): Uint8Array {
  const mdl = version === 53 ? convertLayout(reader) : copyWithoutFlexDrivers(reader);
  new DataView(mdl.buffer).setInt32(4, 49, true);
  for (const [start, end] of NOT_SHARED) mdl.fill(0, start, end);
  return mdl;
}

/** Of version 52, whose second header is that of 49, too. */
function copyWithoutFlexDrivers(reader: StudioReader): Uint8Array<ArrayBuffer> {
  const mdl = new Uint8Array(reader.bytes);
  const second = reader.i32(400);
  if (second === 0) return mdl;
  reader.array("studiohdr2_t", 400, 1, second, SECOND_HEADER_BYTES);
  return mdl.fill(0, second + FLEX_DRIVERS_AT, second + SECOND_HEADER_BYTES);
}

function convertLayout(reader: StudioReader): Uint8Array<ArrayBuffer> {
  const found = MOVED_TABLES.map((table) => {
    const at = table.countAt + 4;
    const count = reader.i32(at);
    const first = reader.table(table.where, at, count, reader.i32(at + 4), table.fromBytes);
    return { table, count, first };
  });
  const added = found.reduce((sum, { table, count }) => sum + count * table.toBytes, 0);
  const start = Math.ceil(reader.bytes.length / 4) * 4;
  const mdl = new Uint8Array(start + added);
  mdl.set(reader.bytes);
  mdl.fill(0, 12, SECOND_HEADER_AT + SECOND_HEADER_BYTES);
  copyRuns(reader.bytes, 0, mdl, 0, MOVED_HEADER);
  const view = new DataView(mdl.buffer);
  view.setInt32(400, SECOND_HEADER_AT, true);
  let end = start;
  for (const { table, count, first } of found) {
    view.setInt32(table.countAt + 4, end, true);
    for (let row = 0; row < count; row++) {
      moveRecord(reader.bytes, first + row * table.fromBytes, view, end, table);
      end += table.toBytes;
    }
  }
  return mdl;
}

/** A record at another place: what it names stays where it is. */
function moveRecord(
  bytes: Uint8Array,
  from: number,
  view: DataView<ArrayBuffer>,
  to: number,
  { runs, relative }: MovedTable,
): void {
  copyRuns(bytes, from, new Uint8Array(view.buffer), to, runs);
  for (const field of relative) {
    const offset = view.getInt32(to + field, true);
    // 0 is nothing.
    if (offset !== 0) view.setInt32(to + field, offset + from - to, true);
  }
}

function copyRuns(
  source: Uint8Array,
  from: number,
  target: Uint8Array,
  to: number,
  runs: readonly MovedRun[],
): void {
  for (const run of runs) {
    target.set(source.subarray(from + run.from, from + run.from + run.bytes), to + run.to);
  }
}
