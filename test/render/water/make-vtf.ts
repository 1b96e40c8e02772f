/** Builds a texture with one image from its texels. */

import { writeVtf } from "../../../src/formats/vtf/write-vtf.ts";

export function makeVtf(
  flags: number,
  size: number,
  texel: (x: number, y: number) => readonly number[],
) {
  return writeVtf({
    ...{ width: size, height: size, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1 },
    ...{ mipCount: 1, flags, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () =>
      Uint8Array.from({ length: size * size * 4 }, (_, i) => {
        return texel((i >> 2) % size, Math.floor((i >> 2) / size))[i & 3];
      }),
  });
}
