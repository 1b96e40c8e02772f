/** Scales a picture like `shaders/screen/scale.wgsl`, pixel by pixel. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** RGBA bytes, rows from the top. */
  readonly pixels: Uint8Array;
}

function texel({ width, height, pixels }: Picture, x: number, y: number, channel: number): number {
  const column = Math.min(Math.max(x, 0), width - 1);
  const row = Math.min(Math.max(y, 0), height - 1);
  return pixels[(row * width + column) * 4 + channel];
}

/** Catmull-Rom's spline through four values, `t` of the way from the second to the third. */
function spline([a, b, c, d]: readonly number[], t: number): number {
  const slope = (c - a) / 2;
  const nextSlope = (d - b) / 2;
  const h00 = (1 + 2 * t) * (1 - t) ** 2;
  const h10 = t * (1 - t) ** 2;
  const h01 = t ** 2 * (3 - 2 * t);
  const h11 = t ** 2 * (t - 1);
  return h00 * b + h10 * slope + h01 * c + h11 * nextSlope;
}

function enlarged(from: Picture, x: number, y: number, channel: number): number {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const rows = [-1, 0, 1, 2].map((row) =>
    spline(
      [-1, 0, 1, 2].map((column) => texel(from, left + column, top + row, channel)),
      x - 0.5 - left,
    ),
  );
  const near = [0, 1].flatMap((row) =>
    [0, 1].map((column) => texel(from, left + column, top + row, channel)),
  );
  const value = spline(rows, y - 0.5 - top);
  return Math.min(Math.max(value, Math.min(...near)), Math.max(...near));
}

/** Returns the mean of 64 x 64 points in a pixel. */
function reduced(from: Picture, x: number, y: number, size: number, channel: number): number {
  let sum = 0;
  const parts = 64;
  for (let i = 0; i < parts * parts; i++) {
    const u = x + (((i % parts) + 0.5) / parts - 0.5) * size;
    const v = y + ((Math.floor(i / parts) + 0.5) / parts - 0.5) * size;
    sum += texel(from, Math.floor(u), Math.floor(v), channel);
  }
  return sum / (parts * parts);
}

/** Returns red, green and blue of a pixel of `from` scaled to another width. */
export function scaledPixel(from: Picture, width: number, column: number, row: number): number[] {
  const size = from.width / width;
  const [x, y] = [(column + 0.5) * size, (row + 0.5) * size];
  return [0, 1, 2].map((channel) =>
    size > 1 ? reduced(from, x, y, size, channel) : enlarged(from, x, y, channel),
  );
}
