import type { QcAnimation, QcSequence } from "../qc-types.ts";
import { nameMotions } from "../rig/motions.ts";
import { LAYER_FLAGS, nameFlags, SEQUENCE_FLAGS } from "./motion-flags.ts";
import type { QcIkRule, QcLayer } from "./motion-types.ts";
import { IK_RULE_WORDS } from "./read-ik-rule.ts";

const DELTA_NAMES = { post: "delta", pre: "predelta" } as const;

export function formatAnimation(animation: QcAnimation): string {
  const { name, file } = animation;
  return formatStatement(
    `$animation "${name}" "${file}"`,
    listPlain(animation),
    listLines(animation),
  );
}

/** On one line, or, where there is what stands on lines of its own, in braces. */
export function formatSequence(sequence: QcSequence): string {
  const { name, file, activity, events, layers, ikLocks, transition, keyValues } = sequence;
  const options = [
    ...listPlain(sequence),
    `fadein ${sequence.fadeIn}`,
    `fadeout ${sequence.fadeOut}`,
    ...(nameFlags(sequence.flags, SEQUENCE_FLAGS) ?? []),
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
  const words = nameFlags(flags, LAYER_FLAGS) ?? [];
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
