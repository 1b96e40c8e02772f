/** Static props that a map shows only to slower, or only to faster machines. */

import type { StaticProps } from "../../../formats/bsp/types.ts";

/** The greatest there are: DirectX's as Source SDK 2013 counts, the others as the Alien Swarm SDK's `videocfg.h`. */
const DX_LEVEL = 95;
const CPU_LEVEL_HIGH = 2;
const GPU_LEVEL_VERYHIGH = 3;

/**
 * Whether a machine of the highest levels shows a prop. The rule is that of entities, in `c_baseentity.cpp`
 * of the Alien Swarm SDK; `STATIC_PROP_NO_DRAW` is what the engine keeps of it, and says nothing in a file.
 */
export function isWithinLevels(
  { dxLevels, systemLevels }: Pick<StaticProps, "dxLevels" | "systemLevels">,
  prop: number,
): boolean {
  return (
    isWithin(DX_LEVEL, dxLevels, prop * 2) &&
    isWithin(CPU_LEVEL_HIGH + 1, systemLevels, prop * 4) &&
    isWithin(GPU_LEVEL_VERYHIGH + 1, systemLevels, prop * 4 + 2)
  );
}

/** @param range the least and the greatest, from `at` on; 0: any */
function isWithin(level: number, range: Uint16Array | Uint8Array, at: number): boolean {
  return level >= range[at] && (range[at + 1] === 0 || level <= range[at + 1]);
}
