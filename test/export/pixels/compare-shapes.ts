/**
 * Compares two pictures of one thing in front of the same backdrop: silhouettes, and colours where
 * both have it.
 */

/** Colour that nothing drawn has; equal in sRGB and in linear light. */
export const BACKDROP = [255, 0, 255] as const;

export interface ShapeDifference {
  /** Pixels of the first picture that are not backdrop. */
  readonly silhouette: number;
  /** Pixels in only one of the silhouettes, as a share of the first's. */
  readonly apart: number;
  /** Mean difference of a channel where both are drawn, of 255. */
  readonly color: number;
  /** Share of those pixels of which a channel differs by more than 32. */
  readonly far: number;
}

export function compareShapes(ours: Uint8Array, theirs: Uint8Array): ShapeDifference {
  let silhouette = 0;
  let apart = 0;
  let sum = 0;
  let far = 0;
  let both = 0;
  for (let i = 0; i < ours.length; i += 4) {
    const [here, there] = [isShape(ours, i), isShape(theirs, i)];
    if (here) silhouette++;
    if (here !== there) apart++;
    if (!here || !there) continue;
    both++;
    let most = 0;
    for (let k = 0; k < 3; k++) {
      const off = Math.abs(ours[i + k] - theirs[i + k]);
      sum += off;
      most = Math.max(most, off);
    }
    if (most > 32) far++;
  }
  return { silhouette, apart: apart / silhouette, color: sum / 3 / both, far: far / both };
}

function isShape(rgba: Uint8Array, i: number): boolean {
  return rgba[i] !== BACKDROP[0] || rgba[i + 1] !== BACKDROP[1] || rgba[i + 2] !== BACKDROP[2];
}
