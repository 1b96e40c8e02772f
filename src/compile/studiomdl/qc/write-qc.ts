import { formatOperations } from "../flex/flex-expression.ts";
import { formatAnimation, formatSequence } from "./motion/write-motion.ts";
import type { Qc, QcModel, QcVector } from "./qc-types.ts";
import { writeRig } from "./rig/write-rig.ts";
import { formatContents } from "./statements/contents.ts";
import { HEADER_FLAGS } from "./statements/header-flag-names.ts";

/**
 * The text of a QC: `parseQc` reads the same from it, but for the numbers of its lines, and the mass
 * where there is no collision model to say it of.
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
    // Of more than one hull each solid is as concave as they are together.
    lines.push(`${command} "${qc.collisionFile}" {`, `  $mass ${qc.mass}`, "  $concave", "}");
  }
  for (const file of qc.includedModels) lines.push(`$includemodel "${file}"`);
  return `${lines.join("\n")}\n`;
}

/** A model with a face; the first such has what is told to all. */
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
