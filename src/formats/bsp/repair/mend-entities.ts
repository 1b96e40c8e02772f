/** What is whole of the entities' text, where something else was written over a part of it, or it was cut. */

import { concatBytes } from "../../binary/encode-bytes.ts";

export interface MendedEntities {
  /** No longer than what there was, closed by a zero. */
  readonly bytes: Uint8Array;
  /** Entities that are whole. */
  readonly keptCount: number;
  /** Places where one begins that is not. */
  readonly lostCount: number;
  /** Whether an empty one stands for the map's first, which is not whole. */
  readonly hasNewWorld: boolean;
}

/** So many are no slip of a keyboard: real maps have one or two, and escapes between the parts of outputs. */
const DAMAGE_CONTROLS = 8;
const MAX_CONTROLS = 2;
const SPACE = 0x20;
const NEW_WORLD = '{\n"classname" "worldspawn"\n}\n';

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const CONTROLS = /[\x01-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f]/g;
const countControls = (text: string): number => text.match(CONTROLS)?.length ?? 0;

/**
 * @param bytes the lump, or what there is of it
 * @param isCut the file ends in it
 * @returns null where nothing tells that it is damaged
 */
export function mendEntities(bytes: Uint8Array, isCut: boolean): MendedEntities | null {
  const text = new TextDecoder("latin1").decode(bytes);
  const goesOn = goesOnBehindZero(text);
  if (!isCut && !goesOn && countControls(text) < DAMAGE_CONTROLS) return null;
  const { blocks, lostCount } = findWhole(text);
  if (!isCut && !goesOn && lostCount === 0) return null;
  const isWorldFirst = /"classname"\s*"worldspawn"/i.test(
    blocks.length === 0 ? "" : text.slice(blocks[0].start, blocks[0].end),
  );
  const parts = blocks.map(({ start, end }) => bytes.subarray(start, end));
  const lengthOf = () => parts.reduce((sum, { length }) => sum + length, 0);
  const hasNewWorld = !isWorldFirst && NEW_WORLD.length + lengthOf() < bytes.length;
  if (hasNewWorld) parts.unshift(new TextEncoder().encode(NEW_WORLD));
  // The zero needs room: that of a line's end, or of all of the last.
  let isLastLost = 0;
  const last = parts.at(-1);
  if (last !== undefined && lengthOf() === bytes.length) {
    parts.pop();
    if (last[last.length - 1] <= SPACE) parts.push(last.subarray(0, -1));
    else isLastLost = 1;
  }
  return {
    bytes: concatBytes([...parts, new Uint8Array(1)]),
    keptCount: blocks.length - isLastLost,
    lostCount: lostCount + isLastLost,
    hasNewWorld,
  };
}

function goesOnBehindZero(text: string): boolean {
  const end = text.indexOf("\0");
  return end >= 0 && text.indexOf("{", end) >= 0;
}

interface Block {
  readonly start: number;
  readonly end: number;
}

/**
 * Linear: what does not fit where a brace stands ends where the next one stands outside of quotes, and
 * inside of them is outside for whoever begins there.
 */
function findWhole(text: string): {
  readonly blocks: readonly Block[];
  readonly lostCount: number;
} {
  const blocks: Block[] = [];
  let lostCount = 0;
  /** Nothing was lost since the last whole one, or the start. */
  let isSound = true;
  for (let start = text.indexOf("{"); start >= 0; ) {
    const end = endOfPairs(text, start) ?? endOfLines(text, start);
    if (end !== null && countControls(text.slice(start, end)) <= MAX_CONTROLS) {
      blocks.push({ start, end });
      isSound = true;
    } else if (isSound) {
      lostCount++;
      isSound = false;
    }
    start = text.indexOf("{", end ?? start + 1);
  }
  return { blocks, lostCount };
}

/** Behind a block of pairs in quotes, which may hold anything but a quote; null: it is none. */
function endOfPairs(text: string, start: number): number | null {
  let at = start + 1;
  for (let quoted = 0; ; quoted++) {
    at = skipSpace(text, at);
    if (text[at] === "}" && quoted % 2 === 0) return skipSpace(text, at + 1);
    if (text[at] !== '"') return null;
    at++;
    while (at < text.length && text[at] !== '"' && text[at] !== "\0") at++;
    if (text[at] !== '"') return null;
    at++;
  }
}

/** Behind a block whose lines are in quotes: among these strays stand, as real maps have them. */
function endOfLines(text: string, start: number): number | null {
  let at = start + 1;
  while (" \t\r".includes(text[at] ?? "-")) at++;
  if (text[at] !== "\n") return null;
  const line = /[^\n]*(?:\n|$)/y;
  for (line.lastIndex = at + 1; line.lastIndex < text.length; ) {
    const words = line.exec(text)![0].trim();
    if (words === "}") return skipSpace(text, line.lastIndex);
    const isPair = words.length > 1 && words.startsWith('"') && words.endsWith('"');
    if (!isPair || words.includes("\0")) return null;
  }
  return null;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text[at])) at++;
  return at;
}
