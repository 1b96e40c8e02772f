/** Reads the entity lump. */

import type { Ledger } from "../../../core/ledger.ts";
import type { Entity } from "../types.ts";
import type { LumpReader } from "./lump-reader.ts";

class EntityPairs implements Entity {
  readonly pairs: [key: string, value: string][] = [];

  get(key: string): string | undefined {
    const wanted = key.toLowerCase();
    // Called tens of thousands of times a map: most keys differ in length, and none is copied.
    for (let i = 0; i < this.pairs.length; i++) {
      const name = this.pairs[i][0];
      if (name.length === wanted.length && name.toLowerCase() === wanted) return this.pairs[i][1];
    }
    return undefined;
  }
}

/** Reads the entity lump. Throws FormatError (BSP). */
export function readEntityLump(lumps: LumpReader): Entity[] {
  const bytes = lumps.bytes("LUMP_ENTITIES");
  const end = bytes.indexOf(0);
  const text = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  return parseEntities(text, lumps.ledger);
}

/**
 * Reads the text of the entity lump: repeated `{ "key" "value" ... }`. It is not KeyValues: keys
 * repeat, values contain anything but a quote (also line ends and braces), and some maps lack the
 * last brace. Errors are tolerated: after a stray quote, pairs are recognised again on the next
 * line.
 * @param ledger budget for the entities. If given, exceeding it throws FormatError (too-large).
 */
export function parseEntities(text: string, ledger?: Ledger): Entity[] {
  const entities: Entity[] = [];
  let entity: EntityPairs | null = null;
  let key: string | null = null;
  let tokensOfLine = 0;
  let at = 0;
  let pairCount = 0;
  // The ledger is charged at the end, with the final counts. Above its limits, reading can stop.
  const mostEntities = ledger?.limit("entities") ?? Number.POSITIVE_INFINITY;
  const mostPairs = ledger?.limit("entityPairs") ?? Number.POSITIVE_INFINITY;
  while (at < text.length && entities.length <= mostEntities && pairCount <= mostPairs) {
    const char = text.charCodeAt(at);
    if (char <= 32) {
      if (char === LINE_END) {
        // A third token on a line is the rest of a value with a quote in it, not a key.
        if (tokensOfLine > 1) key = null;
        tokensOfLine = 0;
      }
      at++;
    } else if (char === OPEN || char === CLOSE) {
      entity = char === OPEN ? new EntityPairs() : null;
      if (entity) entities.push(entity);
      key = null;
      at++;
    } else {
      const quoted = char === QUOTE;
      const start = quoted ? at + 1 : at;
      const end = quoted ? findQuote(text, start) : findTokenEnd(text, start);
      const token = text.slice(start, end);
      tokensOfLine++;
      at = quoted ? end + 1 : end;
      if (key === null) key = token;
      else {
        pairCount++;
        entity?.pairs.push([key, token]);
        key = null;
      }
    }
  }
  ledger?.take("entities", entities.length, "LUMP_ENTITIES");
  ledger?.take("entityPairs", pairCount, "LUMP_ENTITIES");
  return entities;
}

const LINE_END = 0x0a;
const QUOTE = 0x22;
const OPEN = 0x7b;
const CLOSE = 0x7d;

function findQuote(text: string, from: number): number {
  const quote = text.indexOf('"', from);
  return quote < 0 ? text.length : quote;
}

function findTokenEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length) {
    const char = text.charCodeAt(end);
    if (char <= 32 || char === QUOTE || char === OPEN || char === CLOSE) break;
    end++;
  }
  return end;
}
