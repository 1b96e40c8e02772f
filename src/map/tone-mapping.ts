/** How a map lit for HDR is exposed, from frame to frame, and how much it blooms. */
export interface ToneMapping {
  /** Between what linear light may be multiplied by; both above 0, `min` not above `max`. */
  readonly min: number;
  readonly max: number;
  /** How fast the exposure follows; 0: at once. */
  readonly rate: number;
  /** The linear luminance that the brightest `brightShare` of the picture is to begin at, 0 to 1. */
  readonly brightTarget: number;
  readonly brightShare: number;
  /** The least linear luminance that half of the picture is to be above, 0 to 1. */
  readonly leastMedian: number;
  /** Of the bloom; 0: none. */
  readonly bloomScale: number;
}
