/** Light to a picture, what is done to that, and the picture onto the canvas. */

import postCode from "../../../shaders/screen/post.wgsl";
import presentCode from "../../../shaders/screen/present.wgsl";
import { assert } from "../../core/errors.ts";
import type { FrameJob } from "../frame/frame-job.ts";
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

/** Makes a pass that few pictures need: it runs as soon as its pipeline is there. */
export function fetchedPass(
  name: string,
  code: CodePass["code"],
  isWanted: (job: FrameJob) => boolean,
): CodePass {
  const pass: CodePass = {
    kind: "screen",
    name,
    code,
    target: "picture",
    isRun: (job) => isWanted(job) && isScreenPassReady(job.context.gpu, pass),
  };
  return pass;
}

export const FXAA_PASS = fetchedPass(
  "fxaa",
  async () => (await import("../../../shaders/screen/fxaa.wgsl")).default,
  ({ settings }) => settings.fxaa,
);

/** From the size that surfaces are drawn in to the picture's. */
export const SCALE_PASS = fetchedPass(
  "scale",
  async () => (await import("../../../shaders/screen/scale.wgsl")).default,
  ({ sized: { scene, width, height } }) => scene.width !== width || scene.height !== height,
);

export const SHARPEN_PASS = fetchedPass(
  "sharpen",
  async () => (await import("../../../shaders/screen/sharpen.wgsl")).default,
  ({ settings }) => settings.sharpen > 0,
);

export const PRESENT_PASS: CodePass = {
  kind: "screen",
  name: "present",
  code: presentCode,
  target: "canvas",
  isRun: ({ context, isShown }) => context.canvasFormat !== null && isShown,
};
