/** Layouts that repeat: bricks, tiles, planks, plates; and distances to shapes for signs. */

import { smoothstep } from "./color.ts";
import { hash } from "./noise.ts";

/** A place in a brick or tile. */
export interface Brick {
  /** Whole numbers, wrapped, so that a brick that crosses the edge is one brick. */
  readonly column: number;
  readonly row: number;
  /** 0..1 inside it. */
  readonly s: number;
  readonly t: number;
  /** 0..1, one for each brick. */
  readonly id: number;
  /** Distance to the nearest edge in units of the brick's height. */
  readonly edge: number;
}

/**
 * The brick at a place. Every other row is moved by `shift` of a brick's width. `aspect` is a brick's
 * width by its height, so that joints are as wide on all sides.
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

/** 0 in the joint, 1 on the face, over a rounded edge. */
export function bevel(edge: number, joint: number, round: number): number {
  return smoothstep(joint, joint + round, edge);
}

/** Signed distance to a box with its centre at the origin; below 0 inside. */
export function boxDistance(x: number, y: number, halfWidth: number, halfHeight: number): number {
  const dx = Math.abs(x) - halfWidth;
  const dy = Math.abs(y) - halfHeight;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0);
}

/** Signed distance to a leaf: what two circles have in common, tips on the y axis at +-`length`. */
export function leafDistance(x: number, y: number, length: number, width: number): number {
  const radius = (length * length + width * width) / (2 * width);
  const offset = radius - width;
  return Math.hypot(Math.abs(x) + offset, y) - radius;
}

/** 1 inside a shape and 0 outside, with an edge of `softness` on both sides of it. */
export function cover(distance: number, softness: number): number {
  return 1 - smoothstep(-softness, softness, distance);
}
