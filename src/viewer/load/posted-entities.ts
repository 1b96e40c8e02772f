/**
 * Packs entities for posting. Cloning an array for each key and value would block the page for
 * seconds on maps with millions of them. One text is transferred instead, and split on first use.
 */

import type { EntityPairs } from "../../scene/open/events.ts";

export interface PostedEntities {
  /** All keys and values in their order, UTF-8. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** End of each key and value in the text, in UTF-16 units. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** Running count of pairs, up to and including each entity. */
  readonly pairEnds: Uint32Array<ArrayBuffer>;
}

export function packEntities(entities: readonly EntityPairs[]): PostedEntities {
  const pairEnds = new Uint32Array(entities.length);
  let pairCount = 0;
  for (const [i, pairs] of entities.entries()) {
    pairCount += pairs.length;
    pairEnds[i] = pairCount;
  }
  const ends = new Uint32Array(pairCount * 2);
  const parts: string[] = [];
  let end = 0;
  for (const pairs of entities) {
    for (const [key, value] of pairs) {
      end += key.length;
      ends[parts.push(key) - 1] = end;
      end += value.length;
      ends[parts.push(value) - 1] = end;
    }
  }
  return { text: new TextEncoder().encode(parts.join("")), ends, pairEnds };
}

export function unpackEntities({ text, ends, pairEnds }: PostedEntities): EntityPairs[] {
  // `ignoreBOM` keeps a byte order mark that is part of the first key.
  const all = new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
  let pair = 0;
  let start = 0;
  return Array.from(pairEnds, (pairEnd) => {
    const pairs: [string, string][] = [];
    for (; pair < pairEnd; pair++) {
      const middle = ends[2 * pair];
      const end = ends[2 * pair + 1];
      pairs.push([all.slice(start, middle), all.slice(middle, end)]);
      start = end;
    }
    return pairs;
  });
}
