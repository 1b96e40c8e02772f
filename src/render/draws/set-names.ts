/**
 * The draw sets there are. A set's number is its place here: early draws are drawn in this order, and
 * so are the sets' parts of a slot of what is drawn back to front.
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
] as const;

export type DrawSetName = (typeof DRAW_SET_NAMES)[number];

export function setNumber(name: DrawSetName): number {
  return DRAW_SET_NAMES.indexOf(name);
}
