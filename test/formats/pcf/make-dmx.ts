/** Writes binary DMX of encodings 1 to 5, for tests. */

import { concatBytes, encodeInt32 } from "../../../src/formats/binary/encode-bytes.ts";

/** Value of an attribute: its type's number, and its bytes or text. */
export interface MadeValue {
  readonly number: number;
  /** String value, whose form depends on the encoding. */
  readonly text?: string;
  readonly bytes?: Uint8Array;
}

export interface MadeElement {
  readonly type: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, MadeValue>>;
}

const ARRAY = 14;
const encoder = new TextEncoder();
const cString = (text: string) => encoder.encode(`${text}\0`);
const floats = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);

export const element = (row: number): MadeValue => ({ number: 1, bytes: encodeInt32(row) });
export const int = (value: number): MadeValue => ({ number: 2, bytes: encodeInt32(value) });
export const float = (value: number): MadeValue => ({ number: 3, bytes: floats(value) });
export const bool = (value: boolean): MadeValue => ({
  number: 4,
  bytes: Uint8Array.of(value ? 1 : 0),
});
export const string = (text: string): MadeValue => ({ number: 5, text });
export const blob = (bytes: Uint8Array): MadeValue => ({
  number: 6,
  bytes: concatBytes([encodeInt32(bytes.length), bytes]),
});
/** Type 7: a time in encodings from 3 on, a UUID of 16 bytes before. */
export const seven = (bytes: Uint8Array): MadeValue => ({ number: 7, bytes });
export const color = (...rgba: number[]): MadeValue => ({
  number: 8,
  bytes: Uint8Array.from(rgba),
});
/** Types 9 to 14 by their numbers of floats; `number` chooses between types of one size. */
export const vector = (number: number, ...values: number[]): MadeValue => ({
  number,
  bytes: floats(...values),
});
export const elements = (...rows: number[]): MadeValue => ({
  number: 1 + ARRAY,
  bytes: encodeInt32(rows.length, ...rows),
});
export const floatArray = (...values: number[]): MadeValue => ({
  number: 3 + ARRAY,
  bytes: concatBytes([encodeInt32(values.length), floats(...values)]),
});
export const stringArray = (...texts: string[]): MadeValue => ({
  number: 5 + ARRAY,
  bytes: concatBytes([encodeInt32(texts.length), ...texts.map(cString)]),
});

export interface MadeDmx {
  readonly encoding: number;
  readonly format?: string;
  readonly formatVersion?: number;
  readonly elements: readonly MadeElement[];
}

/** Writes elements with the UUIDs 1, 2, 3, … in the first byte. */
export function makeDmx({ encoding, format = "pcf", formatVersion = 1, ...made }: MadeDmx) {
  const strings: string[] = [];
  const index = (text: string): Uint8Array => {
    if (encoding === 1) return cString(text);
    if (!strings.includes(text)) strings.push(text);
    const row = strings.indexOf(text);
    return encoding === 5 ? encodeInt32(row) : encodeInt32(row).subarray(0, 2);
  };
  const value = (text: string) => (encoding < 4 ? cString(text) : index(text));
  const heads = made.elements.map(({ type, name }, i) => {
    const id = new Uint8Array(16);
    id[0] = i + 1;
    return concatBytes([index(type), value(name), id]);
  });
  const bodies = made.elements.map(({ attributes }) => {
    const rows = Object.entries(attributes).map(([name, { number, text, bytes }]) =>
      concatBytes([index(name), Uint8Array.of(number), bytes ?? value(text ?? "")]),
    );
    return concatBytes([encodeInt32(rows.length), ...rows]);
  });
  const count = encodeInt32(strings.length);
  return concatBytes([
    cString(`<!-- dmx encoding binary ${encoding} format ${format} ${formatVersion} -->\n`),
    ...(encoding === 1 ? [] : [encoding < 4 ? count.subarray(0, 2) : count]),
    ...strings.map(cString),
    encodeInt32(made.elements.length),
    ...heads,
    ...bodies,
  ]);
}
