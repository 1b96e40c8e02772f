/** Builds a model's rig from a QC. */

import { ATTACHMENT_WORLD_ALIGN } from "../../../formats/studio/rig/rig-types.ts";
import type {
  StudioAttachmentFile,
  StudioBoneControllerFile,
  StudioJiggleFile,
  StudioRigFile,
} from "../../../formats/studio/write/write-types.ts";
import type { ModelBones } from "../collect-bones.ts";
import { invertPose, multiplyPoses, type Pose, poseOf } from "../pose-matrix.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import type { Qc } from "../qc/qc-types.ts";
import { type JiggleValue, jiggleKey } from "../qc/rig/jiggle-values.ts";
import { storeKeyValues } from "../qc/rig/key-values-text.ts";
import { MOTION_LOOPS, MOTION_TURNS } from "../qc/rig/motions.ts";
import { BoneFinder, buildIkChains, buildIkLocks } from "./build-ik-chains.ts";

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
