import type { FileTreeNode } from "./file-tree.ts";
import type { LumpKind } from "./lump-kinds.ts";
import { type Rect, squarify } from "./squarify.ts";

export interface Cell extends Rect {
  readonly label: string;
  /** With what it lies in: `PAKFILE / materials/`. */
  readonly path: string;
  readonly byteLength: number;
  readonly kind: LumpKind;
  /** Other cells lie in it, below its label. */
  readonly isFrame: boolean;
}

/** Of a label's line, and the frame about what lies in a cell. */
const LABEL_HEIGHT = 18;
const FRAME = 3;
/** A cell of less is one with others of its size. */
const LEAST_AREA = 40;
/** What lies in a cell that is smaller is not shown. */
const LEAST_FRAME = { width: 60, height: 46 };

/** Cells for what lies in a node, outer ones before those in them. */
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

/** What would be too small to be seen, as one: so there are never more cells than there is room for. */
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
