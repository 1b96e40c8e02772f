/**
 * What views know of faces, a word a vertex: bytes of their lightmaps, of what kind they are, why they are not drawn.
 * Which triangles are of one face is told by the vertices that they share: faces have their own, and so have displacements.
 */

import type { MapScene } from "../../map/types.ts";
import { NO_STYLE, SURFACE, WORLD_VERTEX } from "../../map/world.ts";
import { FACT_BYTES_BITS, FACT_KIND_SHIFT, FACT_REASON_SHIFT } from "./view-constants.ts";

/** A luxel in the file: three bytes and an exponent. */
const LUXEL_BYTES = 4;
/** For what was rounded: a luxel's middle lies half a luxel in. */
const SLACK = 1 / 64;

/** @param reasons `REASON_*` of each chunk; null: all are drawn */
export function faceWords({ world, chunks }: MapScene, reasons: Uint8Array | null): Uint32Array {
  const view = new DataView(world.vertices.buffer, world.vertices.byteOffset);
  const faceOf = joinFaces(world.vertexCount, world.indices);
  const [top, bottom] = [new Float32Array(world.vertexCount), new Float32Array(world.vertexCount)];
  top.fill(Number.POSITIVE_INFINITY);
  bottom.fill(Number.NEGATIVE_INFINITY);
  for (let vertex = 0; vertex < world.vertexCount; vertex++) {
    const at = vertex * WORLD_VERTEX.strideBytes + WORLD_VERTEX.lightmapCoord + 4;
    const y = view.getFloat32(at, true);
    const face = faceOf[vertex];
    top[face] = Math.min(top[face], y);
    bottom[face] = Math.max(bottom[face], y);
  }
  const words = new Uint32Array(world.vertexCount);
  for (let vertex = 0; vertex < world.vertexCount; vertex++) {
    const face = faceOf[vertex];
    words[vertex] = lightmapBytes(view, vertex, top[face], bottom[face]);
  }
  const marked = new Uint8Array(world.vertexCount);
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const mark =
      (chunks.kind[chunk] << FACT_KIND_SHIFT) | ((reasons?.[chunk] ?? 0) << FACT_REASON_SHIFT);
    const first = chunks.firstIndex[chunk];
    for (let i = first; i < first + chunks.indexCount[chunk]; i++) {
      const vertex = world.indices[i];
      // What several blocks of a displacement share is the first's that names it.
      if (marked[vertex] === 0) words[vertex] |= mark;
      marked[vertex] = 1;
    }
  }
  return words;
}

/**
 * Bytes of the luxels of all styles of a vertex's face, and of its bumps.
 * @param top of the face's vertices, texels of the lightmap's page, as `bottom`
 */
function lightmapBytes(view: DataView, vertex: number, top: number, bottom: number): number {
  const at = vertex * WORLD_VERTEX.strideBytes;
  const surface = view.getUint32(at + WORLD_VERTEX.surface, true);
  const widthMask = 2 ** (SURFACE.pageShift - SURFACE.blockWidthShift) - 1;
  const width = (surface >>> SURFACE.blockWidthShift) & widthMask;
  if (width === 0) return 0;
  let styles = 0;
  for (let i = 0; i < 4; i++) {
    if (view.getUint8(at + WORLD_VERTEX.styles + i) !== NO_STYLE) styles++;
  }
  const height = Math.ceil(bottom - 0.5 - SLACK) - Math.floor(top - 0.5 + SLACK) + 1;
  const blocks = styles * ((surface & SURFACE.bumped) !== 0 ? 4 : 1);
  return Math.min(width * height * blocks * LUXEL_BYTES, 2 ** FACT_BYTES_BITS - 1);
}

/** Of each vertex, the least of its face. */
function joinFaces(vertexCount: number, indices: Uint32Array): Uint32Array {
  const parent = new Uint32Array(vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) parent[vertex] = vertex;
  const rootOf = (vertex: number): number => {
    let root = vertex;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  };
  const join = (a: number, b: number): void => {
    const [first, second] = [rootOf(a), rootOf(b)];
    if (first < second) parent[second] = first;
    else parent[first] = second;
  };
  for (let i = 0; i + 2 < indices.length; i += 3) {
    join(indices[i], indices[i + 1]);
    join(indices[i], indices[i + 2]);
  }
  for (let vertex = 0; vertex < vertexCount; vertex++) parent[vertex] = rootOf(vertex);
  return parent;
}
