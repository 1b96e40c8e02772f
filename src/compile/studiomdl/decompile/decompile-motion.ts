/** Decompiles options of animations: movements and IK rules. */

import {
  IK_RULE_TYPES,
  type MdlAnimation,
  type MdlIkRule,
  STUDIO_DELTA,
} from "../../../formats/studio/animation/animation-types.ts";
import { extractMovements, movementPose } from "../motion/extract-movements.ts";
import { multiplyPoses, poseFromQuaternion, writeEuler } from "../pose-matrix.ts";
import type { QcIkRule, QcMotion, QcSpan } from "../qc/motion/motion-types.ts";
import { IK_RULE_WORDS } from "../qc/motion/read-ik-rule.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import { nameMotions } from "../qc/rig/motions.ts";
import { shorten } from "./script-text.ts";

/** Counts what the sources cannot express, by message, and reports each message once. */
export class LossCounter {
  readonly #counts = new Map<string, number>();

  /** @param line message with `#` for the count */
  add(line: string, count = 1): void {
    if (count > 0) this.#counts.set(line, (this.#counts.get(line) ?? 0) + count);
  }

  report(report: QcReport): void {
    for (const [line, count] of this.#counts) report.warn(line.replace("#", String(count)));
  }
}

/** Distance from a whole frame below which a fraction of the cycle counts as that frame. */
const NEAR = 1e-3;

/**
 * Returns the frame of a fraction of the cycle; `null` if a single-frame animation cannot have it.
 */
export function frameOf(part: number, frameCount: number): number | null {
  if (frameCount < 2) return part === 0 ? 0 : null;
  const frame = part * (frameCount - 1);
  return Math.abs(frame - Math.round(frame)) < NEAR ? Math.round(frame) + 0 : shorten(frame);
}

const TYPES_WITH_WORDS = new Set(Object.values(IK_RULE_WORDS));
/** Rule types for which the compiler recomputes the chain end's pose from the frames. */
const TYPES_WITH_PLACES = new Set([
  IK_RULE_TYPES.indexOf("self"),
  IK_RULE_TYPES.indexOf("ground"),
  IK_RULE_TYPES.indexOf("attachment"),
]);
/** Largest distance of equal positions in inches. */
const SAME_PLACE = 0.1;

/** Decompiles an animation's options. Its frames contain its movements. */
export function decompileMotion(
  animation: MdlAnimation,
  chainNames: readonly string[],
  boneNames: readonly string[],
  losses: LossCounter,
): QcMotion {
  const isAdded = (animation.flags & STUDIO_DELTA) !== 0;
  if (isAdded) {
    const count = animation.movements.length;
    losses.add("# movements are not written: their animations are additive", count);
  }
  const walkFrames = (isAdded ? [] : animation.movements).map(({ endFrame, motionFlags }) => ({
    endFrame: Math.max(0, endFrame),
    motion: motionFlags,
    line: 1,
  }));
  if (walkFrames.some(({ motion }) => nameMotions(motion) === null)) {
    losses.add("axes of movements of # animations are not all written");
  }
  if (walkFrames.length > 0 && !comesBack(animation, boneNames.length)) {
    losses.add(
      "movements of # animations will compile differently: their frames compensate for it",
    );
  }
  const ikRules = animation.ikRules.flatMap((rule) =>
    decompileRule(rule, animation, chainNames, boneNames, losses),
  );
  return { walkFrames, ikRules };
}

/** Whether the compiler would extract the same movements from the first bone. */
function comesBack({ movements, frameCount, flags, ...poses }: MdlAnimation, bones: number) {
  const position = new Float32Array(frameCount * 3);
  const rotation = new Float32Array(frameCount * 3);
  for (let frame = 0; frame < frameCount && bones > 0; frame++) {
    const row = frame * bones;
    const own = poseFromQuaternion(poses.quaternion, row * 4, poses.position, row * 3);
    const pose = multiplyPoses(movementPose(movements, frame), own);
    position.set([pose[3], pose[7], pose[11]], frame * 3);
    writeEuler(rotation, frame * 3, pose);
  }
  const whole = { name: "", fps: 30, flags, frameCount, position, rotation };
  const frames = movements.map(({ endFrame, motionFlags }) => {
    return { endFrame, motion: motionFlags, line: 1 };
  });
  const again = extractMovements(whole, frames, [0], 1).movements ?? [];
  return movements.every(({ position: there, speed, yaw }, i) => {
    const apart = [...there, ...speed, yaw].map(
      (value, k) => value - [...again[i].position, ...again[i].speed, again[i].yaw][k],
    );
    return apart.every((value) => Math.abs(value) < SAME_PLACE);
  });
}

function decompileRule(
  rule: MdlIkRule,
  { frameCount, flags }: MdlAnimation,
  chainNames: readonly string[],
  boneNames: readonly string[],
  losses: LossCounter,
): QcIkRule[] {
  const { type, attachment, track } = rule;
  const chain = chainNames[rule.chain];
  const range = rule.span.map((part) => frameOf(part, frameCount) ?? 0);
  if (chain === undefined || !TYPES_WITH_WORDS.has(type) || !range.every(Number.isFinite)) {
    losses.add("# IK rules are not written: a script cannot express them");
    return [];
  }
  if (frameCount < 2 && rule.span.some((part) => part !== 0)) {
    losses.add("ranges of # IK rules are not written: their animations have one frame");
  }
  if (track !== null && TYPES_WITH_PLACES.has(type) && (flags & STUDIO_DELTA) !== 0) {
    losses.add("places of # IK rules are not written: their animations are additive");
  }
  const isTouch = type === IK_RULE_WORDS.touch;
  const isAttached = type === IK_RULE_WORDS.attachment;
  const bone = boneNames[rule.bone] ?? "";
  const contact = frameOf(rule.contact, frameCount);
  const orNull = (value: number) =>
    value === 0 || !Number.isFinite(value) ? null : shorten(value);
  return [
    {
      chain,
      type,
      target: isTouch ? bone : isAttached ? attachment.replace(/["\p{Cc}]/gu, "_") : "",
      range: range as unknown as QcSpan,
      contact: contact === range[1] || !Number.isFinite(contact) ? null : contact,
      slot: rule.slot === rule.chain ? null : rule.slot,
      height: orNull(rule.height),
      radius: orNull(rule.radius),
      floor: orNull(rule.floor),
      bone: isAttached ? bone : "",
      line: 1,
    },
  ];
}
