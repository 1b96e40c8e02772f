/** The values of a map's source: what a key of a block holds, checked. */

import type { VmfBlock, VmfPair } from "./parse-blocks.ts";
import type { TextureAxis } from "./types.ts";
import { vmfError } from "./vmf-error.ts";

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;
const PLANE = /^\s*\(([^()]*)\)\s*\(([^()]*)\)\s*\(([^()]*)\)\s*$/;
const AXIS = /^\s*\[([^[\]]*)\]\s*(\S+)\s*$/;
const BRACKETED = /^\s*\[([^[\]]*)\]\s*$/;

/** The first pair of a key, case-blind. */
export function findPair(block: VmfBlock, key: string): VmfPair | undefined {
  return block.pairs.find((pair) => pair.key.toLowerCase() === key);
}

/** Throws FormatError `syntax` where the key is missing. */
export function needPair(block: VmfBlock, key: string, where: string): VmfPair {
  const pair = findPair(block, key);
  if (!pair) throw vmfError("syntax", where, block, `the key "${key}"`, "none");
  return pair;
}

/**
 * Exactly `count` numbers of single precision's range with spaces between; null where the text is
 * anything else. -0 is read as 0.
 */
export function splitNumbers(text: string, count: number): number[] | null {
  const words = text.trim().split(/\s+/);
  if (words.length !== count || !words.every((word) => NUMBER.test(word))) return null;
  const numbers = words.map((word) => Number(word) + 0);
  return numbers.every((number) => Number.isFinite(Math.fround(number))) ? numbers : null;
}

/** The number of a key, or `missing` where the block has no such key. */
export function readNumber(block: VmfBlock, key: string, where: string, missing: number): number {
  const pair = findPair(block, key);
  if (!pair) return missing;
  const numbers = splitNumbers(pair.value, 1);
  if (!numbers) throw badValue(pair, where, "a number");
  return numbers[0];
}

export function readInteger(block: VmfBlock, key: string, where: string, missing: number): number {
  const value = readNumber(block, key, where, missing);
  if (Number.isSafeInteger(value)) return value;
  throw badValue(needPair(block, key, where), where, "a whole number");
}

/** `(x y z) (x y z) (x y z)`: three points that do not lie on one line. */
export function readPlanePoints(block: VmfBlock, where: string): Float64Array {
  const pair = needPair(block, "plane", where);
  const parts = PLANE.exec(pair.value)?.slice(1) ?? [];
  const numbers = parts.flatMap((part) => splitNumbers(part, 3) ?? []);
  if (numbers.length !== 9) throw badValue(pair, where, "three points (x y z) (x y z) (x y z)");
  const points = Float64Array.from(numbers);
  if (isLine(points)) throw badValue(pair, where, "three points that span a plane");
  return points;
}

function isLine(p: Float64Array): boolean {
  const [ax, ay, az] = [p[0] - p[3], p[1] - p[4], p[2] - p[5]];
  const [bx, by, bz] = [p[6] - p[3], p[7] - p[4], p[8] - p[5]];
  return ay * bz === az * by && az * bx === ax * bz && ax * by === ay * bx;
}

/** `[x y z shift] scale`. A scale of 0 stands for 1, as it does for Valve's compiler. */
export function readTextureAxis(block: VmfBlock, key: string, where: string): TextureAxis {
  const pair = needPair(block, key, where);
  const parts = AXIS.exec(pair.value);
  const axis = parts && splitNumbers(parts[1], 4);
  const scale = parts && splitNumbers(parts[2], 1);
  if (!axis || !scale) throw badValue(pair, where, "a texture axis [x y z shift] scale");
  const [x, y, z, shift] = axis;
  return { x, y, z, shift, scale: scale[0] === 0 ? 1 : scale[0] };
}

/** `[x y z]`. */
export function readVector(block: VmfBlock, key: string, where: string): [number, number, number] {
  const pair = needPair(block, key, where);
  const vector = splitNumbers(BRACKETED.exec(pair.value)?.[1] ?? "", 3);
  if (!vector) throw badValue(pair, where, "a vector [x y z]");
  return vector as [number, number, number];
}

export function badValue(pair: VmfPair, where: string, expected: string) {
  return vmfError("bad-value", where, pair, `${expected} as "${pair.key}"`, `"${pair.value}"`);
}
