/** Builds the world's triangles and chunks from the faces of one light's side. */

import type { BspWorld, Faces } from "../../formats/bsp/types.ts";
import type { BrushModels, Chunks, WorldMesh } from "../../map/types.ts";
import { CHUNK_HIDDEN, MAX_CHUNK_TRIANGLES, WORLD_VERTEX } from "../../map/world.ts";
import { listBrushModels } from "../brushes/list-brush-models.ts";
import type { LightmapLayout } from "../lightmaps/lightmap-atlas.ts";
import { isFaceDrawn } from "../materials/material-names.ts";
import { buildDisplacementGrid, type DisplacementGrid } from "./displacement.ts";
import { smoothGridNormals } from "./smooth-normals.ts";
import { listSurfaces, type SurfaceInput, type Surfaces } from "./surfaces.ts";
import { measureFace, WorldWriter } from "./world-writer.ts";

// Splitting of chunks, so that none has more triangles than a mask has bits.

const MAX_INDICES = MAX_CHUNK_TRIANGLES * 3;
const STRIDE_FLOATS = WORLD_VERTEX.strideBytes / 4;

/** Ranges of an index list, each with its source row. */
export interface ChunkRuns {
  readonly count: number;
  readonly source: Uint32Array;
  readonly firstIndex: Uint32Array;
  readonly indexCount: Uint32Array;
  /** 6 numbers a range: mins, maxs. */
  readonly box: Float32Array;
}

/**
 * Cuts ranges of triangles into ranges of at most `MAX_CHUNK_TRIANGLES`, each with its box.
 * @param box 6 numbers a range; ranges that are not cut keep theirs
 * @param vertices world vertices, as floats
 */
export function splitChunks(
  firstIndex: Uint32Array,
  indexCount: Uint32Array,
  box: Float32Array,
  indices: Uint32Array,
  vertices: Float32Array,
): ChunkRuns {
  let count = 0;
  for (const indexTotal of indexCount) count += partsOf(indexTotal);
  const runs = {
    count,
    source: new Uint32Array(count),
    firstIndex: new Uint32Array(count),
    indexCount: new Uint32Array(count),
    box: new Float32Array(count * 6),
  };
  let run = 0;
  for (let row = 0; row < indexCount.length; row++) {
    const parts = partsOf(indexCount[row]);
    for (let part = 0; part < parts; part++, run++) {
      const first = part * MAX_INDICES;
      runs.source[run] = row;
      runs.firstIndex[run] = firstIndex[row] + first;
      runs.indexCount[run] = Math.min(MAX_INDICES, indexCount[row] - first);
      if (parts === 1) runs.box.set(box.subarray(row * 6, row * 6 + 6), run * 6);
      else writeBox(runs, run, indices, vertices);
    }
  }
  return runs;
}

function partsOf(indexCount: number): number {
  return Math.max(1, Math.ceil(indexCount / MAX_INDICES));
}

function writeBox(runs: ChunkRuns, run: number, indices: Uint32Array, vertices: Float32Array) {
  const box = runs.box.subarray(run * 6, run * 6 + 6);
  box.fill(Number.POSITIVE_INFINITY, 0, 3);
  box.fill(Number.NEGATIVE_INFINITY, 3, 6);
  const end = runs.firstIndex[run] + runs.indexCount[run];
  for (let i = runs.firstIndex[run]; i < end; i++) {
    const at = indices[i] * STRIDE_FLOATS + WORLD_VERTEX.position / 4;
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], vertices[at + axis]);
      box[3 + axis] = Math.max(box[3 + axis], vertices[at + axis]);
    }
  }
}

export interface World {
  readonly mesh: WorldMesh;
  readonly chunks: Chunks;
  /** `null` if no brush entity is drawn. */
  readonly brushes: BrushModels | null;
  /** Box of everything drawn: mins, maxs. */
  readonly bounds: Float32Array;
  /** First vertex of each displacement's grid, whose vertices lie row by row. */
  readonly firstVertexOfFace: ReadonlyMap<number, number>;
}

/** Builds the grids of all drawn displacements, by face. */
export function buildDisplacementGrids(bsp: BspWorld, faces: Faces): Map<number, DisplacementGrid> {
  const grids = new Map<number, DisplacementGrid>();
  for (let face = 0; face < faces.count; face++) {
    if (faces.dispInfo[face] >= 0 && isFaceDrawn(bsp, faces, face)) {
      grids.set(face, buildDisplacementGrid(bsp, faces, face));
    }
  }
  smoothGridNormals([...grids.values()]);
  return grids;
}

/** Whether the surface starts a chunk, rather than continuing that of the surface before it. */
function startsChunk(surfaces: Surfaces, row: number): boolean {
  return (
    row === 0 ||
    surfaces.alone[row] === 1 ||
    surfaces.alone[row - 1] === 1 ||
    surfaces.material[row] !== surfaces.material[row - 1] ||
    surfaces.kind[row] !== surfaces.kind[row - 1] ||
    surfaces.group[row] !== surfaces.group[row - 1]
  );
}

export interface SurfaceSizes {
  readonly vertexCount: number;
  readonly indexCount: number;
  readonly chunkCount: number;
  /** First vertex in the mesh of each surface's face. */
  readonly firstVertex: Uint32Array;
}

/**
 * Counts the vertices, indices and chunks of surfaces. A displacement has several surfaces, but its
 * vertices are written once.
 */
export function measureSurfaces(
  bsp: BspWorld,
  faces: Faces,
  surfaces: Surfaces,
  grids: ReadonlyMap<number, DisplacementGrid>,
): SurfaceSizes {
  let vertexCount = 0;
  let indexCount = 0;
  let chunkCount = 0;
  const firstVertex = new Uint32Array(surfaces.count);
  const measured = new Map<DisplacementGrid, number>();
  for (let row = 0; row < surfaces.count; row++) {
    if (startsChunk(surfaces, row)) chunkCount++;
    const face = surfaces.face[row];
    const grid = grids.get(face);
    const known = grid && measured.get(grid);
    firstVertex[row] = known ?? vertexCount;
    if (known !== undefined) continue;
    if (grid) measured.set(grid, vertexCount);
    const size = measureFace(bsp, faces, face, grid);
    vertexCount += size.vertices;
    indexCount += size.indices;
  }
  return { vertexCount, indexCount, chunkCount, firstVertex };
}

export interface WorldInput extends Omit<SurfaceInput, "grids"> {
  /** Lightmap blocks of the faces; `null` if no face has any. */
  readonly layout: LightmapLayout | null;
  /** False draws all faces unlit. Faces with blocks keep their sizes and styles, for views. */
  readonly isLit: boolean;
}

/** Builds the world's triangles and chunks. Throws FormatError (too-large). */
export function buildWorld(input: WorldInput): World {
  const { bsp, faces, placements, layout, isLit, ledger } = input;
  const grids = buildDisplacementGrids(bsp, faces);
  const surfaces = listSurfaces({ ...input, grids });
  const { vertexCount, indexCount, chunkCount } = measureSurfaces(bsp, faces, surfaces, grids);
  ledger.take("vertices", vertexCount, "LUMP_FACES");
  ledger.take("indices", indexCount, "LUMP_FACES");
  const writer = new WorldWriter({ bsp, faces, layout, isLit, vertexCount, indexCount });
  const { groups } = surfaces;
  const material = new Uint16Array(chunkCount);
  const kind = new Uint8Array(chunkCount);
  const firstIndex = new Uint32Array(chunkCount);
  const chunkIndexCount = new Uint32Array(chunkCount);
  const box = new Float32Array(chunkCount * 6);
  const group = new Uint32Array(chunkCount);
  const placementOf = new Uint32Array(chunkCount);
  const bounds = new Float32Array([0, 0, 0, 0, 0, 0]);
  let chunk = -1;
  for (let row = 0; row < surfaces.count; row++) {
    const face = surfaces.face[row];
    if (startsChunk(surfaces, row)) {
      chunk++;
      material[chunk] = surfaces.material[row];
      kind[chunk] = surfaces.kind[row];
      group[chunk] = surfaces.group[row];
      placementOf[chunk] = surfaces.placement[row];
      firstIndex[chunk] = writer.indexCount;
      writer.startBox();
    }
    const placement = placements[surfaces.placement[row]];
    const grid = grids.get(face);
    if (grid) {
      writer.writeBlock(face, surfaces.material[row], placement, grid, surfaces.block[row]);
    } else {
      writer.writeFace(face, surfaces.material[row], placement);
    }
    chunkIndexCount[chunk] = writer.indexCount - firstIndex[chunk];
    box.set(writer.box, chunk * 6);
  }
  let shown = kind.indexOf(CHUNK_HIDDEN);
  if (shown < 0) shown = chunkCount;
  for (let i = 0; i < shown * 6; i++) {
    const side = i % 6;
    if (i < 6) bounds[side] = box[i];
    else bounds[side] = side < 3 ? Math.min(bounds[side], box[i]) : Math.max(bounds[side], box[i]);
  }
  const { vertices, indices } = writer;
  const floats = new Float32Array(vertices.buffer);
  const runs = splitChunks(firstIndex, chunkIndexCount, box, indices, floats);
  const groupOf = runs.source.map((row) => group[row]);
  return {
    mesh: { vertexCount, vertices, indices },
    chunks: {
      count: runs.source.filter((row) => row < shown).length,
      material: Uint16Array.from(runs.source, (row) => material[row]),
      kind: Uint8Array.from(runs.source, (row) => kind[row]),
      firstIndex: runs.firstIndex,
      indexCount: runs.indexCount,
      box: runs.box,
      firstCluster: groupOf.map((g) => groups.firstCluster[g]),
      clusterCount: groupOf.map((g) => groups.clusterCount[g]),
      clusters: groups.clusters,
      leaf: groupOf.map((g) => groups.leaf[g]),
    },
    brushes: listBrushModels(
      placements,
      runs.source.map((row) => placementOf[row]),
    ),
    bounds,
    firstVertexOfFace: writer.firstVertexOfFace,
  };
}
