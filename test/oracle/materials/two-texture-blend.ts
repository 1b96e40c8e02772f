/** WorldTwoTextureBlend without light, from `worldtwotextureblend_ps2x.fxc`. */

type Rgb = readonly [number, number, number];

const saturate = (value: number) => Math.min(Math.max(value, 0), 1);

/**
 * @param base linear
 * @param detail as stored, 0 to 1, like its alpha
 * @param isMask `$detail_alpha_mask_base_texture`
 */
export function twoTextureBlend(base: Rgb, detail: Rgb, alpha: number, isMask: boolean): Rgb {
  return base.map((c, k) =>
    isMask
      ? saturate(saturate(c * 2) * alpha + (1 - alpha)) * detail[k]
      : c * (1 - alpha) + detail[k] * alpha,
  ) as never;
}
