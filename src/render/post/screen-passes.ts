/**
 * The full-screen passes: conversion of light to a picture, effects on that picture, and its copy
 * to the canvas.
 */

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

/** The post pass with the frame's grading. */
export const GRADE_PASS: FetchedPass = {
  kind: "screen",
  name: "grade",
  target: "picture",
  isRun: ({ grade }) => grade !== null,
  drawOf: ({ grade }) => {
    assert(grade !== null, "the grade pass runs without a grade");
    return grade.draw;
  },
};

/** Creates a pass whose code is loaded on demand; it runs once its pipeline is compiled. */
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

/** Scales from the size of the scene's targets to the picture's size. */
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

/** Colour of a fade over the whole picture. */
export const FADE_PASS: FetchedPass = {
  kind: "screen",
  name: "view-fade",
  target: "picture",
  isRun: ({ fade, settings }) => fade?.isShown === true && settings.fades,
  drawOf: ({ fade }, before) => {
    assert(fade !== null, "the fade's pass runs without a fade");
    return fade.drawOver(before);
  },
};

export const PRESENT_PASS: CodePass = {
  kind: "screen",
  name: "present",
  code: presentCode,
  target: "canvas",
  isRun: ({ context, isShown }) => context.canvasFormat !== null && isShown,
};
