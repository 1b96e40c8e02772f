/** Decompiles meshes and animations to SMDs. */

import type { Smd, SmdSkeleton, SmdTriangles } from "../../../formats/smd/types.ts";
import {
  type MdlAnimation,
  STUDIO_DELTA,
} from "../../../formats/studio/animation/animation-types.ts";
import { STUDIOHDR_FLAGS_STATIC_PROP } from "../../../formats/studio/mesh/build-bone-palette.ts";
import type { Mdl, Vtx, Vvd } from "../../../formats/studio/types.ts";
import { movementPose } from "../motion/extract-movements.ts";
import {
  createPose,
  identityPose,
  multiplyPoses,
  type Pose,
  poseFromQuaternion,
  transformDirection,
  transformPoint,
  writeEuler,
} from "../pose-matrix.ts";

/**
 * Transform from model space to SMD space: the inverse of the quarter turn about z that the
 * compiler adds.
 */
const SMD_FROM_MODEL = createPose([0, 0, -Math.PI / 2], 0, [0, 0, 0], 0, 1);

export interface DecompiledMesh {
  readonly smd: Smd;
  /** Vertex of the VVD for each corner of the triangles. */
  readonly corners: readonly number[];
  /** Range of rows of `Mdl.meshes`. */
  readonly firstMesh: number;
  readonly meshCount: number;
}

/** Returns the transform from model space to SMD space. */
export function spaceOf({ flags }: Mdl): Pose {
  const isStaticProp = (flags & STUDIOHDR_FLAGS_STATIC_PROP) !== 0;
  return isStaticProp ? SMD_FROM_MODEL : identityPose();
}

export interface MeshFiles {
  readonly mdl: Mdl;
  readonly vvd: Vvd;
  readonly vtx: Vtx;
}

/**
 * Returns a model of a body part at a LOD as an SMD in the bind pose; `null` if it has no
 * triangles.
 */
export function decompileMesh(
  files: MeshFiles,
  bodyPart: number,
  model: number,
  lod: number,
): DecompiledMesh | null {
  const { triangles, corners } = readTriangles(files, bodyPart, model, lod);
  if (triangles.count === 0) return null;
  const { mdl } = files;
  const { firstMesh, meshCount } = mdl.bodyParts[bodyPart].models[model];
  const smd = { ...skeletonOf(mdl), triangles };
  return { smd, corners, firstMesh, meshCount };
}

/** Returns an SMD of the bones in the bind pose, without triangles. */
export function skeletonOf(mdl: Mdl): Smd {
  const { count, parent, position, quaternion } = mdl.bones;
  const skeleton = buildSkeleton(1, count, parent, { position, quaternion }, identityPose);
  const nothing = { triangles: NO_TRIANGLES, vertexAnimation: null };
  return { version: 1, nodes: nodesOf(mdl), skeleton, ...nothing };
}

/** Returns an animation as an SMD without triangles. */
export function decompileAnimation(mdl: Mdl, animation: MdlAnimation, isStaticProp: boolean): Smd {
  // Additive animations are not rotated.
  const isTurned = !isStaticProp && (animation.flags & STUDIO_DELTA) === 0;
  const rootTurn = isTurned ? SMD_FROM_MODEL : identityPose();
  const { count, parent } = mdl.bones;
  // Adds the whole model's movement back to the roots. Static props and additive animations have
  // none.
  const movements = isTurned ? animation.movements : [];
  return {
    version: 1,
    nodes: nodesOf(mdl),
    skeleton: buildSkeleton(animation.frameCount, count, parent, animation, (frame) =>
      movements.length === 0 ? rootTurn : multiplyPoses(rootTurn, movementPose(movements, frame)),
    ),
    triangles: NO_TRIANGLES,
    vertexAnimation: null,
  };
}

const NO_TRIANGLES: SmdTriangles = {
  count: 0,
  materials: [],
  material: new Uint32Array(0),
  bone: new Uint16Array(0),
  position: new Float32Array(0),
  normal: new Float32Array(0),
  texCoord: new Float32Array(0),
  firstLink: Uint32Array.of(0),
  linkBone: new Uint16Array(0),
  linkWeight: new Float32Array(0),
  firstExtraTexCoord: Uint32Array.of(0),
  extraTexCoord: new Float32Array(0),
};

function nodesOf({ bones }: Mdl): Smd["nodes"] {
  const { count, name, parent } = bones;
  return { count, id: Int32Array.from({ length: count }, (_, i) => i), name, parent };
}

function buildSkeleton(
  frameCount: number,
  boneCount: number,
  parent: Int32Array,
  poses: { readonly position: Float32Array; readonly quaternion: Float32Array },
  moveRoots: (frame: number) => Pose,
): SmdSkeleton {
  const skeleton = {
    frameCount,
    time: Int32Array.from({ length: frameCount }, (_, i) => i),
    position: new Float32Array(frameCount * boneCount * 3),
    rotation: new Float32Array(frameCount * boneCount * 3),
  };
  let rootTurn = moveRoots(0);
  for (let row = 0; row < frameCount * boneCount; row++) {
    if (row % boneCount === 0) rootTurn = moveRoots(row / boneCount);
    let pose = poseFromQuaternion(poses.quaternion, row * 4, poses.position, row * 3);
    if (parent[row % boneCount] < 0) pose = multiplyPoses(rootTurn, pose);
    skeleton.position.set([pose[3], pose[7], pose[11]], row * 3);
    writeEuler(skeleton.rotation, row * 3, pose);
  }
  return skeleton;
}

function readTriangles(
  { mdl, vvd, vtx }: MeshFiles,
  bodyPart: number,
  model: number,
  lod: number,
): { readonly triangles: SmdTriangles; readonly corners: readonly number[] } {
  const { vertices } = vvd;
  const { meshes } = vtx;
  const materials: string[] = [];
  const material: number[] = [];
  const corners: number[] = [];
  const { firstMesh } = mdl.bodyParts[bodyPart].models[model];
  for (let row = 0; row < meshes.count; row++) {
    if (meshes.bodyPart[row] !== bodyPart || meshes.model[row] !== model) continue;
    if (meshes.lod[row] !== lod || meshes.indexCount[row] === 0) continue;
    const mesh = firstMesh + meshes.mesh[row];
    const name = mdl.textures[mdl.skins[mdl.meshes.material[mesh]]];
    let known = materials.indexOf(name);
    if (known < 0) known = materials.push(name) - 1;
    for (let i = 0; i < meshes.indexCount[row]; i++) {
      corners.push(mdl.meshes.firstVertex[mesh] + vtx.indices[meshes.firstIndex[row] + i]);
      if (i % 3 === 0) material.push(known);
    }
  }
  const out = {
    count: material.length,
    materials,
    material: Uint32Array.from(material),
    bone: new Uint16Array(corners.length),
    position: new Float32Array(corners.length * 3),
    normal: new Float32Array(corners.length * 3),
    texCoord: new Float32Array(corners.length * 2),
    firstLink: new Uint32Array(corners.length + 1),
    linkBone: new Uint16Array(0),
    linkWeight: new Float32Array(0),
    firstExtraTexCoord: new Uint32Array(corners.length + 1),
    extraTexCoord: new Float32Array(0),
  };
  const space = spaceOf(mdl);
  const linkBone: number[] = [];
  const linkWeight: number[] = [];
  corners.forEach((vertex, i) => {
    const { position, normal, texCoord } = vertices;
    const at = vertex * 3;
    transformPoint(out.position, i * 3, space, position[at], position[at + 1], position[at + 2]);
    transformDirection(out.normal, i * 3, space, normal[at], normal[at + 1], normal[at + 2]);
    out.texCoord[i * 2] = texCoord[vertex * 2];
    out.texCoord[i * 2 + 1] = 1 - texCoord[vertex * 2 + 1];
    for (let k = 0; k < vertices.boneCount[vertex]; k++) {
      if (vertices.boneWeight[at + k] <= 0) continue;
      linkBone.push(vertices.boneIndex[at + k]);
      linkWeight.push(vertices.boneWeight[at + k]);
    }
    out.bone[i] = linkBone[out.firstLink[i]];
    out.firstLink[i + 1] = linkBone.length;
  });
  const links = {
    linkBone: Uint16Array.from(linkBone),
    linkWeight: Float32Array.from(linkWeight),
  };
  return { triangles: { ...out, ...links }, corners };
}
