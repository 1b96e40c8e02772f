import type { MdlRig } from "../../formats/studio/rig/rig-types.ts";
import type { Mdl } from "../../formats/studio/types.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import type { GltfNode } from "../gltf/gltf-types.ts";
import { quaternionOf, turnQuaternion, turnVector, writeTurnedMatrix } from "../gltf/space.ts";

export interface Joints {
  /** Node that all bones hang on. */
  readonly root: number;
  /** A node a bone. */
  readonly nodes: readonly number[];
}

/**
 * The bones as nodes in their bind pose. Attachments are nodes below their bones, hit boxes are
 * `extras.hitBoxes` of theirs.
 */
export function addJoints(builder: GltfBuilder, mdl: Mdl, rig: MdlRig, scale: number): Joints {
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

/** Row of the skin that the bones move: its inverse bind matrices are `poseToBone`. */
export function addSkin(
  builder: GltfBuilder,
  { bones }: Mdl,
  joints: Joints,
  scale: number,
): number {
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
