/** The words of a format, as they stand in the code that reads it: magics, keys, numbers compared with. */

const STRING = /"((?:[^"\\\n]|\\.){1,24})"/g;
const NUMBER = /\b(?:0x([\da-f]{3,8})|(\d{3,10}))\b/gi;
const MOST_WORDS = 600;

/** @param isText whether numbers stand in files as digits, and not as bytes */
export function listWords(
  code: string,
  isText: boolean,
  more: readonly string[] = [],
): Uint8Array[] {
  const texts = new Set(more);
  for (const [, text] of code.matchAll(STRING)) {
    // A string with spaces is a message, or a part of one.
    if (!/[\s`$]{1}.*\s/.test(text)) texts.add(text.replace(/\\(.)/g, "$1"));
  }
  const words: Uint8Array[] = [...texts].map((text) => new Uint8Array(Buffer.from(text, "latin1")));
  const numbers = new Set<number>();
  for (const [, hex, digits] of code.matchAll(NUMBER)) {
    const value = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
    if (value <= 0xffffffff) numbers.add(value);
  }
  for (const value of numbers) {
    if (isText) words.push(new Uint8Array(Buffer.from(String(value), "latin1")));
    else words.push(toBytes(value, true), toBytes(value, false));
  }
  return words.slice(0, MOST_WORDS);
}

/** Two bytes where they are enough, else four. */
function toBytes(value: number, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(value > 0xffff ? 4 : 2));
  if (value > 0xffff) view.setUint32(0, value, littleEndian);
  else view.setUint16(0, value, littleEndian);
  return new Uint8Array(view.buffer);
}
