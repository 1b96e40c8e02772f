/** The light of decals: that of the surfaces which they lie on, whatever the map is lit by. */

import { DECAL_VERTEX, type DecalSet } from "../../map/decals.ts";
import type { WorldMesh } from "../../map/types.ts";
import { SURFACE, WORLD_VERTEX } from "../../map/world.ts";

const STRIDE_WORDS = DECAL_VERTEX.strideBytes / 4;
const WORLD_STRIDE_WORDS = WORLD_VERTEX.strideBytes / 4;
const MATERIAL_MASK = 2 ** SURFACE.materialBits - 1;

/** The vertices of decals with their places on the lightmaps of a world; unlit where that has no such vertices. */
export function lightDecalVertices(
  { vertexCount, vertices, corners, weights }: DecalSet,
  world: WorldMesh,
): Uint8Array {
  const lit = vertices.slice();
  const floats = new Float32Array(lit.buffer);
  const words = new Uint32Array(lit.buffer);
  const worldFloats = new Float32Array(world.vertices.buffer, world.vertices.byteOffset);
  const worldWords = new Uint32Array(world.vertices.buffer, world.vertices.byteOffset);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const [a, b, c] = corners.subarray(vertex * 3, vertex * 3 + 3);
    if (Math.max(a, b, c) >= world.vertexCount) continue;
    const word = vertex * STRIDE_WORDS;
    const first = a * WORLD_STRIDE_WORDS;
    const material = words[word + WORLD_VERTEX.surface / 4] & MATERIAL_MASK;
    words[word + WORLD_VERTEX.surface / 4] =
      ((worldWords[first + WORLD_VERTEX.surface / 4] & ~MATERIAL_MASK) | material) >>> 0;
    words[word + WORLD_VERTEX.styles / 4] = worldWords[first + WORLD_VERTEX.styles / 4];
    for (let axis = 0; axis < 2; axis++) {
      const at = WORLD_VERTEX.lightmapCoord / 4 + axis;
      const origin = worldFloats[first + at];
      const second = worldFloats[b * WORLD_STRIDE_WORDS + at] - origin;
      const third = worldFloats[c * WORLD_STRIDE_WORDS + at] - origin;
      floats[word + at] = origin + second * weights[vertex * 2] + third * weights[vertex * 2 + 1];
    }
  }
  return lit;
}
