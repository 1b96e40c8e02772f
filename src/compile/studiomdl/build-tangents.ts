import type { StudioVertices } from "../../formats/studio/types.ts";

/** Texture coordinates of less area than this give no direction. */
const MIN_AREA = 1e-12;

/**
 * Writes the tangents of a mesh: along growing u, made square to the normal, with the sign that
 * makes sign * cross(normal, tangent) run along growing v. A vertex takes them from the triangles
 * of the finest LOD that has it.
 */
export function writeTangents(
  vertices: StudioVertices,
  first: number,
  count: number,
  lodIndices: readonly Uint32Array[],
): void {
  const alongU = new Float64Array(count * 3);
  const alongV = new Float64Array(count * 3);
  const finest = new Int8Array(count).fill(-1);
  for (let lod = 0; lod < lodIndices.length; lod++) {
    const indices = lodIndices[lod];
    for (const i of indices) if (finest[i] < 0) finest[i] = lod;
    for (let i = 0; i < indices.length; i += 3) {
      const corners = indices.subarray(i, i + 3);
      const directions = triangleDirections(vertices, first, corners);
      if (directions === null) continue;
      for (const corner of corners) {
        if (finest[corner] !== lod) continue;
        for (let axis = 0; axis < 3; axis++) {
          alongU[corner * 3 + axis] += directions[axis];
          alongV[corner * 3 + axis] += directions[axis + 3];
        }
      }
    }
  }
  for (let i = 0; i < count; i++) writeTangent(vertices, first + i, alongU, alongV, i * 3);
}

/** Unit vectors along u and along v in the plane of a triangle. */
function triangleDirections(
  { position, texCoord }: StudioVertices,
  first: number,
  corners: Uint32Array,
): Float64Array | null {
  const [a, b, c] = [first + corners[0], first + corners[1], first + corners[2]];
  const u1 = texCoord[b * 2] - texCoord[a * 2];
  const u2 = texCoord[c * 2] - texCoord[a * 2];
  const v1 = texCoord[b * 2 + 1] - texCoord[a * 2 + 1];
  const v2 = texCoord[c * 2 + 1] - texCoord[a * 2 + 1];
  const area = u1 * v2 - u2 * v1;
  if (Math.abs(area) < MIN_AREA) return null;
  const out = new Float64Array(6);
  for (let axis = 0; axis < 3; axis++) {
    const e1 = position[b * 3 + axis] - position[a * 3 + axis];
    const e2 = position[c * 3 + axis] - position[a * 3 + axis];
    out[axis] = (v2 * e1 - v1 * e2) / area;
    out[axis + 3] = (u1 * e2 - u2 * e1) / area;
  }
  normalize(out, 0);
  normalize(out, 3);
  return out;
}

function normalize(v: Float64Array, at: number): boolean {
  const length = Math.hypot(v[at], v[at + 1], v[at + 2]);
  if (length < 1e-9) return false;
  for (let i = at; i < at + 3; i++) v[i] /= length;
  return true;
}

function writeTangent(
  { normal, tangent }: StudioVertices,
  vertex: number,
  alongU: Float64Array,
  alongV: Float64Array,
  at: number,
): void {
  // Normals keep the length that their SMD gives them.
  const n = Float64Array.from(normal.subarray(vertex * 3, vertex * 3 + 3));
  normalize(n, 0);
  const [nx, ny, nz] = n;
  const t = Float64Array.of(alongU[at], alongU[at + 1], alongU[at + 2]);
  const along = nx * t[0] + ny * t[1] + nz * t[2];
  t[0] -= nx * along;
  t[1] -= ny * along;
  t[2] -= nz * along;
  // Without any direction, one that is square to the normal.
  if (!normalize(t, 0)) {
    if (Math.abs(nx) < 0.9) t.set([1 - nx * nx, -nx * ny, -nx * nz]);
    else t.set([-ny * nx, 1 - ny * ny, -ny * nz]);
    normalize(t, 0);
  }
  const side =
    (ny * t[2] - nz * t[1]) * alongV[at] +
    (nz * t[0] - nx * t[2]) * alongV[at + 1] +
    (nx * t[1] - ny * t[0]) * alongV[at + 2];
  tangent.set([t[0], t[1], t[2], side < 0 ? -1 : 1], vertex * 4);
}
