import type { Fault } from "../../fault.ts";

const BLOCKS = "model/motions/read-blocks.test.ts";
const OPEN = "model/open-model.test.ts";

/** What is read of a model before its first picture, and what comes of the rest. */
export const FIRST_PICTURE: readonly Fault[] = [
  {
    name: "poses that play when their .ani comes stay what stood in for them",
    edits: [["if (!group || !groups.includes(group)", "if (!group || groups.includes(group)"]],
    caughtBy: [[BLOCKS, "take the place of what stood in"]],
  },
  {
    name: "all .ani files are read with the first",
    edits: [
      [
        "rows === undefined ? groups : listGroups(rows, cut, decoded)",
        "rows === null ? [] : groups",
      ],
    ],
    caughtBy: [[BLOCKS, "when a sequence of them is wanted"]],
  },
  {
    name: "what is asked for first waits for the rest",
    edits: [["[findFirstSequence(sequences), findWanted(sequences, wanted)]", "[0]"]],
    caughtBy: [
      ["scene/model/first-sequence.test.ts", "what it idles in"],
      [OPEN, "what plays first before it, decoded"],
    ],
  },
  {
    name: "files of a model are told of before they are parsed",
    edits: [["untold.push({ path, bytes });", "onFile?.({ path, bytes });"]],
    caughtBy: [[OPEN, "taken away as soon as they are told of"]],
  },
  {
    name: "what was read before without fault is parsed at once all the same",
    edits: [["held: isChecked ? held : { ...held }", "held: { ...held }"]],
    caughtBy: [["files/read-studio-model.test.ts", "parses nothing that is not asked for"]],
  },
  {
    name: "the heat of a bone is that of all its vertices",
    edits: [["weight === 0 ? none : weight === 1", "weight === 0 ? none : weight > 0"]],
    caughtBy: [["model/weight-surfaces.test.ts", "how much one bone does"]],
  },
  {
    name: "an MDL's first level of detail is how many may be the first",
    edits: [["rootLOD: bytes[377]", "rootLOD: bytes[378]"]],
    caughtBy: [["studio/summarize-header.test.ts", "by Valve's names"]],
  },
  {
    name: "a model beside games is looked for in the games alone",
    edits: [['[beside, ...own.sources, readFolder(root, ""), ...sources]', "[...own.sources]"]],
    caughtBy: [["shot/find-model.test.ts", "also where games lie in the same folder"]],
  },
];
