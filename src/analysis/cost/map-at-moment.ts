/** The drawn surfaces of a map at a moment of a simulation, for counting costs. */

import type { BrushModels, MapMoment } from "../../map/motion/brush-models.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_HIDDEN, WORLD_VERTEX } from "../../map/world.ts";
import { multiply3x4 } from "../../math/matrix3x4.ts";
import { writeTransformedBox } from "../../math/transformed-box.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../visibility/leaf-walk.ts";
import type { CostMap } from "./open-cost-map.ts";

/** State of brush models and area portals; see `MapMoment`. */
export type CostMoment = Pick<MapMoment, "worldFromModel" | "isHidden" | "openPortals">;

/**
 * Returns a copy of the map with the brush models where a moment has them, without the hidden ones.
 */
export function mapAtMoment(map: CostMap, moment: CostMoment): CostMap {
  const { world, tree } = map;
  const { models: brushes } = world;
  const { openPortals } = moment;
  if (brushes === null || brushes.count !== moment.isHidden.length) return { ...map, openPortals };
  const kind = world.chunks.kind.slice();
  const box = world.chunks.box.slice();
  const firstCluster = world.chunks.firstCluster.slice();
  const clusterCount = world.chunks.clusterCount.slice();
  const clusters = [...world.chunks.clusters];
  const vertices = world.mesh.vertices.slice();
  const leafs = makeBoxLeafs(tree);
  const delta = new Float32Array(12);
  for (let row = 0; row < brushes.count; row++) {
    const isMoved = writeDelta(delta, brushes, row, moment.worldFromModel);
    const first = brushes.firstChunk[row];
    const chunks = brushes.chunks.subarray(first, first + brushes.chunkCount[row]);
    const moved = new Set<number>();
    for (const chunk of chunks) {
      kind[chunk] = moment.isHidden[row] === 1 ? CHUNK_HIDDEN : CHUNK_BRUSH_MODEL;
      if (!isMoved) continue;
      const at = chunk * 6;
      writeTransformedBox(box, at, delta, 0, box.slice(at, at + 3), box.slice(at + 3, at + 6));
      firstCluster[chunk] = clusters.length;
      const found = new Set<number>();
      for (let i = writeBoxLeafs(tree, box, at, leafs) - 1; i >= 0; i--) {
        if (tree.leafCluster[leafs[i]] >= 0) found.add(tree.leafCluster[leafs[i]]);
      }
      clusters.push(...found);
      clusterCount[chunk] = found.size;
      const start = world.chunks.firstIndex[chunk];
      const end = start + world.chunks.indexCount[chunk];
      for (const vertex of world.mesh.indices.subarray(start, end)) moved.add(vertex);
    }
    moveVertices(vertices, moved, delta);
  }
  const chunks = {
    ...world.chunks,
    ...{ count: kind.length, kind, box, firstCluster, clusterCount },
    clusters: Uint32Array.from(clusters),
  };
  const triangles = world.triangles.map((count, chunk) =>
    kind[chunk] === CHUNK_HIDDEN ? 0 : count,
  );
  const mesh = { ...world.mesh, vertices };
  return { ...map, openPortals, world: { ...world, mesh, chunks, triangles } };
}

/** Writes the way from a model's built place to another; returns whether there is any. */
function writeDelta(
  out: Float32Array,
  { worldFromModel: built }: BrushModels,
  row: number,
  now: Float32Array,
): boolean {
  const at = row * 12;
  let isMoved = false;
  for (let i = at; i < at + 12; i++) isMoved ||= now[i] !== built[i];
  if (!isMoved) return false;
  for (let r = 0; r < 3; r++) {
    let back = 0;
    for (let c = 0; c < 3; c++) {
      out[r * 4 + c] = built[at + c * 4 + r];
      back -= built[at + c * 4 + r] * built[at + c * 4 + 3];
    }
    out[r * 4 + 3] = back;
  }
  multiply3x4(out, 0, now, at, out, 0);
  return true;
}

function moveVertices(vertices: Uint8Array, moved: Iterable<number>, m: Float32Array): void {
  const view = new DataView(vertices.buffer, vertices.byteOffset, vertices.byteLength);
  for (const vertex of moved) {
    const at = vertex * WORLD_VERTEX.strideBytes + WORLD_VERTEX.position;
    const [x, y, z] = [0, 4, 8].map((offset) => view.getFloat32(at + offset, true));
    for (let r = 0; r < 3; r++) {
      const value = m[r * 4] * x + m[r * 4 + 1] * y + m[r * 4 + 2] * z + m[r * 4 + 3];
      view.setFloat32(at + r * 4, value, true);
    }
  }
}
