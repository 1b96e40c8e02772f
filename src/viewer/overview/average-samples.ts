/** Downsamples pictures with alpha. */

/** Samples along a pixel's edge. */
export const SAMPLES = 2;

const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const c = value / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

function encode(linear: number): number {
  const c = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(c * 255);
}

/** RGBA8, rows from top to bottom. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/**
 * Writes a tile of a picture. A pixel is the mean of its samples' light; its alpha is the share of
 * covered samples, which look the same in front of a white background.
 * @param drawn picture without background; `backed` has a white one. Both edges are `SAMPLES`
 *   times the tile's
 * @param x left edge of the tile in the picture; `y` is its top. Parts beyond the picture are
 *   skipped
 */
export function averageSamples(
  out: Pixels,
  x: number,
  y: number,
  drawn: Pixels,
  backed: Uint8Array,
): void {
  const { width, rgba } = drawn;
  const columns = Math.min(width / SAMPLES, out.width - x);
  const rows = Math.min(drawn.height / SAMPLES, out.height - y);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let [r, g, b, covered] = [0, 0, 0, 0];
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        const sx = column * SAMPLES + (sample % SAMPLES);
        const sy = row * SAMPLES + Math.floor(sample / SAMPLES);
        const at = (sy * width + sx) * 4;
        const isSame =
          rgba[at] === backed[at] &&
          rgba[at + 1] === backed[at + 1] &&
          rgba[at + 2] === backed[at + 2];
        if (!isSame) continue;
        r += LINEAR[rgba[at]];
        g += LINEAR[rgba[at + 1]];
        b += LINEAR[rgba[at + 2]];
        covered++;
      }
      const to = ((y + row) * out.width + x + column) * 4;
      const share = Math.max(covered, 1);
      out.rgba[to] = encode(r / share);
      out.rgba[to + 1] = encode(g / share);
      out.rgba[to + 2] = encode(b / share);
      out.rgba[to + 3] = Math.round((covered * 255) / SAMPLES ** 2);
    }
  }
}

/** Puts a colour (sRGB, 0 to 255) behind a picture, which becomes opaque. */
export function fillBehind({ rgba }: Pixels, color: readonly [number, number, number]): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const cover = rgba[at + 3] / 255;
    for (let channel = 0; channel < 3; channel++) {
      const own = LINEAR[rgba[at + channel]] * cover;
      rgba[at + channel] = encode(own + LINEAR[color[channel]] * (1 - cover));
    }
    rgba[at + 3] = 255;
  }
}
