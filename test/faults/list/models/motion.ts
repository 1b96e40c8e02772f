import type { Fault } from "../../fault.ts";

export const MOTION: readonly Fault[] = [
  {
    name: "bones turn the long way from frame to frame",
    edits: [["dot(a.quaternion, b.quaternion) < 0.0", "dot(a.quaternion, b.quaternion) > 0.0"]],
    caughtBy: [["props/posed.test.ts", "have bones interpolated at any time:"]],
  },
  {
    name: "bones are multiplied with their parents in the wrong order",
    edits: [
      ["modelFromBone[parent], modelFromBone[bone]", "modelFromBone[bone], modelFromBone[parent]"],
    ],
    caughtBy: [["props/posed.test.ts", "have bones interpolated at any time:"]],
  },
  {
    name: "a loop plays its last frame and its first",
    edits: [
      [
        "return at - floor(at / last) * last;",
        "return at - floor(at / (last + 1.0)) * (last + 1.0);",
      ],
    ],
    caughtBy: [["props/posed.test.ts", "have bones interpolated at any time:"]],
  },
  {
    name: "models in the same sequence share bones",
    edits: [["    paletteBoneCount += bones.count;\n", "    paletteBoneCount = bones.count;\n"]],
    caughtBy: [
      ["motion/living-props.test.ts", "share a track per sequence and have separate bone rows"],
    ],
  },
  {
    name: "boxes of animated props are those of the first frame",
    edits: [["half < track.frameCount * 2 - 1", "half < 1"]],
    caughtBy: [["motion/living-props.test.ts", "stay within their boxes, also between frames"]],
  },
  {
    name: "an attached prop rotates about its own origin",
    edits: [["multiplyAffine(anchor, follower.offset)", "multiplyAffine(follower.offset, anchor)"]],
    caughtBy: [
      [
        "props/followers.test.ts",
        "follow attachments, chains of attachments, static parents and world-aligned ones",
      ],
    ],
  },
  {
    name: "the parent of an attached prop is not posed at far distances",
    edits: [["      floats[to + POSED_ROW.fadeMax] = NO_LOD_END;\n", ""]],
    caughtBy: [["props/followers.test.ts", "out of view"]],
  },
  {
    name: "a prop attached to a large model is scaled with it",
    edits: [["if (k % 4 !== 3) own[k] /= scale;", "if (k % 4 !== 3) own[k] /= 1;"]],
    caughtBy: [
      [
        "follow/follow-props.test.ts",
        "keep their offset in the attachment's space at any model scale",
      ],
    ],
  },
  {
    name: "a prop snapped to an attachment keeps its offset",
    edits: [["if (snaps) return { anchor, world: at", "if (!snaps) return { anchor, world: at"]],
    caughtBy: [
      [
        "follow/follow-props.test.ts",
        "move to the attachment on a map-start SetParentAttachment, with their children",
      ],
    ],
  },
  {
    name: "boxes of attached props are those of the first frame",
    edits: [["for (const palette of palettes) {", "for (const palette of palettes.slice(0, 1)) {"]],
    caughtBy: [["follow/follow-props.test.ts", "stay within their bounding boxes"]],
  },
  {
    name: "walking models move at constant speed",
    edits: [["speed[0] * share + 0.5 * (speed[1] - speed[0]) * share * share", "speed[0] * share"]],
    caughtBy: [
      ["pose/movement.test.ts", "travels the distance of its speeds in any number of steps"],
    ],
  },
  {
    name: "models that walk a bend keep their first direction",
    edits: [["const turn = (travel[3] * Math.PI) / 180;", "const turn = 0;"]],
    caughtBy: [
      [
        "pose/movement.test.ts",
        "follows the facing over several loops, and reverses when played backwards",
      ],
    ],
  },
  {
    name: "the ground moves along with a walking model",
    edits: [["(nearest + line) * square - travel[axis]", "line * square"]],
    caughtBy: [
      [
        "model/ground-lines.test.ts",
        "lie at multiples of the square size for any position and rotation",
      ],
    ],
  },
  {
    name: "bones drive flexes by their x position alone",
    edits: [["localPosition[bone[i] * 3 + component[i]]", "localPosition[bone[i] * 3]"]],
    caughtBy: [
      [
        "viewer/model/shown/face-writer.test.ts",
        "move vertices with the sequence, and write them only on change",
      ],
    ],
  },
  {
    name: "driven flexes leave their controller's range",
    edits: [
      [
        "Math.max(table.min[row], Math.min(table.max[row], shareOf(",
        "Math.max(0, Math.min(1, shareOf(",
      ],
    ],
    caughtBy: [
      [
        "viewer/model/shown/face-writer.test.ts",
        "match the engine's remapping of a bone's position",
      ],
    ],
  },
  {
    name: "the end of a sequence is handled at once",
    edits: [["(duration * ENDED) / THINK_SECONDS) + 1)", "(duration * ENDED) / THINK_SECONDS))"]],
    caughtBy: [["motion/entity-play.test.ts", "restarts when the engine would notice the end"]],
  },
  {
    name: "all additive sequences are applied at the end",
    edits: [["if (flags & STUDIO_POST) multiplyUnit", "if (flags & STUDIO_DELTA) multiplyUnit"]],
    caughtBy: [["model/pose/body.test.ts", "a generated body"]],
  },
  {
    name: "cells of a blend grid are split along the other diagonal",
    edits: [
      ["const isEven = ((column + row) & 1) === 0;", "const isEven = ((column + row) & 1) === 1;"],
    ],
    caughtBy: [["model/pose/body.test.ts", "a generated body"]],
  },
  {
    name: "knees bend the other way",
    edits: [["+ kneeDirection[k] * reach * 100;", "- kneeDirection[k] * reach * 100;"]],
    caughtBy: [["model/pose/body.test.ts", "a generated body"]],
  },
  {
    name: "feet keep the animation's distance to their target",
    edits: [["invertRigid(this.#pad, 0, this.#local, 0);", "this.#pad.set(this.#local);"]],
    caughtBy: [["model/pose/body.test.ts", "a generated body"]],
  },
  {
    name: "poses of included models are applied by bone index",
    edits: [
      [
        "const from = frame * groupCount + groupBone[bone];",
        "const from = frame * groupCount + bone;",
      ],
    ],
    caughtBy: [
      ["model/motions/merge-motions.test.ts", "maps weights and poses to the model's bones"],
    ],
  },
  {
    name: "springs are driven by their damping",
    edits: [
      [
        "rows.yaw[row * 2 + 1] * dotAxis(goal, 0, velocity);",
        "-rows.yaw[row * 2 + 1] * dotAxis(goal, 0, velocity);",
      ],
    ],
    caughtBy: [["model/pose/springs.test.ts", "with flexible moves"]],
  },
  {
    name: "both sides of a face use one side's weight",
    edits: [["const weight = own + (other - own) * side[i];", "const weight = own;"]],
    caughtBy: [["model/face/face.test.ts", "displaces vertices by both sides of a paired flex"]],
  },
];
