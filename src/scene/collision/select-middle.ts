/**
 * Puts those of the places [first, end) that lie lower on an axis before `middle`, in no other order: rows
 * and their points (3 each, at the same places) move together, so that memory is read as it lies. Linear on
 * average; points of one height, however many, are shared out between both sides.
 */
export function selectMiddle(
  rows: Uint32Array,
  points: Float32Array,
  axis: number,
  first: number,
  middle: number,
  end: number,
): void {
  let low = first;
  let high = end - 1;
  while (low < high) {
    const pivot = points[pickPivot(points, axis, low, high) * 3 + axis];
    let left = low - 1;
    let right = high + 1;
    for (;;) {
      do left++;
      while (points[left * 3 + axis] < pivot);
      do right--;
      while (points[right * 3 + axis] > pivot);
      if (left >= right) break;
      swap(rows, points, left, right);
    }
    // [low, right] holds nothing above the pivot, and (right, high] nothing below it.
    if (middle <= right) high = right;
    else low = right + 1;
  }
}

function swap(rows: Uint32Array, points: Float32Array, a: number, b: number): void {
  const row = rows[a];
  rows[a] = rows[b];
  rows[b] = row;
  for (let k = 0; k < 3; k++) {
    const value = points[a * 3 + k];
    points[a * 3 + k] = points[b * 3 + k];
    points[b * 3 + k] = value;
  }
}

/** The place in the middle of three: sorted input, as grids come, then costs no more than any. */
function pickPivot(points: Float32Array, axis: number, low: number, high: number): number {
  const middle = (low + high) >>> 1;
  const isRising = points[low * 3 + axis] < points[middle * 3 + axis];
  const smaller = isRising ? low : middle;
  const larger = isRising ? middle : low;
  const last = points[high * 3 + axis];
  if (last <= points[smaller * 3 + axis]) return smaller;
  return last < points[larger * 3 + axis] ? high : larger;
}
