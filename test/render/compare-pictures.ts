/** Counts the pixels that differ by more than rounding. */
export function countDifferent(a: Uint8Array, b: Uint8Array, tolerance = 1): number {
  let different = 0;
  for (let i = 0; i < a.length; i += 4) {
    for (let c = 0; c < 3; c++) {
      if (Math.abs(a[i + c] - b[i + c]) > tolerance) {
        different++;
        break;
      }
    }
  }
  return different;
}
