import type { MdlReader } from "../read/mdl-reader.ts";
import type { HeaderTable } from "../read/mdl-tables.ts";
import { readBlendSize, readBlends, readEvents } from "../read/parse-mdl-sequences.ts";
import type { RespawnVersion } from "../rig/mdl-versions.ts";
import type { NamedAnimation, NamedSequence } from "../summarize-lists.ts";
import { ANIMATION_BLOCK_AT, MOTION_TABLES } from "./respawn-tables.ts";

export interface MotionNames {
  readonly animations: readonly NamedAnimation[];
  readonly sequences: readonly NamedSequence[];
}

/**
 * What animations and sequences are called, and how long they are: their records begin as those of version 49.
 * @param reader of the file as it is
 * @throws FormatError
 */
export function readMotionNames(reader: MdlReader, version: RespawnVersion): MotionNames {
  const { animationTable, sequenceTable } = MOTION_TABLES[version];
  const animations = readRows(reader, animationTable, (at) => ({
    name: readName(reader, "mstudioanimdesc_t.sznameindex", at, 4),
    fps: readFinite(reader, "mstudioanimdesc_t.fps", at + 8),
    flags: reader.i32(at + 12),
    frameCount: reader.i32(at + 16),
    isExternal: version === 52 && reader.i32(at + ANIMATION_BLOCK_AT) !== 0,
  }));
  const sequences = readRows(reader, sequenceTable, (at) => {
    const [width, height] = readBlendSize(reader, at);
    return {
      name: readName(reader, "mstudioseqdesc_t.szlabelindex", at, 4),
      activity: readName(reader, "mstudioseqdesc_t.szactivitynameindex", at, 8),
      flags: reader.i32(at + 12),
      blends: readBlends(reader, at, width * height, animations.length),
      events: readEvents(reader, at),
    };
  });
  return { animations, sequences };
}

function readRows<T>(reader: MdlReader, table: HeaderTable, readRow: (at: number) => T): T[] {
  const { at, count, bytes } = reader.find(table);
  return Array.from({ length: count }, (_, row) => readRow(at + row * bytes));
}

function readName(reader: MdlReader, where: string, record: number, field: number): string {
  return reader.string(where, record + field, record + reader.i32(record + field));
}

function readFinite(reader: MdlReader, where: string, at: number): number {
  const value = reader.f32(at);
  if (Number.isFinite(value)) return value;
  throw reader.error("bad-value", where, at, "a finite number", value);
}
