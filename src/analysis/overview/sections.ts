/** The layers of an overview: heights between which one picture each is drawn. */

/** What games take for no end. */
const NO_END = 10000;

export interface OverviewSection {
  /** In the text file: "default" is the highest, those below are "lower", "lower2" … */
  readonly name: string;
  /** What is added to the map's name in that of the picture. */
  readonly suffix: string;
  /** Heights of players that the game shows it for. */
  readonly altitudeMax: number;
  readonly altitudeMin: number;
  /** What is drawn, inches: cut off above the first, and below the second. */
  readonly top: number;
  readonly bottom: number;
}

/**
 * An inch below each height: a floor that lies at it is of the layer above.
 */
const CUT = 1;

/**
 * From the highest down.
 * @param heights at which the map is cut, in any order; what is not between `top` and `bottom` cuts nothing
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
