import type { Fault } from "../fault.ts";

const ROOM = "formats/bsp/dialects/dialects.test.ts";

export const DIALECTS: readonly Fault[] = [
  {
    name: "Vampire's faces have six styles",
    edits: [
      [
        "styles: byte(48, 4),\n    lightOffset: int(72)",
        "styles: byte(48, 4),\n    lightOffset: int(66)",
      ],
    ],
    caughtBy: [[ROOM, "reads vampire as"]],
  },
  {
    name: "boxes of Vindictus' nodes are floats",
    edits: [["{ ...NODES[1].columns, mins: intBox(12), maxs: intBox(24) }", "NODES[1].columns"]],
    caughtBy: [[ROOM, "reads vindictus as"]],
  },
  {
    name: "faces that hold their mean colours have them before their luxels, too",
    edits: [["hasAveragesInFaces ? 0 :", "hasAveragesInFaces ? LUXEL_BYTES :"]],
    caughtBy: [[ROOM, "lights faces from"]],
  },
  {
    name: "a plain map is deciphered by its own zeros",
    edits: [["key[i] !== 0 && ", ""]],
    caughtBy: [[ROOM, "enciphered map"]],
  },
  {
    name: "a part of an enciphered map is deciphered from the key's start",
    edits: [["key[(offset + i) % KEY_BYTES]", "key[i % KEY_BYTES]"]],
    caughtBy: [[ROOM, "enciphered map"]],
  },
  {
    name: "a game lump's entry that names nothing is a directory",
    edits: [["  entries.length > 0 &&\n", ""]],
    caughtBy: [[ROOM, "reads dark-messiah as"]],
  },
];
