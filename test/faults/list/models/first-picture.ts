import type { Fault } from "../../fault.ts";

const BLOCKS = "model/motions/read-blocks.test.ts";
const OPEN = "model/open-model.test.ts";

/** Faults of reading a model before its first picture, and of reading the rest. */
export const FIRST_PICTURE: readonly Fault[] = [
  {
    name: "poses that play when their .ani comes stay what stood in for them",
    edits: [["!groups.includes(place.group)", "groups.includes(place.group)"]],
    caughtBy: [[BLOCKS, "take the place of what stood in"]],
  },
  {
    name: "all .ani files are read with the first",
    edits: [
      [
        ": listBlocks(rows, cut, decoded);",
        ": groups.map((group) => ({ group, animations: [] }));",
      ],
    ],
    caughtBy: [[BLOCKS, "when a sequence of them is wanted"]],
  },
  {
    name: "a part of an .ani is taken for its begin",
    edits: [["bytes.subarray(start - at, ", "bytes.subarray(start, "]],
    caughtBy: [["studio/read/animation-blocks.test.ts", "read as in all of it"]],
  },
  {
    name: "what is wrong in a block is told of from where that begins",
    edits: [["offset: this.#base + offset", "offset"]],
    caughtBy: [["studio/read/animation-blocks.test.ts", "where in the file something is bad"]],
  },
  {
    name: "blocks that were not read are taken to be there",
    edits: [
      ["return hasBlock(this.#table, block) && this.#find(block) !== undefined;", "return true;"],
    ],
    caughtBy: [["studio/read/animation-blocks.test.ts", "no more than what they are"]],
  },
  {
    name: "a file is read in parts though most of it is wanted",
    edits: [["if (bytes > fileBytes * MOST_IN_PARTS) return null;", ""]],
    caughtBy: [[BLOCKS, "where parts are most of them"]],
  },
  {
    name: "a file in parts is looked for past a source that may have it",
    edits: [["if (file !== null) return file ?? null;", "if (file) return file;"]],
    caughtBy: [["content/content.test.ts", "opens the file of the first"]],
  },
  {
    name: "a model is seen as it idles, whatever it is to play",
    edits: [["    pose.play(row, { fadeSeconds: 0 });\n    pose.pose();", ""]],
    caughtBy: [["shown/staged-model.test.ts", "begins what is asked for"]],
  },
  {
    name: "the first picture waits for all that a model includes",
    edits: [
      [
        "options.sequence === undefined ? hasFirstSequence",
        "options.sequence === null ? hasFirstSequence",
      ],
    ],
    caughtBy: [[OPEN, "not held up by the rest"]],
  },
  {
    name: "sequences that stand for others in models that are included are enough",
    edits: [["(STUDIO_DELTA | STUDIO_OVERRIDE)", "STUDIO_DELTA"]],
    caughtBy: [["motions/first-motions.test.ts", "that is added to nothing, and that is there"]],
  },
  {
    name: "what a file idles in is enough though its name is another's",
    edits: [["if (!isEnough(motions.sequences)) continue;", ""]],
    caughtBy: [["motions/first-motions.test.ts", "whose name is another's already"]],
  },
  {
    name: "an .ani that is broken in part is read whole, and told of twice",
    edits: [
      ["      // Do not read the rest of a broken file.\n      this.#asked.add(group);\n", ""],
    ],
    caughtBy: [[BLOCKS, "told of once where the part"]],
  },
  {
    name: "a load that ends after the first picture leaves that",
    edits: [["if (this.shown === null && !this.#loads.isLoading) this.unload();", ""]],
    caughtBy: [["browser/model-viewer.test.ts", "keeps nothing of a load"]],
  },
  {
    name: "the page reads a model before that is shown",
    edits: [["        await timeToShow();\n", ""]],
    caughtBy: [["browser/model-viewer.test.ts", "keeps nothing of a load"]],
  },
  {
    name: "the rest of a model's sequences is what was read first",
    edits: [["for await (const all of reading) groups = all;", ""]],
    caughtBy: [["motions/first-motions.test.ts", "the rest after that, to the same"]],
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
    caughtBy: [["shot/find-model.test.ts", "is found with its companion"]],
  },
];
