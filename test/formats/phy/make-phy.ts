/** Writes collision models byte by byte. */

import { ByteWriter } from "../studio/byte-writer.ts";

type Point = readonly [x: number, y: number, z: number];

export interface MadeHull {
  /** Corners in inches. */
  readonly points: readonly Point[];
  /** Triangles, counter-clockwise seen from outside. */
  readonly triangles: readonly (readonly [number, number, number])[];
}

export interface MadePhy {
  readonly checksum?: number;
  readonly solids: readonly (readonly MadeHull[])[];
  readonly text?: string;
  /** Whether the file lacks the surface header of later files. */
  readonly isOld?: boolean;
  /** Whether each number takes 32 bits. */
  readonly isLarge?: boolean;
  /** Whether the file is big-endian, as on consoles. */
  readonly isBig?: boolean;
  /** Kind of each solid; 0 is hulls. */
  readonly kind?: number;
}

/** Builds a tetrahedron from a point per axis and the origin. */
export function makeTetrahedron([x, y, z]: Point, size = 10): MadeHull {
  return {
    points: [
      [x, y, z],
      [x + size, y, z],
      [x, y + 2 * size, z],
      [x, y, z + 3 * size],
    ],
    triangles: [
      [0, 2, 1],
      [0, 1, 3],
      [0, 3, 2],
      [1, 2, 3],
    ],
  };
}

export function makePhy({
  checksum = 0x1234,
  solids,
  text = "",
  isOld = false,
  isLarge = false,
  isBig = false,
  kind = 0,
}: MadePhy) {
  const out = new ByteWriter(!isBig);
  out.i32(out.reserve(16), 16, 0, solids.length, checksum);
  for (const hulls of solids) {
    const sizeAt = out.reserve(4);
    if (!isOld) {
      const header = out.reserve(28);
      // "VPHY" in little-endian files.
      out.i32(header, 0x59485056);
      out.u16(header + 4, isLarge ? 0x101 : 0x100, kind);
    }
    writeSurface(out, hulls, isLarge);
    out.i32(sizeAt, out.byteLength - sizeAt - 4);
  }
  out.string(text);
  return out.finish();
}

function writeSurface(out: ByteWriter, hulls: readonly MadeHull[], isLarge: boolean): void {
  const surface = out.reserve(isLarge ? 64 : 48);
  out.text(surface + 44, "IVPS");
  const ledges = hulls.map((hull) => (isLarge ? writeLargeLedge : writeLedge)(out, hull));
  const root = writeNode(out, ledges);
  // Deviation from a sphere in 8 bits, and the size in 24 or 32 bits.
  const size = out.byteLength - surface;
  out.i32(surface + 28, ...(isLarge ? [7, size] : [7 | (size << 8)]));
  out.i32(surface + (isLarge ? 36 : 32), root - surface);
}

function writeLedge(out: ByteWriter, { points, triangles }: MadeHull): number {
  const ledge = out.reserve(16);
  out.u16(ledge + 12, triangles.length);
  for (const [i, corners] of triangles.entries()) {
    const at = out.reserve(16);
    out.i32(at, i);
    // The opposite edge is stored above the point's number.
    for (const [k, corner] of corners.entries()) out.u16(at + 4 + k * 4, corner, 0x7abc);
  }
  writePoints(out, ledge, points);
  return ledge;
}

/**
 * Writes a ledge with 32-bit numbers: one per triangle, then a point and the opposite edge per
 * edge.
 */
function writeLargeLedge(out: ByteWriter, { points, triangles }: MadeHull): number {
  const ledge = out.reserve(64);
  out.i32(ledge + 12, triangles.length);
  for (const [i, corners] of triangles.entries()) {
    const at = out.reserve(64);
    out.i32(at, i);
    for (const [k, corner] of corners.entries()) out.i32(at + 16 + k * 16, corner, -0x544);
  }
  writePoints(out, ledge, points);
  return ledge;
}

function writePoints(out: ByteWriter, ledge: number, points: MadeHull["points"]): void {
  const first = out.reserve(points.length * 16);
  out.i32(ledge, first - ledge);
  for (const [i, [x, y, z]] of points.entries()) {
    out.f32(first + i * 16, x * 0.0254, -z * 0.0254, y * 0.0254);
  }
}

/** Writes a node: the left child follows its parent, the right one has an offset. */
function writeNode(out: ByteWriter, [ledge, ...rest]: readonly number[]): number {
  const node = out.reserve(28);
  if (rest.length === 0) {
    out.i32(node + 4, ledge - node);
    return node;
  }
  writeNode(out, [ledge]);
  out.i32(node, writeNode(out, rest) - node);
  return node;
}
