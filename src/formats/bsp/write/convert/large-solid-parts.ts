/** Locates the parts of a solid of version 0x101: hulls, points, and the tree over them. */

export const HULL_RECORD_BYTES = 64;
const SURFACE_BYTES = 64;
const ROOT_AT = 36;
const NODE_BYTES = 28;
const POINT_BYTES = 16;
const EDGE_BYTES = 16;
/** Limits of the older form: 12-bit triangle numbers, 16-bit point numbers. */
const MAX_TRIANGLES = 0x1000;
const MAX_POINT = 0xffff;

export interface SolidPart {
  readonly at: number;
  readonly end: number;
  /** Number of records in a hull: its header and its triangles; 0 for points and nodes. */
  readonly records: number;
}

export interface SolidParts {
  readonly root: number;
  readonly nodes: ReadonlySet<number>;
  /** Parts in file order, without overlap. */
  readonly parts: readonly SolidPart[];
}

/**
 * Finds the parts of a solid.
 * @param surface offset of the surface in `solid`; all offsets are from the start of `solid`
 * @returns `null` if an offset leads out of the solid or into another part, or if a part does not
 * fit the older form
 */
export function findSolidParts(solid: Uint8Array, surface: number): SolidParts | null {
  const view = new DataView(solid.buffer, solid.byteOffset, solid.byteLength);
  const start = surface + SURFACE_BYTES;
  if (start > solid.length) return null;
  const isInside = (at: number, length: number) => at >= start && at + length <= solid.length;
  const root = surface + view.getInt32(surface + ROOT_AT, true);
  const nodes = new Set<number>();
  const hulls = new Set<number>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isInside(node, NODE_BYTES) || nodes.has(node)) return null;
    nodes.add(node);
    const [right, hull] = [view.getInt32(node, true), view.getInt32(node + 4, true)];
    if (right !== 0) open.push(node + NODE_BYTES, node + right);
    // An inner node may have a hull around everything below it.
    if (hull !== 0) hulls.add(node + hull);
  }
  const parts: SolidPart[] = [];
  const runs: SolidPart[] = Array.from(nodes, (at) => ({ at, end: at + NODE_BYTES, records: 0 }));
  // Hulls of an intact solid do not share triangles.
  let room = solid.length / HULL_RECORD_BYTES;
  for (const hull of hulls) {
    if (!isInside(hull, HULL_RECORD_BYTES)) return null;
    const triangles = view.getInt32(hull + 12, true);
    const records = triangles + 1;
    room -= records;
    if (triangles < 0 || triangles > MAX_TRIANGLES || room < 0) return null;
    const end = hull + records * HULL_RECORD_BYTES;
    if (end > solid.length) return null;
    parts.push({ at: hull, end, records });
    const last = lastPoint(view, hull, end);
    const first = hull + view.getInt32(hull, true);
    if (last > MAX_POINT || (triangles > 0 && !isInside(first, (last + 1) * POINT_BYTES)))
      return null;
    if (triangles > 0) runs.push({ at: first, end: first + (last + 1) * POINT_BYTES, records: 0 });
    // A hull around others names its node.
    const hasNode = (view.getUint32(hull + 8, true) & 3) !== 0;
    if (hasNode && !nodes.has(hull + view.getInt32(hull + 4, true))) return null;
  }
  parts.push(...joinRuns(runs));
  parts.sort((a, b) => a.at - b.at);
  if (parts.some(({ at }, i) => i > 0 && at < parts[i - 1].end)) return null;
  return { root, nodes, parts };
}

/** Returns the highest point number; −1 if the hull has no triangles. */
function lastPoint(view: DataView, hull: number, end: number): number {
  let last = -1;
  for (let at = hull + HULL_RECORD_BYTES; at < end; at += EDGE_BYTES) {
    const isEdge = (at - hull) % HULL_RECORD_BYTES !== 0;
    if (isEdge) last = Math.max(last, view.getUint32(at, true));
  }
  return last;
}

/** Joins runs that overlap or touch, because hulls share points. */
function joinRuns(runs: readonly SolidPart[]): SolidPart[] {
  const joined: SolidPart[] = [];
  for (const run of [...runs].sort((a, b) => a.at - b.at)) {
    const before = joined.at(-1);
    if (before === undefined || run.at > before.end) joined.push(run);
    else joined[joined.length - 1] = { ...before, end: Math.max(before.end, run.end) };
  }
  return joined;
}
