/** Blends a filled side of a marked volume over the picture. */

const toLinear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const toSrgb = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);

/**
 * Returns a pixel's sRGB bytes.
 * @param behind background bytes
 * @param color mark bytes and opacity of 255
 * @param normal of the side, unit length
 * @param isFront whether it is seen from outside of its volume
 */
export function markedPixel(
  behind: readonly number[],
  color: readonly number[],
  normal: readonly number[],
  isFront: boolean,
): number[] {
  const facing = Math.abs(normal[0] * 0.36 + normal[1] * 0.48 + normal[2] * 0.8);
  const shade = 1 - 0.45 * (1 - facing);
  const cover = (color[3] / 255) * (isFront ? 1 : 0.3);
  return behind.map((byte, k) => {
    const over = toLinear(color[k] / 255) * shade;
    // The fourth power dims the background by more than the mark's alpha, so that marks stay
    // visible.
    return toSrgb(toLinear(byte / 255) * (1 - cover) ** 4 + over * cover) * 255;
  });
}
