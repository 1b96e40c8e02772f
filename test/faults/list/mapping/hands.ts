import type { Fault } from "../../fault.ts";

/** Faults of the console, walking, measuring and overviews. */
export const HANDS: readonly Fault[] = [
  {
    name: "setpos_exact sets the eye to the position of the feet",
    edits: [['makeSetpos("setpos_exact", EYE_HEIGHT)', 'makeSetpos("setpos_exact", 0)']],
    caughtBy: [["run-line.test.ts", "flies once to the pose"]],
  },
  {
    name: "the console accepts any value of a switch",
    edits: [["  if (values.includes(value)) return value;\n", "  return value;\n"]],
    caughtBy: [["run-line.test.ts", "rejects unsupported values, and lists"]],
  },
  {
    name: "an inverted variable is not inverted",
    edits: [["settings[setting] = isOn !== (isInverse === true);", "settings[setting] = isOn;"]],
    caughtBy: [["run-line.test.ts", "switches the setting of a console"]],
  },
  {
    name: "a console setting may have the name of an inherited property",
    edits: [
      [
        "Object.keys(settings).find((key) => key.toLowerCase() === typed) as",
        "(typed in settings ? typed : undefined) as",
      ],
    ],
    caughtBy: [["run-line.test.ts", "switches the setting of a console"]],
  },
  {
    name: "a swept box has only height",
    edits: [
      [
        "const reach = Math.abs(nx) * half[0] + Math.abs(ny) * half[1] + Math.abs(nz) * half[2];\n      const distance",
        "const reach = Math.abs(nz) * half[2];\n      const distance",
      ],
    ],
    caughtBy: [["hull-trace.test.ts", "stops just before an obstacle and returns its normal"]],
  },
  {
    name: "displacements stop a box from behind too",
    edits: [
      ["fx * dx + fy * dy + fz * dz > GAP * area", "fx * dx + fy * dy + fz * dz > 1e9 * area"],
    ],
    caughtBy: [["hull-trace.test.ts", "lands on it from above only"]],
  },
  {
    name: "player clips do not block players",
    edits: [["CONTENTS_STOPS_RAYS | CONTENTS_PLAYERCLIP", "CONTENTS_STOPS_RAYS"]],
    caughtBy: [["walk-tick.test.ts", "is stopped by player clips only"]],
  },
  {
    name: "steps of stairs are climbed only half as high",
    edits: [
      ["body.sweepTo(x, y, z + STEP_SIZE + SWEEP_GAP)", "body.sweepTo(x, y, z + STEP_SIZE / 2)"],
    ],
    caughtBy: [
      [
        "walk-tick.test.ts",
        "climbs 16-inch stairs, and a 24-inch block only by a multiplayer jump",
      ],
    ],
  },
  {
    name: "a player stands up into a ceiling",
    edits: [
      [
        "if (body.isDucked && !hasRoomToStand(body)) {",
        "if (body.isDucked && hasRoomToStand(body) === null) {",
      ],
    ],
    caughtBy: [
      [
        "walk-tick.test.ts",
        "passes under 40 inches only when ducked, and stands up when there is room",
      ],
    ],
  },
  {
    name: "an overview has perspective, so that walls lean",
    edits: [
      [
        "    deep,\n    0,\n    -1 - x * across,",
        "    deep,\n    -deep / 16,\n    -1 - x * across,",
      ],
    ],
    caughtBy: [
      ["draw-top-picture.test.ts", "draws each place where the text file says, at any height"],
    ],
  },
  {
    name: "an overview's picture is upside down against its text file",
    edits: [["y: picture.y - y * step,", "y: picture.y + y * step,"]],
    caughtBy: [
      ["draw-top-picture.test.ts", "draws each place where the text file says, at any height"],
    ],
  },
  {
    name: "props fade away from an overview",
    edits: [["return { ...props, fadeMinDist: never, fadeMaxDist: never };", "return props;"]],
    caughtBy: [["draw-top-picture.test.ts", "draws faded props in the LOD of their size"]],
  },
  {
    name: "water is infinitely deep without perspective",
    edits: [["return (1.0 - depth) / length(depthRow) + FLAT_EYE;", "return FLAT_EYE / depth;"]],
    caughtBy: [["draw-top-picture.test.ts", "draws water with its depth"]],
  },
  {
    name: "a floor at a layer's height belongs to the layer below",
    edits: [["const CUT = 1;", "const CUT = -1;"]],
    caughtBy: [["overview-text.test.ts", "cuts an inch below"]],
  },
  {
    name: "roofs over the highest floor hide it in an overview",
    edits: [["Math.min(highest + HEAD, inside[5] + 1)", "Math.max(highest + HEAD, inside[5] + 1)"]],
    caughtBy: [["playable-area.test.ts", "finds the walkable area"]],
  },
  {
    name: "an overview includes invisible rooms",
    edits: [["if (count === 0) return playable;", "if (count >= 0) return playable;"]],
    caughtBy: [["playable-area.test.ts", "finds the walkable area"]],
  },
  {
    name: "each command of a line adds a step to the way back",
    edits: [["host.put(pose, !isMoved);", "host.put(pose, true);"]],
    caughtBy: [["run-line.test.ts", "flies once to the pose"]],
  },
];
