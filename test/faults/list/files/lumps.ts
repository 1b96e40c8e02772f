import type { Fault } from "../../fault.ts";

const VERB = "cli/verbs/lump.test.ts";

export const LUMPS: readonly Fault[] = [
  {
    name: "entities that are put back lack the zero that ends them",
    edits: [
      [
        "new Uint8Array(bytes.length + 1);\n  ended.set(bytes);",
        "new Uint8Array(bytes.length);\n  ended.set(bytes);",
      ],
    ],
    caughtBy: [[VERB, "puts back what it took out"]],
  },
  {
    name: "a lump that is asked for as it is stored comes unpacked",
    edits: [["isStored ? lumps.stored(slot) : lumps.bytes(slot)", "lumps.bytes(slot)"]],
    caughtBy: [[VERB, "unpacks a packed lump"]],
  },
];
