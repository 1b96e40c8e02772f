/**
 * Writes decals: clips each to the surface pieces below it, and collects the result as vertices,
 * triangles and chunks.
 */

import type { Ledger } from "../../core/ledger.ts";
import { DECAL_VERTEX, type DecalSet } from "../../map/decals.ts";
import type { LeafTree } from "../../map/types.ts";
import { CHUNK_FACE, MAX_CHUNK_TRIANGLES, NO_STYLE, WORLD_VERTEX } from "../../map/world.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../visibility/leaf-walk.ts";
import { LeafGroupTable } from "../world/leaf-groups.ts";
import { packSnorm } from "../world/world-writer.ts";
import type { Facet } from "./decal-surfaces.ts";
import {
  clipPolygon,
  clipToFacet,
  createPolygon,
  type FacetTriangle,
  POINT_NUMBERS,
  type Polygon,
  pickTriangle,
  writeWeights,
} from "./polygon.ts";

const STRIDE_WORDS = DECAL_VERTEX.strideBytes / 4;
const MAX_INDICES = MAX_CHUNK_TRIANGLES * 3;
/** Margin around a decal's box in inches, so that it is visible wherever its surface is. */
const MARGIN = 1;
/** Area in square inches below which a piece is skipped. */
const LEAST_AREA = 1e-3;

/** Properties shared by all vertices of a decal. */
export interface DecalStyle {
  /** Row of the decals' materials. */
  readonly material: number;
  /** See `DecalSet.chunkOrder`; decals are written in ascending order. */
  readonly order: number;
  /** Unit vector along which s increases. */
  readonly tangent: ArrayLike<number>;
  /** Point from which `DECAL_VERTEX.fadeRange` is measured. */
  readonly fadeOrigin: ArrayLike<number>;
  readonly fadeRange: readonly [number, number];
  /** Parts to write, in order; the whole decal if omitted. */
  readonly parts?: readonly DecalPart[];
}

export interface DecalPart {
  /** Planes, 4 numbers each: a point is inside if dot(xyz, p) >= w for all of them. */
  readonly within: Float64Array;
  /** Returns the blend of a vertex at a place, 0 to 1. */
  readonly blendAt: (points: Float64Array, at: number) => number;
}

const WHOLE: readonly DecalPart[] = [{ within: new Float64Array(0), blendAt: () => 0 }];

export class DecalWriter {
  decalCount = 0;

  readonly #ledger: Ledger;
  readonly #where: string;
  readonly #tree: LeafTree;
  readonly #groups: LeafGroupTable;
  readonly #boxLeafs: Uint32Array;
  readonly #box = new Float32Array(6);
  #vertexCount = 0;
  #vertices = new Uint32Array(256 * STRIDE_WORDS);
  #floats = new Float32Array(this.#vertices.buffer);
  #corners = new Uint32Array(256 * 3);
  #weights = new Float32Array(256 * 2);
  readonly #indices: number[] = [];
  readonly #chunkFirst: number[] = [];
  readonly #chunkMaterial: number[] = [];
  readonly #chunkOrder: number[] = [];
  readonly #chunkGroup: number[] = [];
  readonly #chunkBox: number[] = [];
  /** Input and output of clipping; they swap after each step. */
  #from: Polygon = createPolygon(16);
  #to: Polygon = createPolygon(16);

  /** @param where subject of the `FormatErrorDetail` if the budget is exceeded */
  constructor(tree: LeafTree, ledger: Ledger, where: string) {
    this.#tree = tree;
    this.#ledger = ledger;
    this.#where = where;
    this.#groups = new LeafGroupTable(tree, ledger);
    this.#boxLeafs = makeBoxLeafs(tree);
  }

  /** Number of chunks so far, which is the first chunk of the next decal. */
  get chunkCount(): number {
    return this.#chunkFirst.length;
  }

  /**
   * Writes a decal; returns `false` if no part of it lies on a surface. Throws FormatError
   * (too-large).
   * @param addPieces calls `add` for each surface piece that the decal may touch
   */
  writeDecal(style: DecalStyle, addPieces: (add: AddPiece) => void): boolean {
    const firstIndex = this.#indices.length;
    this.#box.fill(Number.POSITIVE_INFINITY, 0, 3);
    this.#box.fill(Number.NEGATIVE_INFINITY, 3, 6);
    addPieces((quad, facet, direction, front) =>
      this.#addPiece(style, quad, facet, direction, front),
    );
    if (this.#indices.length === firstIndex) return false;
    this.decalCount++;
    for (let axis = 0; axis < 3; axis++) {
      this.#box[axis] -= MARGIN;
      this.#box[3 + axis] += MARGIN;
    }
    const leafs = writeBoxLeafs(this.#tree, this.#box, 0, this.#boxLeafs);
    const group = this.#groups.add(this.#boxLeafs, 0, leafs);
    for (let first = firstIndex; first < this.#indices.length; first += MAX_INDICES) {
      this.#chunkFirst.push(first);
      this.#chunkMaterial.push(style.material);
      this.#chunkOrder.push(style.order);
      this.#chunkGroup.push(group);
      this.#chunkBox.push(...this.#box);
    }
    return true;
  }

  #addPiece(
    style: DecalStyle,
    quad: Polygon,
    facet: Facet,
    direction: ArrayLike<number>,
    front: ArrayLike<number>,
  ): void {
    for (const part of style.parts ?? WHOLE) {
      this.#ledger.take("decalEdges", facet.count, this.#where);
      const onFacet = clipToFacet(quad, facet, direction, this.#from, this.#to);
      const left = onFacet && this.#clipTo(part.within, onFacet);
      if (left !== null) this.#writePiece(style, part, left, facet, front);
    }
  }

  #writePiece(
    style: DecalStyle,
    part: DecalPart,
    left: Polygon,
    facet: Facet,
    front: ArrayLike<number>,
  ): void {
    const area = areaAlong(left, front);
    if (Math.abs(area) < LEAST_AREA) return;
    const { count } = left;
    this.#ledger.take("vertices", count, this.#where);
    this.#ledger.take("indices", (count - 2) * 3, this.#where);
    this.#reserve(this.#vertexCount + count);
    const first = this.#vertexCount;
    const triangle = pickTriangle(facet);
    for (let point = 0; point < count; point++) {
      this.#writeVertex(style, left, point, facet, triangle, front);
      this.#writeBlend(part.blendAt(left.values, point * POINT_NUMBERS));
    }
    for (let i = 1; i + 1 < count; i++) {
      if (area > 0) this.#indices.push(first, first + i, first + i + 1);
      else this.#indices.push(first, first + i + 1, first + i);
    }
  }

  /** Returns `null` if nothing is left. */
  #clipTo(planes: Float64Array, polygon: Polygon): Polygon | null {
    let left = polygon;
    for (let at = 0; at < planes.length; at += 4) {
      const next = left === this.#from ? this.#to : this.#from;
      clipPolygon(left, next, planes[at], planes[at + 1], planes[at + 2], planes[at + 3]);
      left = next;
      if (left.count < 3) return null;
    }
    return left;
  }

  #writeVertex(
    { material, tangent, fadeOrigin, fadeRange }: DecalStyle,
    { values }: Polygon,
    point: number,
    { place, vertex: worldVertex }: Facet,
    triangle: FacetTriangle,
    front: ArrayLike<number>,
  ): void {
    const vertex = this.#vertexCount++;
    const word = vertex * STRIDE_WORDS;
    const floats = this.#floats;
    const words = this.#vertices;
    const at = point * POINT_NUMBERS;
    const weights = this.#weights;
    writeWeights(triangle, values, at, weights, vertex * 2);
    const [second, third] = [weights[vertex * 2], weights[vertex * 2 + 1]];
    const { corner } = triangle;
    const [a, b, c] = corner;
    for (let axis = 0; axis < 3; axis++) {
      const origin = place[a * 3 + axis];
      const value =
        origin + (place[b * 3 + axis] - origin) * second + (place[c * 3 + axis] - origin) * third;
      floats[word + axis] = value;
      this.#box[axis] = Math.min(this.#box[axis], value);
      this.#box[3 + axis] = Math.max(this.#box[3 + axis], value);
      floats[word + DECAL_VERTEX.fadeOrigin / 4 + axis] = fadeOrigin[axis];
      this.#corners[vertex * 3 + axis] = worldVertex[corner[axis]];
    }
    floats[word + WORLD_VERTEX.texCoord / 4] = values[at + 3];
    floats[word + WORLD_VERTEX.texCoord / 4 + 1] = values[at + 4];
    words[word + WORLD_VERTEX.normal / 4] = packSnorm(front[0], front[1], front[2], 0);
    words[word + WORLD_VERTEX.tangent / 4] = packSnorm(tangent[0], tangent[1], tangent[2], 1);
    words[word + WORLD_VERTEX.surface / 4] = material;
    words[word + WORLD_VERTEX.styles / 4] = NO_STYLE * 0x01010101;
    floats[word + DECAL_VERTEX.fadeRange / 4] = fadeRange[0];
    floats[word + DECAL_VERTEX.fadeRange / 4 + 1] = fadeRange[1];
  }

  /** Sets the blend of the last vertex. */
  #writeBlend(blend: number): void {
    const word = (this.#vertexCount - 1) * STRIDE_WORDS;
    this.#vertices[word + WORLD_VERTEX.blend / 4] = Math.round(blend * 255);
  }

  #reserve(vertexCount: number): void {
    if (this.#weights.length >= vertexCount * 2) return;
    const room = Math.max(vertexCount, this.#vertexCount * 2);
    const grown = new Uint32Array(room * STRIDE_WORDS);
    grown.set(this.#vertices);
    this.#vertices = grown;
    this.#floats = new Float32Array(grown.buffer);
    const corners = new Uint32Array(room * 3);
    corners.set(this.#corners);
    this.#corners = corners;
    const weights = new Float32Array(room * 2);
    weights.set(this.#weights);
    this.#weights = weights;
  }

  /** Returns everything written. */
  finish(): Omit<DecalSet, "materials"> {
    const groups = this.#groups.finish();
    const group = this.#chunkGroup;
    const count = this.#chunkFirst.length;
    const end = (i: number) => (i + 1 < count ? this.#chunkFirst[i + 1] : this.#indices.length);
    return {
      decalCount: this.decalCount,
      vertexCount: this.#vertexCount,
      vertices: new Uint8Array(
        this.#vertices.buffer.slice(0, this.#vertexCount * STRIDE_WORDS * 4),
      ),
      corners: this.#corners.slice(0, this.#vertexCount * 3),
      weights: this.#weights.slice(0, this.#vertexCount * 2),
      indices: Uint32Array.from(this.#indices),
      chunkOrder: Uint8Array.from(this.#chunkOrder),
      chunks: {
        count,
        material: Uint16Array.from(this.#chunkMaterial),
        kind: new Uint8Array(count).fill(CHUNK_FACE),
        firstIndex: Uint32Array.from(this.#chunkFirst),
        indexCount: Uint32Array.from(this.#chunkFirst, (first, i) => end(i) - first),
        box: Float32Array.from(this.#chunkBox),
        firstCluster: Uint32Array.from(group, (g) => groups.firstCluster[g]),
        clusterCount: Uint32Array.from(group, (g) => groups.clusterCount[g]),
        clusters: groups.clusters,
        leaf: Uint32Array.from(group, (g) => groups.leaf[g]),
      },
    };
  }
}

/**
 * @param direction unit vector along which the quad is projected onto the facet
 * @param front unit normal of the surface
 */
export type AddPiece = (
  quad: Polygon,
  facet: Facet,
  direction: ArrayLike<number>,
  front: ArrayLike<number>,
) => void;

/** Returns the area of a polygon seen against a direction; positive if counter-clockwise. */
function areaAlong({ count, values }: Polygon, along: ArrayLike<number>): number {
  let area = 0;
  for (let i = 1; i + 1 < count; i++) {
    const b = i * POINT_NUMBERS;
    const c = b + POINT_NUMBERS;
    const [bx, by, bz] = [
      values[b] - values[0],
      values[b + 1] - values[1],
      values[b + 2] - values[2],
    ];
    const [cx, cy, cz] = [
      values[c] - values[0],
      values[c + 1] - values[1],
      values[c + 2] - values[2],
    ];
    area +=
      (by * cz - bz * cy) * along[0] +
      (bz * cx - bx * cz) * along[1] +
      (bx * cy - by * cx) * along[2];
  }
  return area / 2;
}
