/**
 * Intersection of sight lines with drawn faces and displacements that face the eye, solid or not.
 */

import type { Ledger } from "../../../core/ledger.ts";
import { SURF_INVISIBLE } from "../../../formats/bsp/layouts/surface-flags.ts";
import type { Bsp } from "../../../formats/bsp/types.ts";
import { meetTriangle } from "../../../math/meet-triangle.ts";
import { buildDisplacementGrid, type DisplacementGrid } from "../../../scene/world/displacement.ts";
import type { Vec3 } from "../findings.ts";

// Displacements of a map as surfaces.

export interface DisplacementFacts {
  readonly face: number;
  readonly grid: DisplacementGrid;
}

/** Lists a map's displacements. Throws FormatError (too-large). */
export function listDisplacements(bsp: Bsp, ledger: Ledger): DisplacementFacts[] {
  const { faces } = bsp;
  const found: DisplacementFacts[] = [];
  for (let face = 0; face < faces.count; face++) {
    const info = faces.dispInfo[face];
    if (info < 0 || faces.edgeCount[face] !== 4) continue;
    const edge = (1 << bsp.dispInfos.power[info]) + 1;
    ledger.take("displacementVertices", edge * edge, "LUMP_DISPINFO");
    found.push({ face, grid: buildDisplacementGrid(bsp, faces, face) });
  }
  return found;
}

/** Inches added around bounding boxes, so that rounding never excludes a hit. */
const MARGIN = 1;

/**
 * Drawn faces of the world and displacements, with bounding boxes that quickly reject a sight line.
 */
export class DrawnSurfaces {
  readonly #bsp: Bsp;
  readonly #displacements: readonly DisplacementFacts[];
  readonly #ledger: Ledger;
  readonly #faces: Uint32Array;
  /** 4 numbers a face: its plane, distance in inches. */
  readonly #facePlane: Float64Array;
  /** 6 numbers: mins, maxs. */
  readonly #faceBox: Float32Array;
  readonly #displacementBox: Float32Array;
  readonly #corners = new Float64Array(9);

  constructor(bsp: Bsp, displacements: readonly DisplacementFacts[], ledger: Ledger) {
    this.#bsp = bsp;
    this.#displacements = displacements;
    this.#ledger = ledger;
    this.#faces = listDrawnFaces(bsp);
    const { normal, dist } = bsp.planes;
    const { plane, firstEdge, edgeCount } = bsp.faces;
    this.#facePlane = new Float64Array(this.#faces.length * 4);
    this.#faceBox = makeBoxes(this.#faces.length);
    for (const [i, face] of this.#faces.entries()) {
      const own = plane[face];
      for (let axis = 0; axis < 3; axis++) this.#facePlane[i * 4 + axis] = normal[own * 3 + axis];
      this.#facePlane[i * 4 + 3] = dist[own];
      const end = firstEdge[face] + edgeCount[face];
      for (let edge = firstEdge[face]; edge < end; edge++) {
        const row = bsp.surfEdges[edge];
        const vertex = bsp.edges[Math.abs(row) * 2 + (row >= 0 ? 0 : 1)];
        growBox(this.#faceBox, i, bsp.vertexes.position, vertex);
      }
    }
    this.#displacementBox = makeBoxes(displacements.length);
    for (const [i, { grid }] of displacements.entries()) {
      const count = grid.position.length / 3;
      for (let vertex = 0; vertex < count; vertex++) {
        growBox(this.#displacementBox, i, grid.position, vertex);
      }
    }
  }

  /**
   * Returns the distance in inches from an eye to the first drawn surface beyond a distance, or
   * Infinity if none. Throws FormatError (too-large).
   * @param way of unit length
   */
  firstBeyond(eye: Vec3, way: Vec3, beyond: number): number {
    const ofFaces = this.#firstFace(eye, way, beyond);
    return this.#firstDisplacement(eye, way, beyond, ofFaces);
  }

  #firstFace(eye: Vec3, [wx, wy, wz]: Vec3, beyond: number): number {
    const [x, y, z] = eye;
    const plane = this.#facePlane;
    const box = this.#faceBox;
    let nearest = Number.POSITIVE_INFINITY;
    this.#ledger.take("rayTests", this.#bsp.faces.count, "LUMP_FACES");
    for (let i = 0; i < this.#faces.length; i++) {
      const p = i * 4;
      const slope = plane[p] * wx + plane[p + 1] * wy + plane[p + 2] * wz;
      // Back faces are not drawn.
      if (slope > -1e-6) continue;
      const height = plane[p] * x + plane[p + 1] * y + plane[p + 2] * z - plane[p + 3];
      const distance = -height / slope;
      if (distance < beyond || distance >= nearest) continue;
      const at: Vec3 = [x + wx * distance, y + wy * distance, z + wz * distance];
      if (isInBox(box, i, at) && this.#isInFace(this.#faces[i], p, at)) nearest = distance;
    }
    return nearest;
  }

  #firstDisplacement(eye: Vec3, way: Vec3, beyond: number, end: number): number {
    const corners = this.#corners;
    let nearest = end;
    for (const [i, { grid }] of this.#displacements.entries()) {
      if (!isBoxMet(this.#displacementBox, i, eye, way)) continue;
      const { position, indices } = grid;
      this.#ledger.take("rayTests", indices.length / 3, "LUMP_DISP_VERTS");
      for (let first = 0; first < indices.length; first += 3) {
        for (let corner = 0; corner < 3; corner++) {
          const vertex = indices[first + corner] * 3;
          for (let axis = 0; axis < 3; axis++) corners[corner * 3 + axis] = position[vertex + axis];
        }
        const distance = meetTriangle(corners, 0, ...eye, ...way);
        if (distance >= beyond && distance < nearest) nearest = distance;
      }
    }
    return nearest;
  }

  /**
   * Whether a point of a face's plane is inside the face: on one side of all its edges, in either
   * winding.
   */
  #isInFace(face: number, p: number, [x, y, z]: Vec3): boolean {
    const { faces, surfEdges, edges, vertexes } = this.#bsp;
    const { position } = vertexes;
    const plane = this.#facePlane;
    const end = faces.firstEdge[face] + faces.edgeCount[face];
    let sign = 0;
    for (let i = faces.firstEdge[face]; i < end; i++) {
      const forwards = surfEdges[i] >= 0 ? 0 : 1;
      const edge = Math.abs(surfEdges[i]) * 2;
      const a = edges[edge + forwards] * 3;
      const b = edges[edge + 1 - forwards] * 3;
      const ux = position[b] - position[a];
      const uy = position[b + 1] - position[a + 1];
      const uz = position[b + 2] - position[a + 2];
      const vx = x - position[a];
      const vy = y - position[a + 1];
      const vz = z - position[a + 2];
      const side =
        plane[p] * (uy * vz - uz * vy) +
        plane[p + 1] * (uz * vx - ux * vz) +
        plane[p + 2] * (ux * vy - uy * vx);
      if (side === 0) continue;
      if (sign !== 0 && Math.sign(side) !== sign) return false;
      sign = Math.sign(side);
    }
    return sign !== 0;
  }
}

function listDrawnFaces({ faces, texInfos, models }: Bsp): Uint32Array {
  const first = models.firstFace[0] ?? 0;
  const end = Math.min(faces.count, first + (models.faceCount[0] ?? 0));
  const drawn: number[] = [];
  for (let face = first; face < end; face++) {
    if (faces.dispInfo[face] >= 0) continue;
    if ((texInfos.flags[faces.texinfo[face]] & SURF_INVISIBLE) === 0) drawn.push(face);
  }
  return Uint32Array.from(drawn);
}

function makeBoxes(count: number): Float32Array {
  const boxes = new Float32Array(count * 6);
  for (let i = 0; i < boxes.length; i++) boxes[i] = i % 6 < 3 ? Infinity : -Infinity;
  return boxes;
}

function growBox(boxes: Float32Array, row: number, position: Float32Array, vertex: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const at = row * 6 + axis;
    boxes[at] = Math.min(boxes[at], position[vertex * 3 + axis]);
    boxes[at + 3] = Math.max(boxes[at + 3], position[vertex * 3 + axis]);
  }
}

function isInBox(boxes: Float32Array, row: number, [x, y, z]: Vec3): boolean {
  const at = row * 6;
  return (
    x >= boxes[at] - MARGIN &&
    y >= boxes[at + 1] - MARGIN &&
    z >= boxes[at + 2] - MARGIN &&
    x <= boxes[at + 3] + MARGIN &&
    y <= boxes[at + 4] + MARGIN &&
    z <= boxes[at + 5] + MARGIN
  );
}

/** Whether a ray from an eye meets a box. */
function isBoxMet(boxes: Float32Array, row: number, eye: Vec3, way: Vec3): boolean {
  let enter = 0;
  let exit = Number.POSITIVE_INFINITY;
  for (let axis = 0; axis < 3; axis++) {
    const low = boxes[row * 6 + axis] - MARGIN - eye[axis];
    const high = boxes[row * 6 + 3 + axis] + MARGIN - eye[axis];
    if (way[axis] === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const a = low / way[axis];
    const b = high / way[axis];
    enter = Math.max(enter, Math.min(a, b));
    exit = Math.min(exit, Math.max(a, b));
  }
  return enter <= exit;
}
