/** The world's chunks as three.js geometries with separate vertices, as loaders make them. */

import * as THREE from "three/webgpu";
import { PASS_NONE } from "../../src/map/material.ts";
import type { MapScene, MaterialSet } from "../../src/map/types.ts";
import { NO_STYLE, SURFACE, WORLD_VERTEX } from "../../src/map/world.ts";

/** Stored samples are 8-bit; 255 is full light. */
const FULL_LIGHT = 255;

/** Value of the first style's weight for a face without a lightmap, which is fully lit. */
export const UNLIT_WEIGHT = -1;

export interface WorldPart {
  readonly material: number;
  readonly geometry: THREE.BufferGeometry;
}

/** Groups chunks into meshes by material, or by material and cluster. */
function groupChunks(scene: MapScene, materials: MaterialSet, byCluster: boolean): number[][] {
  const { chunks } = scene;
  const groups = new Map<string, number[]>();
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const material = chunks.material[chunk];
    if (materials.pass[material] === PASS_NONE) continue;
    // A chunk visible from several clusters belongs to the first.
    const isPlaced = chunks.clusterCount[chunk] > 0;
    const cluster = isPlaced ? chunks.clusters[chunks.firstCluster[chunk]] : -1;
    const key = byCluster ? `${material} ${cluster}` : `${material}`;
    const group = groups.get(key);
    if (group) group.push(chunk);
    else groups.set(key, [chunk]);
  }
  return [...groups.values()];
}

/** Reads world vertices into the columns of the material nodes. */
function createVertexReader({ world, lightmap, styles }: MapScene) {
  const { buffer, byteOffset, byteLength } = world.vertices;
  const view = new DataView(buffer, byteOffset, byteLength);
  const float = (at: number) => view.getFloat32(at, true);
  const scaleX = 1 / (lightmap?.width ?? 1);
  const scaleY = 1 / (lightmap?.height ?? 1);

  return (vertex: number, out: VertexColumns, row: number): void => {
    const at = vertex * WORLD_VERTEX.strideBytes;
    for (let axis = 0; axis < 3; axis++) {
      out.position[row * 3 + axis] = float(at + WORLD_VERTEX.position + axis * 4);
    }
    for (let axis = 0; axis < 2; axis++) {
      out.uv[row * 2 + axis] = float(at + WORLD_VERTEX.texCoord + axis * 4);
    }
    const surface = view.getUint32(at + WORLD_VERTEX.surface, true);
    const blockWidth =
      (surface >>> SURFACE.blockWidthShift) &
      (2 ** (SURFACE.pageShift - SURFACE.blockWidthShift) - 1);
    const page = (surface >>> SURFACE.pageShift) & (2 ** SURFACE.pageBits - 1);
    const styleWidth = blockWidth * (surface & SURFACE.bumped ? 4 : 1);
    out.lightmap[row * 4] = float(at + WORLD_VERTEX.lightmapCoord) * scaleX;
    out.lightmap[row * 4 + 1] = float(at + WORLD_VERTEX.lightmapCoord + 4) * scaleY;
    out.lightmap[row * 4 + 2] = page;
    out.lightmap[row * 4 + 3] = styleWidth * scaleX;
    const isLit = (surface & SURFACE.lit) !== 0;
    let isEnd = !isLit;
    for (let i = 0; i < 4; i++) {
      const style = view.getUint8(at + WORLD_VERTEX.styles + i);
      isEnd ||= style === NO_STYLE;
      out.styleWeights[row * 4 + i] = isEnd ? 0 : styles[style] / FULL_LIGHT;
    }
    if (!isLit) out.styleWeights[row * 4] = UNLIT_WEIGHT;
    out.blend[row] = view.getUint8(at + WORLD_VERTEX.blend) / 255;
  };
}

interface VertexColumns {
  readonly position: Float32Array<ArrayBuffer>;
  readonly uv: Float32Array<ArrayBuffer>;
  /** Four per vertex: position in the atlas, 0 to 1; page; width of a style. */
  readonly lightmap: Float32Array<ArrayBuffer>;
  /** Four per vertex: resting brightness over the sample range, 0 without a style. */
  readonly styleWeights: Float32Array<ArrayBuffer>;
  readonly blend: Float32Array<ArrayBuffer>;
}

/** Builds one geometry per chunk group. */
export function buildWorldParts(
  scene: MapScene,
  materials: MaterialSet,
  byCluster: boolean,
): WorldPart[] {
  const { world, chunks } = scene;
  const readVertex = createVertexReader(scene);
  const rowOf = new Int32Array(world.vertexCount);
  return groupChunks(scene, materials, byCluster).map((group) => {
    rowOf.fill(-1);
    const source: number[] = [];
    const index: number[] = [];
    for (const chunk of group) {
      const end = chunks.firstIndex[chunk] + chunks.indexCount[chunk];
      for (let i = chunks.firstIndex[chunk]; i < end; i++) {
        const vertex = world.indices[i];
        if (rowOf[vertex] < 0) rowOf[vertex] = source.push(vertex) - 1;
        index.push(rowOf[vertex]);
      }
    }
    const count = source.length;
    const columns: VertexColumns = {
      position: new Float32Array(count * 3),
      uv: new Float32Array(count * 2),
      lightmap: new Float32Array(count * 4),
      styleWeights: new Float32Array(count * 4),
      blend: new Float32Array(count),
    };
    source.forEach((vertex, row) => {
      readVertex(vertex, columns, row);
    });
    const geometry = new THREE.BufferGeometry();
    for (const [name, column] of Object.entries(columns)) {
      geometry.setAttribute(name, new THREE.BufferAttribute(column, column.length / count));
    }
    geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(index), 1));
    geometry.computeBoundingSphere();
    return { material: chunks.material[group[0]], geometry };
  });
}
