/** Reads Valve's binary DMX, encodings 1 to 5. */

import { DmxReader, dmxError } from "./dmx-reader.ts";
import { type Dmx, type DmxElement, type DmxType, type DmxValue, NO_ELEMENT } from "./dmx-value.ts";

const LAST_ENCODING = 5;
/** Bytes that are searched for the end of the text header. */
const MAX_HEADER_BYTES = 200;
const HEADER = /^<!-- dmx encoding (\S+) (\d+) format (\S+) (\d+) -->\r?\n?$/;

/** Types by number. Arrays have `TYPES.length` more. */
const TYPES: readonly DmxType[] = [
  "element",
  "int",
  "float",
  "bool",
  "string",
  "binary",
  "time",
  "color",
  "vector2",
  "vector3",
  "vector4",
  "qangle",
  "quaternion",
  "matrix",
];
const UUID_NUMBER = 6;
/** First encoding whose type 7 (here row 6) is a time instead of a UUID. */
const FIRST_WITH_TIME = 3;
const UUID_BYTES = 16;
const TICKS_PER_SECOND = 10_000;

/** Numbers of an item, by type. */
export const DMX_ARITY: Readonly<Record<DmxType, number>> = {
  ...{ element: 1, int: 1, float: 1, bool: 1, string: 1, binary: 1, time: 1, uuid: 1 },
  ...{ color: 4, vector2: 2, vector3: 3, vector4: 4, qangle: 3, quaternion: 4, matrix: 16 },
};

/** Least bytes of an item, by type: the end of a string, the length of a blob. */
const LEAST_BYTES: Readonly<Record<DmxType, number>> = {
  ...{ element: 4, int: 4, float: 4, bool: 1, string: 1, binary: 4, time: 4, uuid: 16 },
  ...{ color: 4, vector2: 8, vector3: 12, vector4: 16, qangle: 12, quaternion: 16, matrix: 64 },
};

/** Reference to an element of another file; its UUID follows as text. */
const EXTERNAL = -2;

/**
 * Parses a binary DMX: a line of text, a dictionary of strings, the elements, then the attributes
 * of each.
 *
 * Layouts as in public descriptions of the format: encoding 1 has no dictionary; 2 and 3 have 16
 * bits for its length and for its indices; 4 has 32 and 16, 5 has 32 and 32. Names of elements and
 * string values are in the dictionary from 4 on, strings in arrays never.
 *
 * @throws FormatError (PCF)
 */
export function parseDmx(bytes: Uint8Array): Dmx {
  const reader = new DmxReader(bytes);
  const header = readHeader(reader);
  const version = header.encodingVersion;
  const strings = readStrings(reader, version);
  const named = {
    name: () => (version === 1 ? reader.string() : readIndexed(reader, strings, version)),
    value: () => (version < 4 ? reader.string() : readIndexed(reader, strings, version)),
  };

  reader.where = "elements";
  const indexBytes = version === 1 ? 1 : version === 5 ? 4 : 2;
  const elementCount = reader.count(
    2 * indexBytes + UUID_BYTES - (version > 1 && version < 4 ? 1 : 0),
  );
  if (elementCount === 0) throw dmxError("bad-count", "elements", reader.at - 4, "a root", 0);
  const heads = Array.from({ length: elementCount }, () => {
    const type = named.name();
    const name = named.value();
    const at = reader.take(UUID_BYTES);
    return { type, name, id: toHex(bytes.subarray(at, at + UUID_BYTES)) };
  });
  let attributeCount = 0;
  const elements = heads.map((head, row): DmxElement => {
    reader.where = `element ${row} (${head.name})`;
    const attributes = new Map<string, DmxValue>();
    const count = reader.count(indexBytes + 2);
    attributeCount += count;
    for (let i = 0; i < count; i++) {
      const name = named.name();
      attributes.set(name, readValue(reader, version, elementCount, named.value));
    }
    return { ...head, attributes };
  });
  return {
    ...{ ...header, stringCount: strings.length, attributeCount },
    ...{ trailingBytes: reader.left, elements },
  };
}

function readHeader(reader: DmxReader) {
  const room = reader.bytes.subarray(0, MAX_HEADER_BYTES);
  const end = room.indexOf(0);
  const text = String.fromCharCode(...room.subarray(0, end < 0 ? room.length : end));
  const line = HEADER.exec(text);
  if (end < 0 || line === null) {
    const found = text.slice(0, 40).replace(/[^ -~]/g, ".");
    const expected = "<!-- dmx encoding binary N format pcf N -->";
    throw dmxError("bad-magic", "header", 0, expected, found);
  }
  const [, encoding, encodingVersion, format, formatVersion] = line;
  if (encoding !== "binary") {
    throw dmxError("unsupported", "header", 0, "encoding binary", encoding);
  }
  const version = Number(encodingVersion);
  if (version < 1 || version > LAST_ENCODING) {
    throw dmxError("bad-version", "header", 0, `encoding 1 to ${LAST_ENCODING}`, version);
  }
  reader.at = end + 1;
  return { encodingVersion: version, format, formatVersion: Number(formatVersion) };
}

function readStrings(reader: DmxReader, version: number): string[] {
  if (version === 1) return [];
  reader.where = "string dictionary";
  const place = reader.at;
  const stored = version < 4 ? reader.u16() : reader.i32();
  const count = reader.checkCount(stored, place, 1);
  return Array.from({ length: count }, () => reader.string());
}

function readIndexed(reader: DmxReader, strings: readonly string[], version: number): string {
  const place = reader.at;
  const index = version === 5 ? reader.i32() : reader.u16();
  if (index >= 0 && index < strings.length) return strings[index];
  const expected = `an index below ${strings.length} of the string dictionary`;
  throw dmxError("bad-index", reader.where, place, expected, index);
}

function readValue(
  reader: DmxReader,
  version: number,
  elementCount: number,
  readString: () => string,
): DmxValue {
  const place = reader.at;
  const number = reader.u8() - 1;
  if (number < 0 || number >= TYPES.length * 2) {
    const expected = `a type from 1 to ${TYPES.length * 2}`;
    throw dmxError("bad-value", reader.where, place, expected, number + 1);
  }
  const isArray = number >= TYPES.length;
  const row = number % TYPES.length;
  const type = row === UUID_NUMBER && version < FIRST_WITH_TIME ? "uuid" : TYPES[row];
  const count = isArray ? reader.count(LEAST_BYTES[type]) : 1;
  switch (type) {
    case "element": {
      const rows = new Int32Array(count);
      for (let i = 0; i < count; i++) rows[i] = readReference(reader, elementCount);
      return { type, isArray, rows };
    }
    case "string": {
      const read = isArray ? () => reader.string() : readString;
      return { type, isArray, texts: Array.from({ length: count }, read) };
    }
    case "binary":
    case "uuid": {
      const blobs = Array.from({ length: count }, () => {
        const byteLength = type === "uuid" ? UUID_BYTES : reader.count(1);
        const at = reader.take(byteLength);
        return reader.bytes.subarray(at, at + byteLength);
      });
      return { type, isArray, blobs };
    }
    default: {
      const numbers = new Float64Array(count * DMX_ARITY[type]);
      for (let i = 0; i < numbers.length; i++) numbers[i] = readNumber(reader, type);
      return { type, isArray, numbers };
    }
  }
}

function readReference(reader: DmxReader, elementCount: number): number {
  const place = reader.at;
  const row = reader.i32();
  if (row === EXTERNAL) {
    reader.string();
    return NO_ELEMENT;
  }
  if (row >= NO_ELEMENT && row < elementCount) return row;
  const expected = `-2 to ${elementCount - 1}`;
  throw dmxError("bad-index", reader.where, place, expected, row);
}

function readNumber(reader: DmxReader, type: DmxType): number {
  switch (type) {
    case "bool":
      return reader.u8() === 0 ? 0 : 1;
    case "color":
      return reader.u8();
    case "int":
      return reader.i32();
    case "time":
      return reader.i32() / TICKS_PER_SECOND;
    default:
      return reader.f32();
  }
}

function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}
