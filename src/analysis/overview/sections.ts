/** Layers of an overview: ranges of height that get one picture each. */

/** Altitude that games treat as unlimited. */
const NO_END = 10000;

export interface OverviewSection {
  /** Name in the text file: "default" is the highest, those below are "lower", "lower2" … */
  readonly name: string;
  /** Suffix of the picture's file name. */
  readonly suffix: string;
  /** Range of player heights for which the game shows the layer. */
  readonly altitudeMax: number;
  readonly altitudeMin: number;
  /** Range of heights that is drawn, in inches. */
  readonly top: number;
  readonly bottom: number;
}

/**
 * Inches subtracted from each height, so that a floor at that height belongs to the layer above.
 */
const CUT = 1;

/**
 * Lists layers from the highest down.
 * @param heights at which the map is cut, in any order. Heights outside `bottom` to `top` are
 * ignored.
 */
export function listSections(
  heights: readonly number[],
  top: number,
  bottom: number,
): OverviewSection[] {
  const cuts = [...new Set(heights)]
    .filter((height) => height < top && height > bottom)
    .sort((a, b) => b - a);
  return [...cuts, null].map((cut, layer) => {
    const above = layer === 0 ? null : cuts[layer - 1];
    const name = layer === 0 ? "default" : `lower${layer === 1 ? "" : layer}`;
    return {
      name,
      suffix: layer === 0 ? "" : `_${name}`,
      altitudeMax: above ?? NO_END,
      altitudeMin: cut ?? -NO_END,
      top: above === null ? top : above - CUT,
      bottom: cut === null ? bottom : cut - CUT,
    };
  });
}
