/** Measures how far materials are from the camera's start, so that near textures load first. */

import type { CameraPose, MapScene } from "../../map/types.ts";

/** Returns the distance of a point from a box (6 numbers: mins, maxs), in inches; 0 inside. */
export function distanceToBox(pose: CameraPose, box: Float32Array, offset: number): number {
  const x = Math.max(box[offset] - pose.x, 0, pose.x - box[offset + 3]);
  const y = Math.max(box[offset + 1] - pose.y, 0, pose.y - box[offset + 4]);
  const z = Math.max(box[offset + 2] - pose.z, 0, pose.z - box[offset + 5]);
  return Math.sqrt(x * x + y * y + z * z);
}

/** Returns the distance from the start pose to each world material's nearest chunk. */
export function measureChunkMaterials(
  scene: Pick<MapScene, "chunks" | "start" | "materials">,
): Float32Array {
  const { chunks, start } = scene;
  const distance = new Float32Array(scene.materials.count).fill(Number.POSITIVE_INFINITY);
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const material = chunks.material[chunk];
    distance[material] = Math.min(distance[material], distanceToBox(start, chunks.box, chunk * 6));
  }
  return distance;
}
