/** Statements of how a model moves. */

import { readAnimation, readSequence } from "../motion/read-sequence.ts";
import { type QcWords, qcError } from "../qc-statements.ts";
import type { QcPoseParameter } from "../qc-types.ts";
import { readWeightList } from "../qc-weights.ts";
import type { Statements } from "./statement.ts";

export const MOTION_STATEMENTS: Statements = {
  $animation: {
    block: "open",
    read: ({ qc, words, statement, report }) =>
      void qc.animations.push(readAnimation(statement, words, report)),
  },
  $sequence: {
    block: "open",
    read: ({ qc, words, statement, report }) =>
      void qc.sequences.push(readSequence(statement, words, report)),
  },
  $declaresequence: {
    read: ({ qc, words }) => void qc.declaredSequences.push(words.text("a name")),
  },
  $poseparameter: {
    read: ({ qc, words }) => void qc.poseParameters.push(readPoseParameter(words)),
  },
  $weightlist: {
    block: "own",
    read: ({ qc, words, statement }) => void qc.weightLists.push(readWeightList(statement, words)),
  },
};

/** `loop <range>`, or `wrap`, which begins anew after all of it. */
function readPoseParameter(words: QcWords): QcPoseParameter {
  const name = words.text("a name");
  const start = words.number("its least value");
  const end = words.number("its most");
  let loop = 0;
  while (words.hasMore) {
    const { text, line } = words.take("loop or wrap");
    const option = text.toLowerCase();
    if (option === "wrap") loop = end - start;
    else if (option === "loop") loop = words.number("a range");
    else throw qcError("syntax", "$poseparameter", line, "loop or wrap", text);
  }
  return { name, start, end, loop };
}
