import type { FileTreeNode, LumpKind } from "./file-tree.ts";

// Lays out a treemap: rectangles that fill another, with areas proportional to their weights, and
// as nearly square as filling row by row allows (Bruls, Huizing and van Wijk, "Squarified
// Treemaps", 2000).

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * @param weights weights of 0 or less get a rectangle without area
 * @returns a rectangle for each weight, in the same order
 */
export function squarify(weights: readonly number[], whole: Rect): Rect[] {
  const order = weights.map((_, i) => i).filter((i) => weights[i] > 0);
  order.sort((a, b) => weights[b] - weights[a]);
  const total = order.reduce((sum, i) => sum + weights[i], 0);
  const scale = total > 0 ? (whole.width * whole.height) / total : 0;
  const areas = order.map((i) => weights[i] * scale);
  const rects: Rect[] = weights.map(() => ({ x: whole.x, y: whole.y, width: 0, height: 0 }));
  let rest = whole;
  for (let first = 0; first < areas.length; ) {
    const side = Math.min(rest.width, rest.height);
    let end = first + 1;
    let sum = areas[first];
    while (end < areas.length) {
      const now = worstRatio(areas[first], areas[end - 1], sum, side);
      const then = worstRatio(areas[first], areas[end], sum + areas[end], side);
      if (then > now) break;
      sum += areas[end];
      end++;
    }
    const isLast = end === areas.length;
    const row = splitRow(rest, sum, isLast);
    placeRow(rects, order.slice(first, end), areas.slice(first, end), sum, row);
    rest = row.rest;
    first = end;
  }
  return rects;
}

/** Returns the worst aspect ratio in a row along a side. */
function worstRatio(largest: number, smallest: number, sum: number, side: number): number {
  const thickness = sum / side;
  const squared = thickness * thickness;
  return Math.max(largest / squared, squared / smallest);
}

/** Splits a row off along the shorter side. */
function splitRow({ x, y, width, height }: Rect, area: number, takesAll: boolean) {
  if (width >= height) {
    const thickness = takesAll ? width : Math.min(width, area / height);
    return {
      isUpright: true,
      placed: { x, y, width: thickness, height },
      rest: { x: x + thickness, y, width: width - thickness, height },
    };
  }
  const thickness = takesAll ? height : Math.min(height, area / width);
  return {
    isUpright: false,
    placed: { x, y, width, height: thickness },
    rest: { x, y: y + thickness, width, height: height - thickness },
  };
}

function placeRow(
  rects: Rect[],
  items: readonly number[],
  areas: readonly number[],
  sum: number,
  row: { readonly placed: Rect; readonly isUpright: boolean },
): void {
  const { x, y, width, height } = row.placed;
  let done = 0;
  for (const [k, item] of items.entries()) {
    const [from, share] = [done / sum, areas[k] / sum];
    rects[item] = row.isUpright
      ? { x, y: y + from * height, width, height: share * height }
      : { x: x + from * width, y, width: share * width, height };
    done += areas[k];
  }
}

export interface Cell extends Rect {
  readonly label: string;
  /** Label with those of the enclosing cells: `PAKFILE / materials/`. */
  readonly path: string;
  readonly byteLength: number;
  readonly kind: LumpKind;
  /** True if other cells lie in this one, below its label. */
  readonly isFrame: boolean;
}

/** Height of the label's line, and width of the frame around nested cells. */
const LABEL_HEIGHT = 18;
const FRAME = 3;
/** Area below which a cell is merged with others of its size. */
const LEAST_AREA = 40;
/** Minimum size of a cell that shows its children. */
const LEAST_FRAME = { width: 60, height: 46 };

/** Lays out the cells of a node's children, outer cells before nested ones. */
export function layoutTreemap(node: FileTreeNode, whole: Rect): Cell[] {
  const cells: Cell[] = [];
  fill(cells, node, whole, "");
  return cells;
}

function fill(cells: Cell[], node: FileTreeNode, whole: Rect, above: string): void {
  const children = mergeSmall(node, whole.width * whole.height);
  const rects = squarify(
    children.map(({ byteLength }) => byteLength),
    whole,
  );
  for (const [i, child] of children.entries()) {
    const rect = rects[i];
    const path = above === "" ? child.label : `${above} / ${child.label}`;
    const isFrame =
      child.children.length > 0 &&
      rect.width >= LEAST_FRAME.width &&
      rect.height >= LEAST_FRAME.height;
    const { label, byteLength, kind } = child;
    cells.push({ ...rect, label, path, byteLength, kind, isFrame });
    if (!isFrame) continue;
    const inside = {
      x: rect.x + FRAME,
      y: rect.y + LABEL_HEIGHT,
      width: rect.width - 2 * FRAME,
      height: rect.height - LABEL_HEIGHT - FRAME,
    };
    fill(cells, child, inside, path);
  }
}

/**
 * Merges children that would be too small to see, so that the number of cells is bounded by the
 * area.
 */
function mergeSmall(node: FileTreeNode, area: number): readonly FileTreeNode[] {
  const total = node.children.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const least = total * (LEAST_AREA / Math.max(area, 1));
  const small = node.children.filter(({ byteLength }) => byteLength < least);
  if (small.length < 2) return node.children;
  const byteLength = small.reduce((sum, child) => sum + child.byteLength, 0);
  const { kind } = small[0];
  const isAlike = small.every((child) => child.kind === kind);
  return [
    ...node.children.filter((child) => child.byteLength >= least),
    {
      label: `${small.length} more`,
      byteLength,
      kind: isAlike ? kind : ("rest" as const),
      children: [],
    },
  ];
}
