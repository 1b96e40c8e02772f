import type { Fault } from "../../fault.ts";

const TEXT = "formats/bsp/repair/mend-text.test.ts";

/** Faults of the text that repair keeps. */
export const MEND: readonly Fault[] = [
  {
    name: "entities behind one that is written over are lost with it",
    edits: [
      [
        'start = text.indexOf("{", end ?? start + 1);',
        'start = end === null ? -1 : text.indexOf("{", end);',
      ],
    ],
    caughtBy: [[TEXT, "are all kept but this"]],
  },
  {
    name: "an entity that is broken is kept if it is in lines",
    edits: [['if (!isPair || words.includes("\\0")) return null;', ""]],
    caughtBy: [[TEXT, "are all kept but this"]],
  },
  {
    name: "names of materials that are gone are looked for behind the lump",
    edits: [["return Math.max(0, length - 1);", "return start;"]],
    caughtBy: [[TEXT, "names of materials that are whole"]],
  },
  {
    name: "a table of names that is made anew leaves out a letter",
    edits: [["    starts[row] = at;", "    starts[row] = at + 1;"]],
    caughtBy: [[TEXT, "table of names anew"]],
  },
  {
    name: "a table of names is made anew in one byte order",
    edits: [
      [
        "view.setInt32(row * ROW_BYTES, start, lumps.littleEndian);",
        "view.setInt32(row * ROW_BYTES, start, true);",
      ],
    ],
    caughtBy: [[TEXT, "table of names anew"]],
  },
];
