/** Exports a model to glTF. */

import { FormatError } from "../../core/errors.ts";
import { STUDIOHDR_FLAGS_STATIC_PROP } from "../../formats/studio/mesh/build-bone-palette.ts";
import { chooseModels } from "../../formats/studio/mesh/build-studio-mesh.ts";
import { listMeshes } from "../../formats/studio/mesh/list-meshes.ts";
import type { MdlRig } from "../../formats/studio/rig/rig-types.ts";
import type { Mdl } from "../../formats/studio/types.ts";
import type { StudioModel } from "../../model/files/studio-model.ts";
import type { ContentAccess } from "../../scene/open/read-content.ts";
import { GltfBuilder } from "../gltf/gltf-builder.ts";
import type { GltfNode } from "../gltf/gltf-types.ts";
import {
  METRES_PER_INCH,
  quaternionOf,
  turnQuaternion,
  turnVector,
  writeTurnedMatrix,
} from "../gltf/space.ts";
import { GltfMaterialTable, resolveModelMaterials } from "../materials/material-table.ts";
import { GltfTextureTable } from "../materials/texture-table.ts";
import { addAnimations } from "./animations.ts";
import { MeshNodes } from "./model-meshes.ts";

/** Options for exporting a model. */
export interface ModelExportOptions {
  /** Length of an inch in the file; default 0.0254, in meters. */
  readonly scale?: number;
  /** LOD of the first scene; the others get separate scenes. Default 0. */
  readonly lod?: number;
  /** Body groups of the first scene, by the engine's number. Default 0. */
  readonly body?: number;
  /** Names of the sequences to write, case-insensitive. Default: all. */
  readonly sequences?: readonly string[];
  /**
   * True to write every blend of a sequence as a separate animation, instead of the sequence as it
   * plays with default pose parameters.
   */
  readonly allBlends?: boolean;
  /** Largest edge of a texture in texels; 0 for no textures. Default 2048. */
  readonly textureSize?: number;
}

export interface Joints {
  /** Parent node of all bones. */
  readonly root: number;
  /** Node of each bone. */
  readonly nodes: readonly number[];
}

/**
 * Adds the bones as nodes in their bind pose. Attachments are nodes below their bones; hit boxes
 * are `extras.hitBoxes` of the bones.
 */
function addJoints(builder: GltfBuilder, mdl: Mdl, rig: MdlRig, scale: number): Joints {
  const { json } = builder;
  const { bones } = mdl;
  const first = json.nodes.push({ name: `${mdl.name} skeleton` });
  const root = first - 1;
  for (let bone = 0; bone < bones.count; bone++) {
    json.nodes.push({
      name: bones.name[bone],
      translation: turnVector(bones.position, bone * 3, scale),
      rotation: turnQuaternion(bones.quaternion, bone * 4),
    });
    const parent = bones.parent[bone];
    addChild(json.nodes[parent < 0 ? root : first + parent], first + bone);
  }
  const nodes = Array.from({ length: bones.count }, (_, bone) => first + bone);
  addAttachments(builder, rig, nodes, scale);
  addHitBoxes(builder, rig, nodes, scale);
  return { root, nodes };
}

/** Adds a skin for the bones and returns its row. Its inverse bind matrices are `poseToBone`. */
function addSkin(builder: GltfBuilder, { bones }: Mdl, joints: Joints, scale: number): number {
  const inverse = new Float32Array(bones.count * 16);
  for (let bone = 0; bone < bones.count; bone++) {
    writeTurnedMatrix(inverse, bone * 16, bones.poseToBone, bone * 12, scale);
  }
  const inverseBindMatrices = builder.addAccessor(inverse, "MAT4");
  const skin = { joints: [...joints.nodes], inverseBindMatrices, skeleton: joints.root };
  return builder.json.skins.push(skin) - 1;
}

function addChild(node: GltfNode, child: number): void {
  node.children ??= [];
  node.children.push(child);
}

function addAttachments(
  { json }: GltfBuilder,
  { attachments }: MdlRig,
  nodes: readonly number[],
  scale: number,
): void {
  const matrix = new Float32Array(16);
  for (let i = 0; i < attachments.count; i++) {
    writeTurnedMatrix(matrix, 0, attachments.local, i * 12, scale);
    const row = json.nodes.push({
      name: attachments.name[i],
      translation: [matrix[12], matrix[13], matrix[14]],
      rotation: quaternionOf(matrix),
      extras: { attachment: i, flags: attachments.flags[i] },
    });
    addChild(json.nodes[nodes[attachments.bone[i]]], row - 1);
  }
}

function addHitBoxes(
  { json }: GltfBuilder,
  { hitBoxes, hitBoxSets }: MdlRig,
  nodes: readonly number[],
  scale: number,
): void {
  const byBone = new Map<number, unknown[]>();
  for (let i = 0; i < hitBoxes.count; i++) {
    const boxes = byBone.get(hitBoxes.bone[i]) ?? [];
    byBone.set(hitBoxes.bone[i], boxes);
    boxes.push({
      set: hitBoxSets[hitBoxes.set[i]],
      name: hitBoxes.name[i],
      group: hitBoxes.group[i],
      min: turnVector(hitBoxes.mins, i * 3, scale),
      max: turnVector(hitBoxes.maxs, i * 3, scale),
    });
  }
  for (const [bone, boxes] of byBone) json.nodes[nodes[bone]].extras = { hitBoxes: boxes };
}

const DEFAULT_TEXTURE_SIZE = 2048;

/**
 * Returns a model as the bytes of a `.glb` (glTF 2.0): skinned meshes by body group and LOD, skins
 * as material variants, faces as morph targets, sequences as animations. The first scene shows the
 * requested LOD and body groups; further scenes show each other LOD, and all body groups. Meters, y
 * up, z forward (`gltf/space.ts`).
 * @param access source of its materials and textures, with the warnings about missing ones and the
 * budget
 * @throws FormatError if its files do not match or exceed the budget
 */
export async function exportModel(
  model: StudioModel,
  access: ContentAccess,
  options: ModelExportOptions = {},
): Promise<Uint8Array> {
  const { mdl, rig, face, vvd, vtx } = model;
  const scale = options.scale ?? METRES_PER_INCH;
  const builder = new GltfBuilder(access.ledger, "MDL");
  const { json } = builder;
  // Vertices of a static prop are in their final position, whatever its bones contain.
  const isRigid = (mdl.flags & STUDIOHDR_FLAGS_STATIC_PROP) !== 0 || mdl.bones.count === 0;
  const joints = addJoints(builder, mdl, rig, scale);
  const sceneNodes: number[] = [joints.root];
  json.asset.extras = describe(model, scale);
  if (vvd === null || vtx === null || mdl.meshes.count === 0) {
    json.scenes.push({ name: mdl.name, nodes: sceneNodes });
  } else {
    const size = options.textureSize ?? DEFAULT_TEXTURE_SIZE;
    const table =
      size > 0
        ? new GltfMaterialTable(builder, access, new GltfTextureTable(builder, access, size))
        : null;
    const meshes = listMeshes(mdl, vvd, vtx);
    const used = new Set(meshes.flat(3).map(({ material }) => material));
    const materials = await resolveModelMaterials(builder, mdl, table, used, access);
    const nodes = new MeshNodes({
      builder,
      mdl,
      face,
      vertices: vvd.vertices,
      meshes,
      materials,
      skin: isRigid ? null : addSkin(builder, mdl, joints, scale),
      scale,
    });
    addScenes(model, nodes, sceneNodes, builder, options);
  }
  if (!isRigid) {
    const target = { nodes: joints.nodes, scale };
    addAnimations(builder, model, target, access.diagnostics, options);
  }
  return builder.finish();
}

/** Adds the scenes: the model as requested, with each other LOD, and with all its body groups. */
function addScenes(
  { mdl, vtx }: StudioModel,
  nodes: MeshNodes,
  sceneNodes: readonly number[],
  { json }: GltfBuilder,
  options: ModelExportOptions,
): void {
  const lod = options.lod ?? 0;
  const lodCount = vtx!.lodCount;
  if (lod >= lodCount) {
    throw new FormatError({
      format: "VTX",
      code: "bad-index",
      where: "LOD",
      offset: 0,
      expected: `one of ${lodCount} LODs`,
      found: String(lod),
    });
  }
  const chosen = chooseModels(mdl, options.body ?? 0);
  const shownAt = (level: number) =>
    mdl.bodyParts.flatMap(({ models }, part) =>
      models.length === 0 ? [] : nodes.add(part, chosen[part], level),
    );
  json.scenes.push({ name: mdl.name, nodes: [...sceneNodes, ...shownAt(lod)] });
  for (let other = 0; other < lodCount; other++) {
    if (other === lod) continue;
    const shown = shownAt(other);
    if (shown.length === 0) continue;
    json.scenes.push({ name: `LOD ${other}`, nodes: [...sceneNodes, ...shown] });
  }
  if (mdl.bodyParts.every(({ models }) => models.length < 2)) return;
  const all = mdl.bodyParts.flatMap(({ models }, part) =>
    models.flatMap((_, model) => nodes.add(part, model, lod)),
  );
  json.scenes.push({ name: "all body groups", nodes: [...sceneNodes, ...all] });
}

function describe({ mdl, name }: StudioModel, scale: number) {
  return {
    source: name,
    unitsPerInch: scale,
    checksum: mdl.checksum,
    flags: mdl.flags,
    surfaceProp: mdl.surfaceProp,
    mass: mdl.mass,
    hull: { min: turnVector(mdl.hullMins, 0, scale), max: turnVector(mdl.hullMaxs, 0, scale) },
  };
}
