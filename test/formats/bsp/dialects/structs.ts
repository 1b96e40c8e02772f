/**
 * Writes records from C structs: consecutive fields `name:count` with a type letter (B u8, b i8, H
 * u16, h i16, I u32, i i32, f f32). The layouts under test use offsets, and these do not.
 */

import { ByteWriter } from "../byte-writer.ts";

type Letter = "B" | "b" | "H" | "h" | "I" | "i" | "f";
interface Field {
  readonly name: string;
  readonly count: number;
  readonly type: Letter;
}

const SIZE: Readonly<Record<Letter, number>> = { B: 1, b: 1, H: 2, h: 2, I: 4, i: 4, f: 4 };

export function parseStruct(text: string): Field[] {
  return text
    .trim()
    .split(/\s+/)
    .map((field) => {
      const [, name, count, type] = /^(\w+):(\d*)([BbHhIif])$/.exec(field)!;
      return { name, count: count === "" ? 1 : Number(count), type: type as Letter };
    });
}

export const sizeOf = (fields: readonly Field[]): number =>
  fields.reduce((sum, { count, type }) => sum + count * SIZE[type], 0);

type Row = Map<string, number[]>;

export function readRows(bytes: Uint8Array, fields: readonly Field[]): Row[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = {
    B: (at: number) => view.getUint8(at),
    b: (at: number) => view.getInt8(at),
    H: (at: number) => view.getUint16(at, true),
    h: (at: number) => view.getInt16(at, true),
    I: (at: number) => view.getUint32(at, true),
    i: (at: number) => view.getInt32(at, true),
    f: (at: number) => view.getFloat32(at, true),
  };
  const rows: Row[] = [];
  for (let start = 0; start < bytes.length; start += sizeOf(fields)) {
    const row: Row = new Map();
    let at = start;
    for (const { name, count, type } of fields) {
      row.set(
        name,
        Array.from({ length: count }, () => {
          at += SIZE[type];
          return read[type](at - SIZE[type]);
        }),
      );
    }
    rows.push(row);
  }
  return rows;
}

/** Value of the fields that no standard record has, so that misreading them is noticed. */
const FILLING = 0x55;

/** Writes the same rows with other fields, matched by name. */
export function writeRows(rows: readonly Row[], fields: readonly Field[]): Uint8Array {
  const out = new ByteWriter();
  for (const row of rows) {
    for (const { name, count, type } of fields) {
      const values = row.get(name) ?? [];
      for (let i = 0; i < count; i++) {
        const value = values[i] ?? FILLING;
        if (type === "f") out.f32(value);
        else if (SIZE[type] === 4) out.i32(value);
        else if (SIZE[type] === 2) out.i16(value);
        else out.u8(value);
      }
    }
  }
  return out.done();
}
