import { type QcWords, qcError } from "../qc-statements.ts";
import type { QcEyeball, QcMouth } from "./face-types.ts";

export function readEyeball(words: QcWords, line: number): QcEyeball {
  const name = words.text("a name");
  const bone = words.text("a bone");
  const position = words.vector("x y z");
  const material = words.text("a material");
  const diameter = words.number("a diameter");
  const angle = words.number("degrees");
  words.text("the iris' material");
  const pupilScale = words.number("how large the pupil is");
  if (pupilScale <= 0) {
    throw qcError("bad-value", "eyeball", line, "a pupil larger than 0", `${pupilScale}`);
  }
  if (Math.abs(angle) >= 90) {
    throw qcError("bad-value", "eyeball", line, "less than 90 degrees", `${angle}`);
  }
  return { name, bone, position, material, diameter, angle, pupilScale, line };
}

export function readMouth(words: QcWords, line: number): QcMouth {
  const row = words.integer("its number");
  const flex = words.text("a movement");
  return { row, flex, bone: words.text("a bone"), forward: words.vector("x y z"), line };
}
