/** Skies made by hand. */

import type { GpuImage } from "../../src/core/image.ts";
import type { Sky } from "../../src/map/material.ts";

/** Pictures in the order of `SKY_SIDES`, each over its whole side, as they are. */
export function makeSky(sides: readonly (GpuImage | null)[]): Sky {
  return {
    name: "test",
    sides,
    transform: Float32Array.from(sides.flatMap(() => [1, 0, 0, 0, 1, 0])),
    tint: new Float32Array(sides.length * 3).fill(1),
    isOfLight: false,
  };
}
