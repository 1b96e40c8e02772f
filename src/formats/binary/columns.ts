/**
 * Shorthands for columns of records: offset in the record, type in the file, and type of the array.
 */

import { ABSENT, type Column } from "./record-layout.ts";

export const vector = (at: number) => ({ at, type: "f32", as: Float32Array, arity: 3 }) as const;
export const float = (at: number, arity = 1) =>
  ({ at, type: "f32", as: Float32Array, arity }) as const;
export const int = (at: number, arity = 1) => ({ at, type: "i32", as: Int32Array, arity }) as const;
export const uint = (at: number, arity = 1) =>
  ({ at, type: "u32", as: Uint32Array, arity }) as const;
export const short = (at: number) => ({ at, type: "i16", as: Int32Array }) as const;
export const ushort = (at: number, arity = 1) =>
  ({ at, type: "u16", as: Uint32Array, arity }) as const;
/** Returns a column that a version of a record lacks: it reads as zeros. */
export const absent = <C extends Column>(column: C): C => ({ ...column, at: ABSENT });

export const byte = (at: number, arity = 1) => ({ at, type: "u8", as: Uint8Array, arity }) as const;
