import type { Fault } from "../../fault.ts";

export const PAGE: readonly Fault[] = [
  {
    name: "thumbnails of models out of view are still drawn",
    edits: [
      [
        "    drop(path) {\n      wanted.delete(path);\n    },",
        "    drop() {\n      return;\n    },",
      ],
    ],
    caughtBy: [["models/thumbnail-queue.test.ts", "out of view before their turn"]],
  },
  {
    name: "thumbnails are drawn although the model plays badly",
    edits: [["if (isBusy()) {", "if (isBusy() && signal.aborted) {"]],
    caughtBy: [["models/thumbnail-queue.test.ts", "has enough to do"]],
  },
  {
    name: "thumbnails are not drawn although the model plays well",
    edits: [["fps > 0 && fps < FEW_FRAMES", "fps > FEW_FRAMES"]],
    caughtBy: [["models/thumbnail-queue.test.ts", "moves in few frames"]],
  },
  {
    name: "thumbnails are drawn after their list is closed",
    edits: [["while (wanted.size > 0 && !signal.aborted) {", "while (wanted.size > 0) {"]],
    caughtBy: [["models/thumbnail-queue.test.ts", "when the list is closed"]],
  },
  {
    name: "thumbnails stay when the content changes",
    edits: [["if (!isSame) clear();", "if (isSame) clear();"]],
    caughtBy: [["models/thumbnail-store.test.ts", "drops pictures when the content"]],
  },
  {
    name: "recently used thumbnails are freed first",
    edits: [
      ["      kept.delete(path);\n      kept.set(path, thumbnail);\n      return", "      return"],
    ],
    caughtBy: [["models/thumbnail-store.test.ts", "frees the least recently"]],
  },
  {
    name: "a second path up a ladder begins where the first ended",
    edits: [["    this.#passed = 0;\n  }", "  }"]],
    caughtBy: [
      [
        "walk/rail-ride.test.ts",
        "moves the body from its position to the line in the given time, repeatedly",
      ],
    ],
  },
  {
    name: "bottoms of ladders are not lowered",
    edits: [["i < this.#ends.length; i += 3", "i < this.#ends.length; i += 6"]],
    caughtBy: [["walk/rail-ride.test.ts", "lowers ladder ends that are inside solids"]],
  },
];
