import type { Fault } from "../../fault.ts";

export const PAGE: readonly Fault[] = [
  {
    name: "models out of view have their pictures drawn",
    edits: [
      [
        "    drop(path) {\n      wanted.delete(path);\n    },",
        "    drop() {\n      return;\n    },",
      ],
    ],
    caughtBy: [["models/thumbnail-queue.test.ts", "out of view before their turn"]],
  },
  {
    name: "pictures of models are drawn beside what plays badly",
    edits: [["if (isBusy()) {", "if (isBusy() && signal.aborted) {"]],
    caughtBy: [["models/thumbnail-queue.test.ts", "has enough to do"]],
  },
  {
    name: "what plays well has no pictures drawn beside it",
    edits: [["fps > 0 && fps < FEW_FRAMES", "fps > FEW_FRAMES"]],
    caughtBy: [["models/thumbnail-queue.test.ts", "moves in few frames"]],
  },
  {
    name: "pictures of models are drawn on after their list is closed",
    edits: [["while (wanted.size > 0 && !signal.aborted) {", "while (wanted.size > 0) {"]],
    caughtBy: [["models/thumbnail-queue.test.ts", "when the list is closed"]],
  },
  {
    name: "pictures of models stay when there is other content",
    edits: [["if (!isSame) clear();", "if (isSame) clear();"]],
    caughtBy: [["models/thumbnail-store.test.ts", "drops pictures when the content"]],
  },
  {
    name: "pictures of models that are looked at are freed first",
    edits: [
      ["      kept.delete(path);\n      kept.set(path, thumbnail);\n      return", "      return"],
    ],
    caughtBy: [["models/thumbnail-store.test.ts", "frees the least recently"]],
  },
  {
    name: "a second way up to a ladder begins where the first ended",
    edits: [["    this.#passed = 0;\n  }", "  }"]],
    caughtBy: [["walk/rail-ride.test.ts", "second time"]],
  },
  {
    name: "bottoms of ladders are not let down",
    edits: [["i < this.#ends.length; i += 3", "i < this.#ends.length; i += 6"]],
    caughtBy: [["walk/rail-ride.test.ts", "lets ends down"]],
  },
];
