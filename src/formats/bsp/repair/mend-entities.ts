/** Recovers intact entities from text that was partly overwritten or cut off. */

import { concatBytes } from "../../binary/encode-bytes.ts";

export interface MendedEntities {
  /** Text of the entities, ended by a zero; not longer than the original. */
  readonly bytes: Uint8Array;
  /** Number of intact entities. */
  readonly keptCount: number;
  /** Number of places where a damaged entity begins. */
  readonly lostCount: number;
  /** Whether an empty worldspawn replaces the map's first entity because that is damaged. */
  readonly hasNewWorld: boolean;
}

/**
 * Control characters that indicate damage. Real maps contain one or two typing errors, and escapes
 * between the parts of outputs.
 */
const DAMAGE_CONTROLS = 8;
const MAX_CONTROLS = 2;
const SPACE = 0x20;
const NEW_WORLD = '{\n"classname" "worldspawn"\n}\n';

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const CONTROLS = /[\x01-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f]/g;
const countControls = (text: string): number => text.match(CONTROLS)?.length ?? 0;

/**
 * Recovers the intact entities.
 * @param bytes the lump, or its available part
 * @param isCut whether the file ends inside the lump
 * @returns `null` if there is no sign of damage
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
  // The final zero needs a byte: the last line end, or else the whole last entity is dropped.
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
 * Finds the intact entities, with each brace as a possible start. The cost is linear: parsing a
 * damaged block stops at the next brace outside of its quotes, so that each character is parsed at
 * most twice, as quoted and as unquoted text.
 */
function findWhole(text: string): {
  readonly blocks: readonly Block[];
  readonly lostCount: number;
} {
  const blocks: Block[] = [];
  let lostCount = 0;
  /** True if no entity was lost since the last intact one, or the start. */
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

/**
 * Returns the end of a block of quoted pairs, whose strings may contain anything but a quote;
 * `null` if it is not such a block.
 */
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

/**
 * Returns the end of a block with quoted strings on separate lines, which may contain stray quotes,
 * as in real maps; `null` if it is not such a block.
 */
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
