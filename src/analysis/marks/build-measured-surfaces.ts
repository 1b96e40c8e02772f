/**
 * Builds the measurable surfaces of a map: drawn faces with the original faces they were split
 * from, and displacements.
 */

import type { Ledger } from "../../core/ledger.ts";
import { SURF_SKY, SURF_SKY2D } from "../../formats/bsp/layouts/surface-flags.ts";
import { FACES } from "../../formats/bsp/records/faces.ts";
import type { Faces } from "../../formats/bsp/types.ts";
import {
  type MeasuredSurfaces,
  SURFACE_DISPLACEMENT,
  SURFACE_FACE,
} from "../../map/solid/measured-surfaces.ts";
import { growRange, polygonArea, writeAreaVector, writePolygonAxes } from "../../math/polygon.ts";
import { type ModelPlacement, placeBrushModels } from "../../scene/brushes/brush-models.ts";
import { buildTriangleTree } from "../../scene/collision/collision-tree.ts";
import { isFaceDrawn } from "../../scene/materials/material-names.ts";
import { buildDisplacementGrid, writeFacePolygon } from "../../scene/world/displacement.ts";
import { type MarkMap, markLedger } from "./mark-map.ts";
import { createSeamRemover } from "./remove-seams.ts";

// Builder for the columns of `MeasuredSurfaces`.

interface Whole {
  /** Square units; `null` for the sum of its pieces. */
  readonly area: number | null;
  /** Its axes (see `writePolygonAxes`), and its extent along them (see `growRange`). */
  readonly axes: Float64Array;
  readonly range: Float64Array;
}

interface Piece {
  readonly kind: number;
  /** 3 numbers a corner. */
  readonly corners: Float32Array;
  readonly normal: readonly [number, number, number];
  readonly entity: number;
  readonly whole: number;
}

class SurfaceBuilder {
  /** 6 numbers each. */
  readonly edges: number[] = [];
  readonly #pieces: Piece[] = [];
  readonly #wholes: Whole[] = [];

  /**
   * @param rim corners of the whole outline, as far as known: 3 numbers each
   * @param area square units; `null` for the sum of its pieces
   */
  addWhole(rim: Float32Array, normal: ArrayLike<number>, area: number | null): number {
    const axes = new Float64Array(6);
    writePolygonAxes(rim, 0, rim.length / 3, normal, axes);
    const range = new Float64Array([Infinity, -Infinity, Infinity, -Infinity]);
    this.#wholes.push({ area, axes, range });
    const row = this.#wholes.length - 1;
    this.growWhole(row, rim);
    return row;
  }

  /** Extends a whole by a piece, in the space of its rim. */
  growWhole(row: number, corners: Float32Array): void {
    const { axes, range } = this.#wholes[row];
    growRange(range, corners, 0, corners.length / 3, axes);
  }

  addPiece(piece: Piece): void {
    this.#pieces.push(piece);
  }

  build(warnings: readonly string[]): MeasuredSurfaces {
    const { order, boxes, boxLinks } = buildTriangleTree(boxesOf(this.#pieces));
    const pieces = Array.from(order, (row) => this.#pieces[row]);
    const firstCorner = new Uint32Array(pieces.length + 1);
    for (let i = 0; i < pieces.length; i++) {
      firstCorner[i + 1] = firstCorner[i] + pieces[i].corners.length / 3;
    }
    const corners = new Float32Array(firstCorner[pieces.length] * 3);
    const normal = new Float32Array(pieces.length * 3);
    const wholeDrawnArea = new Float64Array(this.#wholes.length);
    const wholePieces = new Uint32Array(this.#wholes.length);
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i];
      corners.set(piece.corners, firstCorner[i] * 3);
      normal.set(piece.normal, i * 3);
      wholeDrawnArea[piece.whole] += polygonArea(piece.corners, 0, piece.corners.length / 3);
      wholePieces[piece.whole]++;
    }
    // Some originals are smaller than their pieces, because sides were merged.
    const wholeArea = Float64Array.from(this.#wholes, ({ area }, row) =>
      Math.max(area ?? 0, wholeDrawnArea[row]),
    );
    return {
      count: pieces.length,
      kind: Uint8Array.from(pieces, ({ kind }) => kind),
      firstCorner,
      corners,
      normal,
      entity: Int32Array.from(pieces, ({ entity }) => entity),
      whole: Uint32Array.from(pieces, ({ whole }) => whole),
      boxes,
      boxLinks,
      wholeCount: this.#wholes.length,
      wholeArea,
      wholeDrawnArea,
      wholePieces,
      wholeSize: Float64Array.from(
        this.#wholes.flatMap(({ range }) => [range[1] - range[0], range[3] - range[2]]),
      ),
      ...this.#buildEdges(),
      warnings,
    };
  }

  #buildEdges() {
    const { edges } = this;
    const count = edges.length / 6;
    // Represents an edge as a degenerate triangle, to reuse the triangle tree.
    const triangles = new Float32Array(count * 9);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 9; k++) triangles[i * 9 + k] = edges[i * 6 + Math.min(k, 3 + (k % 3))];
    }
    const { order, boxes, boxLinks } = buildTriangleTree(triangles);
    const sorted = new Float32Array(edges.length);
    for (let to = 0; to < count; to++) {
      for (let k = 0; k < 6; k++) sorted[to * 6 + k] = edges[order[to] * 6 + k];
    }
    return { edges: sorted, edgeBoxes: boxes, edgeBoxLinks: boxLinks };
  }
}

/** Returns the box of each piece, encoded as a triangle with the same box (9 numbers). */
function boxesOf(pieces: readonly Piece[]): Float32Array {
  const boxes = new Float32Array(pieces.length * 9);
  for (let row = 0; row < pieces.length; row++) {
    const { corners } = pieces[row];
    const box = boxes.subarray(row * 9, row * 9 + 9);
    box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
    for (let i = 0; i < corners.length; i++) {
      const axis = i % 3;
      box[axis] = Math.min(box[axis], corners[i]);
      box[3 + axis] = Math.max(box[3 + axis], corners[i]);
      box[6 + axis] = box[3 + axis];
    }
  }
  return boxes;
}

/** Smallest face in square units. The normals of smaller faces are unreliable. */
const LEAST_AREA = 1e-3;

/** Builds the surfaces. Leaves out what exceeds the limits, with a warning. */
export function buildSurfaces(map: MarkMap): MeasuredSurfaces {
  const { world, lumps, diagnostics } = map;
  const ledger = markLedger(map);
  const out = new SurfaceBuilder();
  const seams = createSeamRemover(out.edges);
  const originals = lumps.optional(
    "LUMP_ORIGINALFACES",
    () => lumps.table("LUMP_ORIGINALFACES", FACES),
    null,
  );
  let leftOut = 0;
  for (const placement of placeBrushModels(world, diagnostics, ledger)) {
    const first = world.models.firstFace[placement.model];
    const end = first + world.models.faceCount[placement.model];
    /** Wholes by their row in LUMP_ORIGINALFACES and the side they face. */
    const wholes = new Map<number, number>();
    for (let face = first; face < end; face++) {
      if (!isMeasured(map, face)) continue;
      const isAfforded =
        world.faces.dispInfo[face] >= 0
          ? addDisplacement(map, placement, face, out, ledger)
          : addFace(map, placement, face, { originals, wholes, out, seams, ledger });
      if (!isAfforded) leftOut++;
    }
    seams.flush();
  }
  const warnings: string[] = [];
  if (leftOut > 0) {
    warnings.push(`${leftOut} faces are not measured: they are more than a map may have.`);
  }
  if (seams.areKept) {
    warnings.push("Points snap to seams of split faces, too: there are too many to tell apart.");
  }
  return out.build(warnings);
}

function isMeasured({ world }: MarkMap, face: number): boolean {
  const { faces, texInfos } = world;
  if (!isFaceDrawn(world, faces, face)) return false;
  return (texInfos.flags[faces.texinfo[face]] & (SURF_SKY | SURF_SKY2D)) === 0;
}

interface FaceTarget {
  readonly originals: Faces | null;
  readonly wholes: Map<number, number>;
  readonly out: SurfaceBuilder;
  readonly seams: ReturnType<typeof createSeamRemover>;
  readonly ledger: Ledger;
}

const vector = new Float64Array(3);

function addFace(
  { world }: MarkMap,
  { matrix, entity, model }: ModelPlacement,
  face: number,
  { originals, wholes, out, seams, ledger }: FaceTarget,
): boolean {
  const { faces, planes } = world;
  const count = faces.edgeCount[face];
  if (!ledger.tryTake("vertices", count)) return false;
  const corners = new Float32Array(count * 3);
  writeFacePolygon(world, faces, face, corners);
  const plane = faces.plane[face] * 3;
  const [nx, ny, nz] = planes.normal.subarray(plane, plane + 3);
  const own = polygonArea(corners, 0, count);
  if (own < LEAST_AREA) return true;
  const orig = faces.origFace[face];
  // Water has two faces of one record, for its two sides. Planes come in pairs with opposite
  // normals.
  const key = orig * 2 + (faces.plane[face] & 1);
  let whole = orig < 0 ? undefined : wholes.get(key);
  if (whole === undefined) {
    const before = orig < 0 || originals === null ? null : readOriginal(world, originals, orig);
    // A damaged original is smaller than its pieces.
    const isThere = before !== null && polygonArea(before, 0, before.length / 3) > own * 0.99;
    const rim = isThere ? before : corners;
    const area = isThere ? polygonArea(rim, 0, rim.length / 3) : null;
    whole = out.addWhole(rim, [nx, ny, nz], area);
    if (orig >= 0) wholes.set(key, whole);
  }
  // Merged sides have only the record of one of them.
  out.growWhole(whole, corners);
  const normal: [number, number, number] = [nx, ny, nz];
  if (matrix !== null) {
    move(corners, matrix);
    for (let row = 0; row < 3; row++) {
      normal[row] = matrix[row * 4] * nx + matrix[row * 4 + 1] * ny + matrix[row * 4 + 2] * nz;
    }
  }
  const owner = model === 0 ? -1 : entity;
  out.addPiece({ kind: SURFACE_FACE, corners, normal, entity: owner, whole });
  seams.addPiece(whole, corners);
  return true;
}

/** Returns the corners of a face of LUMP_ORIGINALFACES; `null` if its record is damaged. */
function readOriginal(world: MarkMap["world"], originals: Faces, row: number): Float32Array | null {
  const count = originals.edgeCount[row];
  const first = originals.firstEdge[row];
  if (row >= originals.count || count < 3 || first < 0) return null;
  if (first + count > world.surfEdges.length || count > MOST_CORNERS) return null;
  const corners = new Float32Array(count * 3);
  writeFacePolygon(world, originals, row, corners);
  return corners;
}

/**
 * Most corners of a polygon. `MAX_POINTS_ON_WINDING` of Valve's public polylib.h is 64, but damaged
 * records may have any number.
 */
const MOST_CORNERS = 64;

function addDisplacement(
  { world }: MarkMap,
  { matrix, entity, model }: ModelPlacement,
  face: number,
  out: SurfaceBuilder,
  ledger: Ledger,
): boolean {
  const { faces, dispInfos, planes } = world;
  if (faces.edgeCount[face] !== 4) return false;
  const vertices = (2 ** dispInfos.power[faces.dispInfo[face]] + 1) ** 2;
  // Each vertex has up to two triangles with three corners.
  if (!ledger.tryTake("displacementVertices", vertices * 6)) return false;
  const { edge, position, indices } = buildDisplacementGrid(world, faces, face);
  const flat = new Float32Array(12);
  writeFacePolygon(world, faces, face, flat);
  const plane = faces.plane[face] * 3;
  const whole = out.addWhole(flat, planes.normal.subarray(plane, plane + 3), null);
  if (matrix !== null) move(position, matrix);
  const owner = model === 0 ? -1 : entity;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const corners = new Float32Array(9);
    for (let k = 0; k < 9; k++) {
      corners[k] = position[indices[i + Math.floor(k / 3)] * 3 + (k % 3)];
    }
    writeAreaVector(corners, 0, 3, vector);
    const length = Math.hypot(vector[0], vector[1], vector[2]);
    if (length < LEAST_AREA) continue;
    const normal = [vector[0] / length, vector[1] / length, vector[2] / length] as const;
    out.addPiece({
      kind: SURFACE_DISPLACEMENT,
      corners,
      normal: [...normal],
      entity: owner,
      whole,
    });
  }
  const line = (from: number, to: number): void => {
    for (const vertex of [from, to]) {
      for (let axis = 0; axis < 3; axis++) out.edges.push(position[vertex * 3 + axis]);
    }
  };
  for (let row = 0; row < edge; row++) {
    for (let column = 0; column < edge; column++) {
      const at = row * edge + column;
      if (column + 1 < edge) line(at, at + 1);
      if (row + 1 < edge) line(at, at + edge);
    }
  }
  return true;
}

/** @param matrix 3x4 row-major */
function move(positions: Float32Array, matrix: Float32Array): void {
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
    for (let row = 0; row < 3; row++) {
      const m = row * 4;
      positions[at + row] = matrix[m] * x + matrix[m + 1] * y + matrix[m + 2] * z + matrix[m + 3];
    }
  }
}
