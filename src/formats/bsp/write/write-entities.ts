/** Writes the entity lump. */

import { bspError } from "../bsp-error.ts";
import type { Entity } from "../types.ts";

/**
 * Writes LUMP_ENTITIES: each entity's pairs in braces, ended by a 0. Keys and values must not
 * contain a quote, for which there is no escape, or a 0, which would end the text. Throws
 * FormatError (BSP) `bad-value` for these.
 */
export function writeEntities(entities: readonly Pick<Entity, "pairs">[]): Uint8Array {
  let text = "";
  for (const { pairs } of entities) {
    text += "{\n";
    for (const [key, value] of pairs) {
      if (/["\0]/.test(key + value)) {
        const expected = "keys and values without quotes";
        const found = JSON.stringify(`${key} ${value}`);
        throw bspError("bad-value", "LUMP_ENTITIES", text.length, expected, found);
      }
      text += `"${key}" "${value}"\n`;
    }
    text += "}\n";
  }
  return new TextEncoder().encode(`${text}\0`);
}
