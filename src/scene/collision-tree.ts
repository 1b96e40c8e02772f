/** A tree of boxes over triangles, split in the middle of the longest side until few are left. */

/** Triangles in a box that is not split any more. */
const MAX_TRIANGLES = 4;

export interface TriangleTree {
  /** Triangles in the order in which the boxes name them. */
  readonly order: Uint32Array;
  /** See `MapCollision`. */
  readonly boxes: Float32Array;
  readonly boxLinks: Uint32Array;
}

/** @param corners 9 numbers a triangle */
export function buildTriangleTree(corners: Float32Array): TriangleTree {
  const count = corners.length / 9;
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const boxes: number[] = [];
  const links: number[] = [];
  const centre = (triangle: number, axis: number): number =>
    corners[triangle * 9 + axis] +
    corners[triangle * 9 + 3 + axis] +
    corners[triangle * 9 + 6 + axis];

  const addBox = (first: number, end: number): void => {
    const box = [
      ...new Array(3).fill(Number.POSITIVE_INFINITY),
      ...new Array(3).fill(Number.NEGATIVE_INFINITY),
    ];
    for (let i = first; i < end; i++) {
      for (let k = 0; k < 9; k++) {
        const value = corners[order[i] * 9 + k];
        box[k % 3] = Math.min(box[k % 3], value);
        box[3 + (k % 3)] = Math.max(box[3 + (k % 3)], value);
      }
    }
    const row = links.length / 2;
    boxes.push(...box);
    if (end - first <= MAX_TRIANGLES) {
      links.push(first, end - first);
      return;
    }
    const sizes = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
    const axis = sizes.indexOf(Math.max(...sizes));
    order.subarray(first, end).sort((a, b) => centre(a, axis) - centre(b, axis));
    const middle = (first + end) >>> 1;
    links.push(0, 0);
    addBox(first, middle);
    links[row * 2] = links.length / 2;
    addBox(middle, end);
  };
  if (count > 0) addBox(0, count);
  return { order, boxes: Float32Array.from(boxes), boxLinks: Uint32Array.from(links) };
}
