/** Builds skies for tests. */

import type { GpuImage } from "../../src/core/image.ts";
import type { Sky } from "../../src/map/material.ts";

/** Builds a sky from six untransformed side pictures in the order of `SKY_SIDES`. */
export function makeSky(sides: readonly (GpuImage | null)[]): Sky {
  return {
    name: "test",
    sides,
    transform: Float32Array.from(sides.flatMap(() => [1, 0, 0, 0, 1, 0])),
    tint: new Float32Array(sides.length * 3).fill(1),
    isOfLight: false,
  };
}
