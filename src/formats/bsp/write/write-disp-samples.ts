/**
 * Writes LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS: for each luxel of a displacement, its triangle and
 * its position in it. Four bytes a luxel, or five: triangles from 255 on take two bytes, 255 and
 * the remainder.
 */

export interface DispSamples {
  readonly count: number;
  /** Number among the displacement's (2^power)^2 * 2 triangles, so below 512. */
  readonly triangle: Uint16Array;
  /** 3 a sample, in 1/255: weights of the triangle's corners. */
  readonly barycentric: Uint8Array;
}

const WIDE = 255;

/**
 * Writes the samples. Triangle 511, the last one of power 4, does not fit the two bytes and is
 * stored as 255. This is a flaw of the format, also in maps of Valve's compiler.
 */
export function writeDispSamples({ count, triangle, barycentric }: DispSamples): Uint8Array {
  const wide = triangle.reduce((sum, index) => sum + (index >= WIDE ? 1 : 0), 0);
  const bytes = new Uint8Array(count * 4 + wide);
  let at = 0;
  for (let i = 0; i < count; i++) {
    const index = triangle[i];
    bytes[at++] = Math.min(index, WIDE);
    if (index >= WIDE) bytes[at++] = index - WIDE;
    for (let k = 0; k < 3; k++) bytes[at++] = barycentric[i * 3 + k];
  }
  return bytes;
}
