/** Builds BVHs by binned SAH with two children a node, then widens them to four. */

import { type Bvh, WIDTH } from "./bvh.ts";
import { boxArea, PAIR_FLOATS, widen } from "./widen-bvh.ts";

const MAX_LEAF = WIDTH;
const BINS = 16;
/** Cost of visiting a node, in triangle intersections. */
const NODE_COST = 1.2;

/** @param positions 9 a triangle */
export function buildBvh(positions: Float32Array): Bvh {
  const count = positions.length / 9;
  const box = new Float32Array(count * 6);
  const centre = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const a = positions[i * 9 + axis];
      const b = positions[i * 9 + 3 + axis];
      const c = positions[i * 9 + 6 + axis];
      box[i * 6 + axis] = Math.min(a, b, c);
      box[i * 6 + 3 + axis] = Math.max(a, b, c);
      centre[i * 3 + axis] = (box[i * 6 + axis] + box[i * 6 + 3 + axis]) / 2;
    }
  }
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const boxes = new Float32Array(Math.max(1, count) * PAIR_FLOATS);
  const children = new Int32Array(Math.max(1, count) * 2);
  const nodeCount = new Builder(box, centre, order, boxes, children).build(count);
  const pairs = { count: nodeCount, boxes, children };
  return { triangleCount: count, place: null, ...widen(pairs, positions, order) };
}

class Builder {
  readonly #box: Float32Array;
  readonly #centre: Float32Array;
  readonly #order: Uint32Array;
  readonly #nodeBoxes: Float32Array;
  readonly #nodeChildren: Int32Array;
  readonly #binBox = new Float32Array(BINS * 6);
  readonly #binCount = new Uint32Array(BINS);
  readonly #rightArea = new Float64Array(BINS);

  constructor(
    box: Float32Array,
    centre: Float32Array,
    order: Uint32Array,
    nodeBoxes: Float32Array,
    nodeChildren: Int32Array,
  ) {
    this.#box = box;
    this.#centre = centre;
    this.#order = order;
    this.#nodeBoxes = nodeBoxes;
    this.#nodeChildren = nodeChildren;
  }

  /** Builds the nodes and returns their number. Node 0 is the root, even for few triangles. */
  build(count: number): number {
    let nodeCount = 1;
    const work: [node: number, first: number, end: number][] = [[0, 0, count]];
    for (let range = work.pop(); range !== undefined; range = work.pop()) {
      const [node, first, end] = range;
      const middle = this.#split(first, end);
      const halves = [
        [first, middle],
        [middle, end],
      ] as const;
      halves.forEach(([from, to], side) => {
        this.#writeBox(this.#nodeBoxes, node * PAIR_FLOATS + side * 6, from, to);
        if (to - from <= MAX_LEAF) {
          this.#nodeChildren[node * 2 + side] = -1 - (from * 8 + (to - from));
        } else {
          this.#nodeChildren[node * 2 + side] = nodeCount;
          work.push([nodeCount++, from, to]);
        }
      });
    }
    return nodeCount;
  }

  #writeBox(out: Float32Array, offset: number, first: number, end: number): void {
    emptyBox(out, offset);
    for (let i = first; i < end; i++) growBox(out, offset, this.#box, this.#order[i] * 6);
  }

  /** Partitions a range in place and returns the start of the second half. */
  #split(first: number, end: number): number {
    if (end - first < 2) return end;
    const order = this.#order;
    const centre = this.#centre;
    let bestCost = Number.POSITIVE_INFINITY;
    let bestAxis = -1;
    let bestEdge = 0;
    for (let axis = 0; axis < 3; axis++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = first; i < end; i++) {
        const value = centre[order[i] * 3 + axis];
        if (value < low) low = value;
        if (value > high) high = value;
      }
      if (!(high > low)) continue;
      const scale = BINS / (high - low);
      const edge = this.#bestBin(first, end, axis, low, scale);
      if (edge.cost < bestCost) {
        bestCost = edge.cost;
        bestAxis = axis;
        bestEdge = edge.bin;
      }
    }
    // All centers are equal: splits by count.
    if (bestAxis < 0) return (first + end) >> 1;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = first; i < end; i++) {
      const value = centre[order[i] * 3 + bestAxis];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const scale = BINS / (high - low);
    let left = first;
    let right = end - 1;
    while (left <= right) {
      if (binOf(centre[order[left] * 3 + bestAxis], low, scale) <= bestEdge) left++;
      else {
        const swap = order[left];
        order[left] = order[right];
        order[right--] = swap;
      }
    }
    return left > first && left < end ? left : (first + end) >> 1;
  }

  #bestBin(first: number, end: number, axis: number, low: number, scale: number) {
    const binBox = this.#binBox;
    const binCount = this.#binCount.fill(0);
    for (let bin = 0; bin < BINS; bin++) emptyBox(binBox, bin * 6);
    for (let i = first; i < end; i++) {
      const triangle = this.#order[i];
      const bin = binOf(this.#centre[triangle * 3 + axis], low, scale);
      binCount[bin]++;
      growBox(binBox, bin * 6, this.#box, triangle * 6);
    }
    const sum = new Float32Array(6);
    emptyBox(sum, 0);
    for (let bin = BINS - 1; bin > 0; bin--) {
      growBox(sum, 0, binBox, bin * 6);
      this.#rightArea[bin] = boxArea(sum, 0);
    }
    emptyBox(sum, 0);
    let leftCount = 0;
    const best = { cost: Number.POSITIVE_INFINITY, bin: 0 };
    for (let bin = 0; bin < BINS - 1; bin++) {
      growBox(sum, 0, binBox, bin * 6);
      leftCount += binCount[bin];
      const rightCount = end - first - leftCount;
      if (leftCount === 0 || rightCount === 0) continue;
      const cost = NODE_COST + leftCount * boxArea(sum, 0) + rightCount * this.#rightArea[bin + 1];
      if (cost < best.cost) {
        best.cost = cost;
        best.bin = bin;
      }
    }
    return best;
  }
}

function binOf(value: number, low: number, scale: number): number {
  const bin = Math.floor((value - low) * scale);
  return bin < BINS ? bin : BINS - 1;
}

function emptyBox(box: Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    box[at + axis] = Number.POSITIVE_INFINITY;
    box[at + 3 + axis] = Number.NEGATIVE_INFINITY;
  }
}

function growBox(box: Float32Array, at: number, by: Float32Array, byAt: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (by[byAt + axis] < box[at + axis]) box[at + axis] = by[byAt + axis];
    if (by[byAt + 3 + axis] > box[at + 3 + axis]) box[at + 3 + axis] = by[byAt + 3 + axis];
  }
}
