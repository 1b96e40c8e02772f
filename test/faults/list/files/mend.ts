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
    caughtBy: [[TEXT, "drops only the entity that was overwritten with the byte"]],
  },
  {
    name: "a broken entity is kept if it consists of lines",
    edits: [['if (!isPair || words.includes("\\0")) return null;', ""]],
    caughtBy: [[TEXT, "drops only the entity that was overwritten with the byte"]],
  },
  {
    name: "names of missing materials are read from beyond the lump",
    edits: [["return Math.max(0, length - 1);", "return start;"]],
    caughtBy: [[TEXT, "keeps the intact material names of a cut string lump; little-endian:"]],
  },
  {
    name: "a rebuilt table of names loses a letter",
    edits: [["    starts[row] = at;", "    starts[row] = at + 1;"]],
    caughtBy: [[TEXT, "rebuilds the string table if it was cut off; little-endian:"]],
  },
  {
    name: "a rebuilt table of names ignores the map's byte order",
    edits: [
      [
        "view.setInt32(row * ROW_BYTES, start, lumps.littleEndian);",
        "view.setInt32(row * ROW_BYTES, start, true);",
      ],
    ],
    caughtBy: [[TEXT, "rebuilds the string table if it was cut off; little-endian:"]],
  },
];
