/** What is drawn along a line of sight: faces and displacements as they look at the eye, whatever is solid. */

import { SURF_INVISIBLE } from "../../../formats/bsp/layouts/surface-flags.ts";
import { meetTriangle } from "../../../math/meet-triangle.ts";
import type { Vec3 } from "../findings.ts";
import type { MapFacts } from "./map-facts.ts";

/** Inches from an eye to what is drawn first beyond a distance; Infinity: nothing. All faces are asked. Throws FormatError (too-large). */
export function drawnBeyond(facts: MapFacts, eye: Vec3, way: Vec3, beyond: number): number {
  const { bsp, ledger } = facts;
  const { faces, texInfos, planes, models } = bsp;
  const end = Math.min(faces.count, (models.firstFace[0] ?? 0) + (models.faceCount[0] ?? 0));
  let nearest = Number.POSITIVE_INFINITY;
  ledger.take("rayTests", faces.count, "LUMP_FACES");
  for (let face = models.firstFace[0] ?? 0; face < end; face++) {
    if (faces.dispInfo[face] >= 0) continue;
    if ((texInfos.flags[faces.texinfo[face]] & SURF_INVISIBLE) !== 0) continue;
    const p = faces.plane[face] * 3;
    const [nx, ny, nz] = planes.normal.subarray(p, p + 3);
    const slope = nx * way[0] + ny * way[1] + nz * way[2];
    // What looks away is not drawn.
    if (slope > -1e-6) continue;
    const height = nx * eye[0] + ny * eye[1] + nz * eye[2] - planes.dist[faces.plane[face]];
    const distance = -height / slope;
    if (distance < beyond || distance >= nearest) continue;
    if (isInFace(facts, face, along(eye, way, distance))) nearest = distance;
  }
  const corners = new Float64Array(9);
  for (const { grid } of facts.displacements) {
    const { position, indices } = grid;
    ledger.take("rayTests", indices.length / 3, "LUMP_DISP_VERTS");
    for (let i = 0; i < indices.length; i += 3) {
      for (let corner = 0; corner < 3; corner++) {
        const vertex = indices[i + corner] * 3;
        for (let axis = 0; axis < 3; axis++) corners[corner * 3 + axis] = position[vertex + axis];
      }
      const distance = meetTriangle(corners, 0, ...eye, ...way);
      if (distance >= beyond && distance < nearest) nearest = distance;
    }
  }
  return nearest;
}

const along = (eye: Vec3, way: Vec3, distance: number): Vec3 => [
  eye[0] + way[0] * distance,
  eye[1] + way[1] * distance,
  eye[2] + way[2] * distance,
];

/** A point of a face's plane: on one side of all its edges, whichever way they go around. */
function isInFace({ bsp }: MapFacts, face: number, at: Vec3): boolean {
  const { faces, planes, surfEdges, edges, vertexes } = bsp;
  const p = faces.plane[face] * 3;
  const normal = planes.normal.subarray(p, p + 3);
  const count = faces.edgeCount[face];
  let sign = 0;
  for (let i = 0; i < count; i++) {
    const surfEdge = surfEdges[faces.firstEdge[face] + i];
    const [from, to] = surfEdge >= 0 ? [0, 1] : [1, 0];
    const edge = Math.abs(surfEdge) * 2;
    const a = vertexes.position.subarray(edges[edge + from] * 3, edges[edge + from] * 3 + 3);
    const b = vertexes.position.subarray(edges[edge + to] * 3, edges[edge + to] * 3 + 3);
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [vx, vy, vz] = [at[0] - a[0], at[1] - a[1], at[2] - a[2]];
    const side =
      normal[0] * (uy * vz - uz * vy) +
      normal[1] * (uz * vx - ux * vz) +
      normal[2] * (ux * vy - uy * vx);
    if (side === 0) continue;
    if (sign !== 0 && Math.sign(side) !== sign) return false;
    sign = Math.sign(side);
  }
  return sign !== 0;
}
