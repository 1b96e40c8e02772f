/** Builds SMD data from meshes and poses. */

import type { Smd, SmdNodes, SmdTriangles } from "../../src/formats/smd/types.ts";
import type { Mesh, Vec3, Vertex } from "./mesh.ts";

export interface Bone {
  readonly name: string;
  /** Index of the parent, or −1. */
  readonly parent: number;
  /** Position relative to the parent. */
  readonly position: Vec3;
  /** Rotation in radians about x, y, z. */
  readonly rotation?: Vec3;
}

/** Bones of a vertex with weights that sum to 1. */
export type Links = readonly (readonly [bone: number, weight: number])[];

export const ONE_BONE: readonly Bone[] = [{ name: "root", parent: -1, position: [0, 0, 0] }];

function buildNodes(bones: readonly Bone[]): SmdNodes {
  return {
    count: bones.length,
    id: Int32Array.from(bones, (_, i) => i),
    name: bones.map((bone) => bone.name),
    parent: Int32Array.from(bones, (bone) => bone.parent),
  };
}

function buildTriangles(mesh: Mesh, linksOf: (vertex: Vertex) => Links): SmdTriangles {
  const materials = [...new Set(mesh.triangles.map((triangle) => triangle.material))];
  const vertices = mesh.triangles.flatMap((triangle) => triangle.vertices);
  const links = vertices.map(linksOf);
  const firstLink = new Uint32Array(vertices.length + 1);
  links.forEach((list, i) => {
    firstLink[i + 1] = firstLink[i] + list.length;
  });
  const flat = links.flat();
  return {
    count: mesh.triangles.length,
    materials,
    material: Uint32Array.from(mesh.triangles, ({ material }) => materials.indexOf(material)),
    bone: Uint16Array.from(links, (list) => list[0][0]),
    position: Float32Array.from(vertices.flatMap((vertex) => vertex.position)),
    normal: Float32Array.from(vertices.flatMap((vertex) => vertex.normal)),
    texCoord: Float32Array.from(vertices.flatMap((vertex) => vertex.uv)),
    firstLink,
    linkBone: Uint16Array.from(flat, ([bone]) => bone),
    linkWeight: Float32Array.from(flat, ([, weight]) => weight),
    firstExtraTexCoord: new Uint32Array(vertices.length + 1),
    extraTexCoord: new Float32Array(0),
  };
}

/** Builds a reference SMD: the mesh in its bind pose. */
export function buildReference(
  mesh: Mesh,
  bones: readonly Bone[] = ONE_BONE,
  linksOf: (vertex: Vertex) => Links = () => [[0, 1]],
): Smd {
  return { ...buildAnimation(bones, [bones]), triangles: buildTriangles(mesh, linksOf) };
}

const NO_TRIANGLES: SmdTriangles = {
  count: 0,
  materials: [],
  material: new Uint32Array(0),
  bone: new Uint16Array(0),
  position: new Float32Array(0),
  normal: new Float32Array(0),
  texCoord: new Float32Array(0),
  firstLink: new Uint32Array(1),
  linkBone: new Uint16Array(0),
  linkWeight: new Float32Array(0),
  firstExtraTexCoord: new Uint32Array(1),
  extraTexCoord: new Float32Array(0),
};

/** Builds an animation SMD from the bones of each frame. */
export function buildAnimation(bones: readonly Bone[], frames: readonly (readonly Bone[])[]): Smd {
  return {
    version: 1,
    nodes: buildNodes(bones),
    skeleton: {
      frameCount: frames.length,
      time: Int32Array.from(frames, (_, i) => i),
      position: Float32Array.from(frames.flat().flatMap((bone) => bone.position)),
      rotation: Float32Array.from(frames.flat().flatMap((bone) => bone.rotation ?? [0, 0, 0])),
    },
    triangles: NO_TRIANGLES,
    vertexAnimation: null,
  };
}
