/** How far materials are from where the camera starts, so that near textures come first. */

import type { CameraPose, MapScene, PropSet } from "../../map/types.ts";

/** Distance of a point from a box (6 numbers: mins, maxs), inches; 0 inside. */
function distanceToBox(pose: CameraPose, box: Float32Array, offset: number): number {
  const x = Math.max(box[offset] - pose.x, 0, pose.x - box[offset + 3]);
  const y = Math.max(box[offset + 1] - pose.y, 0, pose.y - box[offset + 4]);
  const z = Math.max(box[offset + 2] - pose.z, 0, pose.z - box[offset + 5]);
  return Math.hypot(x, y, z);
}

/** Distance from the start pose to each world material's nearest chunk. */
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

/** Distance from a pose to the nearest prop that uses each of the props' materials. */
export function measurePropMaterials(props: PropSet, pose: CameraPose): Float32Array {
  const ofVariant = new Float32Array(props.variantCount).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < props.instanceCount; i++) {
    const variant = props.instanceVariant[i];
    ofVariant[variant] = Math.min(
      ofVariant[variant],
      distanceToBox(pose, props.instanceBox, i * 6),
    );
  }
  const distance = new Float32Array(props.materials.count).fill(Number.POSITIVE_INFINITY);
  for (let draw = 0; draw < props.drawCount; draw++) {
    const material = props.drawMaterial[draw];
    distance[material] = Math.min(distance[material], ofVariant[props.drawVariant[draw]]);
  }
  return distance;
}
