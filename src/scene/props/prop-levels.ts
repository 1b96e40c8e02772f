/** Tests static props that are drawn only on slower or only on faster machines. */

import type { StaticProps } from "../../formats/bsp/types.ts";

/**
 * The highest levels: DirectX as numbered by Source SDK 2013, the others as in `videocfg.h` of the
 * Alien Swarm SDK.
 */
const DX_LEVEL = 95;
const CPU_LEVEL_HIGH = 2;
const GPU_LEVEL_VERYHIGH = 3;

/**
 * Whether a prop is drawn on a machine of the highest levels. The rule is that for entities, in
 * `c_baseentity.cpp` of the Alien Swarm SDK. `STATIC_PROP_NO_DRAW` is the engine's cached result,
 * and meaningless in a file.
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

/** @param range smallest and largest level, at `at`; 0 means no limit */
function isWithin(level: number, range: Uint16Array | Uint8Array, at: number): boolean {
  return level >= range[at] && (range[at + 1] === 0 || level <= range[at + 1]);
}
