/** Writes a QC as text. */

import { JIGGLE } from "../../../formats/studio/rig/procedural-types.ts";
import { formatOperations } from "../flex/flex-expression.ts";
import {
  LAYER_FLAGS,
  type QcIkRule,
  type QcLayer,
  SEQUENCE_FLAGS,
  wordsOfFlags,
} from "./motion/motion-types.ts";
import { IK_RULE_WORDS } from "./motion/read-ik-rule.ts";
import type { Qc, QcAnimation, QcModel, QcSequence, QcVector } from "./qc-types.ts";
import { JIGGLE_BLOCKS, JIGGLE_VALUES, jiggleKey } from "./rig/jiggle-values.ts";
import { nameMotions } from "./rig/motions.ts";
import type { QcAttachment, QcJiggleBone } from "./rig/rig-types.ts";
import { formatContents, HEADER_FLAGS } from "./statements/flag-names.ts";

const DELTA_NAMES = { post: "delta", pre: "predelta" } as const;

function formatAnimation(animation: QcAnimation): string {
  const { name, file } = animation;
  return formatStatement(
    `$animation "${name}" "${file}"`,
    listPlain(animation),
    listLines(animation),
  );
}

/** Formats a sequence on one line, or in braces if some options need their own lines. */
function formatSequence(sequence: QcSequence): string {
  const { name, file, activity, events, layers, ikLocks, transition, keyValues } = sequence;
  const options = [
    ...listPlain(sequence),
    `fadein ${sequence.fadeIn}`,
    `fadeout ${sequence.fadeOut}`,
    ...(wordsOfFlags(sequence.flags, SEQUENCE_FLAGS) ?? []),
  ];
  if (sequence.others.length > 0) {
    options.push(...sequence.others.map((other) => `"${other}"`));
    options.push(`blendwidth ${sequence.blendWidth}`);
  }
  for (const { poseParameter, start, end } of sequence.blendAxes) {
    options.push(`blend "${poseParameter}" ${start} ${end}`);
  }
  if (sequence.weightList !== "") options.push(`weightlist "${sequence.weightList}"`);
  if (activity !== "") options.push(`activity "${activity}" ${sequence.activityWeight}`);
  for (const modifier of sequence.activityModifiers) options.push(`activitymodifier "${modifier}"`);
  if (sequence.cyclePose !== "") options.push(`posecycle "${sequence.cyclePose}"`);
  const { entry, exit, isReversible } = transition;
  if (entry !== "" && entry === exit) options.push(`node "${entry}"`);
  else if (entry !== "") {
    options.push(`${isReversible ? "rtransition" : "transition"} "${entry}" "${exit}"`);
  }
  const lines = [
    ...listLines(sequence),
    ...events.map((event) => `{ event "${event.name}" ${event.frame} "${event.options}" }`),
    ...layers.map(formatLayer),
    ...ikLocks.map(
      (lock) => `iklock "${lock.chain}" ${lock.positionWeight} ${lock.rotationWeight}`,
    ),
    ...(keyValues === "" ? [] : [`keyvalues { ${keyValues} }`]),
  ];
  return formatStatement(`$sequence "${name}" "${file}"`, options, lines);
}

function formatStatement(head: string, options: readonly string[], lines: readonly string[]) {
  const first = [head, ...options].join(" ");
  return lines.length === 0
    ? first
    : [`${first} {`, ...lines.map((line) => `  ${line}`), "}"].join("\n");
}

function listPlain({ fps, frames, isLooping, delta }: QcAnimation): string[] {
  const options = [`fps ${fps}`];
  if (frames) options.push(`frames ${frames.join(" ")}`);
  if (isLooping) options.push("loop");
  if (delta !== null) options.push(DELTA_NAMES[delta]);
  return options;
}

function listLines({ walkFrames, ikRules }: QcAnimation): string[] {
  return [
    ...walkFrames.map(({ endFrame, motion }) =>
      ["walkframe", endFrame, ...(nameMotions(motion) ?? [])].join(" "),
    ),
    ...ikRules.map(formatIkRule),
  ];
}

function formatLayer({ sequence, span, flags, poseParameter }: QcLayer): string {
  const words = wordsOfFlags(flags, LAYER_FLAGS) ?? [];
  if (span === null) return [`addlayer "${sequence}"`, ...words].join(" ");
  const parameter = poseParameter === "" ? [] : [`poseparameter "${poseParameter}"`];
  return [`blendlayer "${sequence}"`, ...span, ...words, ...parameter].join(" ");
}

function formatIkRule(rule: QcIkRule): string {
  const { chain, type, target, range, bone } = rule;
  const [kind] = Object.entries(IK_RULE_WORDS).find(([, value]) => value === type)!;
  const parts = [`ikrule "${chain}" ${kind}`];
  if (kind === "touch" || kind === "attachment") parts.push(`"${target}"`);
  if (bone !== "") parts.push(`bone "${bone}"`);
  if (range) {
    const frames = range.map((frame) => (Number.isFinite(frame) ? frame : ".."));
    parts.push(`range ${frames.join(" ")}`);
  }
  for (const key of ["contact", "height", "radius", "floor"] as const) {
    if (rule[key] !== null) parts.push(`${key} ${rule[key]}`);
  }
  if (rule.slot !== null) parts.push(`target ${rule.slot}`);
  return parts.join(" ");
}

/** Returns the lines of a `$jigglebone`: all values of its springs, except unused limits. */
function writeJiggleBone({ name, flags, values }: QcJiggleBone): string[] {
  const lines = [`$jigglebone "${name}" {`];
  for (const kind of Object.keys(JIGGLE_BLOCKS)) {
    if ((flags & JIGGLE_BLOCKS[kind]) === 0) continue;
    lines.push(`  ${kind} {`);
    const known = JIGGLE_VALUES[kind];
    for (const option of Object.keys(known)) {
      if (known[option].some(({ flag = 0 }) => (flags & flag) !== flag)) continue;
      const numbers = known[option].map((value) => {
        const number = values[jiggleKey(value)];
        return value.isAngle ? Number(((number * 180) / Math.PI).toPrecision(9)) : number;
      });
      lines.push(`    ${option} ${numbers.join(" ")}`);
    }
    const isFree = (flags & JIGGLE.HAS_LENGTH_CONSTRAINT) === 0;
    if (isFree && Object.hasOwn(known, "length")) lines.push("    allow_length_flex");
    lines.push("  }");
  }
  lines.push("}");
  return lines;
}

/** Returns the statements of a rig, in an order in which each names only earlier ones. */
function writeRig(qc: Qc): string[] {
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

/**
 * Returns the text of a QC. `parseQc` reads the same QC from it, except line numbers, and the mass
 * if there is no collision model.
 */
export function writeQc(qc: Qc): string {
  const lines = [`$modelname "${qc.modelName}"`];
  const vector = (v: QcVector) => v.join(" ");
  if (qc.isStaticProp) lines.push("$staticprop");
  if (qc.scale !== 1) lines.push(`$scale ${qc.scale}`);
  if (qc.originYaw !== 0 || qc.origin.some((value) => value !== 0)) {
    lines.push(`$origin ${vector(qc.origin)} ${qc.originYaw}`);
  }
  if (qc.upAxis !== "z") lines.push(`$upaxis ${qc.upAxis}`);
  for (const [name, bit] of Object.entries(HEADER_FLAGS)) {
    if ((qc.flags & bit) !== 0) lines.push(name);
  }
  lines.push(`$surfaceprop "${qc.surfaceProp}"`, `$contents ${formatContents(qc.contents)}`);
  if (qc.illumPosition) {
    const bone = qc.illumBone === "" ? "" : ` "${qc.illumBone}"`;
    lines.push(`$illumposition ${vector(qc.illumPosition)}${bone}`);
  }
  if (qc.collisionBox) lines.push(`$bbox ${qc.collisionBox.map(vector).join(" ")}`);
  if (qc.viewBox) lines.push(`$cbox ${qc.viewBox.map(vector).join(" ")}`);
  for (const dir of qc.materialDirs) lines.push(`$cdmaterials "${dir}"`);
  writeBodies(lines, qc);
  if (qc.skins.length > 0) {
    lines.push("$texturegroup skinfamilies", "{");
    for (const row of qc.skins) lines.push(`  { ${row.map((name) => `"${name}"`).join(" ")} }`);
    lines.push("}");
  }
  lines.push(...writeRig(qc));
  for (const { name, start, end, loop } of qc.poseParameters) {
    const again = loop === 0 ? "" : ` loop ${loop}`;
    lines.push(`$poseparameter "${name}" ${start} ${end}${again}`);
  }
  for (const { name, weights } of qc.weightLists) {
    lines.push(`$weightlist "${name}"`, "{");
    for (const { bone, weight } of weights) lines.push(`  "${bone}" ${weight}`);
    lines.push("}");
  }
  for (const name of qc.declaredSequences) lines.push(`$declaresequence "${name}"`);
  lines.push(...qc.animations.map(formatAnimation), ...qc.sequences.map(formatSequence));
  if (qc.collisionFile !== "") {
    const command = qc.hasCollisionJoints ? "$collisionjoints" : "$collisionmodel";
    // Each of several hulls is convex, but together they are concave.
    lines.push(`${command} "${qc.collisionFile}" {`, `  $mass ${qc.mass}`, "  $concave", "}");
  }
  for (const file of qc.includedModels) lines.push(`$includemodel "${file}"`);
  return `${lines.join("\n")}\n`;
}

/** Writes a model with a face. The first such model also has the statements for all faces. */
function writeFace(lines: string[], qc: Qc, name: string, model: QcModel, isFirst: boolean): void {
  lines.push(`$model "${name}" "${model.file}" {`);
  for (const eye of model.eyeballs ?? []) {
    const { name: own, bone, position, material, diameter, angle, pupilScale } = eye;
    const place = `"${own}" "${bone}" ${position.join(" ")}`;
    const look = `"${material}" ${diameter} ${angle} "${material}" ${pupilScale}`;
    lines.push(`  eyeball ${place} ${look}`);
  }
  if (model.flexFile) {
    lines.push(`  flexfile "${model.flexFile.file}" {`, "    defaultflex frame 0");
    for (const flex of model.flexFile.flexes) {
      const command = flex.split === null ? "flex" : "flexpair";
      const split = flex.split === null ? "" : ` ${flex.split}`;
      const position = flex.position === 1 ? "" : ` position ${flex.position}`;
      lines.push(`    ${command} "${flex.name}"${split} frame ${flex.frame}${position}`);
    }
    lines.push("  }");
  }
  if (isFirst) {
    for (const { row, flex, bone, forward } of qc.mouths) {
      lines.push(`  mouth ${row} "${flex}" "${bone}" ${forward.join(" ")}`);
    }
    for (const { type, name: controller, min, max } of qc.flexControllers) {
      lines.push(`  flexcontroller "${type}" range ${min} ${max} "${controller}"`);
    }
    if (qc.flexVariables.length > 0) lines.push(`  localvar ${qc.flexVariables.join(" ")}`);
    for (const { descriptor, operations } of qc.flexRules) {
      lines.push(`  %${descriptor} = ${formatOperations(operations)}`);
    }
  }
  lines.push("}");
}

function writeBodies(lines: string[], qc: Qc): void {
  const alone = qc.bodyParts.filter(({ models: [first, other] }) => !other && first?.file != null);
  const withShapes = alone.filter(
    ({ models: [{ flexFile, eyeballs }] }) => flexFile || (eyeballs?.length ?? 0) > 0,
  );
  const [speaker = qc.flexControllers.length > 0 || qc.mouths.length > 0 ? alone[0] : undefined] =
    withShapes;
  for (const part of qc.bodyParts) {
    const { name, models } = part;
    const [first] = models;
    if (part === speaker || withShapes.includes(part)) {
      writeFace(lines, qc, name, first, part === speaker);
      continue;
    }
    if (models.length === 1 && first.file !== null) {
      lines.push(`$body "${name}" "${first.file}"`);
      continue;
    }
    lines.push(`$bodygroup "${name}"`, "{");
    for (const { file } of models) lines.push(file === null ? "  blank" : `  studio "${file}"`);
    lines.push("}");
  }
  for (const { switchPoint, replacements, removedMeshes } of qc.lods) {
    lines.push(switchPoint < 0 ? "$shadowlod" : `$lod ${switchPoint}`, "{");
    for (const { from, to } of replacements) {
      lines.push(to === null ? `  removemodel "${from}"` : `  replacemodel "${from}" "${to}"`);
    }
    for (const material of removedMeshes) lines.push(`  removemesh "${material}"`);
    lines.push("}");
  }
}
