/** Writes surfaces into the world's vertex and index buffers. */

import { SURF_BUMPLIGHT } from "../../formats/bsp/layouts/surface-flags.ts";
import type { BspWorld, Faces, Primitives } from "../../formats/bsp/types.ts";
import { packSurface, WORLD_VERTEX } from "../../map/world.ts";
import type { ModelPlacement } from "../brushes/brush-models.ts";
import type { LightmapLayout } from "../lightmaps/lightmap-atlas.ts";
import { type DisplacementGrid, writeFacePolygon } from "./displacement.ts";

const STRIDE_WORDS = WORLD_VERTEX.strideBytes / 4;
const PRIM_TRIANGLE_STRIP = 1;
/** Vertices of a displacement of power 4. */
const MAX_GRID_VERTICES = 17 * 17;

const snorm = (value: number) => Math.round(Math.min(1, Math.max(-1, value)) * 127) & 255;
/** Packs four numbers, −1 to 1, as snorm8x4. */
export const packSnorm = (x: number, y: number, z: number, w: number) =>
  (snorm(x) | (snorm(y) << 8) | (snorm(z) << 16) | (snorm(w) << 24)) >>> 0;

/** Returns the vertices and indices of a face; for a displacement, those of all its blocks. */
export function measureFace(
  bsp: BspWorld,
  faces: Faces,
  face: number,
  grid: DisplacementGrid | undefined,
): { vertices: number; indices: number } {
  if (grid) return { vertices: grid.edge * grid.edge, indices: grid.indices.length };
  const edges = faces.edgeCount[face];
  let triangles = 0;
  for (let i = 0; i < faces.primitiveCount[face]; i++) {
    triangles += countTriangles(bsp.primitives, faces.firstPrimitive[face] + i);
  }
  return { vertices: edges, indices: (triangles > 0 ? triangles : edges - 2) * 3 };
}

/** Counts the triangles of a primitive; 0 if it has too few indices. */
function countTriangles({ type, indexCount }: Primitives, primitive: number): number {
  const count = indexCount[primitive];
  const isStrip = type[primitive] === PRIM_TRIANGLE_STRIP;
  return isStrip ? Math.max(0, count - 2) : Math.floor(count / 3);
}

export interface WorldWriterInput {
  readonly bsp: BspWorld;
  readonly faces: Faces;
  /** Lightmap blocks of the faces; `null` if no face has any. */
  readonly layout: LightmapLayout | null;
  /** Whether faces with lightmap blocks are drawn by them. */
  readonly isLit: boolean;
  /** Sizes of all surfaces, by `measureSurfaces`. */
  readonly vertexCount: number;
  readonly indexCount: number;
}

export class WorldWriter {
  readonly vertices: Uint8Array;
  readonly indices: Uint32Array;
  /** Box of everything written since `startBox`: mins, maxs. */
  readonly box = new Float32Array(6);
  vertexCount = 0;
  indexCount = 0;
  /** First vertex of each displacement. */
  readonly firstVertexOfFace = new Map<number, number>();

  readonly #bsp: BspWorld;
  readonly #faces: Faces;
  readonly #layout: LightmapLayout | null;
  /** Whether faces with lightmap blocks are drawn by them. */
  readonly #isLit: boolean;
  readonly #floats: Float32Array;
  readonly #words: Uint32Array;
  readonly #polygon: Float32Array;
  /** Page coordinates of the vertices being written, 2 each. */
  readonly #light: Float32Array;

  /** The face's normal, then its tangent. */
  readonly #axis = new Float32Array(6);
  // Packed axes of the vertex being written. All vertices of a face share them, unless it is a
  // displacement.
  #normal = 0;
  #tangent = 0;
  // Values that all vertices of the face being written share.
  #matrix: Float32Array | null = null;
  /** Sign of the binormal. */
  #handed = 1;
  #surface = 0;
  #styles = 0xffffffff;
  #textureOffset = 0;
  #textureWidth = 1;
  #textureHeight = 1;

  constructor({ bsp, faces, layout, isLit, vertexCount, indexCount }: WorldWriterInput) {
    this.#bsp = bsp;
    this.#faces = faces;
    this.#layout = layout;
    this.#isLit = isLit;
    this.vertices = new Uint8Array(vertexCount * WORLD_VERTEX.strideBytes);
    this.#floats = new Float32Array(this.vertices.buffer);
    this.#words = new Uint32Array(this.vertices.buffer);
    this.indices = new Uint32Array(indexCount);
    let longest = 4;
    for (let face = 0; face < faces.count; face++) {
      if (faces.edgeCount[face] > longest) longest = faces.edgeCount[face];
    }
    this.#polygon = new Float32Array(longest * 3);
    this.#light = new Float32Array(Math.max(longest, MAX_GRID_VERTICES) * 2);
  }

  startBox(): void {
    this.box.fill(Number.POSITIVE_INFINITY, 0, 3);
    this.box.fill(Number.NEGATIVE_INFINITY, 3, 6);
  }

  writeFace(face: number, material: number, placement: ModelPlacement): void {
    const firstVertex = this.vertexCount;
    const firstIndex = this.indexCount;
    this.#startFace(face, material, placement);
    this.#writePolygon(face);
    if (placement.matrix) this.#moveVertices(firstVertex, placement.matrix);
    this.#growBox(firstIndex);
  }

  /** Writes one block of a displacement; its vertices are written with the first of its blocks. */
  writeBlock(
    face: number,
    material: number,
    placement: ModelPlacement,
    grid: DisplacementGrid,
    block: number,
  ): void {
    const firstIndex = this.indexCount;
    let firstVertex = this.firstVertexOfFace.get(face);
    if (firstVertex === undefined) {
      firstVertex = this.vertexCount;
      this.firstVertexOfFace.set(face, firstVertex);
      this.#startFace(face, material, placement);
      this.#writeGrid(face, grid);
      if (placement.matrix) this.#moveVertices(firstVertex, placement.matrix);
    }
    const end = grid.blockFirstIndex[block + 1];
    for (let i = grid.blockFirstIndex[block]; i < end; i++) {
      this.indices[this.indexCount++] = firstVertex + grid.indices[i];
    }
    this.#growBox(firstIndex);
  }

  #startFace(face: number, material: number, placement: ModelPlacement): void {
    const { planes, texInfos, texDatas } = this.#bsp;
    const faces = this.#faces;
    const texinfo = faces.texinfo[face];
    const texData = texInfos.texdata[texinfo];
    this.#textureOffset = texinfo * 8;
    this.#textureWidth = Math.max(1, texDatas.width[texData]);
    this.#textureHeight = Math.max(1, texDatas.height[texData]);

    const row = this.#layout ? this.#layout.rowOfFace[face] : -1;
    const hasBlocks = row >= 0;
    this.#surface = packSurface(
      material,
      hasBlocks ? this.#layout!.blockWidth[row] : 0,
      hasBlocks ? this.#layout!.packing.page[row] : 0,
      hasBlocks && this.#isLit,
      (texInfos.flags[texinfo] & SURF_BUMPLIGHT) !== 0,
    );
    const s = faces.styles;
    this.#styles = hasBlocks
      ? (s[face * 4] |
          (s[face * 4 + 1] << 8) |
          (s[face * 4 + 2] << 16) |
          (s[face * 4 + 3] << 24)) >>>
        0
      : 0xffffffff;

    // Planes are stored in pairs of opposite direction. A face names the plane that faces its way,
    // regardless of its side.
    const plane = faces.plane[face] * 3;
    const [x, y, z] = planes.normal.subarray(plane, plane + 3);
    this.#matrix = placement.matrix;
    this.#handed = this.#isLeftHanded(x, y, z) ? -1 : 1;
    this.#setFrame(x, y, z);
  }

  /** Sets normal and tangent from a normal of unit length in the model's space. */
  #setFrame(x: number, y: number, z: number): void {
    const n = this.#axis;
    n[0] = x;
    n[1] = y;
    n[2] = z;
    this.#writeTangent(n);
    if (this.#matrix) {
      this.#turn(this.#matrix, 0);
      this.#turn(this.#matrix, 3);
    }
    this.#normal = packSnorm(n[0], n[1], n[2], 0);
    this.#tangent = packSnorm(n[3], n[4], n[5], this.#handed);
  }

  /** Writes the direction of increasing s in the plane of a normal (n[0..2]) to n[3..5]. */
  #writeTangent(n: Float32Array): void {
    const vecs = this.#bsp.texInfos.textureVecs;
    const o = this.#textureOffset;
    const along = vecs[o] * n[0] + vecs[o + 1] * n[1] + vecs[o + 2] * n[2];
    const x = vecs[o] - n[0] * along;
    const y = vecs[o + 1] - n[1] * along;
    const z = vecs[o + 2] - n[2] * along;
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    n[3] = x / length;
    n[4] = y / length;
    n[5] = z / length;
  }

  /**
   * Whether s, t and the normal of a flat face are left-handed, as they are for unmirrored
   * textures, since t points down. The binormal is cross(normal, tangent) times the sign, and so
   * points along t. Source: `GetBumpNormals` of Valve's public `bumpvects.cpp`, which tests a
   * displacement's flat face too.
   */
  #isLeftHanded(x: number, y: number, z: number): boolean {
    const v = this.#bsp.texInfos.textureVecs;
    const o = this.#textureOffset;
    return (
      x * (v[o + 1] * v[o + 6] - v[o + 2] * v[o + 5]) +
        y * (v[o + 2] * v[o + 4] - v[o] * v[o + 6]) +
        z * (v[o] * v[o + 5] - v[o + 1] * v[o + 4]) <
      0
    );
  }

  /** Turns the direction at an offset of the face's axes by a matrix. */
  #turn(m: Float32Array, offset: number): void {
    const axis = this.#axis;
    const x = axis[offset];
    const y = axis[offset + 1];
    const z = axis[offset + 2];
    for (let r = 0; r < 3; r++)
      axis[offset + r] = m[r * 4] * x + m[r * 4 + 1] * y + m[r * 4 + 2] * z;
  }

  /**
   * Writes vertices that share the values set by `#startFace`.
   * @param flat positions for the texture projection: 3 numbers a vertex, as `position`
   * @param normals 3 numbers a vertex, unit length, model space; `null` for the face's own
   * @param blend a word a vertex; 0 if `null`
   */
  #writeVertices(
    count: number,
    position: Float32Array,
    flat: Float32Array,
    normals: Float32Array | null,
    blend: Uint32Array | null,
  ): void {
    const floats = this.#floats;
    const words = this.#words;
    const light = this.#light;
    const vecs = this.#bsp.texInfos.textureVecs;
    const o = this.#textureOffset;
    for (let i = 0; i < count; i++) {
      const word = this.vertexCount++ * STRIDE_WORDS;
      const k = i * 3;
      if (normals) this.#setFrame(normals[k], normals[k + 1], normals[k + 2]);
      const x = flat[k];
      const y = flat[k + 1];
      const z = flat[k + 2];
      const s = vecs[o] * x + vecs[o + 1] * y + vecs[o + 2] * z + vecs[o + 3];
      const t = vecs[o + 4] * x + vecs[o + 5] * y + vecs[o + 6] * z + vecs[o + 7];
      floats[word] = position[k];
      floats[word + 1] = position[k + 1];
      floats[word + 2] = position[k + 2];
      floats[word + WORLD_VERTEX.texCoord / 4] = s / this.#textureWidth;
      floats[word + WORLD_VERTEX.texCoord / 4 + 1] = t / this.#textureHeight;
      floats[word + WORLD_VERTEX.lightmapCoord / 4] = light[i * 2];
      floats[word + WORLD_VERTEX.lightmapCoord / 4 + 1] = light[i * 2 + 1];
      words[word + WORLD_VERTEX.normal / 4] = this.#normal;
      words[word + WORLD_VERTEX.tangent / 4] = this.#tangent;
      words[word + WORLD_VERTEX.blend / 4] = blend ? blend[i] : 0;
      words[word + WORLD_VERTEX.surface / 4] = this.#surface;
      words[word + WORLD_VERTEX.styles / 4] = this.#styles;
    }
  }

  #writePolygon(face: number): void {
    const polygon = this.#polygon;
    const first = this.vertexCount;
    const count = writeFacePolygon(this.#bsp, this.#faces, face, polygon);
    this.#projectLuxels(face, polygon, count);
    this.#writeVertices(count, polygon, polygon, null, null);
    this.#writePolygonIndices(face, first, count);
  }

  /** Writes the page coordinates of a face's points to `#light`, by its texinfo. */
  #projectLuxels(face: number, points: Float32Array, count: number): void {
    const light = this.#light;
    const row = this.#layout ? this.#layout.rowOfFace[face] : -1;
    if (row < 0) {
      light.fill(0, 0, count * 2);
      return;
    }
    const { packing, blockWidth, blockHeight } = this.#layout!;
    if (blockWidth[row] === 1 && blockHeight[row] === 1) {
      // A single luxel covers the whole face. The vectors of water without a lightmap are
      // meaningless.
      for (let i = 0; i < count; i++) {
        light[i * 2] = packing.x[row] + 0.5;
        light[i * 2 + 1] = packing.y[row] + 0.5;
      }
      return;
    }
    const vecs = this.#bsp.texInfos.lightmapVecs;
    const o = this.#textureOffset;
    const mins = this.#faces.lightmapMins;
    const left = packing.x[row] + 0.5 - mins[face * 2] + vecs[o + 3];
    const top = packing.y[row] + 0.5 - mins[face * 2 + 1] + vecs[o + 7];
    for (let i = 0; i < count; i++) {
      const x = points[i * 3];
      const y = points[i * 3 + 1];
      const z = points[i * 3 + 2];
      light[i * 2] = vecs[o] * x + vecs[o + 1] * y + vecs[o + 2] * z + left;
      light[i * 2 + 1] = vecs[o + 4] * x + vecs[o + 5] * y + vecs[o + 6] * z + top;
    }
  }

  #writeGrid(face: number, grid: DisplacementGrid): void {
    this.#spanLuxels(face, grid.edge);
    this.#writeVertices(grid.edge * grid.edge, grid.position, grid.flat, grid.normal, grid.blend);
  }

  /**
   * Writes the page coordinates of a grid: luxels span it from corner to corner, u along its
   * columns, v its rows.
   */
  #spanLuxels(face: number, edge: number): void {
    const light = this.#light;
    const row = this.#layout ? this.#layout.rowOfFace[face] : -1;
    if (row < 0) {
      light.fill(0, 0, edge * edge * 2);
      return;
    }
    const { packing, blockWidth, blockHeight } = this.#layout!;
    const stepX = (blockWidth[row] - 1) / (edge - 1);
    const stepY = (blockHeight[row] - 1) / (edge - 1);
    for (let i = 0; i < edge; i++) {
      for (let j = 0; j < edge; j++) {
        light[(i * edge + j) * 2] = packing.x[row] + 0.5 + j * stepX;
        light[(i * edge + j) * 2 + 1] = packing.y[row] + 0.5 + i * stepY;
      }
    }
  }

  /** Writes reversed triangles, because edges run clockwise seen from the front. */
  #writePolygonIndices(face: number, first: number, count: number): void {
    const { primitives } = this.#bsp;
    const start = this.indexCount;
    for (let i = 0; i < this.#faces.primitiveCount[face]; i++) {
      const primitive = this.#faces.firstPrimitive[face] + i;
      const from = primitives.firstIndex[primitive];
      const indexCount = primitives.indexCount[primitive];
      const at = (k: number) => first + primitives.indices[from + k];
      if (primitives.type[primitive] === PRIM_TRIANGLE_STRIP) {
        for (let k = 0; k + 2 < indexCount; k++) {
          if (k % 2 === 0) this.#writeTriangle(at(k), at(k + 2), at(k + 1));
          else this.#writeTriangle(at(k), at(k + 1), at(k + 2));
        }
      } else {
        for (let k = 0; k + 2 < indexCount; k += 3) {
          this.#writeTriangle(at(k), at(k + 2), at(k + 1));
        }
      }
    }
    if (this.indexCount > start) return;
    for (let i = 1; i + 1 < count; i++) this.#writeTriangle(first, first + i + 1, first + i);
  }

  #writeTriangle(a: number, b: number, c: number): void {
    this.indices[this.indexCount++] = a;
    this.indices[this.indexCount++] = b;
    this.indices[this.indexCount++] = c;
  }

  #moveVertices(firstVertex: number, matrix: Float32Array): void {
    for (let vertex = firstVertex; vertex < this.vertexCount; vertex++) {
      const word = vertex * STRIDE_WORDS;
      const x = this.#floats[word];
      const y = this.#floats[word + 1];
      const z = this.#floats[word + 2];
      for (let axis = 0; axis < 3; axis++) {
        const r = axis * 4;
        this.#floats[word + axis] =
          matrix[r] * x + matrix[r + 1] * y + matrix[r + 2] * z + matrix[r + 3];
      }
    }
  }

  #growBox(firstIndex: number): void {
    for (let i = firstIndex; i < this.indexCount; i++) {
      const word = this.indices[i] * STRIDE_WORDS;
      for (let axis = 0; axis < 3; axis++) {
        const value = this.#floats[word + axis];
        if (value < this.box[axis]) this.box[axis] = value;
        if (value > this.box[3 + axis]) this.box[3 + axis] = value;
      }
    }
  }
}
