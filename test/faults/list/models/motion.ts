import type { Fault } from "../../fault.ts";

export const MOTION: readonly Fault[] = [
  {
    name: "bones turn the long way from frame to frame",
    edits: [["dot(a.quaternion, b.quaternion) < 0.0", "dot(a.quaternion, b.quaternion) > 0.0"]],
    caughtBy: [["props/posed.test.ts", "between two frames"]],
  },
  {
    name: "bones hang onto their parents' parents",
    edits: [
      ["modelFromBone[parent], modelFromBone[bone]", "modelFromBone[bone], modelFromBone[parent]"],
    ],
    caughtBy: [["props/posed.test.ts", "between two frames"]],
  },
  {
    name: "what loops plays its last frame and its first",
    edits: [
      [
        "return at - floor(at / last) * last;",
        "return at - floor(at / (last + 1.0)) * (last + 1.0);",
      ],
    ],
    caughtBy: [["props/posed.test.ts", "between two frames"]],
  },
  {
    name: "models that play alike share their bones",
    edits: [["    paletteBoneCount += bones.count;\n", "    paletteBoneCount = bones.count;\n"]],
    caughtBy: [["motion/living-props.test.ts", "rows of their own"]],
  },
  {
    name: "boxes of what plays are those of its first frame",
    edits: [["half < track.frameCount * 2 - 1", "half < 1"]],
    caughtBy: [["motion/living-props.test.ts", "stay in their boxes"]],
  },
  {
    name: "what hangs on an attachment turns about its own place",
    edits: [["multiplyAffine(anchor, follower.offset)", "multiplyAffine(follower.offset, anchor)"]],
    caughtBy: [["props/followers.test.ts", "where the attachments are"]],
  },
  {
    name: "what something hangs on is posed where it is near enough itself",
    edits: [["      floats[to + POSED_ROW.fadeMax] = NO_LOD_END;\n", ""]],
    caughtBy: [["props/followers.test.ts", "out of view"]],
  },
  {
    name: "what hangs on a large model is as much larger",
    edits: [["if (k % 4 !== 3) own[k] /= scale;", "if (k % 4 !== 3) own[k] /= 1;"]],
    caughtBy: [["follow/follow-props.test.ts", "whatever their size"]],
  },
  {
    name: "what is put onto an attachment stays as far from it",
    edits: [["if (snaps) return { anchor, world: at", "if (!snaps) return { anchor, world: at"]],
    caughtBy: [["follow/follow-props.test.ts", "are put onto it"]],
  },
  {
    name: "boxes of what hangs on what plays are those of the first frame",
    edits: [["for (const palette of palettes) {", "for (const palette of palettes.slice(0, 1)) {"]],
    caughtBy: [["follow/follow-props.test.ts", "stay in their boxes"]],
  },
  {
    name: "models that walk are as fast all through a run",
    edits: [["speed[0] * share + 0.5 * (speed[1] - speed[0]) * share * share", "speed[0] * share"]],
    caughtBy: [["pose/movement.test.ts", "as far as their speeds say"]],
  },
  {
    name: "models that walk round a bend go on as they faced at first",
    edits: [["const turn = (travel[3] * Math.PI) / 180;", "const turn = 0;"]],
    caughtBy: [["pose/movement.test.ts", "round after round"]],
  },
  {
    name: "the ground goes along with who walks",
    edits: [["(nearest + line) * square - travel[axis]", "line * square"]],
    caughtBy: [["model/ground-lines.test.ts", "wherever the model is"]],
  },
  {
    name: "bones drive faces by their way along x alone",
    edits: [["localPosition[bone[i] * 3 + component[i]]", "localPosition[bone[i] * 3]"]],
    caughtBy: [["viewer/model/shown/face-writer.test.ts", "take the vertices"]],
  },
  {
    name: "what bones drive leaves its controller's range",
    edits: [
      [
        "Math.max(table.min[row], Math.min(table.max[row], shareOf(",
        "Math.max(0, Math.min(1, shareOf(",
      ],
    ],
    caughtBy: [["viewer/model/shown/face-writer.test.ts", "are what the engine makes"]],
  },
  {
    name: "a sequence that ends is seen to when it does",
    edits: [["(duration * ENDED) / THINK_SECONDS) + 1)", "(duration * ENDED) / THINK_SECONDS))"]],
    caughtBy: [["motion/entity-play.test.ts", "seen to have ended"]],
  },
  {
    name: "all additions are added after what plays",
    edits: [["if (flags & STUDIO_POST) multiplyUnit", "if (flags & STUDIO_DELTA) multiplyUnit"]],
    caughtBy: [["model/pose/body.test.ts", "of the kind added"]],
  },
  {
    name: "the cells of a grid of blends are halved the other way",
    edits: [
      ["const isEven = ((column + row) & 1) === 0;", "const isEven = ((column + row) & 1) === 1;"],
    ],
    caughtBy: [["model/pose/body.test.ts", "of the kind grid"]],
  },
  {
    name: "knees bend the other way",
    edits: [["+ kneeDirection[k] * reach * 100;", "- kneeDirection[k] * reach * 100;"]],
    caughtBy: [["model/pose/body.test.ts", "of the kind ground"]],
  },
  {
    name: "feet are held as far off as the animation has them off",
    edits: [["invertRigid(this.#pad, 0, this.#local, 0);", "this.#pad.set(this.#local);"]],
    caughtBy: [["model/pose/body.test.ts", "of the kind ground"]],
  },
  {
    name: "poses of included models are for bones of the same numbers",
    edits: [
      [
        "const from = frame * groupCount + groupBone[bone];",
        "const from = frame * groupCount + bone;",
      ],
    ],
    caughtBy: [["model/motions/merge-motions.test.ts", "to the model's own bones"]],
  },
  {
    name: "springs are driven by what damps them",
    edits: [
      [
        "rows.yaw[row * 2 + 1] * dotAxis(goal, 0, velocity);",
        "-rows.yaw[row * 2 + 1] * dotAxis(goal, 0, velocity);",
      ],
    ],
    caughtBy: [["model/pose/springs.test.ts", "with flexible goes"]],
  },
  {
    name: "both sides of a face move by the weight of one",
    edits: [["const weight = own + (other - own) * side[i];", "const weight = own;"]],
    caughtBy: [["model/face/face.test.ts", "each by its side"]],
  },
];
