/** Writes movements, IK rules, events and layers of an MDL. */

import type { StudioWriter } from "./studio-writer.ts";
import { writeIkLocks } from "./write-mdl-rig.ts";
import type {
  StudioIkRuleFile,
  StudioMovementFile,
  StudioNodesFile,
  StudioSequenceExtras,
} from "./write-motion-types.ts";

const MOVEMENT_BYTES = 44;
const IK_RULE_BYTES = 152;
const IK_ERROR_BYTES = 28;
const EVENT_BYTES = 80;
const EVENT_OPTIONS_BYTES = 64;
const LAYER_BYTES = 24;
/** `NEW_EVENT_STYLE`: the event is identified by its name. */
const NAMED_EVENT = 0x400;

/** Writes the movements of the `mstudioanimdesc_t` at `at`. */
export function writeMovements(
  out: StudioWriter,
  at: number,
  movements: readonly StudioMovementFile[],
): void {
  if (movements.length === 0) return;
  const first = out.reserve(movements.length * MOVEMENT_BYTES);
  out.i32(at + 20, movements.length, first - at);
  movements.forEach(({ endFrame, motionFlags, speed, yaw, vector, position }, i) => {
    const record = first + i * MOVEMENT_BYTES;
    out.i32(record, endFrame, motionFlags);
    out.f32(record + 8, [...speed, yaw, ...vector, ...position]);
  });
}

/** Writes the IK rules of the `mstudioanimdesc_t` at `at`. */
export function writeIkRules(
  out: StudioWriter,
  at: number,
  rules: readonly StudioIkRuleFile[],
): void {
  if (rules.length === 0) return;
  const first = out.reserve(rules.length * IK_RULE_BYTES);
  out.i32(at + 60, rules.length, first - at);
  rules.forEach((rule, i) => {
    const record = first + i * IK_RULE_BYTES;
    const { track } = rule;
    out.i32(record, i, rule.type, rule.chain, rule.bone, rule.slot);
    out.f32(record + 20, [rule.height, rule.radius, rule.floor]);
    out.f32(record + 32, [...rule.position, ...rule.quaternion]);
    out.f32(record + 76, rule.span);
    out.f32(record + 96, [rule.contact]);
    if (rule.attachment !== "") out.string(record + 120, record, rule.attachment);
    if (track === null) return;
    const count = track.position.length / 3;
    const rows = out.reserve(count * IK_ERROR_BYTES);
    out.i32(record + 68, track.firstFrame, rows - record);
    for (let frame = 0; frame < count; frame++) {
      out.f32(rows + frame * IK_ERROR_BYTES, track.position.subarray(frame * 3, frame * 3 + 3));
      const turn = track.quaternion.subarray(frame * 4, frame * 4 + 4);
      out.f32(rows + frame * IK_ERROR_BYTES + 12, turn);
    }
  });
}

/** Writes the extras of the `mstudioseqdesc_t` at `at`. */
export function writeSequenceExtras(
  out: StudioWriter,
  at: number,
  extras: StudioSequenceExtras,
): void {
  const { events, layers, ikLocks, activityModifiers, keyValues } = extras;
  const firstEvent = out.reserve(events.length * EVENT_BYTES);
  if (events.length > 0) out.i32(at + 24, events.length, firstEvent - at);
  events.forEach(({ cycle, event, name, options }, i) => {
    const record = firstEvent + i * EVENT_BYTES;
    out.f32(record, [cycle]);
    out.i32(record + 4, event, name === "" ? 0 : NAMED_EVENT);
    out.fixedString(record + 12, EVENT_OPTIONS_BYTES, options);
    if (name !== "") out.string(record + 76, record, name);
  });
  const firstLayer = out.reserve(layers.length * LAYER_BYTES);
  if (layers.length > 0) out.i32(at + 148, layers.length, firstLayer - at);
  layers.forEach(({ sequence, poseParameter, flags, span }, i) => {
    const record = firstLayer + i * LAYER_BYTES;
    out.i16(record, sequence, poseParameter);
    out.i32(record + 4, flags);
    out.f32(record + 8, span);
  });
  if (ikLocks.length > 0) out.i32(at + 164, ikLocks.length, writeIkLocks(out, ikLocks) - at);
  if (keyValues !== "") {
    const bytes = new TextEncoder().encode(`${keyValues}\0`);
    const first = out.reserve(bytes.length);
    out.bytes(first, bytes);
    out.i32(at + 172, first - at, bytes.length);
  }
  out.i32(at + 112, extras.entryNode, extras.exitNode, extras.isReversible ? 1 : 0);
  out.i32(at + 180, extras.cyclePose);
  if (activityModifiers.length === 0) return;
  const modifiers = out.reserve(activityModifiers.length * 4);
  out.i32(at + 184, modifiers - at, activityModifiers.length);
  activityModifiers.forEach((name, i) => {
    out.string(modifiers + i * 4, modifiers + i * 4, name);
  });
}

export function writeNodes(out: StudioWriter, { names, next }: StudioNodesFile): void {
  if (names.length === 0) return;
  const table = out.reserve(next.length);
  out.bytes(table, next);
  const first = out.reserve(names.length * 4);
  out.i32(248, names.length, table, first);
  names.forEach((name, i) => {
    out.string(first + i * 4, 0, name);
  });
}
