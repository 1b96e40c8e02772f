import type { Fault } from "../../fault.ts";

const BLOCKS = "model/motions/read-blocks.test.ts";
const OPEN = "model/open-model.test.ts";

/** Faults of reading a model before its first picture, and of reading the rest. */
export const FIRST_PICTURE: readonly Fault[] = [
  {
    name: "poses that play before their .ani arrives keep the placeholder",
    edits: [["!groups.includes(place.group)", "groups.includes(place.group)"]],
    caughtBy: [[BLOCKS, "replace the bind pose after loading"]],
  },
  {
    name: "all .ani files are read with the first",
    edits: [
      [
        ": listBlocks(rows, cut, decoded);",
        ": groups.map((group) => ({ group, animations: [] }));",
      ],
    ],
    caughtBy: [[BLOCKS, "are read once, when a sequence that uses them is requested"]],
  },
  {
    name: "a part of an .ani is read as its beginning",
    edits: [["bytes.subarray(start - at, ", "bytes.subarray(start, "]],
    caughtBy: [
      [
        "studio/read/animation-blocks.test.ts",
        "are its start and the requested blocks, which decode as from the whole file",
      ],
    ],
  },
  {
    name: "errors in a block are reported relative to the block",
    edits: [["offset: this.#base + offset", "offset"]],
    caughtBy: [
      ["studio/read/animation-blocks.test.ts", "report errors at offsets of the whole file"],
    ],
  },
  {
    name: "blocks that were not read count as present",
    edits: [
      ["return hasBlock(this.#table, block) && this.#find(block) !== undefined;", "return true;"],
    ],
    caughtBy: [
      [
        "studio/read/animation-blocks.test.ts",
        "leave all other blocks external until the whole file is attached",
      ],
    ],
  },
  {
    name: "a file is read in parts although most of it is needed",
    edits: [["if (bytes > fileBytes * MOST_IN_PARTS) return null;", ""]],
    caughtBy: [
      [BLOCKS, "are read whole if parts save little, all are requested, or a range fails"],
    ],
  },
  {
    name: "a file in parts is searched past a source that may have it",
    edits: [["if (file !== null) return file ?? null;", "if (file) return file;"]],
    caughtBy: [["content/content.test.ts", "opens the file of the first"]],
  },
  {
    name: "a model always begins with its idle sequence",
    edits: [["    pose.play(row, { fadeSeconds: 0 });\n    pose.pose();", ""]],
    caughtBy: [["shown/staged-model.test.ts", "begins what is asked for"]],
  },
  {
    name: "the first picture waits for all included models",
    edits: [
      [
        "options.sequence === undefined ? hasFirstSequence",
        "options.sequence === null ? hasFirstSequence",
      ],
    ],
    caughtBy: [[OPEN, "not held up by the rest"]],
  },
  {
    name: "override sequences of included models count as enough",
    edits: [["(STUDIO_DELTA | STUDIO_OVERRIDE)", "STUDIO_DELTA"]],
    caughtBy: [
      [
        "motions/first-motions.test.ts",
        "accepts a looping idle sequence that is neither additive nor only declared",
      ],
    ],
  },
  {
    name: "the idle sequence of a file counts as the requested one",
    edits: [["if (!isEnough(motions.sequences)) continue;", ""]],
    caughtBy: [
      ["motions/first-motions.test.ts", "ignores included sequences whose name already exists"],
    ],
  },
  {
    name: "a partly broken .ani is read again whole and reported twice",
    edits: [
      ["      // Do not read the rest of a broken file.\n      this.#asked.add(group);\n", ""],
    ],
    caughtBy: [[BLOCKS, "are reported once if the partial file is no"]],
  },
  {
    name: "a load that is cancelled after the first picture keeps the picture",
    edits: [["if (this.shown === null && !this.#loads.isLoading) this.unload();", ""]],
    caughtBy: [["browser/model-viewer.test.ts", "keeps nothing of a load"]],
  },
  {
    name: "the page reads a model before that is shown",
    edits: [["        await timeToShow();\n", ""]],
    caughtBy: [["browser/model-viewer.test.ts", "keeps nothing of a load"]],
  },
  {
    name: "the rest of a model's sequences equals those read first",
    edits: [["for await (const all of reading) groups = all;", ""]],
    caughtBy: [
      [
        "motions/first-motions.test.ts",
        "reads included models until enough sequences are found, and the rest later",
      ],
    ],
  },
  {
    name: "the requested sequence waits for the rest",
    edits: [["[findFirstSequence(sequences), findWanted(sequences, wanted)]", "[0]"]],
    caughtBy: [
      ["scene/model/first-sequence.test.ts", "include idle, autoplay and the requested sequence"],
      [OPEN, "what plays first before it, decoded"],
    ],
  },
  {
    name: "files of a model are announced before they are parsed",
    edits: [["untold.push({ path, bytes });", "onFile?.({ path, bytes });"]],
    caughtBy: [[OPEN, "gives the same result if the files are transferred away at once"]],
  },
  {
    name: "checked animation files are parsed again at once",
    edits: [["held: isChecked ? held : { ...held }", "held: { ...held }"]],
    caughtBy: [
      [
        "files/read-studio-model.test.ts",
        "parses only requested parts of previously checked files",
      ],
    ],
  },
  {
    name: "any weight of a bone is drawn as the full weight",
    edits: [["weight === 0 ? none : weight === 1", "weight === 0 ? none : weight > 0"]],
    caughtBy: [["model/weight-surfaces.test.ts", "shows one bone's weights as heat"]],
  },
  {
    name: "an MDL's root LOD is read from its count of root LODs",
    edits: [["rootLOD: bytes[377]", "rootLOD: bytes[378]"]],
    caughtBy: [["studio/summarize-header.test.ts", "are summarized under Valve's names"]],
  },
  {
    name: "a model beside games is searched only in the games",
    edits: [['[beside, ...own.sources, readFolder(root, ""), ...sources]', "[...own.sources]"]],
    caughtBy: [["shot/find-model.test.ts", "is found with its companion"]],
  },
];
