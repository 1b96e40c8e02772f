/** Reads a PHY. */

import { FormatError } from "../../core/errors.ts";
import { decodeText } from "../keyvalues/decode-text.ts";
import { parseKeyValues } from "../keyvalues/parse-keyvalues.ts";
import type { KeyValuesNode } from "../keyvalues/types.ts";
import { StudioReader } from "../studio/read/studio-reader.ts";
import {
  EDGE,
  LARGE_EDGE,
  LARGE_LEDGE,
  LARGE_SURFACE,
  LARGE_TRIANGLE,
  LEDGE,
  LEDGE_NODE,
  PHY_HEADER,
  POINT,
  SOLID_HEADER,
  SOLID_SIZE,
  SURFACE,
  TRIANGLE,
} from "./records.ts";

/** A model's collision model (`.phy`): convex hulls and physical properties. */
export interface Phy {
  /** Checksum of its MDL. */
  readonly checksum: number;
  /** Number of rigid bodies: one, or one for each joint of a ragdoll. */
  readonly solidCount: number;
  readonly hullCount: number;
  /** Solid of each hull. */
  readonly hullSolid: Uint32Array;
  /** First row of `corners` of each hull, in triangles; plus an end value. */
  readonly hullFirstTriangle: Uint32Array;
  /** Number of points shared by the triangles of each hull. */
  readonly hullPointCount: Uint32Array;
  /**
   * 9 a triangle, three points: inches, in model space, or the space of the bone that a joint is
   * named after. Counter-clockwise seen from outside.
   */
  readonly corners: Float32Array;
  /**
   * Text after the solids: `solid` blocks with `name`, `mass`, `surfaceprop`, then `editparams` and
   * others.
   */
  readonly keyValues: readonly KeyValuesNode[];
}

/** "VPHY", little-endian. */
const SOLID_ID = 0x59485056;
const KIND_CONVEX = 0;
/** A MOPP: bytecode that walks a triangle mesh, in some console maps. */
const KIND_MOPP = 1;
/** First version with a word for each bit field, as found in maps of Momentum Mod. */
const LARGE_VERSION = 0x101;
const INCHES_PER_METRE = 1 / 0.0254;
/** Limit on solids. A ragdoll has about 20. */
const MAX_SOLIDS = 4096;

/**
 * Parses a `.phy`: for each solid the convex hulls in the leaves of its tree, and the text after
 * the solids. Console files are big-endian, with bit fields from the top, so that numbers have the
 * same offsets. Header: Valve's public `phyfile.h`. The surfaces are IVP's compact ones (metres, y
 * down), as described by open tools: a tree of nodes, in which nodes without a right child
 * reference a hull.
 *
 * @param problems receives errors in solids and in the text, which are then left out, each
 * independently
 * @throws FormatError (PHY, or KeyValues of the text); `unsupported` for solids of another kind
 */
export function parsePhy(bytes: Uint8Array, problems?: FormatError[]): Phy {
  const reader = new StudioReader("PHY", bytes, bytes[3] !== PHY_HEADER.bytes);
  reader.header(PHY_HEADER.name, PHY_HEADER.bytes);
  const headerBytes = reader.i32(PHY_HEADER.at.size);
  if (headerBytes !== PHY_HEADER.bytes) {
    const expected = String(PHY_HEADER.bytes);
    throw reader.error("bad-magic", "phyheader_t.size", 0, expected, headerBytes);
  }
  const countAt = PHY_HEADER.at.solidCount;
  const solidCount = reader.i32(countAt);
  if (solidCount < 0 || solidCount > MAX_SOLIDS) {
    const expected = `0 to ${MAX_SOLIDS}`;
    throw reader.error("bad-count", "phyheader_t.solidCount", countAt, expected, solidCount);
  }
  const hulls: Hulls = { solid: [], firstTriangle: [], pointCount: [], corners: [] };
  let at: number = PHY_HEADER.bytes;
  for (let solid = 0; solid < solidCount; solid++) {
    reader.array(SOLID_SIZE.name, at, 1, at, SOLID_SIZE.bytes);
    const byteLength = reader.i32(at);
    const place = at;
    at += SOLID_SIZE.bytes;
    if (byteLength < 0 || byteLength > bytes.length - at) {
      const expected = `0 to ${bytes.length - at} bytes`;
      throw reader.error("bad-count", SOLID_SIZE.name, place, expected, byteLength);
    }
    const start = at;
    attempt(() => readSurface(reader, findSurface(reader, start), solid, hulls), problems);
    at += byteLength;
  }
  const text = decodeText(bytes.subarray(at)).split("\0", 1)[0];
  const triangleCount = hulls.corners.length / 9;
  return {
    checksum: reader.i32(PHY_HEADER.at.checkSum),
    solidCount,
    hullCount: hulls.solid.length,
    hullSolid: Uint32Array.from(hulls.solid),
    hullFirstTriangle: Uint32Array.from([...hulls.firstTriangle, triangleCount]),
    hullPointCount: Uint32Array.from(hulls.pointCount),
    corners: Float32Array.from(hulls.corners),
    keyValues: attempt(() => parseKeyValues(text), problems) ?? [],
  };
}

/** Returns `null` for a part that was left out. */
function attempt<T>(read: () => T, problems: FormatError[] | undefined): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError) || problems === undefined) throw error;
    problems.push(error);
    return null;
  }
}

interface Hulls {
  readonly solid: number[];
  readonly firstTriangle: number[];
  readonly pointCount: number[];
  readonly corners: number[];
}

interface Surface {
  readonly at: number;
  readonly isLarge: boolean;
}

/** Finds the surface of a solid. In the oldest files there is no header before it. */
function findSurface(reader: StudioReader, at: number): Surface {
  reader.array("solid", at, 1, at, SURFACE.bytes);
  if (reader.i32(at + SOLID_HEADER.at.vphysicsID) !== SOLID_ID) return { at, isLarge: false };
  const kindAt = at + SOLID_HEADER.at.modelType;
  const kind = reader.u16(kindAt);
  if (kind !== KIND_CONVEX) {
    const found = kind === KIND_MOPP ? `${kind} (MOPP)` : kind;
    throw reader.error("unsupported", "solid", kindAt, `kind ${KIND_CONVEX} (hulls)`, found);
  }
  const surface = at + SOLID_HEADER.bytes;
  reader.array("compact surface", at, 1, surface, SURFACE.bytes);
  return { at: surface, isLarge: reader.u16(at + SOLID_HEADER.at.version) >= LARGE_VERSION };
}

/**
 * Reads a surface. Every node is claimed when visited, so that a tree with a cycle ends in an
 * error.
 */
function readSurface(
  reader: StudioReader,
  { at: surface, isLarge }: Surface,
  solid: number,
  hulls: Hulls,
): void {
  const root = isLarge ? LARGE_SURFACE.at.offset_ledgetree_root : SURFACE.at.offset_ledgetree_root;
  const nodes = [surface + reader.i32(surface + root)];
  const found: number[] = [];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    reader.array("ledge tree", surface, 1, node, LEDGE_NODE.bytes);
    const right = reader.i32(node + LEDGE_NODE.at.offset_right_node);
    if (right !== 0) nodes.push(node + right, node + LEDGE_NODE.bytes);
    else found.push(node + reader.i32(node + LEDGE_NODE.at.offset_compact_ledge));
  }
  // Keeps all hulls of a solid or none, because a partial shape is useless.
  const before = hulls.corners.length;
  try {
    for (const ledge of found) readHull(reader, ledge, isLarge, solid, hulls);
  } catch (error) {
    hulls.corners.length = before;
    const kept = hulls.solid.filter((owner) => owner !== solid).length;
    for (const list of [hulls.solid, hulls.firstTriangle, hulls.pointCount]) list.length = kept;
    throw error;
  }
}

function readHull(
  reader: StudioReader,
  ledge: number,
  isLarge: boolean,
  solid: number,
  hulls: Hulls,
): void {
  const edgeBytes = isLarge ? LARGE_EDGE.bytes : EDGE.bytes;
  const edges = isLarge ? LARGE_TRIANGLE.at.c_three_edges : TRIANGLE.at.c_three_edges;
  const stride = isLarge ? LARGE_TRIANGLE.bytes : TRIANGLE.bytes;
  const ledgeBytes = isLarge ? LARGE_LEDGE.bytes : LEDGE.bytes;
  reader.array("compact ledge", ledge, 1, ledge, ledgeBytes);
  const points = ledge + reader.i32(ledge + LEDGE.at.c_point_offset);
  const countAt = ledge + (isLarge ? LARGE_LEDGE.at.n_triangles : LEDGE.at.n_triangles);
  const count = isLarge ? reader.i32(countAt) : reader.u16(countAt);
  const first = ledge + ledgeBytes;
  const triangles = reader.array("compact triangles", countAt, count, first, stride);
  const seen = new Set<number>();
  hulls.solid.push(solid);
  hulls.firstTriangle.push(hulls.corners.length / 9);
  for (let triangle = 0; triangle < count; triangle++) {
    for (let edge = 0; edge < 3; edge++) {
      const at = triangles + triangle * stride + edges + edge * edgeBytes;
      const index = isLarge ? reader.i32(at) : reader.u16(at);
      const point = points + index * POINT.bytes;
      if (index < 0 || point < 0 || point + POINT.bytes > reader.bytes.length) {
        const expected = `a point inside ${reader.bytes.length} bytes`;
        throw reader.error("bad-index", "compact edge", at, expected, index);
      }
      seen.add(index);
      const [x, y, z] = [0, 4, 8].map((axis) => reader.f32(point + axis) * INCHES_PER_METRE);
      hulls.corners.push(x, z, -y);
    }
  }
  hulls.pointCount.push(seen.size);
}
