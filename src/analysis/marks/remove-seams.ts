/**
 * Outlines of the surfaces before the compiler split them: removes the edges where two pieces of a
 * surface meet.
 */

/** Largest distance of a corner from a line it lies on, in units. */
const NEAR = 0.1;

/** Shortest remaining part of an edge that is kept, in units. */
const SHORTEST = 0.25;

/** Most pairs of edges tested, over all surfaces. A floor of 300 pieces has 1.4 million. */
const MOST_PAIRS = 2 ** 26;

export interface SeamRemover {
  /** Adds a piece. @param corners of the piece, 3 numbers each, in order */
  addPiece(whole: number, corners: ArrayLike<number>): void;
  /** Writes the outlines of all surfaces added so far. */
  flush(): void;
  /** True if there were too many edges to test, so that their seams are written, too. */
  readonly areKept: boolean;
}

interface Parts {
  /** 6 numbers an edge. */
  readonly edges: number[];
  /** Piece of each edge. */
  readonly piece: number[];
}

/** @param out receives the edges of the outlines, 6 numbers each */
export function createSeamRemover(out: number[]): SeamRemover {
  let wholes = new Map<number, Parts>();
  let pieces = 0;
  let pairs = 0;
  let areKept = false;
  return {
    addPiece(whole, corners) {
      let parts = wholes.get(whole);
      if (parts === undefined) {
        parts = { edges: [], piece: [] };
        wholes.set(whole, parts);
      }
      for (let i = 0; i < corners.length; i += 3) {
        const next = i + 3 < corners.length ? i + 3 : 0;
        parts.edges.push(corners[i], corners[i + 1], corners[i + 2]);
        parts.edges.push(corners[next], corners[next + 1], corners[next + 2]);
        parts.piece.push(pieces);
      }
      pieces++;
    },
    flush() {
      for (const { edges, piece } of wholes.values()) {
        const isOne = piece[0] === piece[piece.length - 1];
        if (!isOne) pairs += piece.length ** 2;
        if (pairs > MOST_PAIRS) areKept = true;
        for (let edge = 0; edge < piece.length; edge++) {
          if (isOne || pairs > MOST_PAIRS) addPart(edges, edge, 0, 1, out);
          else addOpenParts(edges, piece, edge, out);
        }
      }
      wholes = new Map();
    },
    get areKept() {
      return areKept;
    },
  };
}

/** @param from, to range as fractions of the edge's length */
function addPart(
  edges: readonly number[],
  edge: number,
  from: number,
  to: number,
  out: number[],
): void {
  for (const t of [from, to]) {
    for (let axis = 0; axis < 3; axis++) {
      const start = edges[edge * 6 + axis];
      out.push(start + (edges[edge * 6 + 3 + axis] - start) * t);
    }
  }
}

/** Adds the parts of an edge that no edge of another piece covers. */
function addOpenParts(
  edges: readonly number[],
  piece: readonly number[],
  edge: number,
  out: number[],
): void {
  const at = edge * 6;
  const [x, y, z] = [edges[at], edges[at + 1], edges[at + 2]];
  let [dx, dy, dz] = [edges[at + 3] - x, edges[at + 4] - y, edges[at + 5] - z];
  const length = Math.hypot(dx, dy, dz);
  if (length < SHORTEST) return;
  dx /= length;
  dy /= length;
  dz /= length;
  /** Position along the edge; NaN if the point is not on its line. */
  const along = (i: number): number => {
    const px = edges[i] - x;
    const py = edges[i + 1] - y;
    const pz = edges[i + 2] - z;
    const t = px * dx + py * dy + pz * dz;
    return Math.hypot(px - dx * t, py - dy * t, pz - dz * t) < NEAR ? t : Number.NaN;
  };
  const covered: [from: number, to: number][] = [];
  for (let other = 0; other < piece.length; other++) {
    if (piece[other] === piece[edge]) continue;
    const from = along(other * 6);
    if (Number.isNaN(from)) continue;
    const to = along(other * 6 + 3);
    if (Number.isNaN(to)) continue;
    covered.push(from < to ? [from, to] : [to, from]);
  }
  covered.sort((one, other) => one[0] - other[0]);
  let open = 0;
  for (const [from, to] of covered) {
    if (to <= 0 || from >= length) continue;
    if (from - open >= SHORTEST) addPart(edges, edge, open / length, from / length, out);
    open = Math.max(open, to);
  }
  if (length - open >= SHORTEST) addPart(edges, edge, open / length, 1, out);
}
