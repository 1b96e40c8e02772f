/**
 * Facts about a map for inspection views, in a list of words that
 * `shaders/common/inspect/sheet.wgsl` reads.
 */

import type { MaterialSet } from "../../map/material.ts";
import type { PropSet } from "../../map/props.ts";
import { MAX_LODS } from "../../map/props.ts";
import { ROLE_BASE, ROLE_COUNT } from "../../map/texture-roles.ts";
import type { MapScene } from "../../map/types.ts";
import { NO_STYLE, SURFACE, WORLD_VERTEX } from "../../map/world.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { WorldSource } from "../world/world-source.ts";
import type { CullReasons } from "./frozen-view.ts";
import {
  FACT_BYTES_BITS,
  FACT_KIND_SHIFT,
  FACT_REASON_SHIFT,
  INSTANCE_FACTS,
} from "./view-constants.ts";

// One word per vertex about its face: size of its lightmap, kind, and reason for not being drawn.
// Triangles that share vertices belong to one face, because neither faces nor displacements share
// vertices with others.

/** Size of a luxel in the file: three bytes and an exponent. */
const LUXEL_BYTES = 4;
/** Tolerance for rounding. A luxel's centre is half a luxel from its edge. */
const SLACK = 1 / 64;

/** @param reasons `REASON_*` of each chunk, or `null` if all are drawn */
function faceWords({ world, chunks }: MapScene, reasons: Uint8Array | null): Uint32Array {
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
      // A vertex shared by several chunks of a displacement takes the first chunk's mark.
      if (marked[vertex] === 0) words[vertex] |= mark;
      marked[vertex] = 1;
    }
  }
  return words;
}

/**
 * Returns the bytes of a face's luxels, for all of its styles and bump directions.
 * @param top least lightmap coordinate of the face's vertices, in texels of the page; `bottom` is
 * the greatest
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

/** Returns the lowest vertex of the face of each vertex. */
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

export interface InspectFacts {
  readonly words: Uint32Array<ArrayBuffer>;
  /** Start of each part in words. */
  readonly worldVertices: number;
  readonly worldMaterials: number;
  readonly propMaterials: number;
  readonly propInstances: number;
  readonly nodes: number;
  readonly leafs: number;
  readonly nodeCount: number;
}

/** @param reasons why rows are not drawn, or `null` if all are */
export function buildMapFacts(map: MapDraws, reasons: CullReasons | null): InspectFacts {
  const { scene, areas } = map;
  const { materials } = map.sources[0] as WorldSource;
  const set = propsOf(map);
  const parts = [
    faceWords(scene, reasons?.chunk ?? null),
    textureSizes(materials.set),
    set === null ? new Uint32Array(0) : textureSizes(set.materials),
    set === null ? new Uint32Array(0) : instanceWords(set, reasons?.instance ?? null),
    nodeWords(scene.tree),
    leafWords(scene.tree.leafCluster, areas?.leafArea ?? null),
  ];
  const words = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 1));
  const starts: number[] = [];
  let at = 0;
  for (const part of parts) {
    starts.push(at);
    words.set(part, at);
    at += part.length;
  }
  const [worldVertices, worldMaterials, propMaterials, propInstances, nodes, leafs] = starts;
  return {
    ...{ words, worldVertices, worldMaterials, propMaterials, propInstances, nodes, leafs },
    nodeCount: scene.tree.nodeCount,
  };
}

/** Returns the map's props, or `null` if it has none or they are not loaded yet. */
export function propsOf({ sources }: Pick<MapDraws, "sources">): PropSet | null {
  return sources.find(({ props }) => props !== undefined)?.props ?? null;
}

/**
 * Packs the width of each material's base texture, with the height above it; 0 if it has no base
 * texture.
 */
function textureSizes({ count, roleTexture, textures }: MaterialSet): Uint32Array {
  const words = new Uint32Array(count);
  for (let material = 0; material < count; material++) {
    const texture = roleTexture[material * ROLE_COUNT + ROLE_BASE];
    if (texture < 0) continue;
    const { width, height } = textures.arrays[textures.array[texture]];
    words[material] = width | (height << 16);
  }
  return words;
}

function instanceWords(set: PropSet, reasons: Uint8Array | null): Uint32Array {
  const { strideWords, origin, lodCount, reason, fadeMax, switches } = INSTANCE_FACTS;
  const words = new Uint32Array(set.instanceCount * strideWords);
  const floats = new Float32Array(words.buffer);
  for (let i = 0; i < set.instanceCount; i++) {
    const at = i * strideWords;
    const variant = set.instanceVariant[i];
    for (let axis = 0; axis < 3; axis++) {
      floats[at + origin + axis] = set.worldFromModel[i * 12 + axis * 4 + 3];
    }
    words[at + lodCount] = set.variantLodCount[variant];
    words[at + reason] = reasons?.[i] ?? 0;
    const isBySize = (set.fadeMetric?.[i * 2 + 1] ?? 0) > 0;
    floats[at + fadeMax] = set.fadeMaxDist[i] > 0 ? set.fadeMaxDist[i] : isBySize ? -1 : 0;
    const first = variant * MAX_LODS;
    floats.set(set.variantSwitchPoint.subarray(first, first + MAX_LODS), at + switches);
  }
  return words;
}

/** Packs six words per node: its plane, front child and back child. */
function nodeWords(tree: MapDraws["scene"]["tree"]): Uint32Array {
  const words = new Uint32Array(tree.nodeCount * 6);
  const planes = new Uint32Array(tree.nodePlane.slice().buffer);
  const children = new Uint32Array(tree.nodeChildren.slice().buffer);
  for (let node = 0; node < tree.nodeCount; node++) {
    words.set(planes.subarray(node * 4, node * 4 + 4), node * 6);
    words.set(children.subarray(node * 2, node * 2 + 2), node * 6 + 4);
  }
  return words;
}

/**
 * Packs two words per leaf: its cluster and its area. All leaves are in area 1 if the map has no
 * area portals.
 */
function leafWords(clusters: Int32Array, areas: Int32Array | null): Uint32Array {
  const words = new Int32Array(clusters.length * 2);
  for (let leaf = 0; leaf < clusters.length; leaf++) {
    words[leaf * 2] = clusters[leaf];
    words[leaf * 2 + 1] = areas === null ? 1 : areas[leaf];
  }
  return new Uint32Array(words.buffer);
}
