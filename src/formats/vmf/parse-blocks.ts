/**
 * Parses a map's source into blocks of pairs, each with its line. Does not use `parseKeyValues`,
 * which tolerates errors in materials: here a missing brace or quote means lost work and is
 * reported with its line.
 */

import { FormatError, type FormatErrorCode } from "../../core/errors.ts";

/** Place in the text that an error refers to. */
interface TextPlace {
  /** Line number, from 1. */
  readonly line: number;
  /** Offset in characters from the text's start. */
  readonly offset: number;
}

export function vmfError(
  code: FormatErrorCode,
  where: string,
  { line, offset }: TextPlace,
  expected: string,
  found?: string | number,
): FormatError {
  const detail = { format: "VMF", code, where, line, offset, expected } as const;
  return new FormatError(found === undefined ? detail : { ...detail, found: String(found) });
}

export interface VmfPair extends TextPlace {
  readonly key: string;
  readonly value: string;
}

export interface VmfBlock extends TextPlace {
  /** Name in lower case. */
  readonly name: string;
  readonly pairs: readonly VmfPair[];
  readonly blocks: readonly VmfBlock[];
}

interface OpenBlock extends VmfBlock {
  readonly pairs: VmfPair[];
  readonly blocks: VmfBlock[];
}

/** Maximum nesting: above Hammer's, and low enough for recursive code. */
const MAX_DEPTH = 64;

/**
 * Expected nesting of each kind of block. A block inside a block of the same or a deeper kind
 * indicates a missing brace, which would otherwise only be detected at the end of the text.
 */
const DEPTH: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ world: 1, entity: 1, solid: 2, side: 3, editor: 4, connections: 4, dispinfo: 4 },
    ...{ normals: 5, distances: 5, offsets: 5, offset_normals: 5, alphas: 5 },
  }),
);

const SPACE = /[\s\0]*/y;
const COMMENT = /\/\/[^\n]*/y;
const BARE = /[^\s\0"{}]+/y;
const QUOTE_OR_LINE_END = /["\r\n]/g;

/**
 * Returns the top level of the text as a block without a name. Values are kept as written,
 * including backslashes. Throws FormatError (VMF) `syntax`: a block or a string without an end, a
 * key without a value, an extra brace, blocks nested deeper than 64.
 */
export function parseBlocks(text: string): VmfBlock {
  const root: OpenBlock = { name: "", line: 1, offset: 0, pairs: [], blocks: [] };
  const open: OpenBlock[] = [root];
  /** Token that still needs a value or a block after it. */
  let key: (TextPlace & { readonly text: string }) | null = null;
  let offset = 0;
  let line = 1;
  let counted = 0;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = offset;
    const match = pattern.exec(text);
    if (match) offset = pattern.lastIndex;
    return match;
  };
  const here = (): TextPlace => {
    for (; counted < offset; counted++) if (text.charCodeAt(counted) === LINE_END) line++;
    return { line, offset };
  };

  for (;;) {
    do take(SPACE);
    while (take(COMMENT));
    const place = here();
    const block = open[open.length - 1];
    if (offset >= text.length) {
      if (key) throw vmfError("syntax", nameOf(block), key, `a value of "${key.text}"`, "the end");
      if (open.length === 1) return root;
      throw vmfError("syntax", nameOf(block), block, "a } that closes the block", "the end");
    }
    const character = text[offset];
    if (character === "{") {
      if (!key) throw vmfError("syntax", nameOf(block), place, "a block's name before {");
      if (open.length > MAX_DEPTH) {
        throw vmfError("syntax", key.text, place, `blocks nested at most ${MAX_DEPTH} deep`);
      }
      const { line, offset } = key;
      const child = { name: key.text.toLowerCase(), line, offset, pairs: [], blocks: [] };
      if (depthOf(child) <= depthOf(block)) {
        const expected = `a } that closes the block of line ${block.line}`;
        throw vmfError("syntax", block.name, key, expected, `the block ${child.name}`);
      }
      block.blocks.push(child);
      open.push(child);
      key = null;
    } else if (character === "}") {
      if (key) throw vmfError("syntax", nameOf(block), key, `a value of "${key.text}"`, "}");
      if (open.length === 1) throw vmfError("syntax", "text", place, "no } without a {", "}");
      open.pop();
    } else {
      let token: string;
      if (character === '"') {
        const end = findClosingQuote(text, offset + 1);
        if (end < 0) throw vmfError("syntax", nameOf(block), place, "the string's closing quote");
        token = text.slice(offset + 1, end);
        offset = end + 1;
      } else {
        token = take(BARE)![0];
      }
      if (key) {
        block.pairs.push({ key: key.text, value: token, line: key.line, offset: key.offset });
        key = null;
      } else {
        key = { text: token, ...place };
      }
      continue;
    }
    offset++;
  }
}

const LINE_END = 0x0a;

/**
 * Returns the offset of the closing quote of the string that begins at `start`; −1 if there is none
 * in the line. A quote after a backslash is part of the string if another quote in the line can
 * close it: `C:\` ends in a backslash.
 */
function findClosingQuote(text: string, start: number): number {
  const next = (from: number): number => {
    QUOTE_OR_LINE_END.lastIndex = from;
    const match = QUOTE_OR_LINE_END.exec(text);
    return match?.[0] === '"' ? match.index : -1;
  };
  let quote = next(start);
  while (quote > start && text[quote - 1] === "\\") {
    const following = next(quote + 1);
    if (following < 0) break;
    quote = following;
  }
  return quote;
}

function depthOf(block: VmfBlock): number {
  return DEPTH.get(block.name) ?? Number.NaN;
}

function nameOf(block: VmfBlock): string {
  return block.name === "" ? "text" : block.name;
}
