import type { StudioMesh } from "../../../src/formats/studio/types.ts";

export interface Windings {
  /** Number of triangles whose counter-clockwise side faces along their vertex normals. */
  facing: number;
  against: number;
  /** Number of degenerate triangles. */
  flat: number;
}

/** Counts triangles of all LODs by the side that their winding faces. */
export function countWindings(mesh: StudioMesh): Windings {
  const { position: p, normal: n } = mesh.vertices;
  const windings = { facing: 0, against: 0, flat: 0 };
  for (let i = 0; i < mesh.indices.length; i += 3) {
    const a = mesh.indices[i] * 3;
    const b = mesh.indices[i + 1] * 3;
    const c = mesh.indices[i + 2] * 3;
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const facing =
      x * (n[a] + n[b] + n[c]) +
      y * (n[a + 1] + n[b + 1] + n[c + 1]) +
      z * (n[a + 2] + n[b + 2] + n[c + 2]);
    if (x * x + y * y + z * z < 1e-12) windings.flat++;
    else if (facing > 0) windings.facing++;
    else windings.against++;
  }
  return windings;
}
