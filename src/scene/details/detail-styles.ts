/** Builds the styled light of detail props: the game lumps `dplt` and `dplh` as one list. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { DetailLights, DetailProps } from "../../formats/bsp/types.ts";
import type { DetailStyles } from "../../map/details.ts";
import type { LightSideName } from "../../map/lightmap.ts";

const DPRP = "game lump dprp";
/** `MAX_LIGHTSTYLES`: compilers list each style of a prop once. */
const MAX_STYLES = 64;

/**
 * Builds both lists. A side without rows uses the other side's. Both are padded to the longer
 * length, so that a prop's rows exist on either side.
 */
export function buildDetailStyles(lights: DetailLights, side: LightSideName | null): DetailStyles {
  const [ldr, hdr] = [pickDetailLights(lights, "ldr"), pickDetailLights(lights, "hdr")];
  if (ldr === null || hdr === null) {
    return { rows: new Uint32Array(0), firstRow: { ldr: 0, hdr: 0 }, side: side ?? "ldr" };
  }
  const isShared = ldr === hdr;
  const length = Math.max(ldr.count, hdr.count);
  const rows = new Uint32Array(length * (isShared ? 2 : 4));
  for (const [i, { count, lighting, style }] of (isShared ? [ldr] : [ldr, hdr]).entries()) {
    for (let row = 0; row < count; row++) {
      const [red, green, blue, exponent] = lighting.subarray(row * 4, row * 4 + 4);
      const at = (i * length + row) * 2;
      rows[at] = red | (green << 8) | (blue << 16) | (exponent << 24);
      rows[at + 1] = style[row];
    }
  }
  return { rows, firstRow: { ldr: 0, hdr: isShared ? 0 : length }, side: side ?? "ldr" };
}

/** Returns a side's rows, or the other side's if it has none. */
export function pickDetailLights(
  { ldr, hdr }: DetailLights,
  side: LightSideName | null,
): DetailLights["ldr"] {
  return side === "hdr" ? (hdr ?? ldr) : (ldr ?? hdr);
}

/**
 * Returns the number of light rows of each prop. It is 0, with one warning for all props, if the
 * rows do not exist.
 */
export function countDetailLights(
  { objects }: DetailProps,
  lights: DetailLights,
  diagnostics: Diagnostics,
): Uint8Array {
  const length = Math.max(lights.ldr?.count ?? 0, lights.hdr?.count ?? 0);
  const counts = objects.lightStyleCount.slice();
  let bad = 0;
  for (let row = 0; row < objects.count; row++) {
    const count = counts[row];
    if (count === 0) continue;
    if (count < MAX_STYLES && objects.lightStyles[row] + count <= length) continue;
    counts[row] = 0;
    bad++;
  }
  if (bad > 0) {
    const message = `${bad} detail props name missing light styles: only their own light is used.`;
    diagnostics.warn("lighting", DPRP, message);
  }
  return counts;
}
