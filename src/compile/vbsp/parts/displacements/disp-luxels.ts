/** `MAX_DISP_LIGHTMAP_DIM_WITHOUT_BORDER`. */
const MAX_LUXELS = 125;

/**
 * A displaced face's `m_LightmapTextureSizeInLuxels`: its luxels span it from corner to corner, as
 * many as the longer of two opposite sides asks for. The luxel's size is cut to whole inches first,
 * in single precision, as Valve's public `builddisp.cpp` and `disp_vbsp.cpp` have it.
 *
 * @param corners 12 numbers, from the start corner on
 * @param lightmapVecs 8 numbers, luxels an inch
 * @returns along the columns (corner 0 to 3), along the rows (corner 0 to 1)
 */
export function measureDispLuxels(
  corners: ArrayLike<number>,
  lightmapVecs: ArrayLike<number>,
): [number, number] {
  const density = Math.fround(Math.hypot(lightmapVecs[0], lightmapVecs[1], lightmapVecs[2]));
  // Luxels of less than an inch count as one inch: a size of 0 inches has no meaning.
  const inches = Math.max(1, Math.trunc(Math.fround(1 / density)));
  const length = (a: number, b: number) =>
    Math.hypot(
      corners[a * 3] - corners[b * 3],
      corners[a * 3 + 1] - corners[b * 3 + 1],
      corners[a * 3 + 2] - corners[b * 3 + 2],
    );
  const luxels = (longest: number) => {
    const scale = Math.fround(1 / inches);
    return Math.min(MAX_LUXELS, Math.trunc(Math.fround(Math.fround(longest) * scale)) + 1);
  };
  return [
    luxels(Math.max(length(3, 0), length(2, 1))),
    luxels(Math.max(length(1, 0), length(2, 3))),
  ];
}
