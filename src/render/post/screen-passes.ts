/** Light to a picture, what is done to that, and the picture onto the canvas. */

import postCode from "../../../shaders/screen/post.wgsl";
import presentCode from "../../../shaders/screen/present.wgsl";
import { assert } from "../../core/errors.ts";
import { type CodePass, type FetchedPass, isScreenPassReady } from "./screen-pass.ts";

export const POST_PASS: CodePass = {
  kind: "screen",
  name: "post",
  code: postCode,
  target: "picture",
  isRun: ({ grade }) => grade === null,
};

/** The same with what of grading the frame has. */
export const GRADE_PASS: FetchedPass = {
  kind: "screen",
  name: "grade",
  target: "picture",
  isRun: ({ grade }) => grade !== null,
  drawOf: ({ grade }) => {
    assert(grade !== null, "graded without a grade");
    return grade.draw;
  },
};

export const SHARPEN_PASS: CodePass = {
  kind: "screen",
  name: "sharpen",
  code: async () => (await import("../../../shaders/screen/sharpen.wgsl")).default,
  target: "picture",
  isRun: ({ settings, context }) =>
    settings.sharpen > 0 && isScreenPassReady(context.gpu, SHARPEN_PASS),
};

export const PRESENT_PASS: CodePass = {
  kind: "screen",
  name: "present",
  code: presentCode,
  target: "canvas",
  isRun: ({ context, isShown }) => context.canvasFormat !== null && isShown,
};
