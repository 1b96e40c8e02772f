/** What all detail sprites of a map share: the struct `DetailGlobals` of `shaders/surfaces/details.wgsl`. */

import type { DetailSet } from "../../map/details.ts";

/** Byte offsets. */
export const DETAIL_GLOBALS = {
  /** float32: inches, squared. */
  fadeStartSquared: 0,
  fadeEndSquared: 4,
  /** uint32: where the rows of the light that is shown begin. */
  firstLight: 8,
  /** 2 words a row. */
  lights: 16,
} as const;

export function packDetailGlobals({
  fade,
  styles,
}: Pick<DetailSet, "fade" | "styles">): Uint32Array {
  // A row more, as an array of none cannot be bound.
  const words = new Uint32Array(DETAIL_GLOBALS.lights / 4 + styles.rows.length + 2);
  const floats = new Float32Array(words.buffer);
  const endSquared = fade.end ** 2;
  // The engine leaves an inch, squared, to fade across.
  floats[DETAIL_GLOBALS.fadeStartSquared / 4] = Math.min(fade.start ** 2, endSquared - 1);
  floats[DETAIL_GLOBALS.fadeEndSquared / 4] = endSquared;
  words[DETAIL_GLOBALS.firstLight / 4] = styles.firstRow[styles.side];
  words.set(styles.rows, DETAIL_GLOBALS.lights / 4);
  return words;
}
