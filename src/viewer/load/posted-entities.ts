/**
 * Entities on their way from the worker: cloning an array for each key and its value holds up the page for
 * seconds where a map has millions of them. One text is transferred instead, and cut up when somebody
 * asks.
 */

import type { EntityPairs } from "../../scene/open/events.ts";

export interface PostedEntities {
  /** All keys and values in their order, UTF-8. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** Where each of them ends in the text, in UTF-16 units. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** How many pairs there are of all entities up to each. */
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
  // A mark at its begin would be taken for one of the encoding.
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
