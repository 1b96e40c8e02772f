import type { Qc, QcVector } from "../qc-types.ts";
import { nameMotions } from "./motions.ts";
import type { QcAttachment } from "./rig-types.ts";
import { writeJiggleBone } from "./write-jiggle-bone.ts";

/** The statements of a rig, in the order in which each may name what is before it. */
export function writeRig(qc: Qc): string[] {
  const lines: string[] = [];
  const text = (v: QcVector) => v.join(" ");
  for (const { name, parent, position, angles } of qc.bones) {
    lines.push(`$definebone "${name}" "${parent}" ${text(position)} ${text(angles)}`);
  }
  for (const { name } of qc.mergedBones) lines.push(`$bonemerge "${name}"`);
  if (qc.eyePosition) lines.push(`$eyeposition ${text(qc.eyePosition)}`);
  if (qc.maxEyeDeflection !== null) lines.push(`$maxeyedeflection ${qc.maxEyeDeflection}`);
  for (const attachment of qc.attachments) lines.push(formatAttachment(attachment));
  for (const { name, boxes } of qc.hitBoxSets) {
    lines.push(`$hboxset "${name}"`);
    for (const { group, bone, mins, maxs, name: own } of boxes) {
      const last = own === "" ? "" : ` "${own}"`;
      lines.push(`$hbox ${group} "${bone}" ${text(mins)} ${text(maxs)}${last}`);
    }
  }
  for (const { index, bone, motion, start, end } of qc.boneControllers) {
    const which = index === 4 ? "mouth" : index;
    lines.push(`$controller ${which} "${bone}" ${nameMotions(motion)?.join(" ")} ${start} ${end}`);
  }
  for (const { name, bone, knee } of qc.ikChains) {
    lines.push(`$ikchain "${name}" "${bone}"${knee === null ? "" : ` knee ${text(knee)}`}`);
  }
  for (const { chain, positionWeight, rotationWeight } of qc.ikLocks) {
    lines.push(`$ikautoplaylock "${chain}" ${positionWeight} ${rotationWeight}`);
  }
  for (const bone of qc.jiggleBones) lines.push(...writeJiggleBone(bone));
  if (qc.keyValues !== "") lines.push(`$keyvalues {`, `  ${qc.keyValues}`, "}");
  return lines;
}

function formatAttachment(attachment: QcAttachment): string {
  const { name, bone, position, angles, isAbsolute, isWorldAligned } = attachment;
  const options = [
    ...(isAbsolute ? ["absolute"] : []),
    ...(isWorldAligned ? ["world_align"] : []),
    ...(angles.some((value) => value !== 0) ? [`rotate ${angles.join(" ")}`] : []),
  ];
  return [`$attachment "${name}" "${bone}" ${position.join(" ")}`, ...options].join(" ");
}
