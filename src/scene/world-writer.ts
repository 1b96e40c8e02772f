/** Writes the surfaces into the world's vertex and index buffers. */

import { SURF_BUMPLIGHT } from "../formats/bsp/surface-flags.ts";
import type { Bsp, Faces } from "../formats/bsp/types.ts";
import { packSurface, WORLD_VERTEX } from "../map/world.ts";
import type { ModelPlacement } from "./brush-models.ts";
import { type DisplacementGrid, writeFacePolygon } from "./displacement.ts";
import type { LightmapLayout } from "./lightmap-atlas.ts";

const STRIDE_WORDS = WORLD_VERTEX.strideBytes / 4;
const PRIM_TRIANGLE_STRIP = 1;

const snorm = (value: number) => Math.round(Math.min(1, Math.max(-1, value)) * 127) & 255;
const packSnorm = (x: number, y: number, z: number, w: number) =>
  (snorm(x) | (snorm(y) << 8) | (snorm(z) << 16) | (snorm(w) << 24)) >>> 0;

/** Vertices and indices that a face becomes: those of a whole displacement, whatever its blocks. */
export function measureFace(
  bsp: Bsp,
  faces: Faces,
  face: number,
  grid: DisplacementGrid | undefined,
): { vertices: number; indices: number } {
  if (grid) return { vertices: grid.edge * grid.edge, indices: grid.indices.length };
  const edges = faces.edgeCount[face];
  let indices = 0;
  for (let i = 0; i < faces.primitiveCount[face]; i++) {
    const primitive = faces.firstPrimitive[face] + i;
    const count = bsp.primitives.indexCount[primitive];
    indices += bsp.primitives.type[primitive] === PRIM_TRIANGLE_STRIP ? (count - 2) * 3 : count;
  }
  return { vertices: edges, indices: indices > 0 ? indices : (edges - 2) * 3 };
}

export class WorldWriter {
  readonly vertices: Uint8Array;
  readonly indices: Uint32Array;
  /** Box of what was written since `startBox`: mins, maxs. */
  readonly box = new Float32Array(6);
  vertexCount = 0;
  indexCount = 0;

  readonly #bsp: Bsp;
  readonly #faces: Faces;
  readonly #layout: LightmapLayout | null;
  readonly #floats: Float32Array;
  readonly #words: Uint32Array;
  readonly #polygon: Float32Array;
  readonly #firstVertexOfGrid = new Map<DisplacementGrid, number>();

  /** The face's normal, then its tangent. */
  readonly #axis = new Float32Array(6);
  // What all vertices of the face being written share.
  #normal = 0;
  #tangent = 0;
  #surface = 0;
  #styles = 0xffffffff;
  #textureOffset = 0;
  #textureWidth = 1;
  #textureHeight = 1;

  constructor(
    bsp: Bsp,
    faces: Faces,
    layout: LightmapLayout | null,
    vertexCount: number,
    indexCount: number,
  ) {
    this.#bsp = bsp;
    this.#faces = faces;
    this.#layout = layout;
    this.vertices = new Uint8Array(vertexCount * WORLD_VERTEX.strideBytes);
    this.#floats = new Float32Array(this.vertices.buffer);
    this.#words = new Uint32Array(this.vertices.buffer);
    this.indices = new Uint32Array(indexCount);
    let longest = 4;
    for (let face = 0; face < faces.count; face++) {
      if (faces.edgeCount[face] > longest) longest = faces.edgeCount[face];
    }
    this.#polygon = new Float32Array(longest * 3);
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
    let firstVertex = this.#firstVertexOfGrid.get(grid);
    if (firstVertex === undefined) {
      firstVertex = this.vertexCount;
      this.#firstVertexOfGrid.set(grid, firstVertex);
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
    const lit = row >= 0;
    this.#surface = packSurface(
      material,
      lit ? this.#layout!.blockWidth[row] : 0,
      lit ? this.#layout!.packing.page[row] : 0,
      lit,
      (texInfos.flags[texinfo] & SURF_BUMPLIGHT) !== 0,
    );
    const s = faces.styles;
    this.#styles = lit
      ? (s[face * 4] |
          (s[face * 4 + 1] << 8) |
          (s[face * 4 + 2] << 16) |
          (s[face * 4 + 3] << 24)) >>>
        0
      : 0xffffffff;

    // Planes come in pairs that look both ways, and a face names the one that looks as it does,
    // whatever its side says.
    const plane = faces.plane[face] * 3;
    const n = this.#axis;
    for (let axis = 0; axis < 3; axis++) n[axis] = planes.normal[plane + axis];
    const handed = this.#writeTangent(n);
    if (placement.matrix) {
      this.#turn(placement.matrix, 0);
      this.#turn(placement.matrix, 3);
    }
    this.#normal = packSnorm(n[0], n[1], n[2], 0);
    this.#tangent = packSnorm(n[3], n[4], n[5], handed);
  }

  /**
   * Writes the direction of rising s in the plane of a normal (n[0..2]) to n[3..5].
   * @returns the sign of the binormal
   */
  #writeTangent(n: Float32Array): number {
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
    const handed =
      (n[1] * n[5] - n[2] * n[4]) * vecs[o + 4] +
      (n[2] * n[3] - n[0] * n[5]) * vecs[o + 5] +
      (n[0] * n[4] - n[1] * n[3]) * vecs[o + 6];
    return handed < 0 ? -1 : 1;
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

  #writeVertex(
    x: number,
    y: number,
    z: number,
    flatX: number,
    flatY: number,
    flatZ: number,
    lightmapX: number,
    lightmapY: number,
    normal: number,
    blend: number,
  ): void {
    const word = this.vertexCount++ * STRIDE_WORDS;
    const vecs = this.#bsp.texInfos.textureVecs;
    const o = this.#textureOffset;
    const s = vecs[o] * flatX + vecs[o + 1] * flatY + vecs[o + 2] * flatZ + vecs[o + 3];
    const t = vecs[o + 4] * flatX + vecs[o + 5] * flatY + vecs[o + 6] * flatZ + vecs[o + 7];
    this.#floats[word] = x;
    this.#floats[word + 1] = y;
    this.#floats[word + 2] = z;
    this.#floats[word + WORLD_VERTEX.texCoord / 4] = s / this.#textureWidth;
    this.#floats[word + WORLD_VERTEX.texCoord / 4 + 1] = t / this.#textureHeight;
    this.#floats[word + WORLD_VERTEX.lightmapCoord / 4] = lightmapX;
    this.#floats[word + WORLD_VERTEX.lightmapCoord / 4 + 1] = lightmapY;
    this.#words[word + WORLD_VERTEX.normal / 4] = normal;
    this.#words[word + WORLD_VERTEX.tangent / 4] = this.#tangent;
    this.#words[word + WORLD_VERTEX.blend / 4] = Math.round(blend * 255);
    this.#words[word + WORLD_VERTEX.surface / 4] = this.#surface;
    this.#words[word + WORLD_VERTEX.styles / 4] = this.#styles;
  }

  #writePolygon(face: number): void {
    const polygon = this.#polygon;
    const first = this.vertexCount;
    const count = writeFacePolygon(this.#bsp, this.#faces, face, polygon);
    const row = this.#layout ? this.#layout.rowOfFace[face] : -1;
    const light = this.#bsp.texInfos.lightmapVecs;
    const o = this.#textureOffset;
    const mins = this.#faces.lightmapMins;
    for (let i = 0; i < count; i++) {
      const x = polygon[i * 3];
      const y = polygon[i * 3 + 1];
      const z = polygon[i * 3 + 2];
      let u = 0;
      let v = 0;
      if (row >= 0) {
        const { packing } = this.#layout!;
        u = light[o] * x + light[o + 1] * y + light[o + 2] * z + light[o + 3];
        v = light[o + 4] * x + light[o + 5] * y + light[o + 6] * z + light[o + 7];
        u += packing.x[row] + 0.5 - mins[face * 2];
        v += packing.y[row] + 0.5 - mins[face * 2 + 1];
      }
      this.#writeVertex(x, y, z, x, y, z, u, v, this.#normal, 0);
    }
    this.#writePolygonIndices(face, first, count);
  }

  /** Edges run clockwise seen from the front, so triangles are written the other way round. */
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

  #writeGrid(face: number, grid: DisplacementGrid): void {
    const row = this.#layout ? this.#layout.rowOfFace[face] : -1;
    const last = grid.edge - 1;
    const { position: p, flat, normal: n } = grid;
    for (let i = 0; i <= last; i++) {
      for (let j = 0; j <= last; j++) {
        const k = (i * grid.edge + j) * 3;
        let u = 0;
        let v = 0;
        if (row >= 0) {
          // Luxels span the grid from corner to corner: u along its columns, v along its rows.
          const { packing, blockWidth, blockHeight } = this.#layout!;
          u = packing.x[row] + 0.5 + (j / last) * (blockWidth[row] - 1);
          v = packing.y[row] + 0.5 + (i / last) * (blockHeight[row] - 1);
        }
        this.#writeVertex(
          p[k],
          p[k + 1],
          p[k + 2],
          flat[k],
          flat[k + 1],
          flat[k + 2],
          u,
          v,
          packSnorm(n[k], n[k + 1], n[k + 2], 0),
          grid.blend[k / 3],
        );
      }
    }
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
