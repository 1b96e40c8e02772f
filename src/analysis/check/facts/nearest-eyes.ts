/** Of many eyes the nearest few, without sorting them all. */

import type { Vec3 } from "../findings.ts";

/**
 * @param isTaken which of them count
 * @param most how many are wanted
 * @returns by distance; of two as far the one that comes first
 */
export function nearestEyes(
  eyes: Iterable<readonly Vec3[]>,
  at: Vec3,
  most: number,
  isTaken: (eye: Vec3) => boolean,
): Vec3[] {
  const [x, y, z] = at;
  const found: Vec3[] = [];
  /** Square inches, ascending: those of `found`. */
  const away: number[] = [];
  for (const some of eyes) {
    for (const eye of some) {
      const [dx, dy, dz] = [eye[0] - x, eye[1] - y, eye[2] - z];
      const square = dx * dx + dy * dy + dz * dz;
      if (found.length === most && !(square < away[most - 1])) continue;
      if (!isTaken(eye)) continue;
      let row = Math.min(found.length, most - 1);
      for (; row > 0 && away[row - 1] > square; row--) {
        found[row] = found[row - 1];
        away[row] = away[row - 1];
      }
      found[row] = eye;
      away[row] = square;
    }
  }
  return found;
}
