/** Lists a QC's sequences and their SMDs. */

import type { Smd } from "../../../formats/smd/types.ts";
import type { SmdLibrary } from "../qc/load-sources.ts";
import { NO_EXTRAS, NO_MOTION } from "../qc/motion/motion-types.ts";
import { qcError } from "../qc/qc-statements.ts";
import type { Qc, QcSequence } from "../qc/qc-types.ts";

/** Lists the SMDs of sequences and animations, which are all SMDs of a model without a body. */
export function listMoves(qc: Qc, library: SmdLibrary): Smd[] {
  const named = new Set(qc.animations.map(({ name }) => name.toLowerCase()));
  const played = qc.sequences.flatMap(({ file, others, line }) =>
    [file, ...others]
      .filter((one) => !named.has(one.toLowerCase()))
      .map((one) => ({ file: one, line })),
  );
  return [
    ...qc.animations.map(({ file, line }) => library.load(file, "$animation", line)),
    ...played.map(({ file, line }) => library.load(file, "$sequence", line)),
  ];
}

/**
 * Lists the sequences. A model must have one, so without any it gets the first frame of its first
 * SMD.
 */
export function listSequences(qc: Qc): readonly QcSequence[] {
  if (qc.sequences.length > 0) return qc.sequences;
  const model = qc.bodyParts.flatMap(({ models }) => models).find(({ file }) => file !== null);
  if (model?.file == null) {
    throw qcError("bad-count", "$bodygroup", 1, "a model that is not blank", "none");
  }
  const idle: QcSequence = {
    name: "idle",
    file: model.file,
    fps: 30,
    isLooping: false,
    delta: null,
    frames: null,
    line: model.line,
    activity: "",
    activityWeight: 1,
    fadeIn: 0.2,
    fadeOut: 0.2,
    ...NO_MOTION,
    ...NO_EXTRAS,
    others: [],
    blendWidth: 1,
    blendAxes: [],
    weightList: "",
  };
  return [idle];
}
