/** Measures how far materials of props are from the camera's start. */

import type { CameraPose, PropSet } from "../../map/types.ts";
import { distanceToBox } from "../materials/material-distance.ts";

/** Returns the distance from a pose to the nearest prop that uses each material. */
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
