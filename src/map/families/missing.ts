/**
 * Patterns drawn in place of a missing texture, packed as one word a material
 * (`MaterialSet.standIn`): cells across and down a repeat (12 bits each), the pattern, whether it
 * is turned by 90 degrees, and its strength. 0 is the plain mean colour.
 */

/** A grid with borders of the repeat: concrete, and materials whose kind is unknown. */
export const PATTERN_GRID = 0;
/** Checkerboard: dev textures. */
export const PATTERN_CHECKS = 1;
/** A cell is one brick long and two courses high. */
export const PATTERN_BRICKS = 2;
/** A cell is one board. */
export const PATTERN_BOARDS = 3;
export const PATTERN_PANELS = 4;
export const PATTERN_TILES = 5;
/** Noise for ground, rock and plaster. A cell is the coarsest grain. */
export const PATTERN_GRAIN = 6;
/** A cell is one thread wide. */
export const PATTERN_WEAVE = 7;

/** Blades of grass, for alpha-tested materials. A repeat is an upright tuft, a cell one blade. */
export const PATTERN_TUFT = 8;

export const STAND_IN_CELL_BITS = 12;
export const STAND_IN_CELL_MASK = (1 << STAND_IN_CELL_BITS) - 1;
export const STAND_IN_PATTERN_SHIFT = 2 * STAND_IN_CELL_BITS;
export const STAND_IN_PATTERN_MASK = 15;
/** Swaps across and down. */
export const STAND_IN_TURNED = 1 << 28;
/** Strength in `STAND_IN_STRENGTHS` steps, of which the highest is 1. */
export const STAND_IN_STRENGTH_SHIFT = 29;
export const STAND_IN_STRENGTHS = 8;
