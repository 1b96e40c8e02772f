/** Changes of a file that know nothing of its format: bits, numbers, words, stretches. */

import type { Random } from "../../../src/compile/generate/random.ts";

export interface HavocSource {
  /** Words of the format. */
  readonly words: readonly Uint8Array[];
  /** Another file of the pool. */
  readonly other: Uint8Array;
  /** No file becomes longer. */
  readonly mostBytes: number;
}

type Change = (bytes: Uint8Array, random: Random, source: HavocSource) => Uint8Array;

/** Where counts and offsets go wrong: the ends of 8, 16 and 32 bits, signed and not, and around them. */
const NUMBERS = [
  ...[0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 100, 127, 128, 129, 254, 255, 256, 257],
  ...[511, 512, 1000, 1024, 4095, 4096, 32767, 32768, 65534, 65535, 65536, 65537, 1 << 20],
  ...[0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffff0, 0xfffffffe, 0xffffffff],
];
const FLOATS = [0, -0, 1, -1, 1e-40, 1e38, -3.4e38, Number.NaN, Infinity, -Infinity, 65536.5];
/** Powers of 2: text is lost by fewer. */
const STACKED = { bytes: 4, text: 3 };
const MOST_BLOCK = 256;
/** Headers, where most counts and offsets are, are hit as often as all that follows. */
const HEADER_BYTES = 256;

const BYTE_CHANGES: readonly Change[] = [
  flipBit,
  flipBit,
  setByte,
  setNumber,
  setNumber,
  setNumber,
  addToNumber,
  addToNumber,
  setFloat,
  setNumberToLength,
  copyField,
  copyBlock,
  insertBlock,
  deleteBlock,
  cut,
  overwriteWord,
  insertWord,
  splice,
];
const TEXT_CHANGES: readonly Change[] = [
  flipBit,
  setByte,
  copyBlock,
  insertBlock,
  deleteBlock,
  cut,
  insertWord,
  insertWord,
  overwriteWord,
  replaceDigits,
  replaceDigits,
  repeatLine,
  deleteLine,
  splice,
];

/** One to eight changes, one upon another. */
export function havoc(
  original: Uint8Array,
  isText: boolean,
  source: HavocSource,
  random: Random,
): Uint8Array {
  let bytes: Uint8Array = original.slice();
  const count = 2 ** random.index(isText ? STACKED.text : STACKED.bytes);
  const changes = isText ? TEXT_CHANGES : BYTE_CHANGES;
  for (let i = 0; i < count; i++) {
    const changed = random.pick(changes)(bytes, random, source);
    if (changed.length <= source.mostBytes) bytes = changed;
  }
  return bytes;
}

function place(bytes: Uint8Array, random: Random, size = 1): number {
  const end = random.next() < 0.5 ? Math.min(bytes.length, HEADER_BYTES) : bytes.length;
  return random.index(Math.max(1, end - size + 1));
}

/** Returns the offset of a field of `size` bytes, usually a multiple of it; −1 if the file is too short. */
function fieldPlace(bytes: Uint8Array, random: Random, size: number): number {
  if (bytes.length < size) return -1;
  const at = place(bytes, random, size);
  return random.next() < 0.75 ? at - (at % size) : at;
}

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function flipBit(bytes: Uint8Array, random: Random): Uint8Array {
  if (bytes.length > 0) bytes[place(bytes, random)] ^= 1 << random.index(8);
  return bytes;
}

function setByte(bytes: Uint8Array, random: Random): Uint8Array {
  if (bytes.length > 0) bytes[place(bytes, random)] = random.index(256);
  return bytes;
}

function write(bytes: Uint8Array, at: number, size: number, value: number, little: boolean): void {
  if (at < 0) return;
  const view = viewOf(bytes);
  if (size === 1) view.setUint8(at, value);
  else if (size === 2) view.setUint16(at, value, little);
  else view.setUint32(at, value, little);
}

const isLittle = (random: Random) => random.next() < 0.85;

function setNumber(bytes: Uint8Array, random: Random): Uint8Array {
  const size = random.pick([1, 2, 4, 4]);
  write(bytes, fieldPlace(bytes, random, size), size, random.pick(NUMBERS), isLittle(random));
  return bytes;
}

function addToNumber(bytes: Uint8Array, random: Random): Uint8Array {
  const size = random.pick([1, 2, 4]);
  const at = fieldPlace(bytes, random, size);
  if (at < 0) return bytes;
  const little = isLittle(random);
  const view = viewOf(bytes);
  const value =
    size === 1
      ? view.getUint8(at)
      : size === 2
        ? view.getUint16(at, little)
        : view.getUint32(at, little);
  const step = (1 + random.index(35)) * (random.next() < 0.5 ? -1 : 1);
  write(bytes, at, size, value + step, little);
  return bytes;
}

function setFloat(bytes: Uint8Array, random: Random): Uint8Array {
  const at = fieldPlace(bytes, random, 4);
  if (at >= 0) viewOf(bytes).setFloat32(at, random.pick(FLOATS), isLittle(random));
  return bytes;
}

/** Where an offset ends with the file, and next to it. */
function setNumberToLength(bytes: Uint8Array, random: Random): Uint8Array {
  const value = bytes.length + random.index(9) - 4;
  write(bytes, fieldPlace(bytes, random, 4), 4, value, isLittle(random));
  return bytes;
}

/** A number is another's: references lead elsewhere, and back to where they came from. */
function copyField(bytes: Uint8Array, random: Random): Uint8Array {
  const size = random.pick([2, 4]);
  const [from, to] = [fieldPlace(bytes, random, size), fieldPlace(bytes, random, size)];
  if (from >= 0) bytes.copyWithin(to, from, from + size);
  return bytes;
}

function pickBlock(bytes: Uint8Array, random: Random): [start: number, end: number] {
  const size = 1 + random.index(Math.min(bytes.length, 2 ** (1 + random.index(8)), MOST_BLOCK));
  const start = random.index(Math.max(1, bytes.length - size + 1));
  return [start, Math.min(bytes.length, start + size)];
}

function copyBlock(bytes: Uint8Array, random: Random): Uint8Array {
  if (bytes.length === 0) return bytes;
  const [start, end] = pickBlock(bytes, random);
  bytes.copyWithin(random.index(bytes.length), start, end);
  return bytes;
}

/** A stretch gives way to another. */
function replace(bytes: Uint8Array, start: number, end: number, by: Uint8Array): Uint8Array {
  const out = new Uint8Array(start + by.length + Math.max(0, bytes.length - end));
  out.set(bytes.subarray(0, start));
  out.set(by, start);
  out.set(bytes.subarray(end), start + by.length);
  return out;
}

const insert = (bytes: Uint8Array, at: number, more: Uint8Array) => replace(bytes, at, at, more);
const NOTHING = new Uint8Array(0);

function insertBlock(bytes: Uint8Array, random: Random): Uint8Array {
  if (bytes.length === 0) return bytes;
  const [start, end] = pickBlock(bytes, random);
  const block = bytes.slice(start, end);
  if (random.next() < 0.25) block.fill(random.pick([0, 255, 32, random.index(256)]));
  return insert(bytes, random.next() < 0.5 ? end : random.index(bytes.length + 1), block);
}

function deleteBlock(bytes: Uint8Array, random: Random): Uint8Array {
  if (bytes.length < 2) return bytes;
  const [start, end] = pickBlock(bytes, random);
  return replace(bytes, start, end, NOTHING);
}

function cut(bytes: Uint8Array, random: Random): Uint8Array {
  return random.next() < 0.3 ? bytes.slice(0, place(bytes, random)) : bytes;
}

function overwriteWord(bytes: Uint8Array, random: Random, { words }: HavocSource): Uint8Array {
  if (words.length === 0) return bytes;
  const word = random.pick(words);
  const at = fieldPlace(bytes, random, word.length);
  if (at >= 0) bytes.set(word, at);
  return bytes;
}

function insertWord(bytes: Uint8Array, random: Random, { words }: HavocSource): Uint8Array {
  if (words.length === 0) return bytes;
  return insert(bytes, random.index(bytes.length + 1), random.pick(words));
}

/** The start of one and the end of another. */
function splice(bytes: Uint8Array, random: Random, { other }: HavocSource): Uint8Array {
  const at = random.index(bytes.length + 1);
  const from = random.next() < 0.5 ? Math.min(at, other.length) : random.index(other.length + 1);
  const end = random.next() < 0.5 ? other.length : Math.min(other.length, from + MOST_BLOCK);
  const taken = other.subarray(from, end);
  return replace(bytes, at, end === other.length ? bytes.length : at + taken.length, taken);
}

const DIGITS = /-?\d+(?:\.\d+)?/g;
const TEXT_NUMBERS = [
  ...["0", "-1", "1", "2", "-0", ".5", "1e5", "1e309", "-1e-9", "255", "256", "65535", "65536"],
  ...["2147483647", "2147483648", "-2147483649", "4294967296", "9007199254740993", "NaN", "0x10"],
  ...["1.7976931348623157e308", "00", "+3", "1.5", "999999999999999999999999"],
];

/** Latin-1, so that each byte is one character and stays it. */
const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const asBytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

function replaceDigits(bytes: Uint8Array, random: Random): Uint8Array {
  const text = asText(bytes);
  const matches = [...text.matchAll(DIGITS)];
  if (matches.length === 0) return bytes;
  const { 0: digits, index } = random.pick(matches);
  const by = random.pick(TEXT_NUMBERS);
  return asBytes(text.slice(0, index) + by + text.slice(index + digits.length));
}

function pickLine(text: string, random: Random): [start: number, end: number] {
  const at = random.index(text.length + 1);
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  return [start, end < 0 ? text.length : end + 1];
}

function repeatLine(bytes: Uint8Array, random: Random): Uint8Array {
  const text = asText(bytes);
  const [start, end] = pickLine(text, random);
  const times = 1 + random.index(random.pick([2, 2, 40]));
  return asBytes(text.slice(0, end) + text.slice(start, end).repeat(times) + text.slice(end));
}

function deleteLine(bytes: Uint8Array, random: Random): Uint8Array {
  const text = asText(bytes);
  const [start, end] = pickLine(text, random);
  return asBytes(text.slice(0, start) + text.slice(end));
}
