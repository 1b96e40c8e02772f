import type { Fault } from "../../fault.ts";

const TEXT = "formats/bsp/repair/mend-text.test.ts";

/** Faults of the text that repair keeps. */
export const MEND: readonly Fault[] = [
  {
    name: "entities after an overwritten one are lost with it",
    edits: [
      [
        'start = text.indexOf("{", end ?? start + 1);',
        'start = end === null ? -1 : text.indexOf("{", end);',
      ],
    ],
    caughtBy: [[TEXT, "are all kept but this"]],
  },
  {
    name: "a broken entity is kept if it consists of lines",
    edits: [['if (!isPair || words.includes("\\0")) return null;', ""]],
    caughtBy: [[TEXT, "are all kept but this"]],
  },
  {
    name: "names of missing materials are read from beyond the lump",
    edits: [["return Math.max(0, length - 1);", "return start;"]],
    caughtBy: [[TEXT, "names of materials that are whole"]],
  },
  {
    name: "a rebuilt table of names loses a letter",
    edits: [["    starts[row] = at;", "    starts[row] = at + 1;"]],
    caughtBy: [[TEXT, "table of names anew"]],
  },
  {
    name: "a rebuilt table of names ignores the map's byte order",
    edits: [
      [
        "view.setInt32(row * ROW_BYTES, start, lumps.littleEndian);",
        "view.setInt32(row * ROW_BYTES, start, true);",
      ],
    ],
    caughtBy: [[TEXT, "table of names anew"]],
  },
];
