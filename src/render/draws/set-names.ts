/**
 * Names of the draw sets. A set's number is its position here. Early draws, and the sets' parts of
 * a back-to-front slot, are drawn in this order.
 */

export const DRAW_SET_NAMES = [
  "world",
  "props",
  "details",
  "decals",
  "ropes",
  "sprites",
  "beams",
  "shadows",
  "emitters",
  "particles",
] as const;

export type DrawSetName = (typeof DRAW_SET_NAMES)[number];

export function setNumber(name: DrawSetName): number {
  return DRAW_SET_NAMES.indexOf(name);
}
