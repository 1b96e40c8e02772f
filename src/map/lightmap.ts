/** The lightmap atlas: shared-exponent texels that hold ColorRGBExp32 exactly, LDR light up to four times full light. */

export type LightSideName = "hdr" | "ldr";

export interface LightmapAtlas {
  readonly side: LightSideName;
  /** Size of a page in luxels; all pages are equal. */
  readonly width: number;
  readonly height: number;
  readonly pageCount: number;
  /**
   * `rgb9e5ufloat` texels, page after page. A texel decodes to c * 2^e of the stored sample:
   * divide by 255 for linear light, where 1 shows the texture as it is.
   */
  readonly texels: Uint32Array;
  /** Luxels that faces use, all styles and bump blocks: what the pages could not be smaller than. */
  readonly usedLuxels: number;
}

/** Brightness of each of the 256 light styles at rest; style 0 is always 1. */
export type LightStyles = Float32Array;
/**
 * How each of the 256 light styles changes in time: a letter for each tenth of a second, over and over, `a` for
 * dark, `m` for as bright as it was baked, each letter a twelfth more. Empty: it stays at rest.
 */
export type LightPatterns = readonly string[];
