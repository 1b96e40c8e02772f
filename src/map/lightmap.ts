/**
 * The lightmap atlas: shared-exponent texels that hold ColorRGBExp32 exactly, for LDR up to four
 * times full light.
 */

export type LightSideName = "hdr" | "ldr";

export interface LightmapAtlas {
  readonly side: LightSideName;
  /** Size of a page in luxels, the same for all pages. */
  readonly width: number;
  readonly height: number;
  readonly pageCount: number;
  /**
   * `rgb9e5ufloat` texels, page after page. A texel decodes to c * 2^e of the stored sample: divide
   * by 255 for linear light, where 1 shows the texture unchanged.
   */
  readonly texels: Uint32Array;
  /**
   * Luxels that faces use in all styles and bump blocks: the lower limit of the pages' total size.
   */
  readonly usedLuxels: number;
}

/** Brightness of each of the 256 light styles at rest; style 0 is always 1. */
export type LightStyles = Float32Array;
/**
 * Animation of each of the 256 light styles: a letter for each tenth of a second, repeated. `a` is
 * dark, `m` is the baked brightness, each letter adds a twelfth. Empty for a constant style.
 */
export type LightPatterns = readonly string[];
