/**
 * Value for a page's `deviceScaleFactor`: the same layout with a 25th of the pixels, which dominate
 * the cost of page tests on a software adapter.
 */
export const FEW_PIXELS = 0.2;
