import type { Fault } from "../fault.ts";

/** The console, walking, measuring, overviews. */
export const HANDS: readonly Fault[] = [
  {
    name: "setpos_exact puts the eye where the feet are to be",
    edits: [['makeSetpos("setpos_exact", EYE_HEIGHT)', 'makeSetpos("setpos_exact", 0)']],
    caughtBy: [["run-line.test.ts", "all of its commands say at once"]],
  },
  {
    name: "a variable that switches something off switches it on",
    edits: [
      [
        "settings[setting] = (readNumber(text) !== 0) !== (isInverse === true);",
        "settings[setting] = readNumber(text) !== 0;",
      ],
    ],
    caughtBy: [["run-line.test.ts", "switches what the variable stands for"]],
  },
  {
    name: "a name of the console may be one that every object has",
    edits: [
      [
        "Object.keys(settings).find((key) => key.toLowerCase() === typed) as",
        "(typed in settings ? typed : undefined) as",
      ],
    ],
    caughtBy: [["run-line.test.ts", "switches what the variable stands for"]],
  },
];
