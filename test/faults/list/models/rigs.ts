import type { Fault } from "../../fault.ts";

const RIG = "rig/rig-round-trip.test.ts";
const MOTION = "motion/motion-round-trip.test.ts";

/** Faults of decompiling and compiling rigs and motions. */
export const RIGS: readonly Fault[] = [
  {
    name: "an attachment's angles are applied about the wrong axes",
    edits: [["const turn = [roll, pitch, yaw].map(", "const turn = [pitch, roll, yaw].map("]],
    caughtBy: [[RIG, "has attachments at their positions"]],
  },
  {
    name: "hit boxes have no group",
    edits: [["out.i32(record, box.bone, box.group);", "out.i32(record, box.bone, 0);"]],
    caughtBy: [[RIG, "by sets, with groups"]],
  },
  {
    name: "hit boxes are generated although the script has some",
    edits: [["if (hitBoxSets.length === 0) {", "if (hitBoxSets.length >= 0) {"]],
    caughtBy: [[RIG, "by sets, with groups"]],
  },
  {
    name: "a chain's foot bends, not its hip",
    edits: [["kneeDirection: i === 0 ?", "kneeDirection: i === 2 ?"]],
    caughtBy: [[RIG, "controllers, chains"]],
  },
  {
    name: "limits of jiggle bones stay in degrees",
    edits: [
      [
        "= value.isAngle ? (number * Math.PI) / 180 : number;",
        "= value.isAngle ? number * 1 : number;",
      ],
    ],
    caughtBy: [[RIG, "has jiggle bones with all parameters"]],
  },
  {
    name: "bones that only a rig names are left out",
    edits: [["if (kept.has(name.toLowerCase())) isUsed[node] = 1;", ""]],
    caughtBy: [[RIG, "keeps the bones"]],
  },
  {
    name: "losses of ragdoll constraints are not reported",
    edits: [['countBlocks(parts.phy, "ragdollconstraint")', 'countBlocks(parts.phy, "ragdoll")']],
    caughtBy: [["decompile/list-losses.test.ts", "take a line per kind"]],
  },
  {
    name: "events of scripts are stored at frames, not at fractions of the cycle",
    edits: [["cycle: partOf(frame, frameCount),", "cycle: frame,"]],
    caughtBy: [[MOTION, "events by name"]],
  },
  {
    name: "layers by pose parameter go by time",
    edits: [["flags: flags | LAYER_POSE, span", "flags, span"]],
    caughtBy: [[MOTION, "layers by frames"]],
  },
  {
    name: "the root movement of a sequence without loop is even",
    edits: [
      [
        "const isEven = (animation.flags & STUDIO_LOOPING) !== 0",
        "const isEven = (animation.flags & STUDIO_LOOPING) === 0",
      ],
    ],
    caughtBy: [[MOTION, "turn the root's walking"]],
  },
  {
    name: "transitions skip intermediate nodes",
    edits: [["next[to] = next[queue[i]];", "next[to] = to + 1;"]],
    caughtBy: [[MOTION, "have transitions through intermediate"]],
  },
  {
    name: "animations gain a prefix with each decompilation",
    edits: [['writableName(animation.name) || "move"', "`a_${writableName(animation.name)}`"]],
    caughtBy: [[MOTION, "survive decompiling and compiling"]],
  },
  {
    name: "eyes of scripts look backwards",
    edits: [["const AHEAD = [0, -1, 0] as const;", "const AHEAD = [0, 1, 0] as const;"]],
    caughtBy: [["flex/eyes.test.ts", "in the space of their bones"]],
  },
];
