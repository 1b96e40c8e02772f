/** Builds meshes, vertices and tangents from SMDs. */

import type { Smd } from "../../formats/smd/types.ts";
import type { StudioVertices } from "../../formats/studio/types.ts";
import type {
  StudioBodyModelFile,
  StudioMeshFile,
} from "../../formats/studio/write/write-types.ts";
import type { ModelBones } from "./collect-bones.ts";
import {
  buildMeshFlexes,
  type CornerTable,
  createCornerTable,
  FlexDescriptors,
  readShapes,
} from "./flex/build-flexes.ts";
import { isDeletedMaterial, type ModelMaterialNames, materialName } from "./material-table.ts";
import { limitWeights, MeshBuilder } from "./mesh-builder.ts";
import { type Pose, transformDirection, transformPoint } from "./pose-matrix.ts";
import type { ModelSmds } from "./qc/load-sources.ts";
import { qcError } from "./qc/qc-statements.ts";
import type { Qc } from "./qc/qc-types.ts";

/** Area in texture space below which a triangle gives no tangent. */
const MIN_AREA = 1e-12;

/**
 * Writes the tangents of a mesh: along increasing u, orthogonal to the normal, with the sign for
 * which sign * cross(normal, tangent) points along increasing v. A vertex uses the triangles of the
 * finest LOD that contains it.
 */
function writeTangents(
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

/** Returns unit vectors along u and along v in the plane of a triangle. */
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
  // Normals keep their length from the SMD.
  const n = Float64Array.from(normal.subarray(vertex * 3, vertex * 3 + 3));
  normalize(n, 0);
  const [nx, ny, nz] = n;
  const t = Float64Array.of(alongU[at], alongU[at + 1], alongU[at + 2]);
  const along = nx * t[0] + ny * t[1] + nz * t[2];
  t[0] -= nx * along;
  t[1] -= ny * along;
  t[2] -= nz * along;
  // Without a direction, uses any vector perpendicular to the normal.
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

/** Most vertices of a mesh, which a VTX numbers with 16 bits. */
const MAX_MESH_VERTICES = 0x10000;

export interface Geometry {
  readonly models: readonly StudioBodyModelFile[];
  readonly vertices: StudioVertices;
  readonly vertexLod: Uint8Array;
  /** Names of flexes that meshes use. */
  readonly descriptors: FlexDescriptors;
}

/** Inputs that all meshes of a model file share. */
interface MeshContext {
  readonly qc: Qc;
  readonly bones: ModelBones;
  readonly materials: ModelMaterialNames;
  readonly smdToModel: Pose;
}

/**
 * Converts the SMDs of all models to meshes by material, with the vertices of all LODs. Equal
 * vertices are merged; in each mesh those of the coarsest LOD come first. `smdToModel` transforms
 * vertices (after `$scale`).
 */
export function buildGeometry(
  qc: Qc,
  sources: readonly ModelSmds[],
  bones: ModelBones,
  materials: ModelMaterialNames,
  smdToModel: Pose,
): Geometry {
  const context: MeshContext = { qc, bones, materials, smdToModel };
  const descriptors = new FlexDescriptors();
  const built = sources.map((source) => {
    const shapes = readShapes(source, descriptors.add);
    const corners = shapes.length === 0 ? null : createCornerTable(source.lods[0]!.triangles.count);
    const meshes = buildMeshes(context, source, corners);
    return { source, shapes, corners, meshes };
  });
  const count = built.flatMap(({ meshes }) => meshes).reduce((sum, mesh) => sum + mesh.count, 0);
  const vertices: StudioVertices = {
    count,
    position: new Float32Array(count * 3),
    normal: new Float32Array(count * 3),
    tangent: new Float32Array(count * 4),
    texCoord: new Float32Array(count * 2),
    boneWeight: new Float32Array(count * 3),
    boneIndex: new Uint8Array(count * 3),
    boneCount: new Uint8Array(count),
  };
  const vertexLod = new Uint8Array(count);
  let firstVertex = 0;
  const models: StudioBodyModelFile[] = [];
  for (const { source, shapes, corners, meshes } of built) {
    const modelFirst = firstVertex;
    const rows: StudioMeshFile[] = [];
    for (const mesh of meshes) {
      const lodIndices = mesh.finish(vertices, vertexLod, firstVertex);
      writeTangents(vertices, firstVertex, mesh.count, lodIndices);
      rows.push({
        material: mesh.material,
        center: measureCenter(vertices.position, firstVertex, mesh.count),
        firstVertex,
        vertexCount: mesh.count,
        lodIndices,
        ...(corners === null
          ? {}
          : { flexes: buildMeshFlexes(shapes, corners, mesh, qc.scale, smdToModel) }),
      });
      firstVertex += mesh.count;
    }
    models.push({
      name: source.model.file ?? "blank",
      boundingRadius: measureRadius(vertices.position, modelFirst, firstVertex),
      firstVertex: modelFirst,
      vertexCount: firstVertex - modelFirst,
      meshes: rows,
    });
  }
  return { models, vertices, vertexLod, descriptors };
}

function buildMeshes(
  context: MeshContext,
  { model, lods }: ModelSmds,
  corners: CornerTable | null,
): MeshBuilder[] {
  const { qc, materials } = context;
  const meshes = new Map<number, MeshBuilder>();
  for (let lod = 0; lod < lods.length; lod++) {
    const smd = lods[lod];
    if (smd === null) continue;
    const removedMeshes = lod === 0 ? [] : qc.lods[lod - 1].removedMeshes;
    const table = lod === 0 ? corners : null;
    addTriangles(context, meshes, { smd, lod, lodCount: lods.length, removedMeshes, table });
  }
  const built = [...meshes.values()].sort((a, b) => a.material - b.material);
  const large = built.find((mesh) => mesh.count > MAX_MESH_VERTICES);
  if (large !== undefined) {
    const expected = `at most ${MAX_MESH_VERTICES} vertices a material`;
    const found = `${large.count} of ${materials.names[large.material]}`;
    throw qcError("bad-count", "$body", model.line, expected, found);
  }
  return built;
}

/** SMD of one LOD. */
interface LodSource {
  readonly smd: Smd;
  readonly lod: number;
  readonly lodCount: number;
  readonly removedMeshes: readonly string[];
  /** Filled with the vertex of each corner; `null` if no shape needs them. */
  readonly table: CornerTable | null;
}

function addTriangles(
  { qc, bones, materials, smdToModel }: MeshContext,
  meshes: Map<number, MeshBuilder>,
  { smd, lod, lodCount, removedMeshes, table }: LodSource,
): void {
  const { triangles, nodes } = smd;
  const removed = new Set(removedMeshes.map((name) => materialName(name).toLowerCase()));
  const boneOf = nodes.name.map((name) => bones.find(name) ?? 0);
  const corners = [0, 0, 0];
  const position = new Float32Array(3);
  const normal = new Float32Array(3);
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    const name = triangles.materials[triangles.material[triangle]];
    if (isDeletedMaterial(name) || removed.has(materialName(name).toLowerCase())) continue;
    const material = materials.add(name);
    let mesh = meshes.get(material);
    if (mesh === undefined) {
      mesh = new MeshBuilder(material, lodCount);
      meshes.set(material, mesh);
    }
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangle * 3 + corner;
      const [x, y, z] = triangles.position.subarray(vertex * 3, vertex * 3 + 3);
      transformPoint(position, 0, smdToModel, x * qc.scale, y * qc.scale, z * qc.scale);
      const n = normalOf(smd, triangle, vertex);
      transformDirection(normal, 0, smdToModel, n[0], n[1], n[2]);
      const u = triangles.texCoord[vertex * 2];
      // Texture rows run down in models and up in SMDs.
      const v = 1 - triangles.texCoord[vertex * 2 + 1];
      const weights = limitWeights(triangles, vertex, boneOf, qc.isStaticProp);
      corners[corner] = mesh.addVertex(position, normal, u, v, weights, lod);
      if (table === null) continue;
      table.mesh[vertex] = mesh;
      table.vertex[vertex] = corners[corner];
    }
    mesh.addTriangle(lod, corners[0], corners[1], corners[2]);
  }
}

/**
 * Returns the vertex's normal with its length in the SMD, like the real tool; the triangle's unit
 * normal if it is zero.
 */
function normalOf({ triangles }: Smd, triangle: number, vertex: number): ArrayLike<number> {
  const own = triangles.normal.subarray(vertex * 3, vertex * 3 + 3);
  if (own[0] !== 0 || own[1] !== 0 || own[2] !== 0) return own;
  const p = triangles.position.subarray(triangle * 9, triangle * 9 + 9);
  const [ax, ay, az] = [p[3] - p[0], p[4] - p[1], p[5] - p[2]];
  const [bx, by, bz] = [p[6] - p[0], p[7] - p[1], p[8] - p[2]];
  const cross = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const length = Math.hypot(...cross) || 1;
  return cross.map((value) => value / length);
}

function measureCenter(
  position: Float32Array,
  first: number,
  count: number,
): [number, number, number] {
  const center: [number, number, number] = [0, 0, 0];
  for (let i = first * 3; i < (first + count) * 3; i++) center[i % 3] += position[i] / count;
  return center;
}

function measureRadius(position: Float32Array, first: number, end: number): number {
  let radius = 0;
  for (let i = first * 3; i < end * 3; i += 3) {
    radius = Math.max(radius, Math.hypot(position[i], position[i + 1], position[i + 2]));
  }
  return radius;
}
