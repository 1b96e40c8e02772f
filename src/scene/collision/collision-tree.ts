/**
 * Builds a tree of boxes over triangles, split at the median of the longest side until few
 * triangles are left.
 */

/** Rows [first, end), and the row that divides them. */
export interface DividedRange {
  readonly first: number;
  readonly middle: number;
  readonly end: number;
}

/**
 * Partitions a range so that the lower half on an axis comes before `middle`,
 * otherwise unsorted. Rows and their points (3 each, at the same index) move together for cache
 * locality. Linear on average; equal points, however many, are shared between both sides.
 */
export function selectMiddle(
  rows: Uint32Array,
  points: Float32Array,
  axis: number,
  { first, middle, end }: DividedRange,
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

/**
 * Returns the index of the median of three, so that sorted input such as grids costs no more than
 * other input.
 */
function pickPivot(points: Float32Array, axis: number, low: number, high: number): number {
  const middle = (low + high) >>> 1;
  const isRising = points[low * 3 + axis] < points[middle * 3 + axis];
  const smaller = isRising ? low : middle;
  const larger = isRising ? middle : low;
  const last = points[high * 3 + axis];
  if (last <= points[smaller * 3 + axis]) return smaller;
  return last < points[larger * 3 + axis] ? high : larger;
}

/** Most triangles in a leaf box. */
const MAX_TRIANGLES = 4;

export interface TriangleTree {
  /** Triangles in the order in which the boxes refer to them. */
  readonly order: Uint32Array;
  /** See `MapCollision`. */
  readonly boxes: Float32Array;
  readonly boxLinks: Uint32Array;
}

/** @param corners 9 numbers a triangle */
export function buildTriangleTree(corners: Float32Array): TriangleTree {
  const count = corners.length / 9;
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const boxCount = countBoxes(count);
  const boxes = new Float32Array(boxCount * 6);
  const boxLinks = new Uint32Array(boxCount * 2);
  const centres = sumCorners(corners);
  let rows = 0;

  const addBox = (first: number, end: number): number => {
    const row = rows++;
    if (end - first <= MAX_TRIANGLES) {
      boxLinks[row * 2] = first;
      boxLinks[row * 2 + 1] = end - first;
      writeTriangleBox(boxes, row, corners, order.subarray(first, end));
      return row;
    }
    const middle = (first + end) >>> 1;
    selectMiddle(order, centres, longestAxis(centres, first, end), { first, middle, end });
    addBox(first, middle);
    const second = addBox(middle, end);
    boxLinks[row * 2] = second;
    joinBoxes(boxes, row, row + 1, second);
    return row;
  };
  if (count > 0) addBox(0, count);
  return { order, boxes, boxLinks };
}

/**
 * Counts the boxes over a number of triangles. Halving gives at most two sizes per level, so few
 * are computed.
 */
function countBoxes(triangles: number, known = new Map<number, number>()): number {
  if (triangles <= MAX_TRIANGLES) return Math.min(1, triangles);
  let count = known.get(triangles);
  if (count === undefined) {
    const half = triangles >>> 1;
    count = 1 + countBoxes(half, known) + countBoxes(triangles - half, known);
    known.set(triangles, count);
  }
  return count;
}

/** Returns the sum of each triangle's corners: 3 numbers a triangle, three times its centre. */
function sumCorners(corners: Float32Array): Float32Array {
  const sums = new Float32Array(corners.length / 3);
  for (let triangle = 0; triangle < sums.length / 3; triangle++) {
    for (let axis = 0; axis < 3; axis++) {
      const at = triangle * 9 + axis;
      sums[triangle * 3 + axis] = corners[at] + corners[at + 3] + corners[at + 6];
    }
  }
  return sums;
}

/** Returns the axis with the largest extent of the centres at [first, end). */
function longestAxis(centres: Float32Array, first: number, end: number): number {
  let longest = 0;
  let most = -1;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let at = first * 3 + axis; at < end * 3; at += 3) {
      if (centres[at] < low) low = centres[at];
      if (centres[at] > high) high = centres[at];
    }
    if (high - low <= most) continue;
    most = high - low;
    longest = axis;
  }
  return longest;
}

function writeTriangleBox(
  boxes: Float32Array,
  row: number,
  corners: Float32Array,
  triangles: Uint32Array,
): void {
  const box = boxes.subarray(row * 6, row * 6 + 6);
  box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for (const triangle of triangles) {
    for (let k = 0; k < 9; k++) {
      const value = corners[triangle * 9 + k];
      box[k % 3] = Math.min(box[k % 3], value);
      box[3 + (k % 3)] = Math.max(box[3 + (k % 3)], value);
    }
  }
}

function joinBoxes(boxes: Float32Array, row: number, a: number, b: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[row * 6 + k] = Math.min(boxes[a * 6 + k], boxes[b * 6 + k]);
    boxes[row * 6 + 3 + k] = Math.max(boxes[a * 6 + 3 + k], boxes[b * 6 + 3 + k]);
  }
}
