import type { Fault } from "../../fault.ts";

const LUMPS = "formats/bsp/write/replace-lumps.test.ts";
const ZIP = "formats/zip/edit-zip.test.ts";
const VERB = "cli/verbs/pak.test.ts";

export const PAK: readonly Fault[] = [
  {
    name: "game lumps keep their offsets when they are moved",
    edits: [["data.setInt32(at + form.offset, start - was + offset, little);", ""]],
    caughtBy: [[LUMPS, "move the game lumps' offsets with the lump:"]],
  },
  {
    name: "lumps after a replaced one move by its growth, without alignment",
    edits: [
      [
        "(header.length[slot] + filling - bytes.length) & (alignment - 1)",
        "(header.length[slot] + filling - bytes.length) & 0",
      ],
    ],
    caughtBy: [[LUMPS, "move only the lumps after them:"]],
  },
  {
    name: "a lump that shares its bytes with another is not recognized as shared",
    edits: [
      ["at < lumpEnd && at + header.length[other] > start", "at < start && at + 1 > lumpEnd"],
    ],
    caughtBy: [[LUMPS, "are appended if the lump was empty or shares its bytes with another"]],
  },
  {
    name: "entries after a removed one keep their old offsets",
    edits: [["view.setUint32(42, offset, true);\n  const stated", "const stated"]],
    caughtBy: [
      [ZIP, "removes entries as if they had never been added"],
      [VERB, "adds a folder's files"],
    ],
  },
  {
    name: "data of a console's zip lose their sector alignment",
    edits: [["if ((at + start) % alignment === 0) return block;", "if (at >= 0) return block;"]],
    caughtBy: [[ZIP, "keeps data on sectors"]],
  },
  {
    name: "extracted names may lead out of the folder",
    edits: [["if (leavesRoot(name) || name.includes", "if (name.includes"]],
    caughtBy: [[VERB, "extracts nothing outside the folder"]],
  },
];
