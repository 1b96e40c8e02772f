/**
 * Of a page's `deviceScaleFactor`: it is laid out as on a screen, with a 25th of the pixels. Where the
 * processor draws them, they are most of what a test of a page costs.
 */
export const FEW_PIXELS = 0.2;
