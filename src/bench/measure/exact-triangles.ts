/** How many of the world's triangles a frame cannot do without: the yardstick for what is drawn. */

import { createBitSet, setAllBits } from "../../core/bit-set.ts";
import type { MapScene } from "../../map/types.ts";
import { WORLD_VERTEX } from "../../map/world.ts";
import { writeForward } from "../../math/angles.ts";
import { NEAR_PLANE, verticalFov } from "../../math/projection.ts";
import type { Camera } from "../../render/types.ts";
import { cullBoxes } from "../../visibility/cull.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";

const PLANES = 5;

/**
 * Writes the view's planes in world space, from the camera's axes rather than the renderer's
 * matrices: 4 numbers each, inside where dot(plane.xyz, p) + plane.w >= 0.
 */
function writeViewPlanes(out: Float32Array, camera: Camera, aspect: number): void {
  const axes = new Float32Array(6);
  writeForward(axes, camera.pitch, camera.yaw);
  writeForward(axes.subarray(3), camera.pitch - 90, camera.yaw);
  const [fx, fy, fz, ux, uy, uz] = axes;
  const rx = fy * uz - fz * uy;
  const ry = fz * ux - fx * uz;
  const rz = fx * uy - fy * ux;
  const tanV = Math.tan(verticalFov(camera.fov) / 2);
  const tanH = tanV * aspect;
  const sides = [
    [fx * tanH + rx, fy * tanH + ry, fz * tanH + rz],
    [fx * tanH - rx, fy * tanH - ry, fz * tanH - rz],
    [fx * tanV + ux, fy * tanV + uy, fz * tanV + uz],
    [fx * tanV - ux, fy * tanV - uy, fz * tanV - uz],
    [fx, fy, fz],
  ];
  for (const [i, [x, y, z]] of sides.entries()) {
    const near = i === PLANES - 1 ? NEAR_PLANE : 0;
    out.set([x, y, z, -(x * camera.x + y * camera.y + z * camera.z) - near], i * 4);
  }
}

/** Counts a map's exactly visible triangles, pose by pose. */
export interface TriangleCounter {
  /** Triangles of visible clusters that are not wholly outside one of the view's planes. */
  count(camera: Camera, aspect: number): number;
}

export function createTriangleCounter(scene: MapScene): TriangleCounter {
  const { world, chunks, tree, pvs } = scene;
  const positions = new DataView(
    world.vertices.buffer,
    world.vertices.byteOffset,
    world.vertices.byteLength,
  );
  const planes = new Float32Array(PLANES * 4);
  const rows = new Uint32Array(chunks.count);
  const visible = createBitSet(pvs?.clusterCount ?? 0);

  /** Bits of the planes that a vertex is outside of. */
  const outsideOf = (vertex: number): number => {
    const at = vertex * WORLD_VERTEX.strideBytes + WORLD_VERTEX.position;
    const x = positions.getFloat32(at, true);
    const y = positions.getFloat32(at + 4, true);
    const z = positions.getFloat32(at + 8, true);
    let bits = 0;
    for (let i = 0; i < PLANES; i++) {
      const p = i * 4;
      if (planes[p] * x + planes[p + 1] * y + planes[p + 2] * z + planes[p + 3] < 0) bits |= 1 << i;
    }
    return bits;
  };

  return {
    count(camera, aspect) {
      writeViewPlanes(planes, camera, aspect);
      const cluster = tree.leafCluster[findLeaf(tree, camera.x, camera.y, camera.z)];
      if (pvs && cluster >= 0) decodePvsRow(pvs, cluster, visible);
      else setAllBits(visible, pvs?.clusterCount ?? 0);
      const rowCount = cullBoxes(chunks, pvs ? visible : null, null, rows);
      let count = 0;
      for (let row = 0; row < rowCount; row++) {
        const first = chunks.firstIndex[rows[row]];
        const end = first + chunks.indexCount[rows[row]];
        for (let i = first; i < end; i += 3) {
          const outside =
            outsideOf(world.indices[i]) &
            outsideOf(world.indices[i + 1]) &
            outsideOf(world.indices[i + 2]);
          if (outside === 0) count++;
        }
      }
      return count;
    },
  };
}
