/** Pictures for encoder tests, and a similarity measure. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

export function picture(
  width: number,
  height: number,
  texel: (x: number, y: number) => readonly number[],
): Picture {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rgba.set(texel(x, y), (y * width + x) * 4);
  }
  return { width, height, rgba };
}

/** Reproducible numbers from 0 to 1. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function noise(width: number, height: number): Picture {
  const next = random(7);
  return picture(width, height, () => [next() * 256, next() * 256, next() * 256, next() * 256]);
}

export function gradient(width: number, height: number): Picture {
  return picture(width, height, (x, y) => {
    const [u, v] = [x / (width - 1), y / (height - 1)];
    return [u * 255, v * 255, (1 - (u + v) / 2) * 255, ((u + v) / 2) * 255];
  });
}

/** Halves the size, so that block-compressed pictures are no longer a compressor's output. */
export function halved({ width, height, rgba }: Picture): Picture {
  return picture(width >> 1, height >> 1, (x, y) => {
    const a = (y * 2 * width + x * 2) * 4;
    return [0, 1, 2, 3].map((k) => {
      const sum =
        rgba[a + k] + rgba[a + 4 + k] + rgba[a + width * 4 + k] + rgba[a + width * 4 + 4 + k];
      return Math.round(sum / 4);
    });
  });
}

/**
 * Returns the peak signal-to-noise ratio of some channels in decibels, infinite for equal pictures.
 */
export function psnr(a: Uint8Array, b: Uint8Array, channels: readonly number[]): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    for (const k of channels) sum += (a[i + k] - b[i + k]) ** 2;
    count += channels.length;
  }
  return 10 * Math.log10((255 * 255 * count) / sum);
}
