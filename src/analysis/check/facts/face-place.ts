import type { Bsp } from "../../../formats/bsp/types.ts";
import type { Vec3 } from "../findings.ts";

/** Returns where a finding places a face: its middle, its normal and its radius. */
export function placeOfFace(
  { faces, surfEdges, edges, vertexes, planes }: Bsp,
  face: number,
): {
  readonly origin: Vec3;
  readonly normal: Vec3;
  readonly radius: number;
  readonly face: number;
} {
  const count = faces.edgeCount[face];
  const sum: [number, number, number] = [0, 0, 0];
  const corners: number[][] = [];
  for (let i = 0; i < count; i++) {
    const surfEdge = surfEdges[faces.firstEdge[face] + i];
    const vertex = surfEdge >= 0 ? edges[surfEdge * 2] : edges[-surfEdge * 2 + 1];
    const corner = [...vertexes.position.subarray(vertex * 3, vertex * 3 + 3)];
    corners.push(corner);
    for (let axis = 0; axis < 3; axis++) sum[axis] += corner[axis] / count;
  }
  const reach = corners.map((corner) => Math.hypot(...corner.map((value, i) => value - sum[i])));
  const at = faces.plane[face] * 3;
  return {
    origin: sum,
    normal: [planes.normal[at], planes.normal[at + 1], planes.normal[at + 2]],
    radius: Math.min(256, Math.max(0, ...reach)),
    face,
  };
}
