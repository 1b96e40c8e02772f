/**
 * The engine's bloom: `Downsample_nohdr_ps2x`, `BlurFilter_ps2x`, `BlurFilterX.cpp` and
 * `BlurFilterY.cpp` of Source SDK 2013. Pictures are rows of RGB colors.
 */

export type Picture = readonly (readonly (readonly number[])[])[];

const encode = (linear: number) => {
  const c = Math.min(Math.max(linear, 0), 1);
  return c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055;
};

const sum = (colors: readonly (readonly number[])[]) =>
  [0, 1, 2].map((k) => colors.reduce((all, color) => all + color[k], 0));
const times = (color: readonly number[], factor: number) => color.map((value) => value * factor);

function shape(color: readonly number[]): number[] {
  const luminance = color[0] * 0.3 + color[1] * 0.59 + color[2] * 0.11;
  return color.map((value) => value ** 2.2 * luminance);
}

/** Downsamples linear light by four; sizes are multiples of four. */
export function shrink(light: Picture, scale: number): Picture {
  const at = (x: number, y: number) => light[y][x].map((value) => encode(value * scale));
  return Array.from({ length: light.length / 4 }, (_, row) =>
    Array.from({ length: light[0].length / 4 }, (_, column) => {
      const squares = [0, 2].flatMap((dy) =>
        [0, 2].map((dx) => {
          const [x, y] = [column * 4 + dx, row * 4 + dy];
          return shape(times(sum([at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)]), 0.25));
        }),
      );
      return times(sum(squares), 0.25);
    }),
  );
}

const KERNEL = [
  [0, 0.2013],
  ...[
    [1.3366, 0.2185],
    [3.4295, 0.0821],
    [5.4264, 0.0461],
    [7.4359, 0.0262],
    [9.4436, 0.0162],
    [11.4401, 0.0102],
  ].flatMap(([offset, weight]) => [
    [offset, weight],
    [-offset, weight],
  ]),
];

/** Samples a row or column between texels, clamped at its ends. */
function read(line: Picture[number], place: number): number[] {
  const texel = (i: number) => line[Math.min(line.length - 1, Math.max(0, i))];
  const before = Math.floor(place);
  const part = place - before;
  return sum([times(texel(before), 1 - part), times(texel(before + 1), part)]);
}

const blurLine = (line: Picture[number], stretch: number) =>
  line.map((_, i) => sum(KERNEL.map(([o, weight]) => times(read(line, i + o * stretch), weight))));

const turned = (picture: Picture): Picture =>
  picture[0].map((_, x) => picture.map((row) => row[x]));

/**
 * Vertical offsets are relative to the width in the engine, so they are shorter in a wide picture.
 */
export function blur(picture: Picture, scale: number): Picture {
  const [width, height] = [picture[0].length, picture.length];
  const across = picture.map((row) => blurLine(row, 1));
  const down = turned(across).map((column) => blurLine(column, height / width));
  return turned(down).map((row) => row.map((color) => times(color, scale)));
}
