/** How much each colour correction counts where the camera is. */

import { CORRECTION_BOX, type ColorCorrections } from "../../../map/color-correction.ts";

/** Tables that a picture is mixed of at most: as the engine's post shader has. */
export const MIXED_LOOKUPS = 4;

/** The engine asks where the player's feet are. */
const EYE_HEIGHT = 64;

/** What a place counts at a point, 0 to 1. */
function weightAt(places: ColorCorrections, row: number, x: number, y: number, z: number): number {
  const { bounds, kind, weight } = places;
  const at = row * 6;
  if (kind[row] === CORRECTION_BOX) {
    const isInside =
      x >= bounds[at] &&
      y >= bounds[at + 1] &&
      z >= bounds[at + 2] &&
      x <= bounds[at + 3] &&
      y <= bounds[at + 4] &&
      z <= bounds[at + 5];
    return isInside ? weight[row] : 0;
  }
  const [dx, dy, dz] = [x - bounds[at], y - bounds[at + 1], z - bounds[at + 2]];
  const min = bounds[at + 3];
  const share = (Math.sqrt(dx * dx + dy * dy + dz * dz) - min) / (bounds[at + 4] - min);
  return weight[row] * (1 - Math.min(1, Math.max(0, share)));
}

/**
 * Writes the first four that count at all: what each counts, and its table; what is left of 1 is the
 * colour itself. More than 1 in all is made 1.
 * @param out weights, then tables, four each, then what is left
 */
export function writeCorrectionWeights(
  out: Float32Array,
  places: ColorCorrections,
  camera: { readonly x: number; readonly y: number; readonly z: number },
): void {
  out.fill(0);
  let mixed = 0;
  let sum = 0;
  for (let row = 0; row < places.count && mixed < MIXED_LOOKUPS; row++) {
    const weight = weightAt(places, row, camera.x, camera.y, camera.z - EYE_HEIGHT);
    if (weight <= 0) continue;
    out[mixed] = weight;
    out[MIXED_LOOKUPS + mixed] = places.lookup[row];
    mixed++;
    sum += weight;
  }
  for (let i = 0; sum > 1 && i < MIXED_LOOKUPS; i++) out[i] /= sum;
  out[MIXED_LOOKUPS * 2] = Math.max(0, 1 - sum);
}
