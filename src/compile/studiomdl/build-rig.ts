/** Builds the bone table of a model file, and its rig from a QC. */

import { STUDIO_DELTA } from "../../formats/studio/animation/animation-types.ts";
import { writeQuaternionFromEuler } from "../../formats/studio/animation/pose-encoding.ts";
import { ATTACHMENT_WORLD_ALIGN } from "../../formats/studio/rig/rig-types.ts";
import type { StudioVertices } from "../../formats/studio/types.ts";
import type {
  StudioAnimationFile,
  StudioAttachmentFile,
  StudioBodyModelFile,
  StudioBoneControllerFile,
  StudioBonesFile,
  StudioJiggleFile,
  StudioRigFile,
} from "../../formats/studio/write/write-types.ts";
import { BoneFinder, type ModelBones } from "./collect-bones.ts";
import { buildIkChains, buildIkLocks } from "./motion/build-ik.ts";
import { invertPose, multiplyPoses, type Pose, poseOf, writeEuler } from "./pose-matrix.ts";
import type { QcReport } from "./qc/qc-statements.ts";
import type { Qc } from "./qc/qc-types.ts";
import { type JiggleValue, jiggleKey } from "./qc/rig/jiggle-values.ts";
import { storeKeyValues } from "./qc/rig/key-values-text.ts";
import { MOTION_LOOPS, MOTION_TURNS } from "./qc/rig/motions.ts";

/** Columns in the order of `mstudiojigglebone_t`, with their number of floats. */
const ORDER: readonly (readonly [column: JiggleValue["column"], count: number])[] = [
  ["length", 1],
  ["tipMass", 1],
  ["yaw", 2],
  ["pitch", 2],
  ["along", 2],
  ["angleLimit", 1],
  ["yawLimit", 4],
  ["pitchLimit", 4],
  ["base", 3],
  ["baseLimit", 9],
  ["boing", 5],
];

function buildJiggleBones({ jiggleBones }: Qc, finder: BoneFinder): StudioJiggleFile[] {
  return jiggleBones.flatMap(({ name, flags, values, line }) => {
    const bone = finder.find(name, "$jigglebone", line);
    if (bone === undefined) return [];
    const list = ORDER.flatMap(([column, count]) =>
      Array.from({ length: count }, (_, at) => values[jiggleKey({ column, at, initial: 0 })] ?? 0),
    );
    return [{ bone, flags, values: list }];
  });
}

/** Name that the real tool gives the attachment of an `$illumposition` with a bone. */
const ILLUM_ATTACHMENT = "__illumPosition";

/**
 * Builds a script's rig with its names resolved. Leaves out entries with missing bones or chains,
 * with a warning.
 * @param space from the (scaled) SMD space to that of a static prop's model; else identity
 */
export function buildRig(
  qc: Qc,
  bones: ModelBones,
  space: Pose,
  report: QcReport,
): Omit<StudioRigFile, "mouths"> {
  const finder = new BoneFinder(bones, report);
  const ikChains = buildIkChains(qc, bones, finder);
  const attachments = qc.attachments.flatMap((attachment): StudioAttachmentFile[] => {
    const { name, position, angles, isAbsolute, isWorldAligned, line } = attachment;
    const bone = finder.find(attachment.bone, "$attachment", line);
    if (bone === undefined) return [];
    const own = poseOf(position, angles, qc.scale);
    const local = isAbsolute ? multiplyPoses(invertPose(bones.world[bone]), own) : own;
    const placed = qc.isStaticProp ? multiplyPoses(space, own) : local;
    return [{ name, bone, local: placed, flags: isWorldAligned ? ATTACHMENT_WORLD_ALIGN : 0 }];
  });
  const illumBone =
    qc.illumBone === "" || qc.illumPosition === null
      ? undefined
      : finder.find(qc.illumBone, "$illumposition", 1);
  if (illumBone !== undefined) {
    const local = poseOf(qc.illumPosition!, [0, 0, 0], qc.scale);
    attachments.push({ name: ILLUM_ATTACHMENT, bone: illumBone, local, flags: 0 });
  }
  const [x, y, z] = qc.eyePosition ?? [0, 0, 0];
  return {
    eyePosition: [-y + 0, x, z],
    maxEyeDeflection:
      qc.maxEyeDeflection === null ? 0 : Math.cos((qc.maxEyeDeflection * Math.PI) / 180),
    illumAttachment: illumBone === undefined ? -1 : attachments.length - 1,
    attachments,
    boneControllers: buildControllers(qc, finder),
    ikChains,
    ikLocks: buildIkLocks(qc.ikLocks, ikChains, "$ikautoplaylock", report),
    jiggleBones: buildJiggleBones(qc, finder),
    keyValues: storeKeyValues(qc.keyValues),
  };
}

function buildControllers(qc: Qc, finder: BoneFinder): StudioBoneControllerFile[] {
  return qc.boneControllers.flatMap((controller) => {
    const { index, motion, start, end, line } = controller;
    const bone = finder.find(controller.bone, "$controller", line);
    if (bone === undefined) return [];
    const round = (degrees: number) => ((Math.trunc(degrees) % 360) + 360) % 360;
    const isRound = (motion & MOTION_TURNS) !== 0 && round(start) === round(end);
    const type = isRound ? motion | MOTION_LOOPS : motion;
    return [{ bone, type, start, end, inputField: index }];
  });
}

/**
 * `BONE_ALWAYS_PROCEDURAL`, `BONE_USED_BY_HITBOX` and similar bits. The bits above that of LOD 0
 * are for further LODs.
 */
const ALWAYS_PROCEDURAL = 0x4;
const USED_BY_HITBOX = 0x100;
const USED_BY_ATTACHMENT = 0x200;
const USED_BY_BONE_MERGE = 0x40000;
const USED_BY_VERTEX_LOD0 = 0x400;

const MOST_STEPS = 0x7fff;
/**
 * Smallest range of the 16-bit steps, in inches and radians. With less, steps would only resolve
 * rounding errors.
 */
const MIN_MOVE = 1;
const MIN_TURN = 0.05;

/** Builds the file's bones, with steps just large enough for the animations. */
export function buildBones(
  bones: ModelBones,
  animations: readonly StudioAnimationFile[],
  flags: Uint32Array,
): StudioBonesFile {
  const { count } = bones;
  const file = {
    count,
    name: bones.name,
    parent: bones.parent,
    position: new Float32Array(count * 3),
    rotation: new Float32Array(count * 3),
    quaternion: new Float32Array(count * 4),
    positionScale: new Float32Array(count * 3),
    rotationScale: new Float32Array(count * 3),
    poseToBone: new Float32Array(count * 12),
    flags,
  };
  for (let i = 0; i < count; i++) {
    const pose = bones.local[i];
    file.position.set([pose[3], pose[7], pose[11]], i * 3);
    writeEuler(file.rotation, i * 3, pose);
    const [x, y, z] = file.rotation.subarray(i * 3, i * 3 + 3);
    writeQuaternionFromEuler(file.quaternion, i * 4, x, y, z);
    file.poseToBone.set(invertPose(bones.world[i]), i * 12);
  }
  for (let i = 0; i < count * 3; i++) {
    let move = MIN_MOVE;
    let turn = MIN_TURN;
    for (const { position, rotation, flags: kind } of animations) {
      const isDelta = (kind & STUDIO_DELTA) !== 0;
      const [place, turned] = isDelta ? [0, 0] : [file.position[i], file.rotation[i]];
      for (let at = i; at < position.length; at += count * 3) {
        move = Math.max(move, Math.abs(position[at] - place));
        const angle = rotation[at] - turned;
        turn = Math.max(turn, Math.abs(angle - Math.round(angle / (2 * Math.PI)) * 2 * Math.PI));
      }
    }
    file.positionScale[i] = move / MOST_STEPS;
    file.rotationScale[i] = turn / MOST_STEPS;
  }
  return file;
}

/** Rows of bones that something other than vertices uses. */
interface BoneUse {
  readonly hitBoxes: readonly number[];
  readonly attachments: readonly number[];
  readonly merged: readonly number[];
  readonly procedural: readonly number[];
}

/** Marks each bone with the LODs whose vertices, and other things, use it or a bone below it. */
export function markBoneUse(
  bones: ModelBones,
  models: readonly StudioBodyModelFile[],
  vertices: StudioVertices,
  use: BoneUse,
): Uint32Array {
  const flags = new Uint32Array(bones.count);
  for (const bone of use.hitBoxes) flags[bone] |= USED_BY_HITBOX;
  for (const bone of use.attachments) flags[bone] |= USED_BY_ATTACHMENT;
  for (const mesh of models.flatMap((model) => model.meshes)) {
    mesh.lodIndices.forEach((indices, lod) => {
      for (const index of indices) {
        const vertex = mesh.firstVertex + index;
        for (let k = 0; k < vertices.boneCount[vertex]; k++) {
          flags[vertices.boneIndex[vertex * 3 + k]] |= USED_BY_VERTEX_LOD0 << lod;
        }
      }
    });
  }
  for (let i = bones.count - 1; i >= 0; i--) {
    if (bones.parent[i] >= 0) flags[bones.parent[i]] |= flags[i];
  }
  // Flags that parents do not inherit.
  for (const bone of use.merged) flags[bone] |= USED_BY_BONE_MERGE;
  for (const bone of use.procedural) flags[bone] |= ALWAYS_PROCEDURAL;
  return flags;
}
