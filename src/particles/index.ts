/**
 * Particles: what the air of a map contains, as descriptions and formulas without a GPU. Loaded
 * only for maps that have any.
 */

export { mixBits, randomOf } from "./random.ts";
