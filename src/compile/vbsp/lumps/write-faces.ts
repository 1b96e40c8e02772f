/** Writes faces with their edges, primitives and normals to lumps. */

import type { ColumnArray } from "../../../formats/binary/record-layout.ts";
import { SURF_NOLIGHT } from "../../../formats/bsp/layouts/surface-flags.ts";
import type { LumpName } from "../../../formats/bsp/lumps.ts";
import { DFACE, type DFace } from "../../../formats/bsp/records/faces.ts";
import { EDGES, SURFEDGES, VERTEXES } from "../../../formats/bsp/records/geometry.ts";
import { DVECTOR } from "../../../formats/bsp/records/other-lumps.ts";
import { PRIMITIVES } from "../../../formats/bsp/records/primitives.ts";
import { type Winding, windingArea } from "../../../math/winding.ts";
import type { MapLump } from "../../types.ts";
import type { MapSide } from "../brushes/map-brush.ts";
import type { TexInfoTable } from "../faces/texinfo-table.ts";
import { needsTriangles, triangulate, type VertexTable } from "../faces/triangulate.ts";
import {
  checkLimit,
  MAX_MAP_EDGES,
  MAX_MAP_FACES,
  MAX_MAP_PRIMINDICES,
  MAX_MAP_PRIMITIVES,
  MAX_MAP_SURFEDGES,
} from "../limits.ts";
import type { BspFace } from "../tree/tree.ts";
import { indexLump, recordLump } from "./write-lumps.ts";

export interface VertexNormals {
  /** 3 a normal, unit length, without duplicates. */
  readonly normals: readonly number[];
  /** Normal of each vertex of each face, in order. */
  readonly indices: readonly number[];
}

/**
 * Returns the vertex normals of a model's faces: the face's normal, or the mean over the faces at
 * the vertex that share a smoothing group with it.
 * @param planeNormals 3 a plane
 */
function smoothNormals(faces: readonly BspFace[], planeNormals: readonly number[]): VertexNormals {
  const smoothAt = new Map<number, BspFace[]>();
  for (const face of faces) {
    if (face.side.smoothingGroups === 0) continue;
    for (const vertex of face.vertexes) {
      const list = smoothAt.get(vertex);
      if (list) list.push(face);
      else smoothAt.set(vertex, [face]);
    }
  }
  const normals: number[] = [];
  const indices: number[] = [];
  const known = new Map<string, number>();
  for (const face of faces) {
    const groups = face.side.smoothingGroups;
    for (const vertex of face.vertexes) {
      const planes = new Set([face.plane]);
      if (groups !== 0) {
        for (const other of smoothAt.get(vertex)!) {
          if (other.side.smoothingGroups & groups) planes.add(other.plane);
        }
      }
      const sum = [0, 0, 0];
      for (const plane of [...planes].sort((a, b) => a - b)) {
        for (let axis = 0; axis < 3; axis++) sum[axis] += planeNormals[plane * 3 + axis];
      }
      // A plane's normal is already a unit vector in single precision.
      const length = planes.size === 1 ? 1 : Math.hypot(sum[0], sum[1], sum[2]);
      const [x, y, z] = sum.map((value) => Math.fround(length > 1e-6 ? value / length : 0));
      const key = `${x} ${y} ${z}`;
      let index = known.get(key);
      if (index === undefined) {
        index = normals.push(x, y, z) / 3 - 1;
        known.set(key, index);
      }
      indices.push(index);
    }
  }
  return { normals, indices };
}

/**
 * Builder of LUMP_EDGES and LUMP_SURFEDGES. Two faces that share an edge traverse it in opposite
 * directions.
 */
class EdgeTable {
  /** 2 an edge. Edge 0 is unused, because 0 cannot be negated. */
  readonly edges: number[] = [0, 0];
  /** Negative if the edge is traversed from its second vertex to its first. */
  readonly surfEdges: number[] = [];
  /** Edges used by only one face so far, by their ends and the contents in front. */
  #free = new Map<string, number[]>();

  beginModel(): void {
    this.#free = new Map();
  }

  add(from: number, to: number, contents: number): void {
    const shared = this.#free.get(`${to} ${from} ${contents}`)?.pop();
    if (shared !== undefined) {
      this.surfEdges.push(-shared);
      return;
    }
    const edge = this.edges.length / 2;
    this.edges.push(from, to);
    this.surfEdges.push(edge);
    const key = `${from} ${to} ${contents}`;
    const list = this.#free.get(key);
    if (list) list.push(edge);
    else this.#free.set(key, [edge]);
  }
}

/** Rows of LUMP_FACES or LUMP_ORIGINALFACES. */
class FaceRows {
  readonly rows: { [K in keyof DFace]: number[] } = {
    plane: [],
    side: [],
    onNode: [],
    firstEdge: [],
    edgeCount: [],
    texinfo: [],
    dispInfo: [],
    surfaceFogVolumeId: [],
    styles: [],
    lightOffset: [],
    area: [],
    lightmapMins: [],
    lightmapSize: [],
    origFace: [],
    primitiveCount: [],
    firstPrimitive: [],
    smoothingGroups: [],
  };

  get count(): number {
    return this.rows.plane.length;
  }

  write(version: number): MapLump {
    const table: Record<string, ColumnArray> = {};
    for (const name of Object.keys(this.rows) as (keyof DFace)[]) {
      const values = this.rows[name];
      const column = new DFACE.columns[name].as(values.length);
      column.set(values);
      table[name] = column;
    }
    return recordLump(DFACE, { ...(table as unknown as DFace), count: this.count }, version);
  }
}

/** Collects the faces of all models, in their final order. */
export class FaceWriter {
  readonly #faces = new FaceRows();
  readonly #origFaces = new FaceRows();
  readonly #origFaceOfSide = new Map<MapSide, number>();
  readonly #edges = new EdgeTable();
  readonly #faceIds: number[] = [];
  readonly #primitiveFirst: number[] = [];
  readonly #primitiveCount: number[] = [];
  readonly #primIndices: number[] = [];
  readonly #vertNormals: number[] = [];
  readonly #vertNormalIndices: number[] = [];
  readonly #vertices: VertexTable;
  readonly #texInfos: TexInfoTable;
  readonly #useTexInfo: (row: number) => number;
  readonly #planeNormals: readonly number[];

  /** @param useTexInfo returns the row in LUMP_TEXINFO of a row of the table */
  constructor(
    vertices: VertexTable,
    texInfos: TexInfoTable,
    useTexInfo: (row: number) => number,
    planeNormals: readonly number[],
  ) {
    this.#vertices = vertices;
    this.#texInfos = texInfos;
    this.#useTexInfo = useTexInfo;
    this.#planeNormals = planeNormals;
  }

  get count(): number {
    return this.#faces.count;
  }

  /** Starts a model. Edges are shared only within a model. */
  beginModel(): void {
    this.#edges.beginModel();
  }

  /**
   * Adds a face whose vertices are known, and assigns its number.
   * @param dispInfo its displacement; -1 for none
   * @param lightmapSize of a displacement. For other faces it is computed from their vertices.
   */
  add(face: BspFace, dispInfo: number, lightmapSize: ArrayLike<number> | null): void {
    const { rows } = this.#faces;
    checkLimit("faces", this.count + 1, MAX_MAP_FACES);
    face.row = this.count;
    const origFace = this.#findOrigFace(face, dispInfo);
    const texInfo = this.#texInfos.rows[face.texInfo];
    const luxels = lightmapSize
      ? [0, 0, lightmapSize[0], lightmapSize[1]]
      : (texInfo.flags & SURF_NOLIGHT) !== 0
        ? [0, 0, 0, 0]
        : this.#measureLuxels(face.vertexes, texInfo.lightmapVecs);
    const firstPrimitive = this.#primitiveFirst.length;
    if (dispInfo < 0) this.#addPrimitive(face.vertexes);
    rows.plane.push(face.plane);
    rows.side.push(face.plane & 1);
    rows.onNode.push(face.onNode ? 1 : 0);
    rows.firstEdge.push(this.#edges.surfEdges.length);
    rows.edgeCount.push(face.vertexes.length);
    rows.texinfo.push(this.#useTexInfo(face.texInfo));
    rows.dispInfo.push(dispInfo);
    rows.surfaceFogVolumeId.push(-1);
    rows.styles.push(255, 255, 255, 255);
    rows.lightOffset.push(-1);
    rows.area.push(windingArea(this.#windingOf(face.vertexes)));
    rows.lightmapMins.push(luxels[0], luxels[1]);
    rows.lightmapSize.push(luxels[2], luxels[3]);
    rows.origFace.push(origFace);
    rows.primitiveCount.push(this.#primitiveFirst.length - firstPrimitive);
    rows.firstPrimitive.push(firstPrimitive);
    rows.smoothingGroups.push(face.side.smoothingGroups);
    this.#faceIds.push(face.side.id & 0xffff);
    this.#addEdges(face.vertexes, face.contents);
  }

  /**
   * Adds the normals of a model's faces, which must be exactly the faces added since the last call.
   */
  addNormals(faces: readonly BspFace[]): void {
    const { normals, indices } = smoothNormals(faces, this.#planeNormals);
    const first = this.#vertNormals.length / 3;
    for (const value of normals) this.#vertNormals.push(value);
    for (const index of indices) this.#vertNormalIndices.push(first + index);
  }

  write(): [LumpName, MapLump][] {
    const { edges, surfEdges } = this.#edges;
    checkLimit("edges", edges.length / 2, MAX_MAP_EDGES);
    checkLimit("surfedges", surfEdges.length, MAX_MAP_SURFEDGES);
    checkLimit("primitives", this.#primitiveFirst.length, MAX_MAP_PRIMITIVES);
    checkLimit("primitive indices", this.#primIndices.length, MAX_MAP_PRIMINDICES);
    const primitives = this.#primitiveFirst.length;
    const normals = this.#vertNormals;
    return [
      ["LUMP_FACES", this.#faces.write(1)],
      ["LUMP_ORIGINALFACES", this.#origFaces.write(0)],
      ["LUMP_FACEIDS", indexLump(this.#faceIds)],
      [
        "LUMP_VERTEXES",
        recordLump(VERTEXES[0], {
          count: this.#vertices.count,
          position: Float32Array.from(this.#vertices.position),
        }),
      ],
      [
        "LUMP_EDGES",
        recordLump(EDGES[0], { count: edges.length / 2, value: Uint32Array.from(edges) }),
      ],
      [
        "LUMP_SURFEDGES",
        recordLump(SURFEDGES[0], { count: surfEdges.length, value: Int32Array.from(surfEdges) }),
      ],
      [
        "LUMP_PRIMITIVES",
        recordLump(PRIMITIVES[0], {
          count: primitives,
          type: new Uint8Array(primitives),
          firstIndex: Uint32Array.from(this.#primitiveFirst),
          indexCount: Uint32Array.from(this.#primitiveCount),
          firstVert: new Uint32Array(primitives),
          vertCount: new Uint32Array(primitives),
        }),
      ],
      ["LUMP_PRIMINDICES", indexLump(this.#primIndices)],
      [
        "LUMP_VERTNORMALS",
        recordLump(DVECTOR, { count: normals.length / 3, value: Float32Array.from(normals) }),
      ],
      ["LUMP_VERTNORMALINDICES", indexLump(this.#vertNormalIndices)],
    ];
  }

  /** Returns the original side before cutting, shared by all its faces. */
  #findOrigFace({ side, texInfo }: BspFace, dispInfo: number): number {
    const known = this.#origFaceOfSide.get(side);
    if (known !== undefined) return known;
    const row = this.#origFaces.count;
    this.#origFaceOfSide.set(side, row);
    const loop: number[] = [];
    const winding = side.winding!;
    for (let i = 0; i < winding.length; i += 3) {
      loop.push(this.#vertices.find(winding[i], winding[i + 1], winding[i + 2]));
    }
    const { rows } = this.#origFaces;
    rows.plane.push(side.plane);
    rows.side.push(side.plane & 1);
    rows.onNode.push(1);
    rows.firstEdge.push(this.#edges.surfEdges.length);
    rows.edgeCount.push(loop.length);
    rows.texinfo.push(this.#useTexInfo(texInfo));
    rows.dispInfo.push(dispInfo);
    rows.surfaceFogVolumeId.push(-1);
    rows.styles.push(0, 0, 0, 0);
    rows.lightOffset.push(-1);
    rows.area.push(windingArea(winding));
    rows.lightmapMins.push(0, 0);
    rows.lightmapSize.push(0, 0);
    rows.origFace.push(-1);
    rows.primitiveCount.push(0);
    rows.firstPrimitive.push(0);
    rows.smoothingGroups.push(side.smoothingGroups);
    this.#addEdges(loop, side.contents);
    return row;
  }

  #addEdges(loop: readonly number[], contents: number): void {
    for (let i = 0; i < loop.length; i++) {
      this.#edges.add(loop[i], loop[(i + 1) % loop.length], contents);
    }
  }

  #addPrimitive(loop: readonly number[]): void {
    if (!needsTriangles(loop, this.#vertices)) return;
    const triangles = triangulate(loop, this.#vertices);
    this.#primitiveFirst.push(this.#primIndices.length);
    this.#primitiveCount.push(triangles.length);
    for (const index of triangles) this.#primIndices.push(index);
  }

  /** Returns [mins, size] of the luxels that contain a loop. */
  #measureLuxels(loop: readonly number[], vecs: readonly number[]): number[] {
    const { position } = this.#vertices;
    const mins: number[] = [];
    const size: number[] = [];
    for (const at of [0, 4]) {
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      for (const vertex of loop) {
        const value =
          position[vertex * 3] * vecs[at] +
          position[vertex * 3 + 1] * vecs[at + 1] +
          position[vertex * 3 + 2] * vecs[at + 2] +
          vecs[at + 3];
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
      mins.push(Math.floor(min));
      size.push(Math.ceil(max) - Math.floor(min));
    }
    return [...mins, ...size];
  }

  #windingOf(loop: readonly number[]): Winding {
    const { position } = this.#vertices;
    return Float64Array.from(loop.flatMap((vertex) => position.slice(vertex * 3, vertex * 3 + 3)));
  }
}
