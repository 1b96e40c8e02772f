/** Mips by a box filter: each the mean of the four texels that it stands for. */

import type { TexelKind, TexelPlane } from "./texels.ts";

export interface MipOptions {
  readonly kind: TexelKind;
  /**
   * Of a texture with holes, the alpha that is tested against: colours are weighted by alpha, and
   * alpha is scaled so that each mip is as dense as the first. null where alpha is something else.
   */
  readonly alphaTestReference: number | null;
}

/** The whole chain, largest first. */
export function buildMips(image: TexelPlane, options: MipOptions): TexelPlane[] {
  const mips = [image];
  const reference = options.alphaTestReference;
  const coverage = reference === null ? 0 : alphaCoverage(image, reference, 1);
  for (let mip = image; mip.width > 1 || mip.height > 1; ) {
    mip = halve(mip, reference !== null);
    mips.push(mip);
  }
  for (const mip of mips.slice(1)) {
    if (options.kind === "normal") normalize(mip);
    if (reference !== null) keepCoverage(mip, reference, coverage);
  }
  return mips;
}

function halve({ width, height, rgba }: TexelPlane, weighted: boolean): TexelPlane {
  const newWidth = Math.max(1, width >>> 1);
  const newHeight = Math.max(1, height >>> 1);
  const out = new Float32Array(newWidth * newHeight * 4);
  const right = width > 1 ? 4 : 0;
  const below = height > 1 ? width * 4 : 0;
  for (let y = 0; y < newHeight; y++) {
    for (let x = 0; x < newWidth; x++) {
      const a = (Math.min(y * 2, height - 1) * width + Math.min(x * 2, width - 1)) * 4;
      const [b, c, d] = [a + right, a + below, a + right + below];
      const to = (y * newWidth + x) * 4;
      const alpha = rgba[a + 3] + rgba[b + 3] + rgba[c + 3] + rgba[d + 3];
      out[to + 3] = alpha / 4;
      for (let k = 0; k < 3; k++) {
        out[to + k] =
          weighted && alpha > 0
            ? (rgba[a + k] * rgba[a + 3] +
                rgba[b + k] * rgba[b + 3] +
                rgba[c + k] * rgba[c + 3] +
                rgba[d + k] * rgba[d + 3]) /
              alpha
            : (rgba[a + k] + rgba[b + k] + rgba[c + k] + rgba[d + k]) / 4;
      }
    }
  }
  return { width: newWidth, height: newHeight, rgba: out };
}

/** Vectors that cancel each other out become straight up. */
function normalize({ rgba }: TexelPlane): void {
  for (let i = 0; i < rgba.length; i += 4) {
    const length = Math.hypot(rgba[i], rgba[i + 1], rgba[i + 2]);
    if (length < 1e-6) rgba.set([0, 0, 1], i);
    else for (let k = 0; k < 3; k++) rgba[i + k] /= length;
  }
}

/** Share of the texels whose alpha times `scale` reaches the reference. */
function alphaCoverage({ rgba }: TexelPlane, reference: number, scale: number): number {
  let count = 0;
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] * scale >= reference) count++;
  return (count * 4) / rgba.length;
}

/** Scales alpha by the factor, found by halving an interval, that comes closest to the coverage. */
function keepCoverage(mip: TexelPlane, reference: number, coverage: number): void {
  let low = 0;
  let high = 8;
  for (let round = 0; round < 12; round++) {
    const scale = (low + high) / 2;
    if (alphaCoverage(mip, reference, scale) < coverage) low = scale;
    else high = scale;
  }
  const missing = coverage - alphaCoverage(mip, reference, low);
  const extra = alphaCoverage(mip, reference, high) - coverage;
  const scale = missing < extra ? low : high;
  for (let i = 3; i < mip.rgba.length; i += 4) mip.rgba[i] = Math.min(1, mip.rgba[i] * scale);
}
