/**
 * What is drawn in place of a missing texture, as a word a material (`MaterialSet.standIn`): how many cells a
 * repeat has across and down, 12 bits each, then which pattern they are of, whether it is turned by 90 degrees,
 * and how strong it is. 0: the plain mean colour.
 */

/** A lattice, and the repeat's own borders: what nothing is known of, and concrete. */
export const PATTERN_GRID = 0;
/** What maps are measured out with. */
export const PATTERN_CHECKS = 1;
/** A cell is a brick long, and two courses high. */
export const PATTERN_BRICKS = 2;
/** A cell is a board: as long as it is, and as wide. */
export const PATTERN_BOARDS = 3;
export const PATTERN_PANELS = 4;
export const PATTERN_TILES = 5;
/** Noise: ground, rock, plaster. A cell is its coarsest grain. */
export const PATTERN_GRAIN = 6;
/** A cell is a thread wide. */
export const PATTERN_WEAVE = 7;

/** Blades of grass, of what has holes: a repeat is a tuft, upright, and a cell a blade. */
export const PATTERN_TUFT = 8;

export const STAND_IN_CELL_BITS = 12;
export const STAND_IN_CELL_MASK = (1 << STAND_IN_CELL_BITS) - 1;
export const STAND_IN_PATTERN_SHIFT = 2 * STAND_IN_CELL_BITS;
export const STAND_IN_PATTERN_MASK = 15;
/** Across is down, and down across. */
export const STAND_IN_TURNED = 1 << 28;
/** In steps, of which the strongest is 1. */
export const STAND_IN_STRENGTH_SHIFT = 29;
export const STAND_IN_STRENGTHS = 8;
