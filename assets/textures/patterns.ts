/**
 * Repeating layouts such as bricks, tiles, planks and plates, and distances to shapes for signs.
 */

import { smoothstep } from "./color.ts";
import { hash } from "./noise.ts";

/** A point in a brick or tile. */
export interface Brick {
  /** Integer indices, wrapped so that a brick across the texture's edge is one brick. */
  readonly column: number;
  readonly row: number;
  /** Position in the brick, 0 to 1. */
  readonly s: number;
  readonly t: number;
  /** Random number of the brick, 0 to 1. */
  readonly id: number;
  /** Distance to the nearest edge in units of the brick's height. */
  readonly edge: number;
}

/**
 * Returns the brick at a point. Every other row is shifted by `shift` of a brick's width. `aspect`
 * is a brick's width divided by its height, so that joints have equal width on all sides.
 */
export function brickAt(
  u: number,
  v: number,
  columns: number,
  rows: number,
  shift: number,
  aspect: number,
  seed: number,
): Brick {
  const y = v * rows;
  const row = ((Math.floor(y) % rows) + rows) % rows;
  const x = u * columns + (row % 2) * shift;
  const column = ((Math.floor(x) % columns) + columns) % columns;
  const s = x - Math.floor(x);
  const t = y - Math.floor(y);
  const edge = Math.min(Math.min(s, 1 - s) * aspect, Math.min(t, 1 - t));
  return { column, row, s, t, id: hash(column, row, seed), edge };
}

/** Returns 0 in the joint and 1 on the face, with a rounded edge. */
export function bevel(edge: number, joint: number, round: number): number {
  return smoothstep(joint, joint + round, edge);
}

/** Returns the signed distance to a box centred at the origin, negative inside. */
export function boxDistance(x: number, y: number, halfWidth: number, halfHeight: number): number {
  const dx = Math.abs(x) - halfWidth;
  const dy = Math.abs(y) - halfHeight;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0);
}

/**
 * Returns the signed distance to a leaf: the intersection of two circles, with tips on the y axis
 * at ±`length`.
 */
export function leafDistance(x: number, y: number, length: number, width: number): number {
  const radius = (length * length + width * width) / (2 * width);
  const offset = radius - width;
  return Math.hypot(Math.abs(x) + offset, y) - radius;
}

/** Returns 1 inside a shape and 0 outside, with a soft edge of `softness` on both sides. */
export function cover(distance: number, softness: number): number {
  return 1 - smoothstep(-softness, softness, distance);
}
